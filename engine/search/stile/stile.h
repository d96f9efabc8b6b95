// The planner "stile": tiles chosen greedily, level by level, by predicted cost per newly covered non-zero
// (STile sections 3.1 to 3.3; algorithm 2 without its withdrawal, lines 8 to 11).
#pragma once

#include "engine/search/planner.h"

namespace sparsescope {

const Planner& stilePlanner();

}  // namespace sparsescope
