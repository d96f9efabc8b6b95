// Relations of a small matrix, as SparseTIR 4.4 has them: slices of one shape side by side, the rows of each in buckets
// of powers of two. Its 3-D hyb(1, k) of R relations is hyb(R, k) of this one matrix.
#pragma once

#include "engine/learn/learn_state.h"

#include <cstdint>
#include <vector>

namespace sparsescope::learn {

std::vector<LearnExample> relationExamples(); // "typed" "sum" "multiply" "convolution"

// Those of the view Relations: relations and k, places of a tile or, of figure 21, K and L; none of a convolution.
// `now`: each as the state has it, or the nearest legal value.
std::vector<LearnParameter> relationSettings(const LearnState& state, nlohmann::json& now);

// So many non-zeros of a row of one relation, from a CSR position on: a row of an ELL tile.
struct RelationRow {
    std::int32_t row = 0;
    std::int64_t begin = 0, length = 0;
};

struct RelationTile {
    std::int64_t relation = 0, width = 0;
    std::vector<RelationRow> rows;

    std::int64_t stored() const { return static_cast<std::int64_t>(rows.size()) * width; }
    std::int64_t entries() const;
};

class Relations {
public:
    // `count` divides the columns, `places` is a power of two, from 8 on and at least 2^k. Tiles are those that
    // fillBuckets() makes, but that rows with non-zeros in other relations are not kept apart: all rows are added to Y.
    Relations(MatrixPtr matrix, std::int64_t count, std::int64_t k, std::int64_t places);

    const Matrix& matrix() const { return *m_matrix; }
    std::int64_t count() const { return m_count; }                     // R
    std::int64_t cols() const { return m_matrix->cols() / m_count; }   // n, of a relation
    std::int64_t widest() const { return std::int64_t{1} << m_k; }     // 2^k
    const std::vector<RelationTile>& tiles() const { return m_tiles; } // relation after relation, narrow ones first
    std::int64_t relationOf(std::int64_t position) const { return colOf(position) / cols(); }
    std::int64_t sourceOf(std::int64_t position) const { return colOf(position) % cols(); } // j
    std::int64_t entriesOf(std::int64_t relation) const;                                    // non-zeros
    std::int64_t stored() const;                                                            // places of all tiles
    std::int64_t padding() const { return stored() - m_matrix->nnz(); }
    std::int64_t empty() const; // relations without a non-zero

private:
    std::int64_t colOf(std::int64_t position) const { return m_matrix->colIdx()[static_cast<std::size_t>(position)]; }

    MatrixPtr m_matrix;
    std::int64_t m_count, m_k;
    std::vector<RelationTile> m_tiles;
};

// Those of a state of the view Relations.
Relations relationsOf(const LearnState& state);

} // namespace sparsescope::learn
