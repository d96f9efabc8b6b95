// A batch in which a search among graphs stands beside formats, against the best of these: what a perfect selector of
// formats would take (AlphaSparse VII-B, PFS). Figures 10, 11 and 13 of the paper, as a web page.
#pragma once

#include "engine/core/progress.h"

#include <cstdint>
#include <string>
#include <vector>

namespace sparsescope {

// A matrix in one type.
struct SelectorCase {
    std::string matrix, dtype;
    std::string device; // that measured it; empty: both times are predictions
    std::int64_t nnz = 0;
    double rowVariance = -1;    // of the rows' lengths; negative: not known
    std::int64_t evaluated = 0; // graphs; 0: not known
    double ns = 0;              // of planner alphasparse
    std::string best;           // planner fixed:NAME, or a library's kernel
    double bestNs = 0;

    double speedup() const { return bestNs / ns; }
};

// Those of a batch's table, in its order: measured ones of a job each, else predictions of the same costs by the same
// version; the newest of each matrix and type. Throws Error(Input): not a batch's table, damaged, with a time or
// size that there is not, or none is in it; Error(Cancelled).
std::vector<SelectorCase> selectorCases(const std::string& batch, Progress& progress);

// One page, with nothing beside it; names are escaped.
std::string selectorReport(const std::vector<SelectorCase>& cases);

} // namespace sparsescope
