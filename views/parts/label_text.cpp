#include "views/parts/label_text.h"

#include <QStringList>

namespace sparsescope {

QString asLabel(const QString& name)
{
    return QString(name).replace(QLatin1Char('&'), QStringLiteral("&&"));
}

QString fromLabel(const QString& text)
{
    QString plain;
    for (qsizetype i = 0; i < text.size(); ++i) {
        if (text[i] == QLatin1Char('&') && ++i >= text.size())
            break;
        plain += text[i];
    }
    return plain;
}

QString breakable(const QString& text)
{
    constexpr qsizetype most = 96, line = 16; // letters
    QStringList broken;
    for (const QString& given : text.split(QLatin1Char(' '))) {
        const QString word =
            given.size() <= most ? given : given.left(most * 2 / 3) + QStringLiteral("…") + given.right(most / 3);
        // Suffixes stay whole where they can.
        const bool parts = word.contains(QLatin1Char('-')) || word.contains(QLatin1Char('_'));
        const QString marks = parts ? QStringLiteral("-_") : QStringLiteral("-_.");
        QString pieces;
        qsizetype run = 0;
        for (const QChar letter : word) {
            pieces += letter;
            ++run;
            if (marks.contains(letter) || run == line) {
                pieces += QChar(0x200B);
                run = 0;
            }
        }
        broken << pieces;
    }
    return broken.join(QLatin1Char(' '));
}

} // namespace sparsescope
