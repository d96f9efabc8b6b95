// The round of the search that the present step belongs to, in words.
#pragma once

#include "engine/search/trace.h"

#include <QString>

#include <vector>

namespace sparsescope {

// Index of the round that chose tile step - 1 (step 0: the first round); -1 without rounds.
int roundAtStep(const std::vector<TraceRound>& rounds, std::int64_t step);

// Rich text: candidates scored, best average cost, the limit r c, what was chosen, the best losers and why.
QString roundText(const TraceRound& round, const Plan& plan, std::int64_t step);

} // namespace sparsescope
