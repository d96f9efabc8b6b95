// The breadth of the search space (STile 3.1): which formats candidates may have, from which orders of the rows, and
// what a sub-task of each costs.
#pragma once

#include "engine/cost/cost_model.h"

#include <array>
#include <limits>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

namespace sparsescope::stile {

inline constexpr double infinity = std::numeric_limits<double>::infinity();

// A format and, where its cost depends on the shape alone, that cost.
struct Choice {
    FormatPtr format;
    std::array<double, 2> ns = {0, 0};      // not atomic, atomic
    std::array<double, 2> leastNs = {0, 0}; // of this and every wider one
};

// Blocks of one height, by ascending width.
struct BlockHeight {
    std::int64_t rows = 0;
    std::vector<Choice> widths;
};

// Reordering the columns too (STile 3.1) gives no further block: columns are reordered within each window anyway.
enum class RowOrder { None, Rows };

struct Space {
    const CostModel* model = nullptr;
    std::vector<BlockHeight> blocks;       // tallest first
    std::vector<RowOrder> orders;          // that blocks are cut from
    std::vector<FormatPtr> ells;           // ells[t] has width 2^t; all have the same number of places
    std::int64_t ellWidth = 0;             // the maximum; longer rows are split
    std::vector<std::int64_t> columnParts; // into how many parts columns are divided for ELL, ascending, first 1
    std::vector<FormatPtr> runs;           // 1D formats by ascending size
    bool splitReduction = false;           // SDDMM with several parts of K: every sub-task adds (STILE.md)

    bool empty() const { return blocks.empty() && ells.empty() && runs.empty(); }
    bool sampled() const { return model->op().sampled(); }
    double cost(const TileFeatures& tile, bool atomic) const { return model->cost(tile, atomic); }
};

// What of these a competitor may use.
struct Families {
    bool block = true, ell = true, oneD = true;
};

// From a planner's complete options; families without numbers in the calibration are left out.
Space makeSpace(const Matrix& matrix, const CostModel& model, const nlohmann::json& options, Families families);

// Places of the largest 1D tile and of a CSR tile: in {256, 128, 64, 32}, so that every SM gets about four. SpMV, which
// does a single product for each, also of an ELL tile: in {4096, 2048, ... 256}, about sixteen, which an SM runs at
// once.
std::int64_t automaticPlaces(const Matrix& matrix, const Operator& op, int sms);

// The maximum ELL width that gives every SM about four tiles, in {32, 16, 8, 4}, as STile's code chooses it.
std::int64_t automaticEllWidth(const Matrix& matrix, int sms);

} // namespace sparsescope::stile
