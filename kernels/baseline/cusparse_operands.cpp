#ifdef SPARSESCOPE_HAS_CUSPARSE

#include "kernels/baseline/cusparse_operands.h"

#include "engine/core/at.h"
#include "engine/core/error.h"
#include "kernels/baseline/race.h"
#include "kernels/baseline/storage.h"

#include <fmt/format.h>
#include <limits>
#include <span>

namespace sparsescope {

namespace {

void* pointer(const Buffer& buffer)
{
    return reinterpret_cast<void*>(buffer.address());
}

Buffer indices(const std::vector<std::int32_t>& array, const char* what)
{
    return Buffer(std::span<const std::int32_t>(array), what);
}

// With rows of zeros at its end.
Buffer wholeCopy(const DenseShape& shape, CUdeviceptr data, DataType dtype)
{
    const auto rowBytes = static_cast<std::size_t>(shape.ld * bytesOf(dtype));
    Buffer copy(static_cast<std::size_t>(shape.wholeRows) * rowBytes, "a dense operand for whole blocks");
    copy.fill(0);
    CUDA_CHECKED(cuMemcpyDtoD, copy.address(), data, static_cast<std::size_t>(shape.rows) * rowBytes);
    return copy;
}

} // namespace

void checkCusparse(cusparseStatus_t status, const char* call)
{
    if (status != CUSPARSE_STATUS_SUCCESS)
        throw Error(ErrorKind::Device,
                    fmt::format("{}: {}", cusparseGetErrorName(status), cusparseGetErrorString(status)),
                    {.call = call});
}

CusparseHandle::CusparseHandle(const Stream& stream)
{
    checkCusparse(cusparseCreate(&m_handle), "cusparseCreate");
    const cusparseStatus_t status = cusparseSetStream(m_handle, stream.handle());
    if (status != CUSPARSE_STATUS_SUCCESS) {
        cusparseDestroy(m_handle);
        checkCusparse(status, "cusparseSetStream");
    }
}

SparseOperand::SparseOperand(const Matrix& matrix, DataType dtype, SparseLayout layout)
    : m_rows(matrix.rows()), m_cols(matrix.cols())
{
    if (layout.storage == SparseStorage::SlicedEll)
        createSliced(matrix, dtype, layout.block);
    else if (layout.block > 0)
        createBlocked(matrix, dtype, layout);
    else
        createUnblocked(matrix, dtype, layout.storage);
}

void SparseOperand::createUnblocked(const Matrix& matrix, DataType dtype, SparseStorage storage)
{
    m_values = Buffer(std::span<const std::uint8_t>(storedValues(matrix, {}, matrix.nnz(), dtype)), "the values of A");
    m_colArray = Buffer(matrix.colIdx(), "the column indices of A");
    if (storage == SparseStorage::Coo) {
        std::vector<std::int32_t> rows;
        rows.reserve(static_cast<std::size_t>(matrix.nnz()));
        for (std::int64_t r = 0; r < matrix.rows(); ++r)
            rows.insert(rows.end(), static_cast<std::size_t>(matrix.rowLength(r)), static_cast<std::int32_t>(r));
        m_rowArray = indices(rows, "the rows of A");
        checkCusparse(cusparseCreateCoo(&m_descriptor, m_rows, m_cols, matrix.nnz(), pointer(m_rowArray),
                                        pointer(m_colArray), pointer(m_values), CUSPARSE_INDEX_32I,
                                        CUSPARSE_INDEX_BASE_ZERO, libraryType(dtype)),
                      "cusparseCreateCoo");
        return;
    }
    m_rowArray = indices({matrix.rowPtr().begin(), matrix.rowPtr().end()}, "the rows of A"); // positions are below 2^31
    checkCusparse(cusparseCreateCsr(&m_descriptor, m_rows, m_cols, matrix.nnz(), pointer(m_rowArray),
                                    pointer(m_colArray), pointer(m_values), CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I,
                                    CUSPARSE_INDEX_BASE_ZERO, libraryType(dtype)),
                  "cusparseCreateCsr");
}

void SparseOperand::createBlocked(const Matrix& matrix, DataType dtype, SparseLayout layout)
{
    const Blocks blocks = blocksOf(matrix, layout.block);
    const bool bsr = layout.storage == SparseStorage::Bsr;
    const std::int64_t stored = (bsr ? blocks.count() : blocks.rows * blocks.widest()) * blocks.size * blocks.size;
    if (const std::string refusal = storageRefusal("Its blocks", stored, matrix.nnz(), dtype, freeMemory().free);
        !refusal.empty())
        throw Error(ErrorKind::Device, refusal);
    m_rows = blocks.rows * blocks.size;
    m_cols = blocks.cols * blocks.size;
    m_places = bsr ? bsrPlaces(matrix, blocks) : blockedEllPlaces(matrix, blocks);
    m_values = Buffer(std::span<const std::uint8_t>(storedValues(matrix, m_places, stored, dtype)), "the blocks of A");
    m_colArray = indices(bsr ? blocks.colIdx : blockedEllColumns(blocks), "the block columns of A");
    if (bsr) {
        m_rowArray = indices(blocks.rowPtr, "the block rows of A");
        checkCusparse(cusparseCreateBsr(&m_descriptor, blocks.rows, blocks.cols, blocks.count(), blocks.size,
                                        blocks.size, pointer(m_rowArray), pointer(m_colArray), pointer(m_values),
                                        CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO,
                                        libraryType(dtype), CUSPARSE_ORDER_ROW),
                      "cusparseCreateBsr");
    } else {
        checkCusparse(cusparseCreateBlockedEll(&m_descriptor, m_rows, m_cols, blocks.size,
                                               blocks.widest() * blocks.size, pointer(m_colArray), pointer(m_values),
                                               CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO, libraryType(dtype)),
                      "cusparseCreateBlockedEll");
    }
}

void SparseOperand::createSliced(const Matrix& matrix, DataType dtype, std::int64_t sliceRows)
{
    const Slices slices = slicesOf(matrix, sliceRows);
    if (const std::string refusal =
            storageRefusal("Its slices", slices.stored(), matrix.nnz(), dtype, freeMemory().free);
        !refusal.empty())
        throw Error(ErrorKind::Device, refusal);
    if (slices.stored() > std::numeric_limits<std::int32_t>::max())
        throw Error(ErrorKind::Device, "Its slices would store more places than 32-bit positions reach.");
    m_places = slicedPlaces(matrix, slices);
    m_values = Buffer(std::span<const std::uint8_t>(storedValues(matrix, m_places, slices.stored(), dtype)),
                      "the slices of A");
    m_rowArray = indices({slices.begin.begin(), slices.begin.end()}, "where the slices of A begin");
    m_colArray = indices(slicedColumns(matrix, slices, m_places), "the column indices of A");
    checkCusparse(cusparseCreateSlicedEll(&m_descriptor, m_rows, m_cols, matrix.nnz(), slices.stored(), slices.size,
                                          pointer(m_rowArray), pointer(m_colArray), pointer(m_values),
                                          CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO,
                                          libraryType(dtype)),
                  "cusparseCreateSlicedEll");
}

std::size_t SparseOperand::place(std::int64_t position) const
{
    return static_cast<std::size_t>(m_places.empty() ? position : m_places[at(position)]);
}

DenseOperand::DenseOperand(const DenseShape& shape, CUdeviceptr data, DataType dtype)
{
    if (shape.wholeRows > shape.rows) {
        m_copy = wholeCopy(shape, data, dtype);
        data = m_copy.address();
    }
    checkCusparse(cusparseCreateDnMat(&m_descriptor, shape.wholeRows, shape.cols, shape.ld,
                                      reinterpret_cast<void*>(data), libraryType(dtype), CUSPARSE_ORDER_ROW),
                  "cusparseCreateDnMat");
}

VectorOperand::VectorOperand(std::int64_t size, std::int64_t wholeSize, CUdeviceptr data, DataType dtype)
{
    if (wholeSize > size) {
        m_copy = wholeCopy({size, wholeSize, 1, 1}, data, dtype);
        data = m_copy.address();
    }
    checkCusparse(cusparseCreateDnVec(&m_descriptor, wholeSize, reinterpret_cast<void*>(data), libraryType(dtype)),
                  "cusparseCreateDnVec");
}

} // namespace sparsescope

#endif
