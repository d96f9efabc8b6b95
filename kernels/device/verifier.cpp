#include "kernels/device/verifier.h"

#include "engine/core/at.h"
#include "engine/core/error.h"
#include "engine/core/parallel.h"
#include "engine/plan/operators/shared.h"
#include "kernels/device/compiler.h"
#include "kernels/device/device_plan.h"
#include "kernels/generate/templates.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <limits>

namespace sparsescope {

namespace {

constexpr std::int64_t checkedRows = 64;
constexpr int comparingBlocks = 1056; // fill the GPU
constexpr std::size_t sumsOf = 3;     // of a block: squares of differences, of the reference, the worst element

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
            {},
            matrix.slices()};
}

// Where the elements of a row begin, and how many they are.
struct RowSpan {
    std::int64_t begin, count;
};

RowSpan spanOf(const Matrix& matrix, const Operator& op, std::int64_t row)
{
    if (op.sampled())
        return {matrix.rowPtr()[at(row)], matrix.rowLength(row)};
    return {row * op.dense, op.dense};
}

// Throws where `made`, the reference's elements of these rows, is not what the CPU computes.
void checkRows(std::span<const double> made, const Matrix& matrix, const Operator& op, std::span<const Dense> operands,
               const std::vector<std::int64_t>& rows, Progress& progress)
{
    std::vector<Dense> parts(operands.begin(), operands.end());
    for (std::size_t i = 0; i < parts.size(); ++i) {
        const Dense& whole = operands[i];
        if (op.definition().operands[i].rows != RowsOf::Rows)
            continue;
        parts[i] = {static_cast<std::int64_t>(rows.size()), whole.cols, whole.ld, {}};
        for (const std::int64_t r : rows)
            parts[i].values.insert(parts[i].values.end(), whole.values.begin() + r * whole.ld,
                                   whole.values.begin() + (r + 1) * whole.ld);
    }
    const Reference expected = referenceOf(someRows(matrix, rows), op, parts, progress);
    std::size_t i = 0;
    for (const std::int64_t r : rows)
        for (std::int64_t n = spanOf(matrix, op, r).count; n > 0; --n, ++i) {
            const bool same = made[i] == expected.values[i] || (std::isnan(made[i]) && std::isnan(expected.values[i]));
            if (!same && !(std::fabs(made[i] - expected.values[i]) <= 1e-12 * expected.magnitudes[i]))
                throw Error(ErrorKind::Device,
                            fmt::format("the GPU's float64 result {} of row {} is not the CPU's {}", made[i], r,
                                        expected.values[i]),
                            {.call = "Verifier"});
        }
}

} // namespace

struct Verifier::OnDevice {
    Module module;
    Buffer values, magnitudes, sums;

    OnDevice(const std::string& cubin, std::size_t elements)
        : module(cubin), values(8 * elements, "the float64 reference"),
          magnitudes(8 * elements, "the float64 magnitudes"), sums(8 * sumsOf * comparingBlocks, "sums of differences")
    {
    }
};

Verifier::~Verifier() = default;

