// Gathering step by step, as algorithm 1 of SparDA has it: the index, then SLoad and the dense product of every dense
// tile, SWrite at the end of a task. What stands where is in gathered.h, how it is drawn in gather_view.cpp.
#pragma once

#include "engine/learn/gathered.h"
#include "engine/matrix/matrix.h"

#include <string>
#include <vector>

namespace sparsescope::learn {

struct GatherPhase {
    enum Kind { Mask, MicroTiles, Index, Load, Multiply, Write, End };
    Kind kind = Mask;
    std::size_t task = 0, tile = 0; // from Load on
};

class GatherRun {
public:
    explicit GatherRun(const LearnState& state); // of the view Gather, with settings that are legal

    const Matrix& matrix() const { return *m_matrix; }
    const Gathered& gathered() const { return m_gathered; }
    bool byRows() const { return m_example == "m"; }
    bool both() const { return m_example == "both" || m_example == "single"; }

    const std::vector<GatherPhase>& phases() const { return m_phases; } // one a step
    std::string text(int step) const;
    std::string storedText() const { return storedText(m_asked); }
    bool asks() const { return !m_asked.empty(); } // for a number of it
    std::vector<LearnNumber> numbers() const;

    double valueOf(std::int64_t position) const { return m_matrix->hasValues() ? m_matrix->value(position) : 1; }
    // Every column of B is 1, 2, 3, ..., so that one stands for all.
    static double bOf(std::int64_t k) { return static_cast<double>(k + 1); }
    // A row of C after a step, and whether it was written or zeroed by then.
    const std::vector<double>& result(int step) const { return m_results[static_cast<std::size_t>(step)]; }
    const std::vector<bool>& written(int step) const { return m_written[static_cast<std::size_t>(step)]; }
    // The sums of its task, a row of the dense tile each, once this one is multiplied.
    const std::vector<double>& sumsAfter(std::size_t tile) const { return m_sums[tile]; }

    // The dense tile that is loaded, multiplied or written, and the one that the next step loads; or null.
    const DenseTile* tileOf(const GatherPhase& phase) const;
    const DenseTile* nextOf(int step) const;

private:
    std::vector<double> productOf(const GatherTask& task, std::size_t tile) const;
    std::string storedText(const Asked& asked) const;
    std::string indexText() const;
    std::string loadText(const DenseTile& tile) const;
    std::string writeText(const DenseTile& tile) const;

    MatrixPtr m_matrix;
    std::string m_example;
    Gathered m_gathered;
    Asked m_asked;
    std::vector<GatherPhase> m_phases;
    std::vector<std::vector<double>> m_sums;    // of each dense tile
    std::vector<std::vector<double>> m_results; // of each step
    std::vector<std::vector<bool>> m_written;
};

} // namespace sparsescope::learn
