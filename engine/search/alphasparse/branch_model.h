// What a branch of a graph's kernel is predicted to take, from its metadata.
#pragma once

#include "engine/plan/graph/apply.h"
#include "engine/plan/graph/functions.h"
#include "engine/plan/operators/operator.h"

#include <cstdint>
#include <vector>

namespace sparsescope::alphasparse {

inline constexpr int sectorBytes = 32, lineBytes = 128;

// All of it outlives the model. Times are ns on one H200.
class BranchModel {
public:
    BranchModel(const graph::Metadata& m, const Matrix& matrix, const Operator& op, graph::Compression compression);

    struct Work {
        std::vector<double> blocksNs; // each alone
        double warpsNs = 0;           // an SM is busy with the blocks' warps
        double instructions = 0;
    };
    // Throws Error(Cancelled), as all do that are told a progress.
    Work work(Progress& progress) const;

    // Those of x that are distinct among what groups of 32 BMTs read at once; of all places, as some BMTBs have them.
    struct Gathered {
        double sectors = 0;
        double lines = 0; // of the L1 cache
    };
    Gathered gathered(Progress& progress) const;

    // Sectors of x that BMTBs read, each once a BMTB; where x is copied to shared memory those of its part.
    double sectorsOfBlocks(Progress& progress) const;

    // Its arrays, and the results written. Columns and offsets are as wide as the matrix, or a BMTB, asks for.
    double bytes() const;
    // Arrays of BMWs, which bytes() leaves out as they decide no search: BMTs, rows, and where rows begin in them.
    double bytesOfBmws() const;

    // Lines of the L1 cache that warps look up for values and columns: lanes that read places of their own look up a
    // line each.
    double lines() const;

    // How long the branch would keep one SM busy.
    double busyNs(const Work& work, const Gathered& gathered, Progress& progress) const;

private:
    // What the threads of a warp, or the warps of a block, do one after another; places of the longest of them.
    struct Steps {
        double bmts = 0;
        double groups = 0;
        double sectors = 0;
        double places = 0;

        void add(const Steps& other)
        {
            bmts += other.bmts;
            groups += other.groups;
            sectors += other.sectors;
            places += other.places;
        }
    };

    // BMTs whose lane adds to the row that the one before adds to.
    double clashes() const;

    // From one BMTB that is looked at to the next: some stand for all.
    std::int64_t sampleStep() const;

    double columnBytes() const { return m_diagonals ? 0 : !m_narrow ? 4 : m.cols <= 256 ? 1 : m.cols <= 65536 ? 2 : 4; }
    double offsetBytes() const { return m_narrow ? 2 : 4; }

    std::int64_t firstBmw(std::int64_t b, std::int32_t bmt) const;
    // Groups of places of 32 BMTs or fewer whose runs are gathered one after another: each waits for the longest of
    // its lanes.
    double groupsOfRuns(std::int32_t first, std::int32_t end) const;
    // 32 BMTs or fewer, of a warp.
    Steps stepsOf(std::int32_t first, std::int32_t end) const;
    double timeOf(const Steps& steps) const;
    // A warp keeps its SM busy by them.
    void addTo(Work& work, const Steps& steps) const;
    // Until the threads of a block have taken its BMTs; `work` is added to.
    double threadsNs(std::int64_t b, Work& work) const;
    double reductionNs(std::int64_t b, Work& work) const;

    const graph::Metadata& m;
    const Matrix& m_matrix;
    const Operator& m_op;
    const bool m_narrow;    // whole numbers are as narrow as they can be
    const bool m_diagonals; // no columns are stored
    bool m_oneSize = false; // of all BMTs
    double m_bmtbNs = 0, m_bmwNs = 0;
};

} // namespace sparsescope::alphasparse
