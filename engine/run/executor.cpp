#include "engine/run/executor.h"

#include "engine/core/error.h"
#include "engine/core/files.h"
#include "engine/core/parallel.h"
#include "engine/plan/value_range.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <numbers>

namespace sparsescope {

namespace {

constexpr std::int64_t elementsPerSum = 4096; // that compare() adds up in one go

// SplitMix64: one independent number for each index, so that parallel loops draw the same values.
std::uint64_t mix(std::uint64_t x)
{
    x += 0x9e3779b97f4a7c15u;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
    return x ^ (x >> 31);
}

double normal(std::uint64_t seed, std::uint64_t index)
{
    const std::uint64_t a = mix(seed ^ mix(2 * index));
    const std::uint64_t b = mix(seed ^ mix(2 * index + 1));
    const double u = (static_cast<double>(a >> 11) + 1) * 0x1p-53;
    return std::sqrt(-2 * std::log(u)) * std::cos(2 * std::numbers::pi * static_cast<double>(b >> 11) * 0x1p-53);
}

void roundOutput(Dense& C, DataType dtype, const Progress& progress)
{
    if (!narrow(dtype))
        return;
    parallelEach(C.rows, 256, [&](std::int64_t r) {
        progress.check();
        for (std::int64_t j = 0; j < C.cols; ++j) {
            float& c = C.values[static_cast<std::size_t>(r * C.ld + j)];
            c = roundedOutput(dtype, c);
        }
    });
}

} // namespace

Dense randomDense(std::int64_t rows, std::int64_t cols, std::int64_t ld, DataType dtype, std::uint64_t seed,
                  const Progress& progress)
{
    requireMemory(static_cast<std::uint64_t>(rows * ld * sumBytesOf(dtype)), {},
                  fmt::format("a dense operand of {} x {}", rows, ld));
    Dense d{rows, cols, ld, {}};
    const auto fill = [&]<class T>(std::vector<T>& values) {
        values.resize(static_cast<std::size_t>(rows * ld));
        parallelEach(rows, 64, [&](std::int64_t r) {
            progress.check();
            for (std::int64_t c = 0; c < cols; ++c)
                values[static_cast<std::size_t>(r * ld + c)] =
                    static_cast<T>(rounded(dtype, normal(seed, static_cast<std::uint64_t>(r * cols + c))));
        });
    };
    if (dtype == DataType::Float64)
        fill(d.doubles);
    else
        fill(d.values);
    return d;
}

ErrorNorms acceptedErrors(DataType dtype)
{
    // The output is accumulated in float32 and rounded once: by half a unit in the last place, 2^-11, 2^-9, 2^-24. The
    // operands are the reference's, so that tf32, whose output is float32, is as exact as float32.
    switch (dtype) {
    case DataType::Float16:
        return {1e-3, 2e-3};
    case DataType::BFloat16:
        return {4e-3, 8e-3};
    case DataType::TFloat32:
    case DataType::Float32:
        break;
    case DataType::Float64: // as the reference, in another order: 2^-53 for each of a row's additions at most
        return {1e-12, 1e-12};
    }
    return {1e-5, 1e-4};
}

bool ErrorNorms::accepted(DataType dtype) const
{
    const ErrorNorms bounds = acceptedErrors(dtype);
    return relative <= bounds.relative && worstElement <= bounds.worstElement;
}

std::vector<Dense> randomOperands(const Operator& op, const MatrixShape& matrix, std::int64_t ld, std::uint64_t seed,
                                  const Progress& progress)
{
    std::vector<Dense> made;
    std::uint64_t from = seed + op.definition().operands.size();
    for (const OperandDefinition& operand : op.definition().operands) {
        const OperandShape shape = operandShape(op, operand, matrix);
        made.push_back(randomDense(shape.rows, shape.cols, operandLd(op, operand, ld), op.dtype, --from, progress));
    }
    return made;
}

Reference referenceOf(const Matrix& matrix, const Operator& op, std::span<const Dense> operands, Progress& progress)
{
    return op.definition().reference(matrix, op.dtype, operands, progress);
}

namespace {

template <class T>
ErrorNorms compareWith(const Reference& reference, const T* C, std::int64_t ld, const Progress& progress)
{
    // Sums of fixed groups of rows, added in their order: the same on any number of threads.
    const std::int64_t group = std::max<std::int64_t>(1, elementsPerSum / std::max<std::int64_t>(1, reference.cols));
    const std::int64_t groups = (reference.rows + group - 1) / group;
    std::vector<double> difference(static_cast<std::size_t>(groups), 0.0);
    std::vector<double> norm(difference.size(), 0.0);
    std::vector<double> worst(difference.size(), 0.0);
    parallelEach(groups, 4, [&](std::int64_t g) {
        progress.check();
        const auto sum = static_cast<std::size_t>(g);
        for (std::int64_t r = g * group; r < std::min((g + 1) * group, reference.rows); ++r)
            for (std::int64_t j = 0; j < reference.cols; ++j) {
                const auto at = static_cast<std::size_t>(r * reference.cols + j);
                const double expected = reference.values[at];
                const double d = std::fabs(static_cast<double>(C[r * ld + j]) - expected);
                difference[sum] += d * d;
                norm[sum] += expected * expected;
                const double scale = reference.magnitudes[at];
                const double element = scale > 0 ? d / scale : (d > 0 ? HUGE_VAL : d);
                worst[sum] = std::isnan(element) ? HUGE_VAL : std::max(worst[sum], element);
            }
    });
    double d = 0, n = 0, w = 0;
    for (std::size_t g = 0; g < difference.size(); ++g) {
        d += difference[g];
        n += norm[g];
        w = std::max(w, worst[g]);
    }
    return {n > 0 ? std::sqrt(d / n) : std::sqrt(d), w};
}

} // namespace

ErrorNorms compare(const Reference& reference, const float* C, std::int64_t ld, const Progress& progress)
{
    return compareWith(reference, C, ld, progress);
}

ErrorNorms compare(const Reference& reference, const double* C, std::int64_t ld, const Progress& progress)
{
    return compareWith(reference, C, ld, progress);
}

ErrorNorms compare(const Reference& reference, const Dense& C, const Progress& progress)
{
    return C.doubles.empty() ? compare(reference, C.values.data(), C.ld, progress)
                             : compare(reference, C.doubles.data(), C.ld, progress);
}

Dense execute(const Packed& packed, std::span<const Dense> operands, Progress& progress)
{
    const OperatorDefinition& op = packed.op.definition();
    if (operands.size() != op.operands.size())
        failUsage(fmt::format("{} takes {} dense operand{}, not {}", op.label, op.operands.size(),
                              op.operands.size() == 1 ? "" : "s", operands.size()));
    for (std::size_t i = 0; i < operands.size(); ++i) {
        const auto [rows, cols] = operandShape(packed.op, op.operands[i], packed.shape());
        if (operands[i].rows != rows || operands[i].cols != cols)
            failUsage(fmt::format("the plan needs a dense operand {} of {} x {}, not {} x {}", op.operands[i].name,
                                  rows, cols, operands[i].rows, operands[i].cols));
    }
    Dense result = op.execute(packed, operands, progress);
    roundOutput(result, packed.op.dtype, progress);
    return result;
}

CheckedPlan checkPlan(const Plan& plan, const Matrix& matrix, std::uint64_t seed, Progress& progress,
                      std::optional<MatrixValues> values)
{
    TakenValues taken = takeValues(matrix, plan.op, values, seed, progress);
    for (;;) {
        const Matrix& multiplied = taken.of(matrix);
        const Packed packed = pack(plan, multiplied, progress);
        // They have the matrix's sizes, which the reference reads by: a plan that says others is refused by execute().
        const std::vector<Dense> operands = randomOperands(plan.op, shapeOf(matrix), packed.ld, seed, progress);
        progress.report("run on the CPU", -1);
        const Dense C = execute(packed, operands, progress);
        progress.report("float64 reference", -1);
        const Reference reference = referenceOf(multiplied, plan.op, operands, progress);
        CheckedPlan checked{compare(reference, C, progress), {}, taken.values, taken.message};
        if (checked.error.accepted(plan.op.dtype))
            return checked;
        if (!values && !taken.other)
            taken = takeValues(matrix, plan.op, values, seed, progress, &reference);
        if (taken.values == checked.values) {
            checked.overflow = rangeNote(multiplied, plan.op, progress, &reference);
            return checked;
        }
    }
}

} // namespace sparsescope
