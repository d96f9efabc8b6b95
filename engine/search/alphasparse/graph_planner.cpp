#include "engine/search/alphasparse/graph_planner.h"

#include "engine/core/at.h"
#include "engine/core/error.h"
#include "engine/core/json_text.h"
#include "engine/core/text.h"
#include "engine/plan/graph/plan_tiles.h"
#include "engine/plan/graph/tiles.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace sparsescope::alphasparse {

namespace {

using graph::Metadata;
using nlohmann::json;

// A thread a row, which any matrix can be computed with.
constexpr const char* initialGraph =
    R"({"schema": "sparsescope-graph", "version": 1, "nodes": [{"op": "COMPRESS"}, )"
    R"({"op": "BMT_ROW_BLOCK", "rows": 1}, {"op": "THREAD_TOTAL_RED"}, {"op": "GMEM_ATOM_RED"}]})";

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
                 static_cast<double>(graph::mostPadding)},
                compressionOption()};
    }
    bool plans(const OperatorDefinition& op) const override { return !op.sampled && op.axis.empty(); }
    bool inFloat64() const override { return true; }
    std::string whyNoOrder() const override
    {
        return "a graph orders rows by itself, so that it plans the file's order alone: write the matrix in another "
               "order (sparsescope-cli permute) and plan that";
    }

    Plan find(const Matrix& matrix, const Operator& op, const Evaluator& evaluator, const json& options,
              TraceSink& trace, Progress& progress) const override
    {
        const CostModel& model = evaluator.model();
        const graph::Graph graph = graph::parseGraph(options.at("graph").get<std::string>(), {});
        Plan header = emptyPlan(matrix, model, name(), options);
        trace.start([] {}); // there is nothing to end with before the end
        const graph::Limits limits{.padding = options.at("padding").get<double>(), .sumBytes = sumBytesOf(op.dtype)};
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

PlannerOption compressionOption()
{
    return {"compression",
            "Compression",
            "Compute rows, columns and offsets from their index where they follow a function, and store the others as "
            "narrow as they are (AlphaSparse section V-D).",
            true,
            0,
            0,
            {},
            "Store rows, columns and offsets of a kernel as they are, in 32 bits (AlphaSparse figure 14c)."};
}

graph::Compression compressionAsked(const json& options)
{
    return options.at("compression").get<bool>() ? graph::Compression::On : graph::Compression::Off;
}

graph::Graph graphIn(std::string_view text, const std::string& file)
{
    const json object = parseJson(text, {.file = file});
    const json::json_pointer ofPlan("/figures/graph");
    return graph::readGraph(object.contains(ofPlan) ? object.at(ofPlan) : object, file);
}

Plan planOf(const graph::Graph& graph, const graph::Applied& applied, const Matrix& matrix, const CostModel& model,
            Plan header, std::vector<TraceRound>& rounds, Progress& progress)
{
    Plan plan = std::move(header);
    graph::addBranches(plan, graph, applied, progress);
    Tiling& tiling = plan.tiling();
    std::int64_t covered = 0, tile = 0;
    for (std::size_t i = 0; i < applied.branches.size(); ++i) {
        TraceRound round;
        round.round = round.level = static_cast<std::int32_t>(i) + 1;
        round.tileBegin = tile;
        while (tile < std::ssize(tiling.tiles) && tiling.tiles[at(tile)].level == round.level)
            ++tile;
        round.tileEnd = tile;
        round.candidates = round.tileEnd - round.tileBegin;
        round.covered = covered += applied.branches[i].metadata().nnz;
        round.note = noteOf(applied.branches[i], i + 1);
        rounds.push_back(std::move(round));
    }
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
