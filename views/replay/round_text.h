// The arithmetic of a search written out: why a tile was chosen in its round, what it replaced, and who lost.
#pragma once

#include "engine/search/trace.h"
#include "views/workspace/live_search.h"

#include <QString>

#include <vector>

namespace sparsescope {

// Index of the round that chose tile step - 1 (step 0: the first round); -1 without rounds.
int roundAtStep(const std::vector<TraceRound>& rounds, std::int64_t step);

// All rich text. Why a tile was taken: cost / newly covered = average against the best average c and the cut r c; for
// one that replaced others the difference before and after. `ahead`: it is about to be chosen. Costs that are not those
// of the search (costsOfSearch()) are held against nothing.
QString whyText(const TraceRound& round, const Plan& plan, std::int64_t tile, bool ahead, bool ofSearch = true);
// The round: candidates scored, what was chosen, the losers with their arithmetic and why they lost.
QString roundText(const TraceRound& round, const Plan& plan, std::int64_t step);

// A search that is running.
QString liveText(const LiveSearch& live);

} // namespace sparsescope
