// What the examples of searches share, and the one that stands in a file of its own.
#pragma once

#include "engine/learn/drawing.h"
#include "engine/learn/learn_state.h"

#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace sparsescope::learn {

inline constexpr double planTop = 16; // above what is drawn

// Costs up to the one at `here`, with their names, as bars between x and `right`: the least marked, the longest `most`.
// Returns the lower end.
double drawCosts(Drawing& drawing, double x, double right, double y,
                 const std::vector<std::pair<std::string, std::int64_t>>& costs, std::size_t here, std::int64_t most);

// LiteForm's widths of CELL, by its model of memory accesses.
std::shared_ptr<const Show> widthsShow(const LearnState& state);

} // namespace sparsescope::learn
