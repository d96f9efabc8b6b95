// Kernels of graphs on the CPU, against float64: all triples of reductions, with what nodes lay out in many ways.
#include "engine/plan/graph/kernel_graph.h"
#include "engine/run/executor.h"
#include "kernels/generate/graph.h"
#include "kernels/generate/pieces.h"
#include "tests/kernels/emulated_kernel.h"
#include "tests/kernels/graph_plans.h"
#include "tests/kernels/plans.h"
#include "tests/kernels/text.h"
#include "tests/support/catch.h"

#include <cstring>
#include <map>
#include <regex>
#include <set>
#include <sstream>

using namespace sparsescope;

namespace {

void checkGraph(const Plan& plan, const Matrix& matrix, const KernelParameters& parameters)
{
    const Packed packed = pack(plan, matrix, noProgress());
    REQUIRE(packed.graph);
    checkEmulated(packed, matrix, parameters);
}

} // namespace

TEST_CASE("kernels of graphs compute all triples of reductions on the CPU, whatever the order of threads and blocks")
{
    if (!EmulatedKernel::possible())
        skipTest("there is no C++ compiler in the path");
    std::set<std::string> triples, sizes;
    int variant = 0;
    for (const DataType dtype : allDataTypes)
        for (const std::size_t first : {std::size_t{0}, std::size_t{7}}) {
            const MatrixPtr matrix = raggedMatrix(280, 11 + static_cast<std::uint64_t>(variant));
            const Plan plan = plannedByGraph(*matrix, dtype, first, variant);
            INFO(name(dtype) << ", variant " << variant << ", triples from " << first);
            const Packed packed = pack(plan, *matrix, noProgress());
            for (const graph::KernelBranch& branch : packed.graph->branches) {
                triples.insert(graph::text(branch.reductions));
                sizes.insert(std::to_string(static_cast<int>(branch.sizes)));
            }
            checkGraph(plan, *matrix, legalParameters(packed)[static_cast<std::size_t>(variant) % 6]);
            ++variant;
        }
    CHECK(triples.size() == graph::legalReductions().size());
    CHECK(sizes.size() == 4);
}

TEST_CASE("the last writer of a row adds all of its results: one launch, the same bits in every order")
{
    if (!EmulatedKernel::possible())
        skipTest("there is no C++ compiler in the path");
    // A part of the rows has several BMTs, BMWs or BMTBs that write one; with parts of the columns all branches do.
    std::set<std::string> triples;
    int variant = 0;
    for (const char* by : {"ROW_DIV", "COL_DIV"})
        for (const DataType dtype : allDataTypes)
            for (const std::size_t first : {std::size_t{0}, std::size_t{7}}) {
                const MatrixPtr matrix = raggedMatrix(150, 31 + static_cast<std::uint64_t>(variant));
                const Plan plan = plannedByGraph(*matrix, dtype, first, variant, "last", by);
                INFO(name(dtype) << ", variant " << variant << ", " << by << ", triples from " << first);
                const Packed packed = pack(plan, *matrix, noProgress());
                for (const graph::KernelBranch& branch : packed.graph->branches)
                    if (branch.has("row_results"))
                        triples.insert(graph::text(branch.reductions));
                CHECK(packed.graph->keptRows() > 0);
                CHECK(scratchBytes(packed, 1) >= 2 * packed.graph->keptRows() * sumBytesOf(dtype));
                CHECK(!packed.addsRows()); // so that orders are compared bit by bit
                const GeneratedSource source = generateKernel(packed);
                CHECK(!source.zeroes);
                CHECK(!source.converts);
                checkGraph(plan, *matrix, legalParameters(packed)[static_cast<std::size_t>(variant) % 3]);
                ++variant;
            }
    CHECK(triples.size() == graph::legalReductions().size());
}

