#include "views/parts/label_text.h"

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

} // namespace sparsescope
