// cuSPARSE's handle and descriptors, with the arrays that they describe. Only for files built with cuSPARSE.
#pragma once

#include "engine/matrix/matrix.h"
#include "engine/plan/operators/operator.h"
#include "kernels/device/device.h"

#include <cusparse.h>

#include <cstdint>
#include <vector>

namespace sparsescope {

// Throws Error(Device) naming the call unless the status is success.
void checkCusparse(cusparseStatus_t status, const char* call);

class CusparseHandle {
public:
    explicit CusparseHandle(const Stream& stream);
    ~CusparseHandle() { cusparseDestroy(m_handle); }
    CusparseHandle(const CusparseHandle&) = delete;
    CusparseHandle& operator=(const CusparseHandle&) = delete;
    cusparseHandle_t get() const { return m_handle; }

private:
    cusparseHandle_t m_handle = nullptr;
};

enum class SparseStorage { Csr, Coo, Bsr, BlockedEll, SlicedEll };

struct SparseLayout {
    SparseStorage storage;
    std::int64_t block = 0; // rows and columns of a block; of sliced ELL, rows of a slice; 0 without either
};

class SparseOperand {
public:
    // Throws Error(Device) with a sentence when blocks or slices would store too much (storageRefusal).
    SparseOperand(const Matrix& matrix, DataType dtype, SparseLayout layout);
    ~SparseOperand() { cusparseDestroySpMat(m_descriptor); }
    SparseOperand(const SparseOperand&) = delete;
    SparseOperand& operator=(const SparseOperand&) = delete;

    cusparseSpMatDescr_t get() const { return m_descriptor; }
    std::int64_t rows() const { return m_rows; } // of whole blocks
    std::int64_t cols() const { return m_cols; }
    Buffer& values() { return m_values; }
    // Where the non-zero at a CSR position stands in values().
    std::size_t place(std::int64_t position) const;

private:
    void createUnblocked(const Matrix& matrix, DataType dtype, SparseStorage storage);
    void createBlocked(const Matrix& matrix, DataType dtype, SparseLayout layout);
    void createSliced(const Matrix& matrix, DataType dtype, std::int64_t sliceRows);

    std::int64_t m_rows, m_cols;
    std::vector<std::int64_t> m_places; // empty: CSR order
    Buffer m_rowArray, m_colArray, m_values;
    cusparseSpMatDescr_t m_descriptor = nullptr;
};

struct DenseShape {
    std::int64_t rows;      // that there are
    std::int64_t wholeRows; // that are described, at least as many
    std::int64_t cols;
    std::int64_t ld; // in elements
};

// Row-major. Rows that there are not are zeros: then it is a copy that is described.
class DenseOperand {
public:
    DenseOperand(const DenseShape& shape, CUdeviceptr data, DataType dtype);
    ~DenseOperand() { cusparseDestroyDnMat(m_descriptor); }
    DenseOperand(const DenseOperand&) = delete;
    DenseOperand& operator=(const DenseOperand&) = delete;
    cusparseDnMatDescr_t get() const { return m_descriptor; }

private:
    Buffer m_copy;
    cusparseDnMatDescr_t m_descriptor = nullptr;
};

// A vector, of SpMV; elements that there are not are zeros, as above.
class VectorOperand {
public:
    VectorOperand(std::int64_t size, std::int64_t wholeSize, CUdeviceptr data, DataType dtype);
    ~VectorOperand() { cusparseDestroyDnVec(m_descriptor); }
    VectorOperand(const VectorOperand&) = delete;
    VectorOperand& operator=(const VectorOperand&) = delete;
    cusparseDnVecDescr_t get() const { return m_descriptor; }

private:
    Buffer m_copy;
    cusparseDnVecDescr_t m_descriptor = nullptr;
};

} // namespace sparsescope
