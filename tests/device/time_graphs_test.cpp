// Graphs that are timed on a GPU, and those that cannot be.
#include "kernels/profile/make_graphs.h"
#include "kernels/profile/time_graphs.h"
#include "tests/device/gpu.h"
#include "tests/kernels/graph_plans.h"

using namespace sparsescope;
using graph::op;
using nlohmann::json;

namespace {

const Operator spmv = {OperatorKind::SpMV, DataType::Float32, 1};

// Four with a thread a row, parts of rows that are added, and a warp a row; then two that are refused.
std::vector<json> severalGraphs()
{
    const json total = op("THREAD_TOTAL_RED"), global = op("GMEM_ATOM_RED");
    const auto rows = [](int n) { return op("BMT_ROW_BLOCK", {{"rows", n}}); };
    std::vector<json> graphs;
    for (const json& nodes :
         {json{op("COMPRESS"), rows(1), total, global}, json{op("SORT"), op("COMPRESS"), rows(1), total, global},
          json{op("COMPRESS"), op("BMT_COL_BLOCK", {{"nnz", 8}}), total, global},
          json{op("COMPRESS"), op("BMW_ROW_BLOCK", {{"rows", 1}}), op("BMT_COL_BLOCK", {{"nnz", 2}}), total,
               op("WARP_TOTAL_RED"), global},
          // A row is as long as 300 others: more than 4 places a non-zero.
          json{op("COMPRESS"), rows(1), op("BMT_PAD", {{"to", "branch"}, {"multiple", 1}}), total, global},
          json{op("COMPRESS"), op("NO_SUCH_NODE")}})
        graphs.push_back(graph::document(nodes));
    return graphs;
}

void checkSeveral(const std::vector<GraphTime>& times)
{
    REQUIRE(times.size() == 6);
    for (std::size_t i = 0; i < 4; ++i) {
        INFO("graph " << i << ": " << times[i].problem);
        CHECK(times[i].problem.empty());
        CHECK(times[i].ns > 1000); // what no launch takes less than
        CHECK(times[i].ns < 1e6);
        CHECK(times[i].low <= times[i].ns);
        CHECK(times[i].ns <= times[i].high);
        CHECK_FALSE(times[i].cut);
    }
    for (std::size_t i = 4; i < 6; ++i) {
        CHECK(times[i].ns == 0);
        CHECK(times[i].refused);
    }
    CHECK_THAT(times[4].problem, Catch::Contains("/nodes/2"));
    CHECK_THAT(times[5].problem, Catch::Contains("/nodes/1/op"));
}

} // namespace

TEST_CASE("graphs are made into kernels on all cores without a GPU, and equal sources are compiled once")
{
    const MatrixPtr matrix = raggedMatrix(700, 5);
    const std::vector<json> graphs = severalGraphs();
    std::vector<json> twice = graphs;
    twice.insert(twice.end(), graphs.begin(), graphs.end());
    const std::vector<MadeGraph> made = makeGraphs(twice, *matrix, spmv, {}, "sm_90", noProgress());
    REQUIRE(made.size() == twice.size());
    for (std::size_t i = 0; i < 6; ++i)
        for (const std::size_t n : {i, i + 6}) {
            const MadeGraph& one = made[n];
            INFO("graph " << i << ": " << one.problem.problem);
            REQUIRE((one.kernel != nullptr) == (i < 4));
            CHECK(one.problem.refused == (i >= 4));
            CHECK(one.problem.problem.empty() == (i < 4));
            if (i < 4) {
                CHECK(one.kernel->cubin == made[i].kernel->cubin);
                CHECK(one.kernel->packed.nnz == matrix->nnz());
                CHECK(one.kernel->source.text.find(one.kernel->source.entry) != std::string::npos);
            }
        }
    const auto ofNone =
        makeGraphs(std::span(graphs).first(4), *withoutNonZeros(30, 20), spmv, {}, "sm_90", noProgress());
    for (const MadeGraph& one : ofNone) {
        INFO(one.problem.problem);
        REQUIRE(one.kernel);
        CHECK(onlyZeroes(one.kernel->packed));
    }
    CHECK(graphsAtOnce(*matrix) >= 1);
    CHECK(makeGraphs({}, *matrix, spmv, {}, "sm_90", noProgress()).empty());
    // The compiler's trouble is not the graph's.
    const auto unknown = makeGraphs(std::span(graphs).first(1), *matrix, spmv, {}, "sm_10", noProgress());
    CHECK_FALSE(unknown[0].kernel);
    CHECK_FALSE(unknown[0].problem.refused);
    CHECK_THAT(unknown[0].problem.problem, Catch::Contains("sm_10"));
    Progress cancelled;
    cancelled.cancel();
    CHECK_THROWS_AS(makeGraphs(graphs, *matrix, spmv, {}, "sm_90", cancelled), Error);
}