Verifier::Verifier(const Matrix& matrix, const Operator& op, std::span<const Dense> operands, double mostOnCpu,
                   const std::string& architecture, const Stream& stream, Progress& progress)
    : m_op(op), m_rows(op.sampled() ? matrix.nnz() : matrix.rows()), m_cols(op.sampled() ? 1 : op.dense), m_where("CPU")
{
    const bool sampled = op.sampled();
    const Dense& B = operands.back();
    const auto elements = static_cast<std::size_t>(m_rows * m_cols);
    const auto nnz = static_cast<std::size_t>(matrix.nnz());
    std::size_t denseValues = 0;
    for (const Dense& operand : operands)
        denseValues += operand.size();
    const auto sumBytes = static_cast<std::size_t>(sumBytesOf(op.dtype));
    const std::size_t bytes = 16 * elements + sumBytes * denseValues + (12 + sumBytes) * nnz +
                              8 * static_cast<std::size_t>(matrix.rows() + 1);
    const double work =
        static_cast<double>(matrix.nnz() + m_rows) * static_cast<double>(op.dense) * static_cast<double>(op.inner);
    if (work <= mostOnCpu || bytes > freeMemory().free / 4) { // libraries need memory too
        m_reference = referenceOf(matrix, op, operands, progress);
        return;
    }

    progress.report("the float64 reference", 0);
    // As the operands are: doubles of Float64, else floats.
    std::vector<std::uint8_t> values(nnz * sumBytes);
    parallelEach(matrix.nnz(), 1 << 16, [&](std::int64_t p) {
        storeValue(op.inFloat64() ? DataType::Float64 : DataType::Float32, values.data(), at(p),
                   rounded(op.dtype, matrix.value(p)));
    });
    CompileOptions compile;
    compile.architecture = architecture;
    const std::string source = deviceTemplates().at("reference.cuh");
    auto made = std::make_unique<OnDevice>(compileSource(source, "reference.cu", compile).cubin, elements);
    const Buffer colIdx(matrix.colIdx(), "columns of A");
    const Buffer a(std::span<const std::uint8_t>(values), "values of A");
    const auto floats = [](const Dense& operand) {
        return Buffer(std::span<const float>(operand.values), "a dense operand in float32");
    };
    const Buffer b =
        op.inFloat64() ? Buffer(std::span<const double>(B.doubles), "a dense operand in float64") : floats(B);
    const std::int64_t grid = std::clamp<std::int64_t>((m_rows * m_cols + 255) / 256, 1, 1 << 20);
    const double least = scaleOf(op.dtype, std::numeric_limits<double>::denorm_min());
    Buffer rowData, x;
    if (sampled) {
        std::vector<std::int32_t> rowIdx;
        rowIdx.reserve(nnz);
        for (std::int64_t r = 0; r < matrix.rows(); ++r)
            rowIdx.insert(rowIdx.end(), at(matrix.rowLength(r)), static_cast<std::int32_t>(r));
        rowData = Buffer(std::span<const std::int32_t>(rowIdx), "rows of A");
        x = floats(operands.front());
        made->module.function("referenceSddmm")
            .launch(stream, grid, 256, rowData.address(), colIdx.address(), a.address(), x.address(), b.address(),
                    matrix.nnz(), op.dense, B.ld, least, made->values.address(), made->magnitudes.address());
    } else if (op.relational()) {
        const Dense& X = operands.front();
        rowData = Buffer(matrix.rowPtr(), "rows of A");
        x = floats(X);
        made->module.function("referenceRgms")
            .launch(stream, grid, 256, rowData.address(), colIdx.address(), a.address(), x.address(), b.address(),
                    m_rows, m_cols, matrix.sliceCols(), op.inner, X.ld, B.ld, least, made->values.address(),
                    made->magnitudes.address());
    } else {
        rowData = Buffer(matrix.rowPtr(), "rows of A");
        made->module.function(op.inFloat64() ? "referenceDoubles" : "referenceSpmm")
            .launch(stream, grid, 256, rowData.address(), colIdx.address(), a.address(), b.address(), m_rows, m_cols,
                    B.ld, least, made->values.address(), made->magnitudes.address());
    }
    stream.wait(progress);
    std::vector<std::int64_t> some;
    std::vector<double> ofSome;
    for (std::int64_t i = 0; i < std::min(checkedRows, matrix.rows()); ++i) {
        some.push_back(i * matrix.rows() / std::min(checkedRows, matrix.rows()));
        const RowSpan span = spanOf(matrix, op, some.back());
        ofSome.resize(ofSome.size() + at(span.count));
        made->values.download(ofSome.data() + ofSome.size() - at(span.count), 8 * at(span.count), 8 * at(span.begin));
    }
    checkRows(ofSome, matrix, op, operands, some, progress);
    m_where = fmt::format("GPU, {} rows checked on the CPU", some.size());
    m_device = std::move(made);
}

ErrorNorms Verifier::compare(const Buffer& C, std::int64_t ld, const Stream& stream, Progress& progress) const
{
    if (!m_device) {
        std::vector<std::uint8_t> bytes(C.bytes());
        C.download(bytes.data(), bytes.size());
        return compare(decode(bytes, m_op.dtype), ld, progress);
    }
    const int type = m_op.dtype == DataType::Float16    ? 1
                     : m_op.dtype == DataType::BFloat16 ? 2
                     : m_op.inFloat64()                 ? 3
                                                        : 0;
    m_device->module.function("compareWithReference")
        .launch(stream, comparingBlocks, 256, C.address(), type, m_rows * m_cols, m_cols, ld,
                m_device->values.address(), m_device->magnitudes.address(), m_device->sums.address());
    stream.wait(progress);
    std::vector<double> sums(sumsOf * comparingBlocks);
    m_device->sums.download(sums.data(), m_device->sums.bytes());
    double difference = 0, norm = 0, worst = 0;
    for (std::size_t i = 0; i < sums.size(); i += sumsOf) {
        difference += sums[i];
        norm += sums[i + 1];
        worst = std::max(worst, sums[i + 2]);
    }
    return {norm > 0 ? std::sqrt(difference / norm) : std::sqrt(difference), worst};
}

ErrorNorms Verifier::compare(std::span<const double> C, std::int64_t ld, Progress& progress) const
{
    return sparsescope::compare(reference(), C.data(), ld, progress);
}

const Reference& Verifier::reference() const
{
    if (m_device && m_reference.values.empty()) {
        m_reference = emptyReference(m_rows, m_cols);
        m_device->values.download(m_reference.values.data(), m_device->values.bytes());
        m_device->magnitudes.download(m_reference.magnitudes.data(), m_device->magnitudes.bytes());
    }
    return m_reference;
}

} // namespace sparsescope
