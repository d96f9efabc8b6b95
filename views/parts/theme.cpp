// Colours, type sizes and the style sheet.
#include "views/parts/theme.h"

#include "engine/core/error.h"
#include "engine/raster/colour_map.h"
#include "views/parts/icons.h"

#include <QApplication>
#include <QFile>
#include <QFontDatabase>
#include <QStyle>
#include <QStyleFactory>
#include <QVariant>
#include <QWidget>

namespace sparsescope {

const Colors& lightColors()
{
    static const Colors colors = {false,
                                  QColor(0xFF, 0xFF, 0xFF),
                                  QColor(0xF6, 0xF7, 0xF8),
                                  QColor(0xD9, 0xDC, 0xDF),
                                  QColor(0x1B, 0x1E, 0x22),
                                  QColor(0x5B, 0x63, 0x6C),
                                  QColor(0x0B, 0x66, 0xC3),
                                  QColor(0xFF, 0xFF, 0xFF),
                                  QColor(0x1A, 0x7F, 0x37),
                                  QColor(0xB3, 0x26, 0x1E)};
    return colors;
}

const Colors& darkColors()
{
    static const Colors colors = {true,
                                  QColor(0x15, 0x17, 0x1A),
                                  QColor(0x1C, 0x1F, 0x23),
                                  QColor(0x30, 0x35, 0x3B),
                                  QColor(0xE8, 0xEA, 0xED),
                                  QColor(0x9A, 0xA3, 0xAD),
                                  QColor(0x5A, 0xA9, 0xF7),
                                  QColor(0x0E, 0x12, 0x16),
                                  QColor(0x57, 0xC2, 0x7B),
                                  QColor(0xFF, 0x8A, 0x80)};
    return colors;
}

const Colors& colorsOf(const QPalette& palette)
{
    return palette.color(QPalette::Window).lightnessF() < 0.5F ? darkColors() : lightColors();
}

const Colors& colorsOf(const QWidget& widget)
{
    return colorsOf(widget.palette());
}

QColor familyColor(FormatFamily family)
{
    return QColor::fromRgb(raster::familyColour(family));
}

QFont typeFace(TypeSize size, bool strong)
{
    QFont font = QFontDatabase::systemFont(QFontDatabase::GeneralFont);
    font.setPointSize(static_cast<int>(size));
    font.setWeight(strong ? QFont::DemiBold : QFont::Normal);
    return font;
}

QFont monospaced(TypeSize size)
{
    QFont font = QFontDatabase::systemFont(QFontDatabase::FixedFont);
    font.setStyleHint(QFont::Monospace);
    font.setPointSize(static_cast<int>(size));
    return font;
}

namespace {

QPalette paletteOf(const Colors& c)
{
    QPalette p;
    p.setColor(QPalette::Window, c.panel);
    p.setColor(QPalette::WindowText, c.text);
    p.setColor(QPalette::Base, c.background);
    p.setColor(QPalette::AlternateBase, c.panel);
    p.setColor(QPalette::Text, c.text);
    p.setColor(QPalette::Button, c.panel);
    p.setColor(QPalette::ButtonText, c.text);
    p.setColor(QPalette::BrightText, c.bad);
    p.setColor(QPalette::Highlight, c.accent);
    p.setColor(QPalette::HighlightedText, c.onAccent);
    p.setColor(QPalette::Link, c.accent);
    p.setColor(QPalette::LinkVisited, c.accent);
    p.setColor(QPalette::ToolTipBase, c.panel);
    p.setColor(QPalette::ToolTipText, c.text);
    p.setColor(QPalette::PlaceholderText, c.secondary);
    p.setColor(QPalette::Mid, c.hairline);
    p.setColor(QPalette::Midlight, c.hairline);
    p.setColor(QPalette::Light, c.background);
    p.setColor(QPalette::Dark, c.hairline);
    p.setColor(QPalette::Shadow, c.hairline);
    for (const auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText})
        p.setColor(QPalette::Disabled, role, c.secondary);
    p.setColor(QPalette::Disabled, QPalette::Highlight, c.hairline);
    return p;
}

QString styleSheetOf(const Colors& c)
{
    QFile file(QStringLiteral(":/theme.qss"));
    if (!file.open(QIODevice::ReadOnly))
        throw Error(ErrorKind::Internal, "the style sheet is not in the program");
    QString sheet = QString::fromUtf8(file.readAll());
    const std::pair<const char*, QColor> names[] = {{"@background", c.background},
                                                    {"@panel", c.panel},
                                                    {"@hairline", c.hairline},
                                                    {"@text", c.text},
                                                    {"@secondary", c.secondary},
                                                    {"@accent", c.accent},
                                                    {"@onAccent", c.onAccent},
                                                    {"@bad", c.bad},
                                                    {"@good", c.good}};
    sheet.replace(QStringLiteral("@mode"), c.dark ? QStringLiteral("dark") : QStringLiteral("light"));
    for (const auto& [from, to] : names)
        sheet.replace(QString::fromLatin1(from), to.name());
    return sheet;
}

} // namespace

void applyTheme(QApplication& application, ThemeChoice choice)
{
    loadResources();
    bool dark = choice == ThemeChoice::Dark;
    if (choice == ThemeChoice::System) {
        application.setPalette(QPalette()); // gives the system's back
        dark = QApplication::palette().color(QPalette::Window).lightnessF() < 0.5F;
    }
    const Colors& colors = dark ? darkColors() : lightColors();
    const QPalette palette = paletteOf(colors);
    const QString sheet = styleSheetOf(colors);
    // Each of these makes every widget anew, a tenth of a second or more each.
    if (application.styleSheet().isEmpty()) {
        application.setStyle(QStyleFactory::create(QStringLiteral("Fusion")));
        application.setFont(typeFace(TypeSize::Small));
    }
    application.setPalette(palette);
    if (application.styleSheet() != sheet)
        application.setStyleSheet(sheet);
}

void setFaint(QWidget& widget, bool faint)
{
    if (widget.property("faint").toBool() == faint)
        return;
    widget.setProperty("faint", faint);
    widget.style()->unpolish(&widget);
    widget.style()->polish(&widget);
}

QString name(ThemeChoice choice)
{
    switch (choice) {
    case ThemeChoice::Light:
        return QStringLiteral("light");
    case ThemeChoice::Dark:
        return QStringLiteral("dark");
    case ThemeChoice::System:
        break;
    }
    return QStringLiteral("system");
}

ThemeChoice parseTheme(const QString& text)
{
    for (const auto choice : {ThemeChoice::System, ThemeChoice::Light, ThemeChoice::Dark})
        if (name(choice) == text)
            return choice;
    failUsage("there is no theme '" + text.toStdString() + "': light, dark or system");
}

} // namespace sparsescope
