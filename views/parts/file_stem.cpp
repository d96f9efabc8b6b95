#include "views/parts/file_stem.h"

#include "engine/io/suffixes.h"

#include <QRegularExpression>

namespace sparsescope {

QString fileStem(const std::string& matrix)
{
    QString stem = QString::fromStdString(matrix);
    for (const std::string& suffix : matrixSuffixes())
        if (const QString ending = QString::fromStdString(suffix); stem.endsWith(ending, Qt::CaseInsensitive)) {
            stem.chop(ending.size());
            break;
        }
    static const QRegularExpression unfit(QStringLiteral("[/\\\\:*?\"<>|\\x00-\\x1f]+"));
    stem = stem.replace(unfit, QStringLiteral("-")).trimmed();
    constexpr int most = 80; // and an ending: file systems take 255 bytes
    return stem.isEmpty() ? QStringLiteral("matrix") : stem.left(most);
}

} // namespace sparsescope
