// Matrices whose values a type cannot hold are measured with others, verified.
#include "engine/measure/baselines.h"
#include "kernels/profile/run_plan.h"
#include "tests/device/gpu.h"
#include "tests/device/odd_matrix.h"
#include "tests/engine/plans_by_hand.h"
#include "tests/kernels/plans.h"

using namespace sparsescope;

namespace {

// The pattern of another, with its values scaled.
Matrix scaled(const Matrix& matrix, double factor)
{
    std::vector<double> values(matrix.values().begin(), matrix.values().end());
    for (double& value : values)
        value *= factor;
    return {matrix.rows(),
            matrix.cols(),
            {matrix.rowPtr().begin(), matrix.rowPtr().end()},
            {matrix.colIdx().begin(), matrix.colIdx().end()},
            std::move(values),
            matrix.source()};
}

Profile profiled(const Matrix& matrix, OperatorKind kind, std::optional<MatrixValues> values = {})
{
    const Operator op = changed({OperatorKind::SpMM, DataType::Float16, 64}, kind);
    Plan plan = mixedPlan(matrix, op, op.hasDenseAxis() ? 64 : 1, 5, op.hasDenseAxis());
    RunOptions options;
    options.repeats = 3;
    options.brief = true;
    options.baselines = op.definition().baselines;
    options.values = values;
    SharedInputs shared(options.seed);
    return runPlan(plan, matrix, options, shared, noProgress());
}

} // namespace

TEST_CASE("a matrix with values, or with sums, beyond float16 is measured with random ones, verified as its baselines")
{
    const Gpu gpu;
    const MatrixPtr fitting = oddMatrix(7);
    // Times 60,000 each value fits, and what is summed of them does not.
    for (const auto& [factor, begin] : {std::pair{1e9, "The file's values do not fit f16"},
                                        {60000.0, "The results with the file's values do not fit f16"},
                                        {1e-12, "The file's values are all rounded to zero in f16"}})
        for (const OperatorKind kind : anyTileOperators) {
            INFO(label(kind) << ", values times " << factor);
            const Profile profile = profiled(scaled(*fitting, factor), kind);
            CHECK(profile.verified);
            CHECK(profile.kernel.medianNs > 0);
            CHECK(profile.conditions.values == MatrixValues::Random);
            REQUIRE_FALSE(profile.messages.empty());
            CHECK_THAT(profile.messages.front(), Catch::StartsWith(begin));
            CHECK(profile.fastestBaseline() != nullptr);
            for (const Baseline& baseline : profile.baselines) {
                INFO(baseline.name);
                CHECK((baseline.verified || !baseline.problem.empty()));
            }
        }
}

TEST_CASE("values that are asked for are taken, whether the type holds them or not")
{
    const Gpu gpu;
    const Matrix large = scaled(*oddMatrix(7), 1e9);
    for (const MatrixValues values : matrixValues) {
        const Profile profile = profiled(large, OperatorKind::SpMM, values);
        CHECK(profile.verified == (values != MatrixValues::File));
        CHECK(profile.conditions.values == values);
    }
    const Profile fits = profiled(*oddMatrix(7), OperatorKind::SpMM);
    CHECK(fits.verified);
    CHECK(fits.conditions.values == MatrixValues::File);
}
