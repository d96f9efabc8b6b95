// Relational gather-matmul-scatter: the operator, planner "rgms", and what they refuse.
#include "engine/matrix/slices.h"
#include "engine/plan/header_json.h"
#include "engine/plan/plan_file.h"
#include "engine/search/request.h"
#include "engine/search/sparsetir/hyb.h"
#include "tests/engine/bucket_fixtures.h"
#include "tests/engine/format_fixtures.h"
#include "tests/engine/io_fixtures.h"
#include "tests/engine/typed_matrices.h"

#include <algorithm>

using namespace sparsescope;
using nlohmann::json;

namespace {

Operator rgms(DataType dtype, std::int64_t K, std::int64_t L)
{
    return {OperatorKind::RGMS, dtype, L, K};
}

// The tiles of a plan, in their order.
std::vector<std::string> tilesOf(const Plan& plan)
{
    std::vector<std::string> tiles;
    for (const Tile& tile : plan.tiling().tiles) {
        const TileView view = plan.tiling().view(tile);
        tiles.push_back(fmt::format("{} {} {} | {} | {}", plan.tiling().formatOf(tile).label(), tile.partition,
                                    tile.atomic, fmt::join(view.rowIds, " "), fmt::join(view.entries, " ")));
    }
    return tiles;
}

Searched planned(const Matrix& matrix, const Operator& op, const json& options = json::object())
{
    return searchedBy("rgms", matrix, op, options, readCalibration("h200"));
}

} // namespace

TEST_CASE("rgms: a convolution over three voxels by hand")
{
    const MatrixPtr voxels = threeVoxels();
    CHECK(voxels->nnz() == 9);
    const Operator op = rgms(DataType::Float32, 1, 1);
    const std::vector<Dense> operands = {{3, 1, 1, {1, 2, 3}}, {9, 1, 1, std::vector<float>(9, 1)}};
    const Reference reference = referenceOf(*voxels, op, operands, noProgress());
    CHECK(reference.values == std::vector<double>{6, 6, 6});
    CHECK(reference.magnitudes == std::vector<double>{6, 6, 6});
    // Weights that tell relations apart: r + 1. Offsets (0, 1), (1, 1) and (0, 0) reach voxel 0's neighbours.
    const std::vector<Dense> weighted = {operands[0], {9, 1, 1, {1, 2, 3, 4, 5, 6, 7, 8, 9}}};
    CHECK(referenceOf(*voxels, op, weighted, noProgress()).values ==
          std::vector<double>{5 * 1 + 6 * 2 + 9 * 3, 4 * 1 + 5 * 2 + 8 * 3, 1 * 1 + 2 * 2 + 5 * 3});
    const Plan plan = planned(*voxels, op).plan;
    validatePlan(plan, *voxels);
    Plan padded = plan; // rows of X are filled up, those of W and the output to a part
    const Packed packed = pack(padded, *voxels, noProgress());
    CHECK(packed.slices == 9);
    const std::vector<Dense> filled = randomOperands(op, packed.shape(), packed.ld, 1);
    CHECK(filled[0].rows == 3);
    CHECK(filled[0].ld == 16);
    CHECK(filled[1].rows == 9);
    CHECK(filled[1].ld == packed.ld);
}

TEST_CASE("rgms: plans are those of hyb in as many column partitions as there are relations, tile for tile")
{
    for (const MatrixPtr& matrix : typedMatrices())
        for (const std::int64_t k : {0, 2, 5}) {
            INFO(matrix->source().name << ", k = " << k);
            const Operator op = rgms(DataType::Float16, 32, 32);
            const std::int64_t places = 8 << k;
            const Plan plan = planned(*matrix, op, {{"k", k}, {"places", places}}).plan;
            validatePlan(plan, *matrix);
            const Plan hyb = searchedBy("hyb", *matrix, spmm(DataType::Float16, 32),
                                        {{"column-parts", std::to_string(matrix->slices())}, {"k", k}})
                                 .plan;
            CHECK(tilesOf(plan) == tilesOf(hyb));
            CHECK(plan.figures == json{{"k", k}, {"places", places}, {"relations", matrix->slices()}});
        }
}

