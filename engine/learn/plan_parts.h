// What the examples of searches share, and those that stand in files of their own.
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
// Returns the lower end. `asked`: the number at `here` is not told, nor is its bar.
double drawCosts(Drawing& drawing, double x, double right, double y,
                 const std::vector<std::pair<std::string, std::int64_t>>& costs, std::size_t here, std::int64_t most,
                 bool asked = false);

// LiteForm's widths of CELL, by its model of memory accesses.
std::shared_ptr<const Show> widthsShow(const LearnState& state);
// SparDA's pairings, by algorithm 2.
std::shared_ptr<const Show> pairingsShow(const LearnState& state);
// LiteForm's forests: which candidate two trees choose.
std::shared_ptr<const Show> treesShow(const LearnState& state);

} // namespace sparsescope::learn
