// A plan as steps that a web page can draw one after the other: which cells of a coarse grid each step covers, and how
// much of them.
#pragma once

#include "engine/core/progress.h"
#include "engine/matrix/matrix.h"
#include "engine/plan/plan.h"

#include <cstdint>
#include <vector>

namespace sparsescope {

struct StepLimits {
    int side = 256;               // cells along the longer side of the grid, at most 256
    std::int64_t steps = 20'000;  // more tiles than this: several make one step
    std::int64_t pairs = 500'000; // of a step and a cell; beyond it the grid is made coarser
};

struct ReportSteps {
    int gridRows = 1, gridCols = 1;
    std::int64_t tilesPerStep = 1;
    // One element a step.
    std::vector<std::uint8_t> family;   // FormatFamily that owns the most non-zeros of the step
    std::vector<std::uint32_t> tile;    // the first of the step
    std::vector<std::uint32_t> covered; // non-zeros that its tiles and all before own
    std::vector<float> cost;            // ns, summed over its tiles and all before
    std::vector<std::uint32_t> begin;   // one more: pairs of each step
    // One element a pair.
    std::vector<std::uint16_t> cell; // row * gridCols + column
    std::vector<std::uint8_t> share; // of the cell's non-zeros, 1 to 255 for all
};

// The same at any time. Throws Error(Cancelled).
ReportSteps reportSteps(const Matrix& matrix, const Plan& plan, const StepLimits& limits, Progress& progress);

} // namespace sparsescope
