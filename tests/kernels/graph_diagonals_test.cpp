// Kernels whose columns are functions of the row, on the CPU, against float64.
#include "engine/plan/graph/kernel_graph.h"
#include "engine/run/executor.h"
#include "kernels/generate/pieces.h"
#include "tests/kernels/emulated_kernel.h"
#include "tests/kernels/graph_plans.h"
#include "tests/kernels/text.h"
#include "tests/support/catch.h"

using namespace sparsescope;

namespace {

using graph::op;
using nlohmann::json;

Plan planned(const Matrix& matrix, DataType dtype, const json& leaf)
{
    const json rest = {op("COMPRESS"), op("BMT_ROW_BLOCK", {{"rows", 1}}), op("THREAD_TOTAL_RED"), op("GMEM_ATOM_RED")};
    SearchRequest request;
    request.planner = "graph";
    request.op = {OperatorKind::SpMV, dtype, 1};
    const json nodes = json::array({op("DIAG_SPLIT", {{"fill", 50}, {"branches", {leaf, rest}}})});
    request.options = {{"graph", graph::document(nodes).dump()}};
    return searchPlan(matrix, request, noProgress()).plan;
}

std::vector<json> leaves()
{
    const json c = op("COMPRESS"), row = op("BMT_ROW_BLOCK", {{"rows", 1}}), total = op("THREAD_TOTAL_RED");
    const json gmem = op("GMEM_ATOM_RED"), blocks = op("BMTB_ROW_BLOCK", {{"rows", 24}});
    const json byFour = op("BMT_PAD", {{"to", "branch"}, {"multiple", 4}});
    return {{c, row, op("INTERLEAVE"), total, gmem},
            {c, row, total, gmem},
            {c, blocks, op("ROW_PAD", {{"multiple", 16}}), row, byFour, op("INTERLEAVE", {{"width", 4}}), total, gmem},
            {c, op("BMW_ROW_BLOCK", {{"rows", 8}}), row, byFour, op("INTERLEAVE", {{"width", 2}}), op("X_SHARED"),
             total, gmem},
            {c, blocks, row, op("INTERLEAVE"), total, op("SHMEM_OFFSET_RED"), gmem},
            {c, op("BMW_ROW_BLOCK", {{"rows", 1}}), row, total, op("WARP_TOTAL_RED"), gmem}};
}

} // namespace

TEST_CASE("kernels of diagonals compute awkward matrices on the CPU: clamped edges, empty rows, more rows than columns")
{
    if (!EmulatedKernel::possible())
        skipTest("there is no C++ compiler in the path");
    std::mt19937_64 random(8);
    const std::vector<MatrixPtr> matrices = {graph::diagonalMatrix(150, 130, {-9, -1, 0, 1, 4}, random),
                                             graph::diagonalMatrix(90, 200, {-30, 0, 17}, random),
                                             graph::diagonalMatrix(100, 100, {0}, random)};
    std::size_t next = 0;
    for (const json& leaf : leaves())
        for (const DataType dtype : {DataType::Float32, DataType::Float16, DataType::Float64}) {
            const Matrix& matrix = *matrices[next++ % matrices.size()];
            INFO(name(dtype) << ", " << matrix.rows() << " x " << matrix.cols() << ", " << leaf.dump());
            const Packed packed = pack(planned(matrix, dtype, leaf), matrix, noProgress());
            REQUIRE(packed.graph);
            CHECK(packed.graph->branches.front().diagonals > 0);
            checkEmulated(packed, matrix, legalParameters(packed)[next % 3]);
            if (dtype == DataType::Float32)
                checkEmulated(packed, matrix, {.literals = true});
        }
}

TEST_CASE("the source of a kernel of diagonals holds no number of the matrix but how many diagonals it has")
{
    std::mt19937_64 random(9);
    const auto source = [&](const MatrixPtr& matrix) {
        return generateKernel(pack(planned(*matrix, DataType::Float32, leaves().front()), *matrix, noProgress())).text;
    };
    const auto columns = [](const std::string& text) {
        const std::size_t begin = text.find("    // col_indices: row linear");
        return text.substr(begin, text.find("value(int place)") - begin);
    };
    const std::string five = source(graph::diagonalMatrix(400, 400, {-9, -1, 0, 1, 4}, random));
    CHECK(columns(five) == columns(source(graph::diagonalMatrix(500, 450, {-90, -10, 0, 10, 42}, random))));
    CHECK(columns(five) != columns(source(graph::diagonalMatrix(400, 400, {-9, 0, 1, 4}, random))));
    CHECK(holds(five, "sumOfDiagonals(branch, places, origin)"));
    CHECK(holds(five, "// DIAG_SPLIT"));
    CHECK(holds(columns(five), "columnOn(row, i == 0 ? args.b0_col_indices_c0 : "));
    CHECK_FALSE(holds(five, "args.b0_col_indices)"));
}
