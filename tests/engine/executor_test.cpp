// All operators on the CPU, in all data types and formats, against float64.
#include "engine/core/error.h"
#include "tests/engine/plans_by_hand.h"

#include <cmath>
#include <limits>

using namespace sparsescope;

namespace {

void checkAccepted(const Plan& plan, const Matrix& matrix, std::uint64_t seed)
{
    const ErrorNorms norms = checkPlan(plan, matrix, seed, noProgress()).error;
    INFO(label(plan.op.kind) << " " << name(plan.op.dtype) << ", dense " << plan.op.dense << " in parts of "
                             << plan.densePart << ", seed " << seed << ": " << norms.relative << ", "
                             << norms.worstElement);
    CHECK(norms.accepted(plan.op.dtype));
}

std::vector<std::int32_t> rowsFrom(std::int32_t first, std::int32_t end)
{
    std::vector<std::int32_t> rows(static_cast<std::size_t>(end - first));
    std::iota(rows.begin(), rows.end(), first);
    return rows;
}

} // namespace

TEST_CASE("plans of all formats compute all operators in all data types, whole and split")
{
    for (const std::uint64_t seed : seeds(3)) {
        const MatrixPtr matrix = randomWithEmptyRows(150 + static_cast<std::int64_t>(seed), 230, 0.08, seed);
        REQUIRE(matrix->rowLength(3) == 0);
        for (const OperatorKind kind : operatorKinds())
            for (const DataType dtype : dataTypes)
                for (const auto& [dense, part] :
                     {std::pair{32, 32}, std::pair{40, 64}, std::pair{72, 32}, std::pair{1, 32}})
                    checkAccepted(mixedPlan(*matrix, changed({{}, dtype, dense}, kind), part, seed), *matrix, seed);
    }
}

TEST_CASE("each format alone computes all operators in all data types")
{
    const std::uint64_t seed = 4;
    const MatrixPtr matrix = randomWithEmptyRows(77, 190, 0.1, seed);
    for (const OperatorKind kind : operatorKinds())
        for (const DataType dtype : dataTypes)
            for (const std::int64_t part : {32, 64}) {
                const Operator op = changed({{}, dtype, 64}, kind);
                for (const std::int64_t size : {32, 128, 1024}) {
                    PlanByHand hand(*matrix, op, part);
                    hand.rest(size);
                    checkAccepted(hand.finish(), *matrix, seed);
                }
                for (const std::int32_t height : {8, 16})
                    for (const std::int64_t width : {16, 80, 160}) {
                        PlanByHand hand(*matrix, op, part);
                        for (std::int32_t r = 0; r < 77; r += height)
                            hand.blocks(rowsFrom(r, std::min(77, r + height)), height, width);
                        checkAccepted(hand.finish(), *matrix, seed);
                    }
            }
}

TEST_CASE("plans of all formats compute SpMV in all data types, together and each alone")
{
    for (const std::uint64_t seed : seeds(4)) {
        const MatrixPtr matrix = randomWithEmptyRows(150 + static_cast<std::int64_t>(seed), 230, 0.08, seed);
        for (const DataType dtype : dataTypes) {
            const Operator op{OperatorKind::SpMV, dtype, 1};
            checkAccepted(mixedPlan(*matrix, op, 1, seed), *matrix, seed);
            checkAccepted(mixedPlan(*matrix, op, 1, seed, false), *matrix, seed);
            for (const std::int64_t size : {32, 1024}) {
                PlanByHand hand(*matrix, op, 1);
                hand.rest(size);
                checkAccepted(hand.finish(), *matrix, seed);
            }
            for (const std::int32_t height : {8, 16}) {
                PlanByHand hand(*matrix, op, 1);
                for (std::int32_t r = 0; r < static_cast<std::int32_t>(matrix->rows()); r += height)
                    hand.blocks(rowsFrom(r, std::min(static_cast<std::int32_t>(matrix->rows()), r + height)), height,
                                80);
                checkAccepted(hand.finish(), *matrix, seed);
            }
            for (const bool listed : {false, true}) {
                PlanByHand hand(*matrix, op, 1);
                for (std::int32_t r = 0; r < 150; r += 10)
                    listed ? hand.csr(rowsFrom(r, r + 10), 4096) : hand.ell(rowsFrom(r, r + 10));
                hand.rest(32);
                checkAccepted(hand.finish(), *matrix, seed);
            }
        }
    }
}

TEST_CASE("a vector's product is the sum of each row's values times its elements, and empty rows are zero")
{
    const auto matrix =
        std::make_shared<const Matrix>(3, 2, std::vector<std::int64_t>{0, 1, 1, 3}, std::vector<std::int32_t>{1, 0, 1},
                                       std::vector<double>{2, -0.5, 4}, MatrixSource());
    PlanByHand hand(*matrix, {OperatorKind::SpMV, DataType::Float32, 1}, 1);
    hand.rest(32);
    const Packed packed = pack(hand.finish(), *matrix, noProgress());
    const Dense x{2, 1, 1, {7, 8}};
    CHECK(execute(packed, std::span(&x, 1), noProgress()).values == std::vector<float>{16, 0, -3.5f + 32});
    CHECK(referenceOf(*matrix, packed.op, std::span(&x, 1), noProgress()).values == std::vector<double>{16, 0, 28.5});
}