TEST_CASE("rgms: plans compute the product in all types, in both orders, whatever the extents are", "[slow]")
{
    std::uint64_t seed = 0;
    for (const MatrixPtr& matrix : typedMatrices())
        for (const DataType dtype : dataTypes)
            for (const bool first : {false, true}) {
                const std::int64_t K = std::array{1, 7, 16, 40}[++seed % 4], L = std::array{33, 1, 64}[seed % 3];
                INFO(matrix->source().name << ", " << name(dtype) << ", K = " << K << ", L = " << L << ", " << first);
                const Plan plan = planned(*matrix, rgms(dtype, K, L), {{multiplyFirstOption, first}}).plan;
                CHECK(plan.multipliesFirst() == (first || dtype == DataType::TFloat32));
                CHECK(executed(plan, *matrix, seed).accepted(dtype));
            }
}

TEST_CASE("rgms: with one relation it is SpMM times the weights")
{
    const MatrixPtr matrix = randomWithEmptyRows(30, 20, 0.2, 5);
    const Operator op = rgms(DataType::Float32, 5, 3);
    const std::vector<Dense> operands = randomOperands(op, shapeOf(*matrix), 3, 9);
    Dense X = operands[0];
    const Reference AX =
        referenceOf(*matrix, {OperatorKind::SpMM, DataType::Float32, 5}, std::span(&X, 1), noProgress());
    const Reference Y = referenceOf(*matrix, op, operands, noProgress());
    for (std::int64_t r = 0; r < 30; ++r)
        for (std::int64_t l = 0; l < 3; ++l) {
            double sum = 0;
            for (std::int64_t k = 0; k < 5; ++k)
                sum += AX.values[at(r * 5 + k)] * static_cast<double>(operands[1].values[at(k * 3 + l)]);
            CHECK(std::abs(Y.values[at(r * 3 + l)] - sum) < 1e-12);
        }
}

TEST_CASE("rgms: each relation as CSR is a plan too, right against float64, of orders that sum first alone")
{
    for (const MatrixPtr& matrix : typedMatrices()) {
        const Operator op = rgms(DataType::Float32, 20, 33);
        const Plan plan = planned(*matrix, op, {{"naive", true}, {"places", 1}, {"k", 10}}).plan;
        validatePlan(plan, *matrix, noProgress());
        for (const FormatPtr& format : plan.tiling().formats)
            CHECK(format->name() == "csr");
        if (matrix->nnz() == 0)
            continue;
        REQUIRE(plan.competitors.size() == 1);
        CHECK(plan.competitors.front().name == "naive, 32 places"); // the fewest that CSR has
        const Packed packed = pack(plan, *matrix, noProgress());
        const std::vector<Dense> operands = randomOperands(op, packed.shape(), packed.ld, 4);
        const Reference reference = referenceOf(*matrix, op, operands, noProgress());
        const Dense Y = op.definition().execute(packed, operands, noProgress());
        std::vector<double> values(Y.values.begin(), Y.values.end());
        CHECK(compare(reference, values.data(), Y.ld).accepted(op.dtype));
    }
    const MatrixPtr matrix = threeVoxels();
    CHECK_THROWS_WITH(planned(*matrix, rgms(DataType::TFloat32, 8, 8), {{"naive", true}}),
                      Catch::Contains("it goes with no tf32"));
    CHECK_THROWS_WITH(planned(*matrix, rgms(DataType::Float16, 8, 8), {{"naive", true}, {multiplyFirstOption, true}}),
                      Catch::Contains("it goes with no multiply-first"));
    for (const Competitor& one : planned(*matrix, rgms(DataType::TFloat32, 8, 8)).plan.competitors)
        CHECK(one.name != "naive"); // which could not be run
}

TEST_CASE("rgms: competitors are sizes of tiles and CSR by relation; rounds go from relation to relation")
{
    const MatrixPtr matrix = typedMatrices().front();
    const Searched s = planned(*matrix, rgms(DataType::Float16, 32, 64));
    REQUIRE(s.plan.competitors.size() == 5);
    CHECK(s.plan.competitors.front().name == fmt::format("hyb({}, 5), 64 places", matrix->slices()));
    CHECK(s.plan.competitors.back().name == "naive");
    CHECK(s.plan.competitors.back().predictedNs > 0);
    REQUIRE(!s.trace.rounds.empty());
    CHECK_THAT(s.trace.rounds.front().note, Catch::StartsWith(fmt::format("Relation 1 of {}", matrix->slices())));
    // More products take longer where they bind; the first of these plans is the same in both orders.
    const auto ns = [&](bool first) {
        return planned(*matrix, rgms(DataType::Float32, 512, 512), {{multiplyFirstOption, first}, {"k", 5}})
            .plan.predictedNs;
    };
    CHECK(ns(true) > ns(false));
}

