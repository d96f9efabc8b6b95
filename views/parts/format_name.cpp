// Names of formats as the screen spells them.
#include "views/parts/format_name.h"

#include "engine/plan/format.h"

namespace sparsescope {

QString formatName(const std::string& format)
{
    return QString::fromStdString(spelledName(format));
}

} // namespace sparsescope
