#include "engine/run/executor.h"

#include "engine/core/error.h"
#include "engine/core/files.h"
#include "engine/core/parallel.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <limits>
#include <numbers>

namespace sparsescope {

namespace {

constexpr std::int64_t columnsPerJob = 8;
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

void requireOperator(const Packed& packed, OperatorKind kind)
{
    if (packed.op.kind != kind)
        failUsage(fmt::format("the plan is for {}, it cannot be run as {}", label(packed.op.kind), label(kind)));
}

void requireShape(const Dense& operand, std::int64_t rows, std::int64_t cols)
{
    if (operand.rows != rows || operand.cols != cols)
        failUsage(fmt::format("the plan needs a dense operand of {} x {}, not {} x {}", rows, cols, operand.rows,
                              operand.cols));
}

Reference emptyReference(std::int64_t rows, std::int64_t cols)
{
    requireMemory(static_cast<std::uint64_t>(rows * cols) * 16, {},
                  fmt::format("a float64 reference of {} x {}", rows, cols));
    const auto size = static_cast<std::size_t>(rows * cols);
    return {rows, cols, std::vector<double>(size, 0.0), std::vector<double>(size, 0.0)};
}

void roundOutput(Dense& C, DataType dtype)
{
    if (!narrow(dtype))
        return;
    parallelEach(C.rows, 256, [&](std::int64_t r) {
        for (std::int64_t j = 0; j < C.cols; ++j) {
            float& c = C.values[static_cast<std::size_t>(r * C.ld + j)];
            c = roundedOutput(dtype, c);
        }
    });
}

} // namespace

Dense randomDense(std::int64_t rows, std::int64_t cols, std::int64_t ld, DataType dtype, std::uint64_t seed)
{
    requireMemory(static_cast<std::uint64_t>(rows * ld) * sizeof(float), {},
                  fmt::format("a dense operand of {} x {}", rows, ld));
    Dense d{rows, cols, ld, std::vector<float>(static_cast<std::size_t>(rows * ld), 0.0f)};
    parallelEach(rows, 64, [&](std::int64_t r) {
        for (std::int64_t c = 0; c < cols; ++c)
            d.values[static_cast<std::size_t>(r * ld + c)] =
                static_cast<float>(rounded(dtype, normal(seed, static_cast<std::uint64_t>(r * cols + c))));
    });
    return d;
}

bool ErrorNorms::accepted(DataType dtype) const
{
    // The output is accumulated in float32 and rounded once: by half a unit in the last place, 2^-11, 2^-9, 2^-24. The
    // operands are the reference's, so that tf32, whose output is float32, is as exact as float32.
    switch (dtype) {
    case DataType::Float16:
        return relative <= 1e-3 && worstElement <= 2e-3;
    case DataType::BFloat16:
        return relative <= 4e-3 && worstElement <= 8e-3;
    case DataType::TFloat32:
    case DataType::Float32:
        break;
    }
    return relative <= 1e-5 && worstElement <= 1e-4;
}

double scaleOf(DataType dtype, double magnitude)
{
    return magnitude > 0 ? std::max(magnitude, dtype == DataType::Float16 ? 0x1p-14 : 0x1p-126) : magnitude;
}

Reference referenceSpmm(const Matrix& matrix, DataType dtype, const Dense& B, Progress& progress)
{
    const std::int64_t J = B.cols;
    Reference reference = emptyReference(matrix.rows(), J);
    parallelRanges(matrix.rows(), 64, [&](std::int64_t begin, std::int64_t end) {
        progress.check();
        for (std::int64_t r = begin; r < end; ++r) {
            double* c = reference.values.data() + r * J;
            double* magnitude = reference.magnitudes.data() + r * J;
            for (std::int64_t p = matrix.rowPtr()[static_cast<std::size_t>(r)];
                 p < matrix.rowPtr()[static_cast<std::size_t>(r) + 1]; ++p) {
                const double a = rounded(dtype, matrix.value(p));
                const float* b = B.values.data() + matrix.colIdx()[static_cast<std::size_t>(p)] * B.ld;
                for (std::int64_t j = 0; j < J; ++j) {
                    const double product = a * static_cast<double>(b[j]);
                    c[j] += product;
                    magnitude[j] += std::fabs(product);
                }
            }
            std::transform(magnitude, magnitude + J, magnitude, [&](double m) { return scaleOf(dtype, m); });
        }
    });
    return reference;
}

Reference referenceSddmm(const Matrix& matrix, DataType dtype, const Dense& X, const Dense& Y, Progress& progress)
{
    Reference reference = emptyReference(matrix.nnz(), 1);
    parallelRanges(matrix.rows(), 64, [&](std::int64_t begin, std::int64_t end) {
        progress.check();
        for (std::int64_t r = begin; r < end; ++r) {
            const float* x = X.values.data() + r * X.ld;
            const auto last = static_cast<std::size_t>(matrix.rowPtr()[static_cast<std::size_t>(r) + 1]);
            for (auto p = static_cast<std::size_t>(matrix.rowPtr()[static_cast<std::size_t>(r)]); p < last; ++p) {
                const float* y = Y.values.data() + matrix.colIdx()[p] * Y.ld;
                double sum = 0, magnitude = 0;
                for (std::int64_t k = 0; k < X.cols; ++k) {
                    const double product = static_cast<double>(x[k]) * static_cast<double>(y[k]);
                    sum += product;
                    magnitude += std::fabs(product);
                }
                const double a = rounded(dtype, matrix.value(static_cast<std::int64_t>(p)));
                reference.values[p] = a * sum;
                reference.magnitudes[p] = scaleOf(dtype, std::fabs(a) * magnitude);
            }
        }
    });
    return reference;
}

ErrorNorms compare(const Reference& reference, const float* C, std::int64_t ld)
{
    // Sums of fixed groups of rows, added in their order: the same on any number of threads.
    const std::int64_t group = std::max<std::int64_t>(1, elementsPerSum / std::max<std::int64_t>(1, reference.cols));
    const std::int64_t groups = (reference.rows + group - 1) / group;
    std::vector<double> difference(static_cast<std::size_t>(groups), 0.0);
    std::vector<double> norm(difference.size(), 0.0);
    std::vector<double> worst(difference.size(), 0.0);
    parallelEach(groups, 4, [&](std::int64_t g) {
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

Dense executePlan(const Packed& packed, const Dense& B, Progress& progress)
{
    requireOperator(packed, packed.op.kind == OperatorKind::SpMV ? OperatorKind::SpMV : OperatorKind::SpMM);
    requireShape(B, packed.cols, packed.op.dense);
    Dense C{packed.rows, B.cols, B.ld, std::vector<float>(static_cast<std::size_t>(packed.rows * B.ld), 0.0f)};
    // Jobs take columns of C, so that tiles which share rows never meet.
    parallelRanges((B.cols + columnsPerJob - 1) / columnsPerJob, 1, [&](std::int64_t begin, std::int64_t end) {
        const std::int64_t j0 = begin * columnsPerJob;
        const std::int64_t j1 = std::min(B.cols, end * columnsPerJob);
        std::vector<std::int32_t> rows;
        for (std::size_t t = 0; t < packed.tiles.size(); ++t) {
            if (t % 1024 == 0)
                progress.check();
            PackedTileView view = packed.view(t);
            if (packed.kinds[static_cast<std::size_t>(packed.tiles[t].kind)].atomic && packed.usesScratch()) { // slots of the scratch back to rows of C
                rows.assign(view.rowIds.begin(), view.rowIds.end());
                for (std::int32_t& r : rows)
                    r = r < 0 ? r : packed.atomicRows[static_cast<std::size_t>(r)];
                view.rowIds = rows;
            }
            packed.formatOf(t).spmm(view, packed.op.dtype, B.values.data(), B.ld, C.values.data(), C.ld, j0, j1);
        }
    });
    roundOutput(C, packed.op.dtype);
    return C;
}

Dense executeSddmm(const Packed& packed, const Dense& X, const Dense& Y, Progress& progress)
{
    requireOperator(packed, OperatorKind::SDDMM);
    requireShape(X, packed.rows, packed.op.dense);
    requireShape(Y, packed.cols, packed.op.dense);
    // Where nothing is added, an output that no place writes is to be seen.
    const bool add = packed.addsOutputs();
    Dense out{
        packed.nnz, 1, 1,
        std::vector<float>(static_cast<std::size_t>(packed.nnz), add ? 0.0f : std::numeric_limits<float>::quiet_NaN())};
    parallelRanges(static_cast<std::int64_t>(packed.tiles.size()), 16, [&](std::int64_t begin, std::int64_t end) {
        progress.check();
        for (auto t = static_cast<std::size_t>(begin); t < static_cast<std::size_t>(end); ++t)
            for (std::int64_t k = 0; k < packed.op.dense; k += packed.densePart)
                packed.formatOf(t).sddmm(packed.view(t), packed.op.dtype, X.values.data(), X.ld, Y.values.data(), Y.ld,
                                         out.values.data(), k, std::min(k + packed.densePart, packed.op.dense), add);
    });
    roundOutput(out, packed.op.dtype);
    return out;
}

std::string overflowNote(const Matrix& matrix, DataType dtype, const Reference* results)
{
    std::int64_t values = 0;
    for (std::int64_t p = 0; p < matrix.nnz(); ++p)
        values += std::isinf(rounded(dtype, matrix.value(p))) ? 1 : 0;
    const std::int64_t beyond =
        values > 0 || !results ? values
                               : std::count_if(results->values.begin(), results->values.end(), [&](double v) { return std::isinf(rounded(dtype, v)); });
    if (beyond == 0)
        return {};
    return fmt::format("{} of {} {} are beyond the largest finite {} and became infinite: {}scale the matrix", beyond,
                       values > 0 ? matrix.nnz() : static_cast<std::int64_t>(results->values.size()), values > 0 ? "values" : "results", name(dtype),
                       dtype == DataType::Float16 ? "take f32 or bf16, or " : "");
}

CheckedPlan checkPlan(const Plan& plan, const Matrix& matrix, std::uint64_t seed, Progress& progress)
{
    const Packed packed = pack(plan, matrix, progress);
    const DataType dtype = plan.op.dtype;
    const auto dense = [&](std::int64_t rows, std::uint64_t from) {
        return randomDense(rows, plan.op.dense, packed.ld, dtype, from);
    };
    const bool sampled = plan.op.kind == OperatorKind::SDDMM;
    const Dense X = sampled ? dense(matrix.rows(), mix(seed)) : Dense();
    const Dense B = dense(matrix.cols(), seed); // SDDMM: Y
    progress.report("run on the CPU", -1);
    const Dense C = sampled ? executeSddmm(packed, X, B, progress) : executePlan(packed, B, progress);
    progress.report("float64 reference", -1);
    const Reference reference =
        sampled ? referenceSddmm(matrix, dtype, X, B, progress) : referenceSpmm(matrix, dtype, B, progress);
    CheckedPlan checked{compare(reference, C.values.data(), C.ld), {}};
    if (!checked.error.accepted(dtype))
        checked.overflow = overflowNote(matrix, dtype, &reference);
    return checked;
}

} // namespace sparsescope
