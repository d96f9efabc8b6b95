#include "engine/search/alphasparse/graph_planner.h"

#include "engine/core/at.h"
#include "engine/core/error.h"
#include "engine/core/text.h"
#include "engine/plan/formats/shared.h"
#include "engine/plan/graph/tiles.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace sparsescope::alphasparse {

namespace {

using graph::Array;
using graph::Metadata;
using nlohmann::json;

// A thread a row, which any matrix can be computed with.
constexpr const char* initialGraph =
    R"({"schema": "sparsescope-graph", "version": 1, "nodes": [{"op": "COMPRESS"}, )"
    R"({"op": "BMT_ROW_BLOCK", "rows": 1}, {"op": "THREAD_TOTAL_RED"}, {"op": "GMEM_ATOM_RED"}]})";

TileSet tilesOf(const Metadata& branch, Progress& progress)
{
    TileSet tiles;
    const auto places = branch[Array::BmtbNzOffsets];
    coverRanges(branch.bmtbs(), 64, tiles, progress, [&](std::int64_t begin, std::int64_t end, TileSet& some) {
        for (std::int64_t b = begin; b < end; ++b) {
            progress.check();
            const graph::StoredBmtb bmtb = graph::storedBmtb(branch, b);
            some.rowIds.insert(some.rowIds.end(), bmtb.rowIds.begin(), bmtb.rowIds.end());
            some.entries.insert(some.entries.end(), bmtb.entries.begin(), bmtb.entries.end());
            closeTile(some, places[at(b) + 1] - places[at(b)]);
        }
    });
    return tiles;
}

// Appends the branch's parts and says which the tiles from `first` on are of.
void addPartitions(Tiling& tiling, std::size_t first, const Metadata& branch)
{
    const auto rows = branch[Array::OriginRows];
    const auto begun = static_cast<std::int32_t>(tiling.partitions.size());
    for (std::size_t p = 0; p < branch.parts.size(); ++p) {
        Partition partition{0, static_cast<std::int32_t>(p)};
        partition.colBegin = branch.parts[p].firstCol;
        partition.colEnd = branch.parts[p].endCol;
        bool any = false;
        for (std::int32_t r = branch.parts[p].firstRow; r < branch.partEnd(p); ++r) {
            const std::int64_t row = rows[at(r)];
            if (row < 0)
                continue; // of ROW_PAD
            partition.rowBegin = any ? std::min(partition.rowBegin, row) : row;
            partition.rowEnd = std::max(partition.rowEnd, row + 1);
            any = true;
        }
        tiling.partitions.push_back(partition);
    }
    std::size_t part = 0;
    for (std::int64_t b = 0; b < branch.bmtbs(); ++b) {
        while (part + 1 < branch.parts.size() && branch.parts[part + 1].firstRow <= branch.bmtbRow(b))
            ++part;
        tiling.tiles[first + at(b)].partition = begun + static_cast<std::int32_t>(part);
    }
}

std::string noteOf(const graph::Branch& branch, std::size_t number)
{
    const Metadata& m = branch.metadata();
    const auto blocks = m.bmtbs();
    return fmt::format("Branch {} ({}): {} rows with {} non-zeros in {} places, for {} thread block{}.", number,
                       branch.pointer, formatCount(m.rows), formatCount(m.nnz), formatCount(m.places),
                       formatCount(blocks), blocks == 1 ? "" : "s");
}

class GraphPlanner final : public Planner {
public:
    std::string name() const override { return "graph"; }
    std::string description() const override
    {
        return "A format of your own, which a graph of nodes makes of the matrix together with its kernel (AlphaSparse "
               "section IV).";
    }
    std::vector<PlannerOption> ownOptions() const override
    {
        return {{"graph", "Graph",
                 "A graph as JSON: nodes that order and cut rows and columns, deal them to thread blocks, warps and "
                 "threads, and reduce (AlphaSparse table II); on the command line the file that holds it, or none: a "
                 "thread a row.",
                 initialGraph, 0, 0},
                {"padding", "Places per non-zero",
                 "The most places that a branch may store for each of its non-zeros, padding too.", 4.0, 1,
                 static_cast<double>(graph::mostPadding)}};
    }
    bool plans(const OperatorDefinition& op) const override { return !op.sampled && op.axis.empty(); }
    std::string whyNoOrder() const override
    {
        return "a graph orders rows by itself, so that it plans the file's order alone: write the matrix in another "
               "order (sparsescope-cli permute) and plan that";
    }

