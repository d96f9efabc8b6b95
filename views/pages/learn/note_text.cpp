#include "views/pages/learn/note_text.h"

#include "views/parts/theme.h"

#include <QRegularExpression>
#include <QStringList>

namespace sparsescope {

QString noteHtml(const QString& note)
{
    static const QRegularExpression code(QStringLiteral("`([^`]+)`"));
    static const QRegularExpression strong(QStringLiteral("\\*(\\S(?:[^*]*\\S)?)\\*"));
    const QString face = monospaced().family().toHtmlEscaped();
    QString html;
    for (const QString& line : note.split(QLatin1Char('\n'), Qt::SkipEmptyParts)) {
        QString paragraph;
        qsizetype at = 0;
        const auto words = [&](const QString& text) {
            return text.toHtmlEscaped().replace(strong, QStringLiteral("<b>\\1</b>"));
        };
        for (auto it = code.globalMatch(line); it.hasNext();) {
            const QRegularExpressionMatch match = it.next();
            paragraph += words(line.mid(at, match.capturedStart() - at));
            paragraph += QStringLiteral("<span style=\"font-family:'%1'\">%2</span>")
                             .arg(face, match.captured(1).toHtmlEscaped());
            at = match.capturedEnd();
        }
        paragraph += words(line.mid(at));
        html += QStringLiteral("<p style=\"margin:0 0 8px 0\">%1</p>").arg(paragraph);
    }
    return html;
}

} // namespace sparsescope
