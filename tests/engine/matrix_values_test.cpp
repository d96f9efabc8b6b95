// The values that a matrix is multiplied with: the file's, random ones, ones.
#include "engine/core/error.h"
#include "engine/run/executor.h"
#include "tests/engine/plans_by_hand.h"

#include <cmath>
#include <limits>

using namespace sparsescope;

namespace {

constexpr std::uint64_t seed = 3;

TakenValues taken(const Matrix& matrix, DataType dtype, std::optional<MatrixValues> asked = {},
                  std::uint64_t from = seed)
{
    return takeValues(matrix, spmm(dtype, 32), asked, from, noProgress());
}

// One row of four values.
Matrix rowOf(std::vector<double> values)
{
    return {1, 4, {0, 4}, {0, 1, 2, 3}, std::move(values), MatrixSource{}};
}

Plan anyPlan(const Matrix& matrix, DataType dtype)
{
    PlanByHand hand(matrix, spmm(dtype, 32), 32);
    hand.rest(64);
    return hand.finish();
}

} // namespace

TEST_CASE("values are parsed by their names, and others are refused with all of them")
{
    for (const MatrixValues values : matrixValues)
        CHECK(parseMatrixValues(name(values)) == values);
    CHECK_THROWS_WITH(parseMatrixValues("zeros"), "values \"zeros\" are none of file, random, ones");
}

TEST_CASE("random values keep the pattern, come from the seed alone, and are held by every type")
{
    const MatrixPtr matrix = randomWithEmptyRows(90, 140, 0.1, 21);
    const TakenValues random = taken(*matrix, DataType::Float16, MatrixValues::Random);
    REQUIRE(random.other);
    CHECK(random.values == MatrixValues::Random);
    CHECK(random.message.empty()); // they were asked for
    CHECK(random.of(*matrix).fingerprint().pattern == matrix->fingerprint().pattern);
    CHECK(random.of(*matrix).fingerprint().values != matrix->fingerprint().values);
    std::int64_t negative = 0;
    for (const double value : random.other->values()) {
        CHECK(std::abs(value) >= 0.5);
        CHECK(std::abs(value) < 1);
        negative += value < 0 ? 1 : 0;
    }
    CHECK(negative > matrix->nnz() / 3);
    CHECK(negative < 2 * matrix->nnz() / 3);
    const auto fingerprint = [&](DataType dtype, std::uint64_t from) {
        return taken(*matrix, dtype, MatrixValues::Random, from).other->fingerprint();
    };
    CHECK(fingerprint(DataType::Float32, seed) == random.other->fingerprint());
    CHECK(fingerprint(DataType::Float32, seed + 1).values != random.other->fingerprint().values);
}

TEST_CASE("ones are the values of a pattern, which needs no others")
{
    const Matrix matrix = rowOf({2, 3, 4, 5});
    const TakenValues ones = taken(matrix, DataType::Float16, MatrixValues::Ones);
    REQUIRE(ones.other);
    CHECK_FALSE(ones.other->hasValues());
    CHECK(ones.other->value(2) == 1);
    const Matrix pattern = rowOf({});
    for (const auto asked :
         {std::optional<MatrixValues>(), std::optional(MatrixValues::File), std::optional(MatrixValues::Ones)}) {
        CHECK_FALSE(taken(pattern, DataType::Float16, asked).other);
        CHECK(taken(pattern, DataType::Float16, asked).message.empty());
    }
    CHECK(taken(pattern, DataType::Float16, MatrixValues::Random).other->hasValues());
}

TEST_CASE("the file's values are taken where the type holds them, and random ones with a sentence where it does not")
{
    const auto message = [](std::vector<double> values, DataType dtype) {
        const TakenValues chosen = taken(rowOf(std::move(values)), dtype);
        CHECK((chosen.values == MatrixValues::Random) == !chosen.message.empty());
        CHECK((chosen.other != nullptr) == !chosen.message.empty());
        return chosen.message;
    };
    const std::vector<double> large = {1, -1.2e7, 3, 4}, tiny = {1e-9, 0, -2e-9, 1e-10};
    CHECK(message(large, DataType::Float16) ==
          "The file's values do not fit f16 (largest 1.2e+07): random ones are taken in their place.");
    CHECK(message(large, DataType::BFloat16).empty());
    CHECK(message({65519, 1, 1, 1}, DataType::Float16).empty()); // rounded to the largest
    CHECK(message(tiny, DataType::Float16) ==
          "The file's values are all rounded to zero in f16 (largest 2e-09): random ones are taken in their place.");
    CHECK(message(tiny, DataType::Float32).empty());
    CHECK(message({1e-9, 1, 1e-9, 1e-9}, DataType::Float16).empty());
    CHECK(message({0, 0, 0, 0}, DataType::Float16).empty()); // as the file says
    CHECK(message({1, std::numeric_limits<double>::infinity(), 2, std::nan("")}, DataType::Float32) ==
          "2 of the file's 4 values are infinite or not numbers: random ones are taken in their place.");
    // What could overflow is no reason: the results say.
    CHECK(message({60000, 60000, 60000, 60000}, DataType::Float16).empty());
    // Asked for, they are taken as they are.
    CHECK_FALSE(taken(rowOf(large), DataType::Float16, MatrixValues::File).other);
}

TEST_CASE("a check on the CPU takes random values where values or results do not fit, unless the file's are asked for")
{
    // No sum can go beyond the type but those that do: 4 values of 60,000 times normal ones.
    const Matrix sums = rowOf({60000, 60000, 60000, 60000}), values = rowOf({70000, 1, 2, 3});
    const auto checked = [](const Matrix& matrix, DataType dtype, std::optional<MatrixValues> asked = {}) {
        return checkPlan(anyPlan(matrix, dtype), matrix, seed, noProgress(), asked);
    };
    const CheckedPlan chosen = checked(sums, DataType::Float16);
    CHECK(chosen.error.accepted(DataType::Float16));
    CHECK(chosen.error.relative > 0);
    CHECK(chosen.values == MatrixValues::Random);
    CHECK_THAT(chosen.message, Catch::StartsWith("The results with the file's values do not fit f16 (largest "));
    CHECK(chosen.overflow.empty());
    CHECK(checked(values, DataType::Float16).message.starts_with("The file's values do not fit f16 (largest 7e+04)"));
    CHECK(checked(sums, DataType::Float32).values == MatrixValues::File);
    CHECK(checked(sums, DataType::Float16, MatrixValues::Ones).error.accepted(DataType::Float16));
    for (const Matrix* matrix : {&sums, &values}) {
        const CheckedPlan asked = checked(*matrix, DataType::Float16, MatrixValues::File);
        CHECK_FALSE(asked.error.accepted(DataType::Float16));
        CHECK(asked.values == MatrixValues::File);
        CHECK(asked.message.empty());
        CHECK_THAT(asked.overflow, Catch::Contains("beyond the largest finite f16"));
    }
}
