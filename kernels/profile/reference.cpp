#include "kernels/profile/reference.h"

#include "engine/core/error.h"
#include "engine/core/files.h"
#include "engine/core/parallel.h"
#include "engine/plan/operators/shared.h"
#include "kernels/device/compiler.h"
#include "kernels/generate/templates.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace sparsescope {

namespace {

constexpr std::int64_t checkedRows = 64;

// Rows spread evenly over the matrix, as a matrix of their own.
Matrix someRows(const Matrix& matrix, const std::vector<std::int64_t>& rows)
{
    std::vector<std::int64_t> rowPtr{0};
    std::vector<std::int32_t> colIdx;
    std::vector<double> values;
    for (const std::int64_t r : rows) {
        for (std::int64_t p = matrix.rowPtr()[static_cast<std::size_t>(r)];
             p < matrix.rowPtr()[static_cast<std::size_t>(r) + 1]; ++p) {
            colIdx.push_back(matrix.colIdx()[static_cast<std::size_t>(p)]);
            values.push_back(matrix.value(p));
        }
        rowPtr.push_back(static_cast<std::int64_t>(colIdx.size()));
    }
    return {static_cast<std::int64_t>(rows.size()),
            matrix.cols(),
            std::move(rowPtr),
            std::move(colIdx),
            std::move(values),
            {}};
}

// Throws where the reference's elements of some rows are not what the CPU computes.
void checkRows(const Reference& reference, const Matrix& matrix, const Operator& op, std::span<const Dense> operands,
               const std::vector<std::int64_t>& rows, Progress& progress)
{
    const bool sampled = op.sampled();
    std::vector<Dense> parts(operands.begin(), operands.end());
    for (std::size_t i = 0; i < parts.size(); ++i) {
        const Dense& whole = operands[i];
        if (!op.definition().operands[i].ofRows)
            continue;
        parts[i] = {static_cast<std::int64_t>(rows.size()), whole.cols, whole.ld, {}};
        for (const std::int64_t r : rows)
            parts[i].values.insert(parts[i].values.end(), whole.values.begin() + r * whole.ld,
                                   whole.values.begin() + (r + 1) * whole.ld);
    }
    const Reference expected = referenceOf(someRows(matrix, rows), op, parts, progress);
    std::size_t at = 0;
    for (const std::int64_t r : rows) {
        const std::int64_t begin = sampled ? matrix.rowPtr()[static_cast<std::size_t>(r)] : r * reference.cols;
        const std::int64_t count = sampled ? matrix.rowLength(r) : reference.cols;
        for (std::int64_t i = 0; i < count; ++i, ++at) {
            const double made = reference.values[static_cast<std::size_t>(begin + i)];
            const bool same = made == expected.values[at] || (std::isnan(made) && std::isnan(expected.values[at]));
            if (!same && !(std::fabs(made - expected.values[at]) <= 1e-12 * expected.magnitudes[at]))
                throw Error(ErrorKind::Device,
                            fmt::format("the GPU's float64 result {} of row {} is not the CPU's {}", made, r,
                                        expected.values[at]),
                            {.call = "makeReference"});
        }
    }
}

} // namespace

Reference makeReference(const Matrix& matrix, const Operator& op, std::span<const Dense> operands, double mostOnCpu,
                        const std::string& architecture, const Stream& stream, std::string& where, Progress& progress)
{
    const bool sampled = op.sampled();
    const Dense& B = operands.back();
    const std::int64_t rows = sampled ? matrix.nnz() : matrix.rows();
    const std::int64_t cols = sampled ? 1 : op.dense;
    const auto elements = static_cast<std::size_t>(rows * cols);
    const auto nnz = static_cast<std::size_t>(matrix.nnz());
    std::size_t denseValues = 0;
    for (const Dense& operand : operands)
        denseValues += operand.values.size();
    const std::size_t bytes =
        16 * elements + 4 * denseValues + 16 * nnz + 8 * static_cast<std::size_t>(matrix.rows() + 1);
    where = "CPU";
    if (static_cast<double>(matrix.nnz()) * static_cast<double>(op.dense) <= mostOnCpu || bytes > freeMemory().free / 2)
        return referenceOf(matrix, op, operands, progress);

    requireMemory(16 * elements, {}, fmt::format("a float64 reference of {} x {}", rows, cols));
    progress.report("the float64 reference", 0);
    std::vector<float> values(nnz);
    parallelEach(matrix.nnz(), 1 << 16, [&](std::int64_t p) {
        values[static_cast<std::size_t>(p)] = static_cast<float>(rounded(op.dtype, matrix.value(p)));
    });
    CompileOptions compile;
    compile.architecture = architecture;
    const Module module(compileSource(deviceTemplates().at("reference.cuh"), "reference.cu", compile).cubin);
    const Buffer colIdx(matrix.colIdx(), "columns of A");
    const Buffer a(std::span<const float>(values), "values of A");
    const Buffer b(std::span<const float>(B.values), "a dense operand in float32");
    const Buffer result(8 * elements, "the float64 reference");
    const Buffer magnitudes(8 * elements, "the float64 magnitudes");
    const std::int64_t grid = std::clamp<std::int64_t>((rows * cols + 255) / 256, 1, 1 << 20);
    Buffer rowData, x;
    if (sampled) {
        std::vector<std::int32_t> rowIdx;
        rowIdx.reserve(nnz);
        for (std::int64_t r = 0; r < matrix.rows(); ++r)
            rowIdx.insert(rowIdx.end(), static_cast<std::size_t>(matrix.rowLength(r)), static_cast<std::int32_t>(r));
        rowData = Buffer(std::span<const std::int32_t>(rowIdx), "rows of A");
        x = Buffer(std::span<const float>(operands.front().values), "a dense operand in float32");
        module.function("referenceSddmm")
            .launch(stream, grid, 256, rowData.address(), colIdx.address(), a.address(), x.address(), b.address(),
                    matrix.nnz(), op.dense, B.ld, result.address(), magnitudes.address());
    } else {
        rowData = Buffer(matrix.rowPtr(), "rows of A");
        module.function("referenceSpmm")
            .launch(stream, grid, 256, rowData.address(), colIdx.address(), a.address(), b.address(), rows, cols, B.ld,
                    result.address(), magnitudes.address());
    }
    stream.wait(progress);
    Reference reference{rows, cols, std::vector<double>(elements), std::vector<double>(elements)};
    result.download(reference.values.data(), result.bytes());
    magnitudes.download(reference.magnitudes.data(), magnitudes.bytes());
    parallelEach(static_cast<std::int64_t>(elements), 1 << 16, [&](std::int64_t i) {
        double& m = reference.magnitudes[static_cast<std::size_t>(i)];
        m = scaleOf(op.dtype, m);
    });
    std::vector<std::int64_t> some;
    for (std::int64_t i = 0; i < std::min(checkedRows, matrix.rows()); ++i)
        some.push_back(i * matrix.rows() / std::min(checkedRows, matrix.rows()));
    checkRows(reference, matrix, op, operands, some, progress);
    where = fmt::format("GPU, {} rows checked on the CPU", some.size());
    return reference;
}

} // namespace sparsescope