    Plan find(const Matrix& matrix, const Operator&, const Evaluator& evaluator, const json& options, TraceSink& trace,
              Progress& progress) const override
    {
        const CostModel& model = evaluator.model();
        const graph::Graph graph = graph::parseGraph(options.at("graph").get<std::string>(), {});
        Plan header = emptyPlan(matrix, model, name(), options);
        trace.start([] {}); // there is nothing to end with before the end
        const graph::Limits limits{.padding = options.at("padding").get<double>()};
        const graph::Applied applied = graph::applyGraph(graph, matrix, limits, graph::Keep::LastState, progress);
        std::vector<TraceRound> rounds;
        Plan plan = planOf(graph, applied, matrix, model, std::move(header), rounds, progress);
        plan.competitors = {{name(), plan.predictedNs}};
        tellRounds(plan, name(), std::move(rounds), trace);
        progress.report("search", 1);
        return plan;
    }
};

} // namespace

Plan planOf(const graph::Graph& graph, const graph::Applied& applied, const Matrix& matrix, const CostModel& model,
            Plan header, std::vector<TraceRound>& rounds, Progress& progress)
{
    Plan plan = std::move(header);
    plan.figures["graph"] = graph.json();
    Tiling& tiling = plan.tiling();
    std::int64_t covered = 0;
    for (std::size_t i = 0; i < applied.branches.size(); ++i) {
        progress.report("tiles", static_cast<double>(i) / static_cast<double>(applied.branches.size()));
        progress.check();
        const graph::Branch& branch = applied.branches[i];
        const Metadata& m = branch.metadata();
        const std::size_t first = tiling.tiles.size();
        TraceRound round;
        round.round = round.level = static_cast<std::int32_t>(i) + 1;
        round.tileBegin = static_cast<std::int64_t>(first);
        if (m.bmtbs() > 0) {
            const json leaf = graph::toJson(graph::tileNodes(branch.leaf, m));
            addTiles(plan, makeFormat("graph", {{"leaf", leaf}}), tilesOf(m, progress));
            if (applied.branches.size() > 1 || m.parts.size() > 1)
                addPartitions(tiling, first, m);
        }
        for (std::size_t t = first; t < tiling.tiles.size(); ++t)
            tiling.tiles[t].level = tiling.tiles[t].round = round.round;
        round.tileEnd = static_cast<std::int64_t>(tiling.tiles.size());
        round.candidates = round.tileEnd - round.tileBegin;
        round.covered = covered += m.nnz;
        round.note = noteOf(branch, i + 1);
        rounds.push_back(std::move(round));
    }
    markAtomicTiles(plan);
    tiling.splitSums = SplitSums::Atomic; // as GMEM_ATOM_RED adds
    costPlan(plan, matrix, model, progress);
    if (!std::isfinite(plan.predictedNs))
        failUsage(fmt::format("calibration {} has no numbers for {} {}", model.calibration().name, name(plan.op.kind),
                              name(plan.op.dtype)));
    tiling.schedule = scheduleOf(plan, model.calibration().sms).sm;
    sayCosts(rounds, plan);
    return plan;
}

} // namespace sparsescope::alphasparse

namespace sparsescope {

const Planner& graphPlanner()
{
    static const alphasparse::GraphPlanner planner;
    return planner;
}

} // namespace sparsescope