TEST_CASE("rgms: when it is enough, sizes of tiles that are left are not tried, and the plan says so")
{
    struct EnoughAtOnce final : TraceSink {
        void start(std::function<void()> enough) override { enough(); }
        void round(const TraceRound&) override {}
        void finished(std::vector<TraceRound>) override {}
    } sink;
    const MatrixPtr matrix = typedMatrices().front();
    const Operator op = rgms(DataType::Float16, 16, 32);
    const auto model = makeCostModel(readCalibration("h200"), op);
    const Plan plan = planner("rgms").search(*matrix, op, ModelEvaluator(*model), json::object(), sink, noProgress());
    validatePlan(plan, *matrix);
    REQUIRE(cancelledSearch(plan));
    CHECK(cancelledSearch(plan)->search == plan.competitors.front().name);
    CHECK(plan.competitors.size() == 2); // that, and the naive one
}

TEST_CASE("rgms: what does not belong together is refused by name")
{
    const MatrixPtr matrix = typedMatrices().front();
    const Operator op = rgms(DataType::Float16, 16, 32);
    Plan plan = planned(*matrix, op).plan;
    // The same non-zeros with other relations are another matrix.
    const auto sliced = [&](std::int64_t slices) {
        return Matrix(matrix->rows(), matrix->cols(), {matrix->rowPtr().begin(), matrix->rowPtr().end()},
                      {matrix->colIdx().begin(), matrix->colIdx().end()},
                      std::vector<double>(matrix->values().begin(), matrix->values().end()), {}, slices);
    };
    CHECK_THAT(refusal(plan, sliced(1)), Catch::Contains("the plan belongs to a matrix"));
    Plan spread = coveredBy(makeFormat("csr", {{"places", 64}}), *matrix, spmm(DataType::Float16, 32));
    CHECK(refusal(spread, *matrix).empty());
    spread.op = op;
    CHECK_THAT(refusal(spread, *matrix), Catch::Contains("holds non-zeros of slices 0 and"));
    for (const std::int64_t inner : {std::int64_t{0}, mostOf::inner + 1}) {
        plan.op.inner = inner;
        CHECK_THAT(refusal(plan, *matrix), Catch::Contains("inner axis"));
    }
    Plan flat = searchedBy("hyb", *matrix, spmm(DataType::Float16, 32), json::object()).plan;
    flat.op.inner = 2;
    CHECK_THAT(refusal(flat, *matrix), Catch::Contains("inner axis"));
    const auto search = [&](Operator of, const json& options, const char* planner = "rgms") {
        SearchRequest request{of, planner, json::object(), "h200", {}};
        request.options.update(options);
        searchPlan(*matrix, request, noProgress());
    };
    CHECK_THROWS_WITH(search(op, {{"places", 48}}), Catch::Contains("power of two"));
    CHECK_THROWS_WITH(search(rgms(DataType::Float16, 0, 32), json::object()),
                      Catch::Contains("--inner takes 1 to 4096"));
    CHECK_THROWS_WITH(search({OperatorKind::SpMM, DataType::Float16, 32, 2}, json::object(), "hyb"),
                      Catch::Contains("--inner"));
    CHECK_NOTHROW(search(op, {{"order", "rows"}}));
    CHECK_THROWS_WITH(search(op, {{"order", "columns"}}), Catch::Contains("slices"));
    CHECK_THROWS_WITH(search(op, json::object(), "stile"), Catch::Contains("not RGMS, as rgms and fastest do"));
    CHECK_THROWS_WITH(search(rgms(DataType::Float64, 4, 4), json::object()), Catch::Contains("f64"));
}

TEST_CASE("rgms: the inner axis is kept in plans, and asked for where it is missing")
{
    const MatrixPtr matrix = typedMatrices().front();
    const Plan plan = planned(*matrix, rgms(DataType::BFloat16, 24, 32), {{multiplyFirstOption, true}}).plan;
    const TemporaryFolder folder;
    writePlan(plan, folder / "p.json");
    const Plan again = readPlan(folder / "p.json", *matrix);
    CHECK(again.op == plan.op);
    CHECK(again.multipliesFirst());
    json damaged = parseJson(readText(folder / "p.json"), {});
    damaged["operator"].erase("inner");
    writeText(folder / "p.json", damaged.dump(), noProgress());
    CHECK_THROWS_WITH(readPlan(folder / "p.json", *matrix), Catch::Contains("operator.inner"));
    damaged["operator"]["inner"] = 5000;
    writeText(folder / "p.json", damaged.dump(), noProgress());
    CHECK_THROWS_WITH(readPlan(folder / "p.json", *matrix), Catch::Contains("5000"));
}
