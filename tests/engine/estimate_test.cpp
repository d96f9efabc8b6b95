// What searches expect of plans that they have not made.
#include "engine/search/estimate.h"
#include "engine/search/planner.h"
#include "tests/engine/search_fixtures.h"

#include <algorithm>

using namespace sparsescope;

TEST_CASE("a sample of rows is of whole rows in chunks that lie apart, and knows its share")
{
    for (const std::uint64_t seed : {1, 2, 3}) {
        const MatrixPtr matrix = rmat(4096, 100000, seed);
        INFO("seed " << seed);
        const RowSample some = someRows(*matrix, 16384);
        std::int64_t nonZeros = 0, end = 0, empty = 0;
        for (const Range& range : some.rows) {
            CHECK(range.begin >= end);
            CHECK(range.begin % 64 == 0);
            CHECK(range.size() > 0);
            end = range.end;
            nonZeros += matrix->rowPtr()[static_cast<std::size_t>(range.end)] -
                        matrix->rowPtr()[static_cast<std::size_t>(range.begin)];
        }
        CHECK(end <= matrix->rows());
        CHECK(some.rows.size() > 1);
        CHECK(nonZeros >= 16384);
        CHECK(some.share == static_cast<double>(nonZeros) / static_cast<double>(matrix->nnz()));
        for (std::int64_t r = 0; r < matrix->rows(); ++r)
            empty += matrix->rowLength(r) == 0 ? 1 : 0;
        CHECK(some.emptyRows == empty);

        const std::vector<std::uint32_t> positions = positionsOf(*matrix, some);
        CHECK(static_cast<std::int64_t>(positions.size()) == nonZeros);
        CHECK(std::is_sorted(positions.begin(), positions.end()));
        CHECK(someRows(*matrix, matrix->nnz()).share == 1);
        CHECK(positionsOf(*matrix, allRows(*matrix)).size() == static_cast<std::size_t>(matrix->nnz()));
    }
}

TEST_CASE("an estimate of all rows is a bound of the prediction, and that of a sample is near it")
{
    const Calibration calibration = everything();
    for (const char* format : {"csr", "ell"}) {
        INFO(format);
        const nlohmann::json parameters =
            format == std::string("csr") ? nlohmann::json{{"places", 256}} : nlohmann::json{{"rows", 16}, {"width", 8}};
        const MatrixPtr matrix = randomUniform(4000, 4000, 0.01, 7);
        const Operator op{OperatorKind::SpMM, DataType::Float16, 64};
        const auto model = makeCostModel(calibration, op, 32);
        const auto estimate = [&](const RowSample& rows) {
            Covered some = covered(makeFormat(format, parameters), *matrix, positionsOf(*matrix, rows),
                                   emptyPlan(*matrix, op, 32), noProgress());
            setCosts(some, *model);
            const double whole = planCost(some.plan, calibration);
            return std::pair(estimatedNs(some, rows, calibration), whole);
        };
        const auto [all, predicted] = estimate(allRows(*matrix));
        CHECK(all <= predicted * (1 + 1e-9)); // no SM is idle while another works
        CHECK(all >= 0.9 * predicted);
        const RowSample some = someRows(*matrix, 1 << 14);
        REQUIRE(some.share < 0.5);
        CHECK(estimate(some).first == Approx(predicted).epsilon(0.1));
    }
}
