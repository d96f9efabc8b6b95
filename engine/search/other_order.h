// A search in another order than the file's: a planner is given the permuted matrix, and what it tells and finds is
// named as in the file.
#pragma once

#include "engine/plan/matrix_order.h"
#include "engine/search/evaluator.h"
#include "engine/search/trace.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace sparsescope {

class OtherOrder {
public:
    // Throws Error(Usage) where there is no such order of the matrix, which outlives this; Error(Cancelled).
    OtherOrder(const Matrix& matrix, MatrixOrder order, Progress& progress);

    const Matrix& matrix() const { return *m_permuted.matrix; } // in that order

    // What searches of that matrix use, in terms of it; they tell `sink` and ask `evaluator` in terms of the file.
    // Neither outlives this.
    std::unique_ptr<TraceSink> sink(TraceSink& sink) const;
    std::unique_ptr<Evaluator> evaluator(const Evaluator& evaluator) const;

    // A plan of that matrix becomes one of the file's: the same tiles, each stored row's entries by ascending column
    // again. Its formats list rows and columns one by one (FormatTraits::onGrid). Partitions stay as they are: ranges
    // of that order.
    void rename(Plan& plan) const;
    void rename(TraceRound& round) const;
    // The tile's part of `from` into the same part of `to`.
    void renameTile(const Tile& tile, const Tiling& from, Tiling& to) const;
    void renameHeader(Plan& plan) const { plan.matrix = m_file.fingerprint(); }

private:
    void sortRows(std::span<std::uint32_t> entries) const;

    const Matrix& m_file;
    LineOrder m_lines;
    PermutedMatrix m_permuted;
    std::vector<std::uint32_t> m_positions; // in the file's CSR arrays, of each in the permuted ones
};

} // namespace sparsescope