TEST_CASE("a sampled product has the value of each non-zero times the product of its row and column")
{
    const auto matrix =
        std::make_shared<const Matrix>(3, 2, std::vector<std::int64_t>{0, 1, 1, 3}, std::vector<std::int32_t>{1, 0, 1},
                                       std::vector<double>{2, -0.5, 4}, MatrixSource());
    PlanByHand hand(*matrix, {OperatorKind::SDDMM, DataType::Float32, 2}, 32);
    hand.rest(32);
    const Packed packed = pack(hand.finish(), *matrix, noProgress());
    const std::vector<Dense> XY = {{3, 2, 2, {1, 2, 3, 4, 5, 6}}, {2, 2, 2, {7, 8, 9, 10}}};
    const Dense out = execute(packed, XY, noProgress());
    CHECK(out.values == std::vector<float>{2 * (9 + 20), -0.5f * (35 + 48), 4 * (45 + 60)});
    const Reference reference = referenceOf(*matrix, packed.op, XY, noProgress());
    CHECK(reference.rows == 3);
    CHECK(reference.cols == 1);
    CHECK(reference.values == std::vector<double>{58, -41.5, 420});
    CHECK(reference.magnitudes == std::vector<double>{58, 41.5, 420});
}

TEST_CASE("places that own nothing never write: redundant, padded, and rows that the tile lacks")
{
    const std::uint64_t seed = 6;
    const MatrixPtr matrix = randomWithEmptyRows(90, 120, 0.1, seed);
    for (const std::int64_t part : {32, 64})
        for (const DataType dtype : dataTypes) {
            const Plan plan = mixedPlan(*matrix, {OperatorKind::SDDMM, dtype, 64}, part, seed);
            REQUIRE(summarise(plan).places.redundant > 100);
            const Packed packed = pack(plan, *matrix, noProgress());
            // One tile at a time: exactly the outputs that it owns are written, each by one place with its row and
            // column.
            for (std::size_t t = 0; t < plan.tiling().tiles.size(); ++t) {
                std::set<std::size_t> written, owned;
                packed.forEachPlace(t, [&](std::span<const PackedPlace> places) {
                    for (const PackedPlace& place : places) {
                        if (place.output < 0)
                            continue;
                        REQUIRE(written.insert(static_cast<std::size_t>(place.output)).second);
                        REQUIRE(matrix->rowOf(place.output) == place.row);
                        REQUIRE(matrix->colIdx()[static_cast<std::size_t>(place.output)] == place.col);
                    }
                });
                for (const std::uint32_t entry : plan.tiling().view(plan.tiling().tiles[t]).entries)
                    if (!Entry::redundant(entry))
                        owned.insert(entry);
                REQUIRE(written == owned);
            }
        }
}

TEST_CASE("outputs that no place writes are seen")
{
    const MatrixPtr matrix = randomWithEmptyRows(40, 60, 0.2, 8);
    Packed packed =
        pack(mixedPlan(*matrix, {OperatorKind::SDDMM, DataType::Float16, 32}, 32, 8), *matrix, noProgress());
    const auto written =
        std::find_if(packed.outputs.begin(), packed.outputs.end(), [](std::int32_t p) { return p >= 0; });
    const auto lost = static_cast<std::size_t>(*written);
    *written = -1;
    const std::vector<Dense> XY = randomOperands(packed.op, {40, 60}, 32, 1);
    const Dense out = execute(packed, XY, noProgress());
    CHECK(std::isnan(out.values[lost]));
    const Reference reference = referenceOf(*matrix, packed.op, XY, noProgress());
    CHECK_FALSE(compare(reference, out.values.data(), 1).accepted(DataType::Float16));
}

TEST_CASE("bounds accept the rounding of their own type and not that of a coarser one")
{
    const std::uint64_t seed = 9;
    INFO("seed " << seed);
    const MatrixPtr matrix = randomWithEmptyRows(100, 100, 0.2, seed);
    for (const OperatorKind kind : operatorKinds()) {
        const Plan plan = mixedPlan(*matrix, changed({{}, DataType::Float32, 32}, kind), 32, seed);
        const Packed packed = pack(plan, *matrix, noProgress());
        const std::vector<Dense> operands = randomOperands(packed.op, {100, 100}, packed.ld, 1);
        const Dense exact = execute(packed, operands, noProgress());
        const Reference reference = referenceOf(*matrix, packed.op, operands, noProgress());
        const auto norms = [&](DataType type) {
            std::vector<float> C = exact.values;
            for (float& c : C)
                c = static_cast<float>(rounded(type, static_cast<double>(c)));
            return compare(reference, C.data(), exact.ld);
        };
        CHECK(norms(DataType::Float32).accepted(DataType::Float32));
        CHECK(norms(DataType::Float32).accepted(DataType::TFloat32));
        CHECK_FALSE(norms(DataType::TFloat32).accepted(DataType::TFloat32)); // its output is not rounded
        CHECK_FALSE(norms(DataType::Float16).accepted(DataType::Float32));
        CHECK(norms(DataType::Float16).accepted(DataType::Float16));
        CHECK_FALSE(norms(DataType::BFloat16).accepted(DataType::Float16));
        CHECK(norms(DataType::BFloat16).accepted(DataType::BFloat16));
    }
}