TEST_CASE("graphs are timed, alone and by turns, and one that is refused is an answer among them")
{
    const Gpu gpu;
    const DataType dtype = GENERATE(from_range(allDataTypes));
    DYNAMIC_SECTION(name(dtype))
    {
        const MatrixPtr matrix = raggedMatrix(700, 5);
        GraphBench bench(*matrix, {.op = {OperatorKind::SpMV, dtype, 1}}, noProgress());
        CHECK(bench.gpu().name == gpu.info().name);
        checkSeveral(bench.time({severalGraphs(), {}}, noProgress()));
        checkSeveral(bench.time({severalGraphs(), {.repeats = 30, .interleaved = true}}, noProgress()));
        CHECK(bench.time({}, noProgress()).empty());
    }
}

TEST_CASE("graphs of a matrix without non-zeros are timed, as long as it takes to fill the result")
{
    const Gpu gpu;
    const MatrixPtr matrix = withoutNonZeros(1003, 150);
    GraphBench bench(*matrix, {.op = spmv}, noProgress());
    std::vector<json> graphs = severalGraphs();
    graphs.resize(4);
    for (const GraphTime& time : bench.time({graphs, {}}, noProgress())) {
        INFO(time.problem);
        CHECK(time.problem.empty());
        CHECK(time.ns > 0);
    }
}

TEST_CASE("a graph that takes more than twice the best is cut after few runs")
{
    const Gpu gpu;
    const MatrixPtr matrix = raggedMatrix(700, 5);
    GraphBench bench(*matrix, {.op = spmv}, noProgress());
    std::vector<json> graphs = severalGraphs();
    graphs.resize(1);
    const GraphTime whole = bench.time({graphs, {}}, noProgress()).at(0);
    const GraphTime slow = bench.time({graphs, {.bestNs = whole.ns / 4}}, noProgress()).at(0);
    CHECK(slow.cut);
    CHECK(slow.ns > whole.ns / 2);
    CHECK_FALSE(bench.time({graphs, {.bestNs = whole.ns}}, noProgress()).at(0).cut);
}

TEST_CASE("graphs of one source, and more of them than there are cores, are timed each")
{
    const Gpu gpu;
    const MatrixPtr matrix = raggedMatrix(700, 5);
    GraphBench bench(*matrix, {.op = spmv, .values = MatrixValues::Ones}, noProgress());
    std::vector<json> graphs;
    for (int more = 0; more < 150; ++more)
        graphs.push_back(
            graph::document({op("COMPRESS"), op("BMTB_ROW_BLOCK", {{"rows", 32 + more}}),
                             op("BMT_ROW_BLOCK", {{"rows", 1}}), op("THREAD_TOTAL_RED"), op("GMEM_ATOM_RED")}));
    for (const GraphTime& time : bench.time({graphs, {}}, noProgress())) {
        INFO(time.problem);
        CHECK(time.ns > 1000);
    }
}
