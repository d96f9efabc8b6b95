// What follows from a plan or a run.
#include "engine/measure/facts.h"

#include "engine/core/error.h"
#include "engine/core/parallel.h"
#include "engine/measure/roofline.h"
#include "engine/plan/graph/kernel_graph.h"
#include "engine/plan/graph/tiles.h"
#include "engine/plan/value_range.h"
#include "engine/search/alphasparse/graph_model.h"
#include "engine/search/alphasparse/search.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace sparsescope {

PlanFacts planFacts(const Plan& plan, const Matrix& matrix, Progress& progress)
{
    progress.report("owners of the non-zeros", 0.1);
    PlanFacts facts;
    facts.owners = ownerOfEntries(plan);
    progress.check();
    progress.report("counting places", 0.4);
    const std::size_t n = plan.tiling().tiles.size();
    facts.width.resize(n);
    facts.stored.resize(n);
    facts.owned.resize(n);
    facts.redundant.resize(n);
    parallelRanges(static_cast<std::int64_t>(n), 256, [&](std::int64_t begin, std::int64_t end) {
        if (progress.cancelled())
            return;
        for (auto i = static_cast<std::size_t>(begin); i < static_cast<std::size_t>(end); ++i) {
            const Tile& tile = plan.tiling().tiles[i];
            const PlaceCounts counts = countPlaces(plan, tile);
            facts.stored[i] = counts.stored;
            facts.owned[i] = static_cast<std::int32_t>(counts.owned);
            facts.redundant[i] = static_cast<std::int32_t>(counts.redundant);
            const auto& format = plan.tiling().formatOf(tile);
            facts.width[i] = static_cast<std::int32_t>(format.features(plan.tiling().view(tile), matrix).width);
        }
    });
    progress.check();
    facts.range = rangeNote(matrix, plan.op, progress);
    progress.report("summing up", 0.8);
    facts.covered.resize(n + 1);
    facts.costSum.resize(n + 1);
    for (std::size_t i = 0; i < n; ++i) {
        facts.covered[i + 1] = facts.covered[i] + facts.owned[i];
        facts.costSum[i + 1] = facts.costSum[i] + plan.tiling().tiles[i].cost;
    }
    facts.summary = summarise(plan);
    progress.check();
    return facts;
}

namespace {

constexpr std::int64_t mostForCounters = 1 << 24; // non-zeros; a second of two cores

std::vector<BranchFacts> branchesOf(const Plan& plan, const std::vector<CostPoint>& inSitu)
{
    std::vector<BranchFacts> branches;
    if (!graph::hasKernelGraph(plan))
        return branches;
    const std::vector<Tile>& tiles = plan.tiling().tiles;
    const auto find = [&](std::size_t tile) {
        return std::find_if(branches.begin(), branches.end(),
                            [level = tiles[tile].level](const BranchFacts& b) { return b.level == level; });
    };
    for (std::size_t t = 0; t < tiles.size(); ++t)
        if (find(t) == branches.end())
            branches.push_back({.level = tiles[t].level, .tile = static_cast<std::int32_t>(t)});
    for (const CostPoint& point : inSitu) {
        const auto branch = find(static_cast<std::size_t>(point.tile));
        ++branch->blocks;
        branch->predictedNs += point.predicted;
        branch->inSituNs += point.measured;
    }
    return branches;
}

Agreement agreementOf(const std::vector<CostPoint>& points)
{
    std::vector<double> predicted(points.size());
    std::vector<double> measured(points.size());
    for (std::size_t i = 0; i < points.size(); ++i) {
        predicted[i] = points[i].predicted;
        measured[i] = points[i].measured;
    }
    return agreement(predicted, measured);
}

} // namespace

RunFacts runFacts(const Plan& plan, const Profile& profile, Progress& progress)
{
    const std::size_t n = plan.tiling().tiles.size();
    const float none = std::numeric_limits<float>::quiet_NaN();
    RunFacts facts;
    facts.inSituNs.assign(n, none);
    facts.saturatedNs.assign(n, none);
    const auto has = [n](std::int32_t tile) { return tile >= 0 && static_cast<std::size_t>(tile) < n; };

    std::vector<double> sums(n, 0.0);
    std::vector<std::int32_t> counts(n, 0);
    facts.inSitu.reserve(profile.taskTimes.size());
    for (const TaskTime& task : profile.taskTimes) {
        if (!has(task.tile))
            continue;
        const auto i = static_cast<std::size_t>(task.tile);
        sums[i] += task.inSituNs;
        ++counts[i];
        facts.inSitu.push_back({task.tile, plan.tiling().tiles[i].cost, task.inSituNs});
    }
    progress.check();
    for (std::size_t i = 0; i < n; ++i)
        if (counts[i] > 0)
            facts.inSituNs[i] = static_cast<float>(sums[i] / counts[i]);
    facts.saturated.reserve(profile.saturated.size());
    for (const SaturatedTime& time : profile.saturated) {
        if (!has(time.tile))
            continue;
        const auto i = static_cast<std::size_t>(time.tile);
        facts.saturatedNs[i] = static_cast<float>(time.ns);
        facts.saturated.push_back({time.tile, plan.tiling().tiles[i].cost, time.ns});
    }
    progress.check();
    facts.inSituAgreement = agreementOf(facts.inSitu);
    progress.check();
    facts.saturatedAgreement = agreementOf(facts.saturated);
    facts.branches = branchesOf(plan, facts.inSitu);
    return facts;
}

double RunFacts::predictedBytes() const
{
    double bytes = predictedZeroedBytes;
    for (const BranchFacts& branch : branches)
        bytes += branch.predictedBytes;
    return bytes;
}

double RunFacts::predictedInstructions() const
{
    double instructions = 0;
    for (const BranchFacts& branch : branches)
        instructions += branch.predictedInstructions;
    return instructions;
}

void predictGraph(RunFacts& facts, const Plan& plan, const Profile& profile, const Matrix& matrix, Progress& progress)
{
    const auto figure = plan.figures.find(alphasparse::graphEvent);
    if (facts.branches.empty() || figure == plan.figures.end() || matrix.nnz() > mostForCounters)
        return;
    try {
        const graph::Limits limits{.padding = graph::mostPadding, .sumBytes = sumBytesOf(plan.op.dtype)};
        const graph::Applied applied =
            graph::applyGraph(graph::readGraph(*figure, {}), matrix, limits, graph::Keep::LastState, progress);
        const graph::Compression compression = graph::compressionOf(plan);
        const alphasparse::PredictedCounters counters =
            alphasparse::predictedCounters(applied, matrix, plan.op, compression, progress);
        for (BranchFacts& branch : facts.branches)
            if (const auto b = static_cast<std::size_t>(branch.level) - 1; b < counters.branches.size()) {
                branch.predictedBytes = counters.branches[b].bytes;
                branch.predictedInstructions = counters.branches[b].instructions;
            }
        facts.predictedZeroedBytes = counters.zeroedBytes;
        if (const auto calibration = shippedCalibration(profile.calibration))
            facts.predictedCallNs = alphasparse::predictedNs(
                alphasparse::featuresOf(applied, matrix, plan.op, *calibration, progress, 1, compression), matrix,
                plan.op, *calibration);
    } catch (const Error& error) {
        if (error.kind() != ErrorKind::Input)
            throw;
    }
}

double measuredDramBytes(const Profile& profile)
{
    return countedDramBytes(profile);
}

double measuredL2Bytes(const Profile& profile)
{
    return countedL2Bytes(profile);
}

} // namespace sparsescope