TEST_CASE("results below the normal numbers of a type are measured by its least normal number")
{
    const auto matrix =
        std::make_shared<const Matrix>(2, 1, std::vector<std::int64_t>{0, 1, 1}, std::vector<std::int32_t>{0},
                                       std::vector<double>{0x1p-10}, MatrixSource());
    const Dense B{1, 1, 1, {0x1.8p-12f}};
    const Reference reference = referenceOf(*matrix, {{}, DataType::Float16, 1}, std::span(&B, 1), noProgress());
    CHECK(reference.values == std::vector<double>{0x1.8p-22, 0});
    CHECK(reference.magnitudes == std::vector<double>{0x1p-14, 0});
    CHECK(referenceOf(*matrix, {{}, DataType::BFloat16, 1}, std::span(&B, 1), noProgress()).magnitudes ==
          std::vector<double>{0x1.8p-22, 0});
    CHECK(compare(reference, std::vector<float>{0x1.8p-22f, 0x1p-24f}.data(), 1).worstElement ==
          HUGE_VAL); // the empty row
}

TEST_CASE("one wrong element is found wherever it stands")
{
    const std::int64_t rows = 10000;
    Reference reference{rows, 1, std::vector<double>(static_cast<std::size_t>(rows), 1.0),
                        std::vector<double>(static_cast<std::size_t>(rows), 1.0)};
    for (const std::size_t at : {std::size_t{0}, std::size_t{4095}, std::size_t{4096}, std::size_t{9999}}) {
        std::vector<float> C(static_cast<std::size_t>(rows), 1.0f);
        CHECK(compare(reference, C.data(), 1).relative == 0);
        C[at] = 3;
        CHECK(compare(reference, C.data(), 1).worstElement == 2);
        CHECK(compare(reference, C.data(), 1).relative == Approx(0.02));
    }
}

TEST_CASE("a matrix without non-zeros has nothing to sample")
{
    const MatrixPtr matrix = matrixFromCoordinates(3, 4, {}, "empty");
    PlanByHand hand(*matrix, {OperatorKind::SDDMM, DataType::Float16, 64}, 32);
    const Plan plan = hand.finish();
    CHECK(checkPlan(plan, *matrix, 1, noProgress()).error.relative == 0);
    CHECK(pack(plan, *matrix, noProgress()).outputs.empty());
}

TEST_CASE("a plan is run on operands of the right number and shape")
{
    const MatrixPtr matrix = randomWithEmptyRows(20, 30, 0.2, 1);
    const Packed spmm =
        pack(mixedPlan(*matrix, {OperatorKind::SpMM, DataType::Float32, 32}, 32, 1), *matrix, noProgress());
    const Packed sddmm =
        pack(mixedPlan(*matrix, {OperatorKind::SDDMM, DataType::Float32, 32}, 32, 1), *matrix, noProgress());
    std::vector<Dense> XY = randomOperands(sddmm.op, {20, 30}, 32, 1);
    CHECK_THROWS_WITH(execute(spmm, XY, noProgress()), Catch::Contains("SpMM takes 1 dense operand, not 2"));
    CHECK_THROWS_WITH(execute(spmm, std::span(XY).first(1), noProgress()),
                      Catch::Contains("B of 30 x 32, not 20 x 32"));
    CHECK_NOTHROW(execute(sddmm, XY, noProgress()));
    std::swap(XY[0], XY[1]);
    CHECK_THROWS_WITH(execute(sddmm, XY, noProgress()), Catch::Contains("X of 20 x 32, not 30 x 32"));
}

TEST_CASE("a plan that says other sizes than its matrix has is refused, not run")
{
    const MatrixPtr matrix = randomWithEmptyRows(20, 30, 0.2, 1);
    for (const OperatorKind kind : operatorKinds()) {
        Plan plan = mixedPlan(*matrix, changed({{}, DataType::Float32, 32}, kind), 32, 1);
        plan.cols += 1;
        INFO(label(kind));
        CHECK_THROWS_WITH(checkPlan(plan, *matrix, 1, noProgress()), Catch::Contains("of 31 x"));
    }
}

TEST_CASE("each operator is found by its kind and its name")
{
    for (const OperatorDefinition* definition : operatorDefinitions()) {
        CHECK(&definitionOf(definition->kind) == definition);
        CHECK(parseOperatorKind(definition->name) == definition->kind);
    }
}
