// Numbers as the screen spells them.
#include "views/parts/numbers.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QLocale>

#include <array>
#include <cmath>

namespace sparsescope {

namespace {

const QLocale& locale()
{
    static const QLocale english(QLocale::English, QLocale::UnitedStates);
    return english;
}

QString scaled(double value, double step, std::initializer_list<const char*> units)
{
    auto unit = units.begin();
    double v = value;
    // 999.6 would be written as 1000: go on to the next unit.
    while (std::abs(v) >= step * 0.9995 && unit + 1 != units.end()) {
        v /= step;
        ++unit;
    }
    return figureText(v) + QLatin1Char(' ') + QString::fromUtf8(*unit);
}

QString notKnown()
{
    return QCoreApplication::translate("numbers", "not known");
}

} // namespace

QString countText(std::int64_t n)
{
    return locale().toString(static_cast<qlonglong>(n));
}

QString countOf(std::int64_t n, const QString& one, const QString& many)
{
    return countText(n) + QLatin1Char(' ') + (n == 1 ? one : many);
}

QString figureText(double value)
{
    if (!std::isfinite(value))
        return notKnown();
    if (value == 0)
        return QStringLiteral("0");
    const double magnitude = std::floor(std::log10(std::abs(value)));
    if (magnitude < -4 || magnitude > 8)
        return locale().toString(value, 'e', 2);
    const double unit = std::pow(10.0, magnitude - 2);
    const double rounded = std::round(value / unit) * unit;
    const int decimals = std::max(0, 2 - static_cast<int>(std::floor(std::log10(std::abs(rounded)) + 1e-9)));
    QString text = locale().toString(rounded, 'f', decimals);
    // At most three digits: those behind the point that say nothing go.
    if (decimals > 0) {
        while (text.endsWith(QLatin1Char('0')))
            text.chop(1);
        if (text.endsWith(QLatin1Char('.')))
            text.chop(1);
    }
    return text;
}

QString exactText(double value)
{
    return std::isfinite(value) ? locale().toString(value, 'g', 12) : notKnown();
}

QString shortCount(double n)
{
    if (std::abs(n) < 1000)
        return figureText(n);
    return scaled(n, 1000, {"", "k", "M", "G", "T"});
}

QString durationText(double ns)
{
    if (!std::isfinite(ns))
        return notKnown();
    return scaled(ns, 1000, {"ns", "µs", "ms", "s"});
}

QString secondsText(double seconds)
{
    if (!std::isfinite(seconds) || seconds < 0)
        return notKnown();
    if (seconds < 90)
        return QCoreApplication::translate("numbers", "%1 s").arg(std::ceil(seconds));
    return QCoreApplication::translate("numbers", "%1 min").arg(std::ceil(seconds / 60));
}

QString momentText(std::int64_t seconds)
{
    const QDateTime when = QDateTime::fromSecsSinceEpoch(seconds);
    const QLocale english(QLocale::English);
    return when.date() == QDate::currentDate() ? english.toString(when, QStringLiteral("HH:mm"))
                                               : english.toString(when, QStringLiteral("d MMMM, HH:mm"));
}

QString bytesText(double bytes)
{
    if (!std::isfinite(bytes))
        return notKnown();
    return scaled(bytes, 1000, {"B", "kB", "MB", "GB", "TB"});
}

QString percentText(double ratio)
{
    if (!std::isfinite(ratio))
        return notKnown();
    return figureText(ratio * 100) + QStringLiteral(" %");
}

QString ratioText(double ratio)
{
    return figureText(ratio) + QStringLiteral("x");
}

} // namespace sparsescope
