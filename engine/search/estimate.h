// What a plan would be predicted to take, from some of its rows: searches choose by it what they make whole.
#pragma once

#include "engine/cost/cost_model.h"

#include <cstdint>
#include <span>
#include <vector>

namespace sparsescope {

// Some of the rows, in chunks that lie apart.
struct RowSample {
    std::vector<Range> rows;
    double share = 1;           // of the non-zeros
    std::int64_t emptyRows = 0; // of the matrix
};
RowSample allRows(const Matrix& matrix);
// With about so many of the non-zeros, or a sixteenth of them where that is more; all rows where there are not more.
// Chunks begin where any block of rows does.
RowSample someRows(const Matrix& matrix, std::int64_t nonZeros);
// Rows for estimates alone (Planner::estimate), as few however large the matrix is: in fewer chunks where rows are
// long, whole half blocks of rows, the longest row among them.
struct Glimpse {
    RowSample few;  // for formats whose tiles take long to make
    RowSample many; // for the others
};
Glimpse glimpse(const Matrix& matrix);
// Those rows one after another, with all columns.
Matrix rowsOf(const Matrix& matrix, const RowSample& sample);
// CSR positions of the sample's non-zeros, ascending.
std::vector<std::uint32_t> positionsOf(const Matrix& matrix, const RowSample& sample);

// A plan of some non-zeros in one format, with what a cost model asks about its tiles.
struct Covered {
    Plan plan;
    std::vector<TileFeatures> features;
};
// Throws Error(Input) where the format cannot hold them.
Covered covered(const FormatPtr& format, const Matrix& matrix, std::span<const std::uint32_t> positions,
                const Plan& header, Progress& progress);
void setCosts(Covered& made, const CostModel& model);

// planCost() of all rows, whose sub-tasks take `work` ns one after another for each part of the dense loop, of which
// the plan has a sample: the work of all SMs, or the costliest tile where that takes longer, or the longest chain, and
// what it takes where nothing else is left to do.
double estimatedNs(const Plan& some, double work, RowWrites writes, const RowSample& sample,
                   const Calibration& calibration);
double estimatedNs(const Covered& some, const RowSample& sample, const Calibration& calibration);

} // namespace sparsescope
