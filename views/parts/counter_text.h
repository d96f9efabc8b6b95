// Hardware counters in words.
#pragma once

#include "engine/measure/profile.h"

#include <QString>

namespace sparsescope {

// A name that fits into a column; CUPTI's own, and what it means, belong on hover. The names of what is counted say
// things ("instructions"), so the numbers of things need no unit.
QString counterName(const Counter& counter);
QString counterText(const Counter& counter);

} // namespace sparsescope