TEST_CASE("results are kept where padding stands between those of one row")
{
    if (!EmulatedKernel::possible())
        skipTest("there is no C++ compiler in the path");
    const MatrixPtr matrix = raggedMatrix(150, 8);
    const nlohmann::json nodes = {graph::op("COMPRESS"),
                                  graph::op("BMW_COL_BLOCK", {{"nnz", 32}}),
                                  graph::op("BMT_COL_BLOCK", {{"nnz", 4}}),
                                  graph::op("BMW_PAD", {{"bmts", 3}}),
                                  graph::op("THREAD_TOTAL_RED"),
                                  graph::op("GMEM_ATOM_RED", {{"how", "last"}}),
                                  graph::op("SET_RESOURCES", {{"threads", 64}})};
    SearchRequest request;
    request.planner = "graph";
    request.op = {OperatorKind::SpMV, DataType::Float32, 1};
    request.options = {{"graph", graph::document(nodes).dump()}, {"padding", 64.0}};
    const Plan plan = searchPlan(*matrix, request, noProgress()).plan;
    CHECK(pack(plan, *matrix, noProgress()).graph->branches.front().has("bmt_ranks"));
    checkGraph(plan, *matrix, {});
}

TEST_CASE("kernels of random graphs compute awkward matrices on the CPU")
{
    if (!EmulatedKernel::possible())
        skipTest("there is no C++ compiler in the path");
    for (const std::uint64_t seed : seeds(6)) {
        std::mt19937_64 random(seed);
        const std::vector<MatrixPtr> matrices = graph::randomMatrices(random);
        const Matrix& matrix = *matrices[static_cast<std::size_t>(random() % matrices.size())];
        for (int i = 0; i < 50; ++i) { // until one is accepted
            const nlohmann::json nodes = graph::RandomGraph(random).nodes();
            INFO("seed " << seed << ", " << matrix.rows() << " x " << matrix.cols() << ", " << nodes.dump());
            SearchRequest request;
            request.planner = "graph";
            request.op = {OperatorKind::SpMV, allDataTypes[random() % allDataTypes.size()], 1};
            request.options = {
                {"graph", graph::document(nodes).dump()}, {"padding", 16.0}, {"compression", seed % 2 == 0}};
            Plan plan;
            try {
                plan = searchPlan(matrix, request, noProgress()).plan;
            } catch (const Error&) {
                continue;
            }
            const Packed packed = pack(plan, matrix, noProgress());
            if (!packed.graph)
                continue;
            checkGraph(plan, matrix, {});
            break;
        }
    }
}

TEST_CASE("columns count from bases that are functions of the BMTB, in every way that there is")
{
    if (!EmulatedKernel::possible())
        skipTest("there is no C++ compiler in the path");
    for (const bool pieces : {true, false}) {
        // Four rows a BMTB, whose columns begin at 0, then at 600; or 8 further in each BMTB.
        const auto begin = [&](std::int64_t row) { return pieces ? (row < 160 ? 0 : 600) : row / 4 * 8; };
        std::vector<std::int64_t> rowPtr{0};
        std::vector<std::int32_t> cols;
        std::mt19937_64 random(5);
        for (std::int64_t row = 0; row < 256; ++row) {
            for (std::int64_t col = 0; col < 200; col += 1 + static_cast<std::int64_t>(col == 0 ? 0 : random() % 20))
                cols.push_back(static_cast<std::int32_t>(begin(row) + col));
            rowPtr.push_back(std::ssize(cols));
        }
        const std::vector<double> values(cols.size(), 1.5);
        const Matrix matrix(256, 800, rowPtr, cols, values, MatrixSource());
        nlohmann::json nodes = leafOf(graph::legalReductions()[0], 0);
        nodes.insert(nodes.begin() + 1, graph::op("BMTB_ROW_BLOCK", {{"rows", 4}}));
        SearchRequest request;
        request.planner = "graph";
        request.op = {OperatorKind::SpMV, DataType::Float32, 1};
        request.options = {{"graph", graph::document(nodes).dump()}};
        const Plan plan = searchPlan(matrix, request, noProgress()).plan;
        const Packed packed = pack(plan, matrix, noProgress());
        const graph::ArrayFunction& columns = packed.graph->branches.front().arrays.back().function;
        INFO(graph::sourceKey(columns));
        REQUIRE(columns.bases);
        CHECK(columns.bases->family == (pieces ? graph::FunctionFamily::Pieces : graph::FunctionFamily::Linear));
        checkGraph(plan, matrix, {});
    }
}

