// What the searches of a batch's planners take against what their plans save: each plan's search and one run of it, and
// after how many runs a search that takes longer has paid off.
#pragma once

#include "engine/report/batch_profiles.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace sparsescope {

// Which of two is ahead, search and runs added up.
enum class PayOff {
    Unknown, // there is nothing to compare it with
    AtOnce,  // it is never behind
    After,   // it searches longer, and is ahead after so many runs
    UpTo,    // it searches shorter, and is ahead up to so many
    Never
};
struct BreakEven {
    PayOff payOff = PayOff::Unknown;
    double runs = 0;
};
BreakEven breakEven(double searchSeconds, double ns, double baseSeconds, double baseNs);

// A planner's plan in a contest. Times of runs are measured and verified, or predicted where nothing was measured.
struct SearchTime {
    std::size_t matrix = 0; // position among the results'
    std::size_t contest = 0;
    std::size_t contestant = 0;
    double searchSeconds = 0, ns = 0;
    double overFastest = 1;             // its run over the fastest planner's that is compared
    std::int64_t base = -1;             // contestant that it is compared with; -1: none
    double baseSeconds = 0, baseNs = 0; // a library searches nothing
    BreakEven breakEven;
};

// Those of all planners that are compared and whose search is known. A baseline is no baseline of itself.
std::vector<SearchTime> searchTimes(const BatchResults& results, std::span<const std::size_t> matrices,
                                    const std::vector<bool>& compared, BatchBaseline baseline);

// Those of one planner together. Medians are 0 where there is nothing.
struct SearchFigures {
    std::int64_t cases = 0;
    double searchSeconds = 0, overFastest = 0; // medians
    std::int64_t atOnce = 0, after = 0, upTo = 0, never = 0;
    double runsAfter = 0; // the median of those that pay off, 0 of those that do so at once
    double runsUpTo = 0;

    std::int64_t compared() const { return atOnce + after + upTo + never; } // with the baseline
};
std::vector<SearchFigures> searchFigures(const BatchResults& results, std::span<const SearchTime> times);

// Whose median search is the shortest; nothing: no search is known.
std::optional<std::size_t> shortestSearch(const BatchResults& results);

} // namespace sparsescope
