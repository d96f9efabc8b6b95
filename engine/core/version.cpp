#include "engine/core/version.h"

namespace sparsescope {

const char* version()
{
    return SPARSESCOPE_VERSION;
}

} // namespace sparsescope
