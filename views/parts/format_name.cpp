#include "views/parts/format_name.h"

namespace sparsescope {

QString formatName(const std::string& format)
{
    if (format == "block") // no abbreviation
        return QStringLiteral("block");
    return QString::fromStdString(format).toUpper();
}

} // namespace sparsescope
