// The float64 reference that the GPU makes, and results that are compared with it there.
#include "kernels/device/device_plan.h"
#include "kernels/device/verifier.h"
#include "tests/device/gpu.h"
#include "tests/engine/plans_by_hand.h"

#include <cmath>
#include <limits>

using namespace sparsescope;

TEST_CASE("the GPU's float64 reference is the CPU's to the last digits, and says where it was made")
{
    const Gpu gpu;
    const Stream stream;
    const MatrixPtr matrix = randomWithEmptyRows(300, 200, 0.1, 5);
    for (const OperatorKind kind : operatorKinds()) {
        const DataType dtype = definitionOf(kind).inFloat64 ? DataType::Float64 : DataType::Float16;
        const Operator op = changed({{}, dtype, 40}, kind);
        const std::vector<Dense> operands = randomOperands(op, {300, 200}, op.hasDenseAxis() ? 64 : 1, 1);
        const Verifier cpu(*matrix, op, operands, 1e12, gpu.info().architecture(), stream, noProgress());
        CHECK(cpu.where() == "CPU");
        const Verifier made(*matrix, op, operands, 0, gpu.info().architecture(), stream, noProgress());
        CHECK(made.where() == "GPU, 64 rows checked on the CPU");
        REQUIRE(made.reference().values.size() == cpu.reference().values.size());
        for (std::size_t i = 0; i < cpu.reference().values.size(); ++i) {
            const double magnitude = cpu.reference().magnitudes[i];
            REQUIRE(std::fabs(made.reference().values[i] - cpu.reference().values[i]) <= 1e-14 * magnitude);
            REQUIRE(made.reference().magnitudes[i] == Approx(magnitude).epsilon(1e-13));
        }
    }
}

TEST_CASE("a result is compared on the GPU as it is on the CPU, in every type")
{
    const Gpu gpu;
    const Stream stream;
    constexpr std::int64_t rows = 300, cols = 200, ld = 64;
    const MatrixPtr matrix = randomWithEmptyRows(rows, cols, 0.1, 5);
    for (const DataType dtype : allDataTypes)
        for (const OperatorKind kind : operatorKinds()) {
            if (dtype == DataType::Float64 && !definitionOf(kind).inFloat64)
                continue;
            INFO(name(dtype) << " " << label(kind));
            const Operator op = changed({{}, dtype, 40}, kind);
            const std::int64_t ldB = op.hasDenseAxis() ? ld : 1, ldC = op.sampled() ? 1 : ldB;
            const std::vector<Dense> operands = randomOperands(op, {rows, cols}, ldB, 1);
            const std::string architecture = gpu.info().architecture();
            const Verifier cpu(*matrix, op, operands, 1e12, architecture, stream, noProgress());
            const Verifier made(*matrix, op, operands, 0, architecture, stream, noProgress());
            const DataType stored = dtype == DataType::TFloat32 ? DataType::Float32 : dtype; // of the output
            const Reference& right = cpu.reference();
            std::vector<double> C(static_cast<std::size_t>(right.rows * ldC), 7); // behind a row: anything
            for (std::int64_t r = 0; r < right.rows; ++r)
                for (std::int64_t j = 0; j < right.cols; ++j)
                    C[static_cast<std::size_t>(r * ldC + j)] =
                        right.values[static_cast<std::size_t>(r * right.cols + j)];
            const auto norms = [&](const Verifier& by) {
                std::vector<std::uint8_t> bytes(C.size() * static_cast<std::size_t>(bytesOf(stored)));
                for (std::size_t i = 0; i < C.size(); ++i)
                    storeValue(stored, bytes.data(), i, C[i]);
                return by.compare(Buffer(std::span<const std::uint8_t>(bytes), "C"), ldC, stream, noProgress());
            };
            const auto same = [&] {
                const ErrorNorms here = norms(cpu), there = norms(made);
                CHECK(there.relative == Approx(here.relative).epsilon(1e-9));
                CHECK(there.worstElement == Approx(here.worstElement).epsilon(1e-9));
                CHECK(here.accepted(dtype) == there.accepted(dtype));
                return there.accepted(dtype);
            };
            CHECK(same());
            const auto last = static_cast<std::size_t>((right.rows - 1) * ldC + right.cols - 1);
            C[last] += 1;
            CHECK_FALSE(same());
            C[last] = std::numeric_limits<double>::quiet_NaN();
            CHECK_FALSE(norms(made).accepted(dtype));
        }
}

TEST_CASE("a value beyond the type makes the same infinities in both references")
{
    const Gpu gpu;
    const Stream stream;
    const Matrix matrix(2, 2, {0, 1, 3}, {0, 0, 1}, {70000.0, 70000.0, -70000.0}, MatrixSource{});
    const Operator op{OperatorKind::SpMM, DataType::Float16, 40};
    const std::vector<Dense> operands = randomOperands(op, {2, 2}, 64, 1);
    const Verifier made(matrix, op, operands, 0, gpu.info().architecture(), stream, noProgress());
    CHECK(made.where() == "GPU, 2 rows checked on the CPU");
    CHECK(std::isinf(made.reference().values[0]));
}
