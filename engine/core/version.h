// The version of this build; CMakeLists.txt is the one place that names it.
#pragma once

namespace sparsescope {

const char* version(); // "0.1.0"

} // namespace sparsescope
