// 1D tiles: the remaining non-zeros squeezed, flattened and divided into runs of 2^k (STile 3.1; table 2: 3 -> 6 -> 4).
#include "engine/core/at.h"
#include "engine/core/parallel.h"
#include "engine/search/stile/candidates.h"

#include <algorithm>

namespace sparsescope::stile {

namespace {

constexpr std::int64_t segmentsPerJob = 32;

// What a run covers, and the rows and columns that it gathers.
struct Run {
    std::int64_t rows = 0, cols = 0;
    std::int32_t firstRow = 0;
};

Run measure(const Remaining& remaining, std::span<const std::uint32_t> positions, std::int64_t begin, std::int64_t end,
            std::int64_t row, Scratch& scratch)
{
    const auto colIdx = remaining.matrix().colIdx();
    const auto rowPtr = remaining.matrix().rowPtr();
    Run run{0, 0, static_cast<std::int32_t>(row)};
    std::int64_t last = -1;
    scratch.nextEpoch();
    for (std::int64_t i = begin; i < end; ++i) {
        const std::uint32_t p = positions[at(i)];
        while (rowPtr[static_cast<std::size_t>(row) + 1] <= static_cast<std::int64_t>(p))
            ++row;
        if (last < 0)
            run.firstRow = static_cast<std::int32_t>(row);
        run.rows += row != last ? 1 : 0;
        last = row;
        run.cols += scratch.first(colIdx[p]) ? 1 : 0;
    }
    return run;
}

} // namespace

// Runs of the largest size lie on its multiples; where shorter ones inside are cheaper together, these are the
// candidates.
void addRuns(Level& level, const Rows& rows, const Remaining& remaining, const Space& space, ScratchPool& pool,
             Progress& progress)
{
    if (space.runs.empty())
        return;
    level.flat = flatten(remaining, squeeze(remaining, rows), progress);
    const auto count = static_cast<std::int64_t>(level.flat.size());
    const std::int64_t largest = space.runs.back()->packedValues();
    const std::int64_t perJob = largest * segmentsPerJob;
    const std::int64_t jobs = (count + perJob - 1) / perJob;
    std::vector<std::vector<Candidate>> made(static_cast<std::size_t>(jobs));
    parallelEach(jobs, 1, [&](std::int64_t job) {
        progress.check();
        const auto scratch = pool.lend();
        for (std::int64_t begin = job * perJob; begin < std::min(count, (job + 1) * perJob); begin += largest) {
            const std::int64_t end = std::min(count, begin + largest);
            const std::int64_t firstRow = remaining.matrix().rowOf(level.flat[at(begin)]);
            std::vector<Candidate> best;
            double bestCost = 0;
            for (const FormatPtr& format : space.runs) {
                std::vector<Candidate> runs;
                double cost = 0;
                std::int64_t row = firstRow;
                divide(end - begin, format->packedValues(), [&](std::int64_t b, std::int64_t e) {
                    const Run run = measure(remaining, level.flat, begin + b, begin + e, row, *scratch);
                    Candidate c;
                    c.format = format.get();
                    c.kind = Kind::Run;
                    c.begin = begin + b;
                    c.end = begin + e;
                    c.covers = e - b;
                    c.rowsLeft = c.covers;
                    c.firstRow = run.firstRow;
                    c.atomic = space.splitReduction;
                    c.cost = space.cost(
                        {format.get(), run.rows, format->packedValues(), run.cols, format->packedValues()}, c.atomic);
                    cost += c.cost;
                    row = run.firstRow;
                    runs.push_back(c);
                });
                if (best.empty() || cost < bestCost) {
                    best.swap(runs);
                    bestCost = cost;
                }
            }
            auto& out = made[at(job)];
            out.insert(out.end(), best.begin(), best.end());
        }
    });
    for (const std::vector<Candidate>& part : made)
        level.candidates.insert(level.candidates.end(), part.begin(), part.end());
}

Contents runContents(const Candidate& candidate, const Level& level, const Remaining& remaining, Scratch& scratch)
{
    const auto colIdx = remaining.matrix().colIdx();
    const auto rowPtr = remaining.matrix().rowPtr();
    Contents contents;
    scratch.nextEpoch();
    std::int32_t row = candidate.firstRow;
    for (std::int64_t i = candidate.begin; i < candidate.end; ++i) {
        const std::uint32_t p = level.flat[at(i)];
        if (remaining.covered(p))
            continue;
        while (rowPtr[static_cast<std::size_t>(row) + 1] <= static_cast<std::int64_t>(p))
            ++row;
        if (contents.rows.empty() || contents.rows.back() != row) {
            contents.rows.push_back(row);
            contents.owned.push_back(0);
        }
        ++contents.owned.back();
        contents.entries.push_back(p);
        contents.distinctCols += scratch.first(colIdx[p]) ? 1 : 0;
    }
    contents.covers = static_cast<std::int64_t>(contents.entries.size());
    return contents;
}

} // namespace sparsescope::stile
