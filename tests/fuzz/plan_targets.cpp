// A plan with its arrays, a graph.
#include "engine/plan/graph/apply.h"
#include "engine/plan/plan_file.h"
#include "engine/run/interpret_graph.h"
#include "tests/fuzz/all_targets.h"
#include "tests/fuzz/array_container.h"
#include "tests/fuzz/fixtures.h"
#include "tests/fuzz/target.h"

#include <cmath>

namespace sparsescope::fuzz {

std::vector<std::string> planSeeds()
{
    std::vector<std::string> seeds;
    for (const SearchResult& found : somePlans())
        seeds.push_back(containerOf(planToBlob(found.plan)));
    return seeds;
}

void runPlan(std::string_view input)
{
    const PlanBlob blob = blobIn(input);
    const Plan plan = planFromBlob(blob, *smallMatrix(), "plan.json");
    validatePlan(plan, *smallMatrix());
    usePlan(plan, *smallMatrix());
    const Plan again = planFromBlob(planToBlob(plan), *smallMatrix(), "plan.json");
    require(again.tiling().entries == plan.tiling().entries, "a plan that was read does not survive its files");
}

std::vector<std::string> graphSeeds()
{
    const auto graph = [](const std::string& nodes) {
        return R"({"schema": "sparsescope-graph", "version": 1, "nodes": [)" + nodes + "]}";
    };
    const std::string rows = R"({"op": "COMPRESS"}, {"op": "BMT_ROW_BLOCK", "rows": 1}, )";
    const std::string total = R"({"op": "THREAD_TOTAL_RED"}, {"op": "GMEM_ATOM_RED"})";
    return {
        graph(R"({"op": "SORT", "bucket": 4}, {"op": "COMPRESS"}, {"op": "BMTB_ROW_BLOCK", "rows": 8},
               {"op": "ROW_PAD", "multiple": 4}, {"op": "BMT_COL_BLOCK", "nnz": 2},
               {"op": "BMT_PAD", "to": "bmtb", "multiple": 2}, {"op": "INTERLEAVE", "width": 2},
               {"op": "THREAD_TOTAL_RED"}, {"op": "SHMEM_OFFSET_RED", "lanes": 4},
               {"op": "GMEM_ATOM_RED", "how": "last"}, {"op": "SET_RESOURCES", "threads": 64, "blocks": 2})"),
        graph(
            R"({"op": "COMPRESS"}, {"op": "BMT_NNZ_BLOCK", "nnz": 4}, {"op": "BMT_PAD", "to": "branch", "multiple": 4},
               {"op": "THREAD_BITMAP_RED"}, {"op": "WARP_SEG_RED"}, {"op": "GMEM_ATOM_RED"})"),
        graph(R"({"op": "BIN"}, {"op": "ROW_DIV", "by": "length", "from": 32, "times": 4, "to": 64, "branches": [[)" +
              rows + total + R"(], [{"op": "COL_DIV", "width": 4096, "each": [)" + rows +
              R"({"op": "BMTB_PAD", "bmts": 2}, {"op": "X_SHARED"}, )" + total + "]}], [" + rows + total + "]]}"),
        graph(R"({"op": "ROW_SPLIT", "width": 4, "branches": [[)" + rows + total +
              R"(], [{"op": "SORT_SUB", "window": 64}, {"op": "COMPRESS"}, {"op": "BMTB_COL_BLOCK", "nnz": 128},
               {"op": "BMW_COL_BLOCK", "nnz": 32}, {"op": "BMT_COL_BLOCK", "nnz": 1}, {"op": "BMTB_PAD", "bmts": 4},
               {"op": "THREAD_TOTAL_RED"}, {"op": "WARP_TOTAL_RED"}, {"op": "SHMEM_TOTAL_RED"},
               {"op": "GMEM_ATOM_RED"}]]})")};
}

void runGraph(std::string_view input)
{
    const Matrix& matrix = *smallMatrix();
    const graph::Graph graph = graph::parseGraph(input, "graph.json");
    require(graph::parseGraph(graph.canonicalText(), "graph.json").identity() == graph.identity(),
            "a graph that was read does not survive its file");
    const graph::Applied applied = graph::applyGraph(graph, matrix, {}, graph::Keep::LastState, noProgress());
    const std::vector<double> ones(at(matrix.cols()), 1);
    const std::vector<double> y = graph::interpretGraph<double>(applied, matrix, ones, noProgress());
    for (std::int64_t r = 0; r < matrix.rows(); ++r) {
        double sum = 0;
        for (std::int64_t p = matrix.rowPtr()[at(r)]; p < matrix.rowPtr()[at(r) + 1]; ++p)
            sum += matrix.value(p);
        require(std::abs(y[at(r)] - sum) < 1e-12, "a graph computes another product");
    }
}

} // namespace sparsescope::fuzz
