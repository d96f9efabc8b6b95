// Candidate tiles of one level, made from the remaining non-zeros (STile 3.1).
#pragma once

#include "engine/core/progress.h"
#include "engine/cost/cost_model.h"
#include "engine/search/stile/remaining.h"

#include <memory>

namespace sparsescope::stile {

// Formats and costs that the candidates of one search share.
struct Space {
    const CostModel* model = nullptr;
    std::vector<FormatPtr> blocks;   // by width, ascending; empty when the model has no costs for them
    std::vector<FormatPtr> ells;     // ells[t] has width 2^t
    std::int64_t ellWidth = 0;       // the maximum; longer rows are split
    std::int64_t ellPlaces = 0;      // rows x width of every ELL tile: constant work (STile 3.1)
};

Space makeSpace(const CostModel& model, std::int64_t ellWidth, bool blocks, bool ells);

// The maximum ELL width that gives every SM about four tiles, in {32, 16, 8, 4}, as STile's code chooses it.
std::int64_t automaticEllWidth(const Matrix& matrix, int sms);

// A candidate is a recipe; `covers`, `cost` and `average` were true when its level was made.
struct Candidate {
    const Format* format = nullptr;
    std::int32_t source = 0;     // block: index into Level::orders; ELL: unused
    std::int64_t begin = 0;      // block: first row of the window in the order; ELL: first piece
    std::int64_t end = 0;        // block: end of the window; ELL: end of its pieces
    std::int64_t colBegin = 0;   // block: first of its columns in the window's condensed order
    std::int64_t colEnd = 0;
    std::int64_t covers = 0;
    std::int32_t firstRow = 0;
    std::int32_t firstCol = 0;
    bool atomic = false;
    double cost = 0;

    double average() const { return cost / static_cast<double>(covers); }
};

// Least average first; ties: lower cost, smaller first row, first column, format (block before ELL), width.
bool better(const Candidate& a, const Candidate& b);

// At most `width` consecutive remaining non-zeros of one row.
struct Piece {
    std::int32_t row = 0;
    std::int32_t begin = 0;   // within Remaining::row(row)
    std::int32_t length = 0;
    bool atomic = false;      // the row has several pieces, or a chosen tile writes it
};

struct Level {
    std::vector<std::vector<std::int32_t>> orders;  // of rows, without those that have nothing left
    std::vector<Piece> pieces;                      // grouped by ELL width
    std::vector<Candidate> candidates;
};

Level makeLevel(const Remaining& remaining, const Space& space, Progress& progress);

// The columns of a window by descending number of remaining non-zeros (stable), with those numbers.
struct CondensedColumns {
    std::vector<std::int32_t> cols;
    std::vector<std::int32_t> counts;
};
CondensedColumns condense(const Remaining& remaining, std::span<const std::int32_t> window);

// What a candidate would store if it were taken now.
struct Contents {
    std::vector<std::int32_t> rows;
    std::vector<std::int32_t> cols;
    std::vector<std::uint32_t> entries;  // with redundant marks
    std::int64_t covers = 0;             // owned: uncovered so far
    bool atomic = false;
};
Contents contentsOf(const Candidate& candidate, const Level& level, const Remaining& remaining);

}  // namespace sparsescope::stile