TEST_CASE("every line of a graph's kernel knows its node, and all arrays that are stored are read")
{
    const MatrixPtr matrix = raggedMatrix(280, 3);
    for (const std::size_t first : {std::size_t{0}, std::size_t{7}})
        for (const int variant : {0, 1, 2, 3}) {
            const char* const how = variant == 3 ? "last" : "auto";
            const Packed packed =
                pack(plannedByGraph(*matrix, DataType::Float32, first, variant, how), *matrix, noProgress());
            const GeneratedSource source = generateKernel(packed);
            std::vector<std::string> lines(1); // counted from 1
            std::stringstream text(source.text);
            for (std::string line; std::getline(text, line);)
                lines.push_back(line);
            std::map<int, std::string> bodies; // of branches
            for (const NodeLine& node : source.nodes) {
                const std::string& line = lines[static_cast<std::size_t>(node.line)];
                CHECK(line.ends_with("// " + node.node));
                CHECK((graph::findNodeKind(node.node) || node.node == "BMTB"));
                bodies[node.branch] += line + "\n";
            }
            REQUIRE(bodies.size() == packed.graph->branches.size());
            for (std::size_t b = 0; b < packed.graph->branches.size(); ++b)
                for (const graph::KernelArray& array : packed.graph->branches[b].arrays) {
                    INFO(array.name << " of branch " << b);
                    const bool inside = holds(bodies[static_cast<int>(b)], "branch." + array.name + "(");
                    const bool byRows = array.name == "origin_rows" || array.name.starts_with("row_");
                    CHECK((inside || byRows || array.name == "col_indices")); // those by what the body calls
                }
        }
}

TEST_CASE("the source of a graph's kernel is that of other matrices whose arrays are of the same kinds")
{
    const auto source = [](std::uint64_t seed) {
        std::mt19937_64 random(seed);
        const MatrixPtr matrix = graph::matrixOf(
            400, 250, [&](auto) { return 5; }, random);
        SearchRequest request;
        request.planner = "graph";
        request.op = {OperatorKind::SpMV, DataType::Float32, 1};
        return generateKernel(pack(searchPlan(*matrix, request, noProgress()).plan, *matrix, noProgress())).text;
    };
    CHECK(source(1) == source(2));
}

TEST_CASE("a graph's kernel with literals reads no number of the matrix, and of arrays one address")
{
    const MatrixPtr matrix = raggedMatrix(280, 3);
    for (const std::size_t first : {std::size_t{0}, std::size_t{7}}) {
        const Packed packed = pack(plannedByGraph(*matrix, DataType::Float32, first, 1), *matrix, noProgress());
        const std::string text = generateKernel(packed, {.literals = true}).text;
        std::set<std::string> read;
        const std::regex argument("args\\.(b[0-9]+_\\w+|taskCount)");
        for (auto at = std::sregex_iterator(text.begin(), text.end(), argument); at != std::sregex_iterator(); ++at)
            read.insert((*at)[1]);
        // Blocks that zero rows count from the tasks.
        CHECK(read == std::set<std::string>{"b0_values", "taskCount"});
        CHECK(text != generateKernel(packed).text);
    }
}

TEST_CASE("plans that mix a graph's tiles with others have no kernel")
{
    const MatrixPtr matrix = raggedMatrix(60, 4);
    Plan ofSpmm = plannedByGraph(*matrix, DataType::Float32, 0, 0);
    ofSpmm.op = {OperatorKind::SpMM, DataType::Float32, 32};
    ofSpmm.densePart = 32;
    CHECK_THROWS_WITH(generateKernel(pack(ofSpmm, *matrix, noProgress())), Catch::Contains("in SpMV"));

    Plan mixed = plannedByGraph(*matrix, DataType::Float32, 0, 0);
    REQUIRE(pack(mixed, *matrix, noProgress()).graph);
    mixed.tiling().formats.push_back(csr(64));
    mixed.tiling().tiles.front().format = static_cast<std::int32_t>(mixed.tiling().formats.size()) - 1;
    const Packed packed = pack(mixed, *matrix, noProgress());
    CHECK(!packed.graph);
    CHECK_THROWS_WITH(generateKernel(packed), Catch::Contains("where all tiles of a plan are such"));
    mixed.op.dtype = DataType::Float64;
    std::fill(mixed.tiling().tiles.begin(), mixed.tiling().tiles.end(), mixed.tiling().tiles.front());
    mixed.tiling().tiles.resize(1);
    CHECK_THROWS_WITH(generateKernel(pack(mixed, *matrix, noProgress())),
                      "there is no device code for CSR 64 tiles in SpMV in f64 yet");
    CHECK(runsOnCpuOnly(mixed, hasDevicePiece));
}
