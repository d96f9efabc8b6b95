#include "kernels/baseline/mask_operands.h"

#include "engine/core/at.h"
#include "engine/core/error.h"
#include "engine/core/files.h"
#include "engine/core/parallel.h"
#include "kernels/baseline/storage.h"
#include "kernels/generate/micro.h"

#include <algorithm>
#include <limits>
#include <span>

namespace sparsescope {

namespace {

// Elements of a row of at least so many: whole units of 16 bytes.
std::int64_t rowOf(std::int64_t elements, DataType dtype)
{
    const std::int64_t unit = 16 / bytesOf(dtype);
    return (elements + unit - 1) / unit * unit;
}

// More than any memory where there are too many to count: to be refused as that.
std::size_t bytesOfRows(std::int64_t rows, std::int64_t ld, DataType dtype)
{
    const double bytes = static_cast<double>(rows) * static_cast<double>(ld) * bytesOf(dtype);
    return bytes < 4e18 ? at(rows * ld * bytesOf(dtype)) : at(std::int64_t{4'000'000'000'000'000'000});
}

// The operand with rows of `ld` elements, and rows of zeros behind its own.
std::vector<std::uint8_t> laidOut(const Dense& operand, std::int64_t rows, std::int64_t ld, DataType dtype)
{
    const std::size_t bytes = bytesOfRows(rows, ld, dtype);
    requireMemory(bytes, {}, "a dense operand");
    std::vector<std::uint8_t> memory(bytes, 0);
    parallelEach(operand.rows, 64, [&](std::int64_t r) {
        for (std::int64_t c = 0; c < operand.cols; ++c)
            storeValue(dtype, memory.data(), at(r * ld + c),
                       static_cast<double>(operand.values[at(r * operand.ld + c)]));
    });
    return memory;
}

} // namespace

MaskOperands::MaskOperands(const Operator& op, const MaskFacts& masks, Dense values, const Dense& B)
    : m_op(op), m_masks(masks), m_hostValues(std::move(values)), m_ldWide(rowOf(masks.shape.cols, op.dtype)),
      m_ldValues(rowOf(op.sampled() ? op.dense : masks.period, op.dtype)), m_ldB(rowOf(op.dense, op.dtype)),
      m_ldC(op.sampled() ? m_ldWide : m_ldB)
{
    const auto [rows, cols, high, across] = masks.shape;
    if (m_hostValues.rows != rows || m_hostValues.cols != (op.sampled() ? op.dense : masks.period) || B.rows != cols ||
        B.cols != op.dense)
        throw Error(ErrorKind::Internal, "dense operands have another shape than the masks");
    const std::size_t bytesB = bytesOfRows(whole(cols), m_ldB, op.dtype);
    const std::size_t bytesC = bytesOfRows(op.sampled() ? rows : whole(rows), m_ldC, op.dtype);
    const std::size_t bytesValues = bytesOfRows(rows, m_ldValues, op.dtype);
    requireDeviceMemory(bytesB + bytesC + bytesValues, "the dense operands of a mask");
    m_values =
        Buffer(std::span<const std::uint8_t>(laidOut(m_hostValues, rows, m_ldValues, op.dtype)), "the values of A");
    m_B = Buffer(std::span<const std::uint8_t>(laidOut(B, whole(cols), m_ldB, op.dtype)), "B");
    m_C = Buffer(bytesC, "C");
}

void MaskOperands::setMask(const MaskPtr& mask)
{
    if (mask->shape() != m_masks.shape)
        throw Error(ErrorKind::Internal, "a mask has another shape than its sequence");
    m_mask = mask;
    m_wideDue = m_granulesDue = m_csrDue = true;
    if (m_wide.address() != 0 && wideRefusal().empty())
        uploadWide();
    if (m_granules.address() != 0)
        uploadGranules();
    if (m_csr.rowPtr.address() != 0 && mask->places() <= std::numeric_limits<std::int32_t>::max())
        uploadCsr();
}

std::string MaskOperands::wideRefusal() const
{
    const std::int64_t stored = m_masks.shape.rows * m_ldWide;
    // Once it lies there, it may go on.
    const std::size_t free = m_wide.address() != 0 ? std::numeric_limits<std::size_t>::max() : freeMemory().free;
    return storageRefusal("The dense matrix", stored, m_mask ? m_mask->places() : stored, m_op.dtype, free);
}

const Buffer& MaskOperands::wide()
{
    if (!m_wideDue)
        return m_wide;
    if (const std::string refusal = wideRefusal(); !refusal.empty())
        throw Error(ErrorKind::Device, refusal);
    grow(m_wide, bytesOfRows(m_masks.shape.rows, m_ldWide, m_op.dtype), "A as a dense matrix");
    if (m_mask)
        uploadWide();
    return m_wide;
}

void MaskOperands::uploadWide()
{
    MicroShape memory; // all columns, whatever they have in common
    memory.ldA = memory.ldC = m_ldWide;
    memory.period = m_masks.shape.cols;
    memory.elementsOfA = memory.elementsOfC = m_masks.shape.rows * m_ldWide;
    requireMemory(m_wide.bytes(), {}, "A as a dense matrix");
    const std::vector<std::uint8_t> bytes =
        maskedInMemory(*m_mask, Pairing{}, m_op, memory, m_op.sampled() ? nullptr : &m_hostValues);
    m_wide.upload(bytes.data(), bytes.size());
    m_wideDue = false;
}

const Buffer& MaskOperands::granules()
{
    if (!m_granulesDue)
        return m_granules;
    const MaskShape& shape = m_masks.shape;
    grow(m_granules, at(shape.down() * shape.across()), "a mask in bytes");
    if (m_mask)
        uploadGranules();
    return m_granules;
}

void MaskOperands::uploadGranules()
{
    const std::vector<std::uint8_t> bytes = maskInMemory(*m_mask, IndexInput::Bytes);
    m_granules.upload(bytes.data(), bytes.size());
    m_granulesDue = false;
}

const DeviceCsr& MaskOperands::csr()
{
    if (!m_csrDue)
        return m_csr;
    grow(m_csr.rowPtr, at(m_masks.shape.rows + 1) * sizeof(std::int32_t), "the rows of A");
    if (m_mask)
        uploadCsr();
    return m_csr;
}

void MaskOperands::uploadCsr()
{
    MatrixSource source;
    source.name = m_masks.name;
    source.path = m_masks.path;
    const MatrixPtr matrix = matrixOf(*m_mask, source);
    const std::vector<std::int32_t> rows(matrix->rowPtr().begin(), matrix->rowPtr().end()); // positions are below 2^31
    std::vector<std::uint8_t> values(at(matrix->nnz() * bytesOf(m_op.dtype)));
    parallelEach(matrix->rows(), 64, [&](std::int64_t r) {
        std::int64_t p = matrix->rowPtr()[at(r)];
        for (const std::int32_t c : matrix->row(r)) {
            const std::int64_t stored = r * m_hostValues.ld + c % m_masks.period;
            storeValue(m_op.dtype, values.data(), at(p++),
                       m_op.sampled() ? 1 : static_cast<double>(m_hostValues.values[at(stored)]));
        }
    });
    m_csr.nnz = matrix->nnz();
    grow(m_csr.colIdx, matrix->colIdx().size_bytes(), "the column indices of A");
    grow(m_csr.values, values.size(), "the values of A");
    m_csr.rowPtr.upload(rows.data(), rows.size() * sizeof(std::int32_t));
    m_csr.colIdx.upload(matrix->colIdx().data(), matrix->colIdx().size_bytes());
    m_csr.values.upload(values.data(), values.size());
    m_csrDue = false;
}

std::size_t MaskOperands::bytes() const
{
    std::size_t all = 0;
    for (const Buffer* buffer :
         {&m_wide, &m_values, &m_granules, &m_B, &m_C, &m_csr.rowPtr, &m_csr.colIdx, &m_csr.values})
        all += buffer->bytes();
    return all;
}

} // namespace sparsescope
