// Relational gather-matmul-scatter step by step, Y[i, l] += sum over r, j, k of A[r, i, j] X[j, k] W[r, k, l], as
// SparseTIR's figure 21 schedules it: a thread block takes an ELL tile of one relation. How it is drawn is in
// rgms_view.cpp.
#pragma once

#include "engine/learn/relations.h"

#include <string>
#include <vector>

namespace sparsescope::learn {

// What a block does first with the rows of X that it gathered. Where a tile is one place wide, both are the same.
enum class RgmsOrder {
    Sum,     // times A and summed over the width, rounded once; the sum is multiplied with the weights
    Multiply // multiplied with the weights place by place, then times A and summed: the paper's
};

using NumberRows = std::vector<std::vector<double>>;

// What a block holds of its tile.
struct RgmsBlock {
    NumberRows gathered;       // a row of X for each place, zeros for padding
    NumberRows middle;         // Sum: of each stored row K sums. Multiply: of each place L products
    NumberRows sums;           // of each stored row, L: they are added to Y
    std::int64_t products = 0; // multiplications with the weights, those of padding too
};

struct RgmsPhase {
    enum Kind { Begin, Pin, Gather, First, Second, Scatter, End };
    Kind kind = Begin;
    std::size_t tile = 0; // from Pin to Scatter
};

class RgmsRun {
public:
    explicit RgmsRun(const LearnState& state); // of the view Relations, "sum" or "multiply", with legal settings

    const Relations& relations() const { return m_relations; }
    RgmsOrder order() const { return m_order; }
    std::int64_t inner() const { return m_inner; } // K
    std::int64_t outer() const { return m_outer; } // L

    // Row j of X is j + 1, j + 2, ...; weights are 1 and 2 in turn, those of every second relation 2 and 1.
    static double x(std::int64_t j, std::int64_t k) { return static_cast<double>(j + k + 1); }
    static double w(std::int64_t r, std::int64_t k, std::int64_t l) { return static_cast<double>(1 + (r + k + l) % 2); }

    RgmsBlock block(std::size_t tile, RgmsOrder order) const;
    const RgmsBlock& block(std::size_t tile) const { return m_blocks[tile]; } // in the order that is shown
    // Multiplications with weights by all blocks.
    std::int64_t products(RgmsOrder order) const;

    const std::vector<RgmsPhase>& phases() const { return m_phases; } // one a step
    int stepOf(std::size_t tile) const;                               // that begins it
    const NumberRows& result(int step) const;                         // Y after it
    std::string text(int step) const;
    std::vector<LearnNumber> numbers() const;
    const Asked& asked() const { return m_asked; }

private:
    std::string sumText(const RelationTile& tile, const RgmsBlock& block) const;
    std::string scatterText(const RelationTile& tile) const;
    std::string productsText(const Asked& asked) const;

    Relations m_relations;
    RgmsOrder m_order;
    Asked m_asked;
    std::int64_t m_inner, m_outer;
    std::vector<RgmsBlock> m_blocks;
    std::vector<RgmsPhase> m_phases;
    std::vector<NumberRows> m_results; // before the first tile, and after each
};

} // namespace sparsescope::learn
