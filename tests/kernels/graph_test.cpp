// Kernels of graphs on the CPU, against float64: all triples of reductions, with what nodes lay out in many ways.
#include "engine/plan/graph/kernel_graph.h"
#include "engine/run/executor.h"
#include "kernels/generate/graph.h"
#include "tests/kernels/emulated_kernel.h"
#include "tests/kernels/graph_plans.h"
#include "tests/kernels/plans.h"
#include "tests/kernels/text.h"
#include "tests/support/catch.h"

#include <cstring>
#include <map>
#include <set>
#include <sstream>

using namespace sparsescope;

namespace {

// Right in several orders of threads and blocks, and with the same bits where no two results are added.
void checkGraph(const Plan& plan, const Matrix& matrix, const KernelParameters& parameters)
{
    const Packed packed = pack(plan, matrix, noProgress());
    REQUIRE(packed.graph);
    const EmulatedKernel kernel(packed, parameters);
    const std::vector<Dense> operands = randomOperands(plan.op, packed.rows, packed.cols, packed.ld, 5);
    const Reference reference = referenceOf(matrix, plan.op, operands, noProgress());
    std::vector<float> first;
    for (const unsigned seed : {1u, 2u}) {
        const std::vector<float> result = kernel.run(operands, seed);
        const ErrorNorms norms = compare(reference, result.data(), packed.ld);
        INFO("order " << seed << ": error " << norms.relative << ", worst element " << norms.worstElement);
        CHECK(norms.accepted(plan.op.dtype));
        if (first.empty())
            first = result;
        else if (!packed.addsRows())
            CHECK(std::memcmp(result.data(), first.data(), first.size() * sizeof(float)) == 0);
    }
}

} // namespace

TEST_CASE("kernels of graphs compute all triples of reductions on the CPU, whatever the order of threads and blocks")
{
    if (!EmulatedKernel::possible())
        skipTest("there is no C++ compiler in the path");
    std::set<std::string> triples, sizes;
    int variant = 0;
    for (const DataType dtype : dataTypes)
        for (const std::size_t first : {std::size_t{0}, std::size_t{7}}) {
            const MatrixPtr matrix = raggedMatrix(280, 11 + static_cast<std::uint64_t>(variant));
            const Plan plan = plannedByGraph(*matrix, dtype, first, variant);
            INFO(name(dtype) << ", variant " << variant << ", triples from " << first);
            const Packed packed = pack(plan, *matrix, noProgress());
            for (const graph::KernelBranch& branch : packed.graph->branches) {
                triples.insert(graph::text(branch.reductions));
                sizes.insert(std::to_string(static_cast<int>(branch.sizes)));
            }
            checkGraph(plan, *matrix, legalParameters(packed)[static_cast<std::size_t>(variant) % 3]);
            ++variant;
        }
    CHECK(triples.size() == graph::legalReductions().size());
    CHECK(sizes.size() == 4);
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
            request.op = {OperatorKind::SpMV, dataTypes[random() % dataTypes.size()], 1};
            request.options = {{"graph", graph::document(nodes).dump()}, {"padding", 16.0}};
            Plan plan;
            try {
                plan = searchPlan(matrix, request, noProgress()).plan;
            } catch (const Error&) {
                continue;
            }
            const Packed packed = pack(plan, matrix, noProgress());
            if (!packed.graph || packed.graph->last())
                continue;
            checkGraph(plan, matrix, {});
            break;
        }
    }
}

TEST_CASE("every line of a graph's kernel knows its node, and all arrays that are stored are read")
{
    const MatrixPtr matrix = raggedMatrix(280, 3);
    for (const std::size_t first : {std::size_t{0}, std::size_t{7}})
        for (const int variant : {0, 1, 2, 3}) {
            const Packed packed =
                pack(plannedByGraph(*matrix, DataType::Float32, first, variant), *matrix, noProgress());
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
                    const bool byRows = array.name == "origin_rows" || array.name == "row_slots";
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

TEST_CASE("plans that mix a graph's tiles with others, and results added by the last writer, have no kernel")
{
    const MatrixPtr matrix = raggedMatrix(60, 4);
    SearchRequest request;
    request.planner = "graph";
    request.op = {OperatorKind::SpMV, DataType::Float32, 1};
    nlohmann::json nodes = leafOf(graph::legalReductions()[0], 0);
    nodes[3]["how"] = "last";
    request.options = {{"graph", graph::document(nodes).dump()}};
    const Packed last = pack(searchPlan(*matrix, request, noProgress()).plan, *matrix, noProgress());
    CHECK_THROWS_WITH(generateKernel(last), Catch::Contains("GMEM_ATOM_RED") && Catch::Contains("last"));

    Plan mixed = plannedByGraph(*matrix, DataType::Float32, 0, 0);
    REQUIRE(pack(mixed, *matrix, noProgress()).graph);
    mixed.tiling().formats.push_back(csr(64));
    mixed.tiling().tiles.front().format = static_cast<std::int32_t>(mixed.tiling().formats.size()) - 1;
    const Packed packed = pack(mixed, *matrix, noProgress());
    CHECK(!packed.graph);
    CHECK_THROWS_WITH(generateKernel(packed), Catch::Contains("where all tiles of a plan are such"));
}
