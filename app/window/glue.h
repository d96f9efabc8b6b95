// Hands the window what views may not include: code generation and GPU jobs.
#pragma once

#include "views/workspace/hooks.h"

namespace sparsescope {

Hooks windowHooks(const RunOptions& run); // with the device that is chosen at first

} // namespace sparsescope
