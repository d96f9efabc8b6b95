// The float64 reference that the GPU makes.
#include "kernels/profile/reference.h"
#include "tests/device/gpu.h"
#include "tests/engine/plans_by_hand.h"

#include <cmath>

using namespace sparsescope;

TEST_CASE("the GPU's float64 reference is the CPU's to the last digits, and says where it was made")
{
    const Gpu gpu;
    const Stream stream;
    const MatrixPtr matrix = randomWithEmptyRows(300, 200, 0.1, 5);
    for (const OperatorKind kind : operatorKinds()) {
        const Operator op = changed({{}, DataType::Float16, 40}, kind);
        const std::vector<Dense> operands = randomOperands(op, 300, 200, op.hasDenseAxis() ? 64 : 1, 1);
        std::string where;
        const auto make = [&](double most) {
            return makeReference(*matrix, op, operands, most, gpu.info().architecture(), stream, where, noProgress());
        };
        const Reference cpu = make(1e12);
        CHECK(where == "CPU");
        const Reference made = make(0);
        CHECK(where == "GPU, 64 rows checked on the CPU");
        REQUIRE(made.values.size() == cpu.values.size());
        for (std::size_t i = 0; i < cpu.values.size(); ++i) {
            REQUIRE(std::fabs(made.values[i] - cpu.values[i]) <= 1e-14 * cpu.magnitudes[i]);
            REQUIRE(made.magnitudes[i] == Approx(cpu.magnitudes[i]).epsilon(1e-13));
        }
    }
}

TEST_CASE("a value beyond the type makes the same infinities in both references")
{
    const Gpu gpu;
    const Stream stream;
    const Matrix matrix(2, 2, {0, 1, 3}, {0, 0, 1}, {70000.0, 70000.0, -70000.0}, MatrixSource{});
    const Operator op{OperatorKind::SpMM, DataType::Float16, 40};
    const std::vector<Dense> operands = randomOperands(op, 2, 2, 64, 1);
    std::string where;
    const Reference made =
        makeReference(matrix, op, operands, 0, gpu.info().architecture(), stream, where, noProgress());
    CHECK(where == "GPU, 2 rows checked on the CPU");
    CHECK(std::isinf(made.values[0]));
}
