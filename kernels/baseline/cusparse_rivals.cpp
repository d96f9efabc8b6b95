// cuSPARSE's products of masks, with its own conversion of the dense matrix, or blocks that kernels of ours find.
#include "kernels/baseline/cusparse.h"
#include "kernels/baseline/rivals.h"

#include "engine/core/error.h"

#ifdef SPARSESCOPE_HAS_CUSPARSE

#include "engine/core/at.h"
#include "engine/core/text.h"
#include "kernels/baseline/cusparse_calls.h"
#include "kernels/baseline/rival_kernels.h"
#include "kernels/baseline/storage.h"

#include <algorithm>
#include <fmt/format.h>
#include <limits>
#include <utility>

namespace sparsescope {

namespace {

// A sparse matrix of arrays that are owned elsewhere; none, until one is made.
class SparseDescriptor {
public:
    SparseDescriptor() = default;
    ~SparseDescriptor()
    {
        if (m_descriptor)
            cusparseDestroySpMat(m_descriptor);
    }
    SparseDescriptor(SparseDescriptor&& other) noexcept : m_descriptor(std::exchange(other.m_descriptor, nullptr)) {}
    SparseDescriptor& operator=(SparseDescriptor&& other) noexcept
    {
        std::swap(m_descriptor, other.m_descriptor);
        return *this;
    }
    cusparseSpMatDescr_t get() const { return m_descriptor; }
    cusparseSpMatDescr_t* made() { return &m_descriptor; } // for the call that makes one, where there is none

private:
    cusparseSpMatDescr_t m_descriptor = nullptr;
};

void* arrayOf(const Buffer& buffer)
{
    return reinterpret_cast<void*>(buffer.address());
}

DenseOperand describedB(const MaskOperands& operands, std::int64_t rows)
{
    return DenseOperand({rows, rows, operands.op().dense, operands.ldB()}, operands.B().address(), operands.op().dtype);
}

// CSR or COO. Analysis, which counts, is waited for by cuSPARSE; what follows is queued.
class ConvertedRival : public MaskRival {
public:
    ConvertedRival(MaskOperands& operands, const Stream& stream, SparseStorage storage)
        : m_operands(operands), m_stream(stream), m_handle(stream), m_dtype(operands.op().dtype), m_storage(storage),
          m_wide({rows(), rows(), cols(), operands.ldWide()}, operands.wide().address(), m_dtype),
          m_second(describedB(operands, cols()))
    {
        if (storage == SparseStorage::Csr)
            m_rowArray = Buffer(at(rows() + 1) * sizeof(std::int32_t), "the rows of a sparse matrix");
    }

    bool waits() const override { return true; }

    void convert() override
    {
        m_operands.wide(); // who may refuse this mask
        m_matrix = {};
        create();
        constexpr auto algorithm = CUSPARSE_DENSETOSPARSE_ALG_DEFAULT;
        std::size_t bytes = 0;
        checkCusparse(cusparseDenseToSparse_bufferSize(m_handle.get(), m_wide.get(), m_matrix.get(), algorithm, &bytes),
                      "cusparseDenseToSparse_bufferSize");
        grow(m_conversion, bytes, "cuSPARSE's conversion");
        checkCusparse(cusparseDenseToSparse_analysis(m_handle.get(), m_wide.get(), m_matrix.get(), algorithm,
                                                     arrayOf(m_conversion)),
                      "cusparseDenseToSparse_analysis");
        m_nnz = readNonZeros();
        if (m_nnz == 0)
            return;
        grow(m_colArray, at(m_nnz) * sizeof(std::int32_t), "the column indices of a sparse matrix");
        grow(m_values, at(m_nnz * bytesOf(m_dtype)), "the values of a sparse matrix");
        if (m_storage == SparseStorage::Coo)
            grow(m_rowArray, at(m_nnz) * sizeof(std::int32_t), "the rows of a sparse matrix");
        if (m_storage == SparseStorage::Coo)
            checkCusparse(
                cusparseCooSetPointers(m_matrix.get(), arrayOf(m_rowArray), arrayOf(m_colArray), arrayOf(m_values)),
                "cusparseCooSetPointers");
        else
            checkCusparse(
                cusparseCsrSetPointers(m_matrix.get(), arrayOf(m_rowArray), arrayOf(m_colArray), arrayOf(m_values)),
                "cusparseCsrSetPointers");
        checkCusparse(cusparseDenseToSparse_convert(m_handle.get(), m_wide.get(), m_matrix.get(), algorithm,
                                                    arrayOf(m_conversion)),
                      "cusparseDenseToSparse_convert");
        prepare();
    }

    std::size_t bytes() const override
    {
        return m_rowArray.bytes() + m_colArray.bytes() + m_values.bytes() + m_conversion.bytes() + m_workspace.bytes();
    }

protected:
    std::int64_t rows() const { return m_operands.masks().shape.rows; }
    std::int64_t cols() const { return m_operands.masks().shape.cols; }
    const DenseOperand& second() const { return m_second; } // B, or Y

    virtual void prepare() = 0; // the product of m_matrix, which is not empty

    MaskOperands& m_operands;
    const Stream& m_stream;
    CusparseHandle m_handle;
    DataType m_dtype;
    SparseDescriptor m_matrix;
    std::int64_t m_nnz = 0;
    Buffer m_rowArray, m_colArray, m_values, m_workspace;

private:
    // Without non-zeros: these come with the conversion.
    void create()
    {
        if (m_storage == SparseStorage::Coo)
            checkCusparse(cusparseCreateCoo(m_matrix.made(), rows(), cols(), 0, nullptr, nullptr, nullptr,
                                            CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO, libraryType(m_dtype)),
                          "cusparseCreateCoo");
        else
            checkCusparse(cusparseCreateCsr(m_matrix.made(), rows(), cols(), 0, arrayOf(m_rowArray), nullptr, nullptr,
                                            CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO,
                                            libraryType(m_dtype)),
                          "cusparseCreateCsr");
    }

    std::int64_t readNonZeros() const
    {
        std::int64_t down = 0, across = 0, nnz = 0;
        checkCusparse(cusparseSpMatGetSize(m_matrix.get(), &down, &across, &nnz), "cusparseSpMatGetSize");
        if (down != rows() || across != cols() || nnz < 0 || nnz > rows() * cols())
            throw Error(ErrorKind::Device,
                        fmt::format("it counted {} non-zeros of {} x {} places", nnz, rows(), cols()),
                        {.call = "cusparseDenseToSparse_analysis"});
        if (nnz > std::numeric_limits<std::int32_t>::max())
            throw Error(ErrorKind::Device,
                        fmt::format("{} non-zeros are more than 32-bit positions reach.", formatCount(nnz)));
        return nnz;
    }

    SparseStorage m_storage;
    DenseOperand m_wide, m_second;
    Buffer m_conversion;
};

class SpmmRival : public ConvertedRival {
public:
    SpmmRival(const SpmmVariant& variant, MaskOperands& operands, const Stream& stream)
        : ConvertedRival(operands, stream, variant.layout.storage), m_variant(variant),
          m_output({rows(), rows(), operands.op().dense, operands.ldC()}, operands.C().address(), operands.op().dtype)
    {
    }

    void multiply() override
    {
        if (m_nnz == 0)
            m_operands.C().fill(0, m_stream);
        else
            call().run(m_workspace);
    }

private:
    SpmmCall call() const
    {
        return {m_handle.get(), m_matrix.get(), second().get(), m_output.get(), m_variant.algorithm};
    }
    void prepare() override
    {
        grow(m_workspace, call().workspaceBytes(), "cuSPARSE's workspace");
        if (m_variant.preprocess)
            call().preprocess(m_workspace);
    }

    const SpmmVariant& m_variant;
    DenseOperand m_output;
};

class SddmmRival : public ConvertedRival {
public:
    SddmmRival(MaskOperands& operands, const Stream& stream, const DeviceInfo& device)
        : ConvertedRival(operands, stream, SparseStorage::Csr), m_kernels(operands.op().dtype, device),
          m_X({rows(), rows(), operands.op().dense, operands.ldValues()}, operands.values().address(),
              operands.op().dtype)
    {
    }

    void multiply() override
    {
        if (m_nnz == 0)
            return;
        call().run(m_workspace);
        m_kernels.placeSampled.launch(m_stream, RivalKernels::blocksOf(rows()), RivalKernels::threads,
                                      m_rowArray.address(), m_colArray.address(), m_values.address(),
                                      m_operands.C().address(), static_cast<long long>(rows()),
                                      static_cast<long long>(m_operands.ldC()));
    }

private:
    SddmmCall call() const { return {m_handle.get(), m_X.get(), second().get(), m_matrix.get()}; }
    void prepare() override
    {
        grow(m_workspace, call().workspaceBytes(), "cuSPARSE's workspace");
        call().preprocess(m_workspace);
    }

    RivalKernels m_kernels;
    DenseOperand m_X;
};

// Blocks of BSR, which are as long as MaskOperands::wholeBlocks. Only the number of blocks is waited for.
class BlocksRival : public MaskRival {
public:
    BlocksRival(MaskOperands& operands, const Stream& stream, const DeviceInfo& device)
        : m_operands(operands), m_stream(stream), m_handle(stream), m_kernels(operands.op().dtype, device),
          m_down(MaskOperands::whole(operands.masks().shape.rows) / size),
          m_across(MaskOperands::whole(operands.masks().shape.cols) / size), m_numbers({m_down, m_across, m_across, 1}),
          m_flags(at(m_down * m_across), "blocks that hold something"), m_B(describedB(operands, m_across * size)),
          m_C({m_down * size, m_down * size, operands.op().dense, operands.ldC()}, operands.C().address(),
              operands.op().dtype)
    {
        operands.wide(); // from now on with every mask
    }

    bool waits() const override { return true; }

    void convert() override
    {
        const Buffer& A = m_operands.wide();
        const DataType dtype = m_operands.op().dtype;
        const auto rows = static_cast<long long>(m_operands.masks().shape.rows);
        const auto ld = static_cast<long long>(m_operands.ldWide());
        const auto down = static_cast<long long>(m_down), across = static_cast<long long>(m_across);
        const std::int64_t grid = RivalKernels::blocksOf(m_down * m_across);
        m_kernels.flagBlocks.launch(m_stream, grid, RivalKernels::threads, A.address(), rows, ld, down, across,
                                    m_flags.address());
        m_numbers.number(m_kernels, m_stream, m_flags);
        m_blocks = m_numbers.readTotal();
        m_matrix = {};
        if (m_blocks == 0)
            return;
        const std::int64_t stored = m_blocks * size * size;
        if (at(stored * bytesOf(dtype)) > m_values.bytes())
            makeRoom(stored);
        m_kernels.copyBlocks.launch(m_stream, grid, RivalKernels::threads, A.address(), rows, ld, down, across,
                                    m_flags.address(), m_numbers.places().address(), m_numbers.begins().address(),
                                    m_columns.address(), m_values.address());
        checkCusparse(cusparseCreateBsr(m_matrix.made(), m_down, m_across, m_blocks, size, size,
                                        arrayOf(m_numbers.begins()), arrayOf(m_columns), arrayOf(m_values),
                                        CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO,
                                        libraryType(dtype), CUSPARSE_ORDER_ROW),
                      "cusparseCreateBsr");
        grow(m_workspace, call().workspaceBytes(), "cuSPARSE's workspace");
    }

    void multiply() override
    {
        if (m_blocks == 0)
            m_operands.C().fill(0, m_stream);
        else
            call().run(m_workspace);
    }

    std::size_t bytes() const override
    {
        return m_numbers.bytes() + m_flags.bytes() + m_columns.bytes() + m_values.bytes() + m_workspace.bytes();
    }

private:
    static constexpr std::int64_t size = MaskOperands::wholeBlocks;

    void makeRoom(std::int64_t stored)
    {
        const DataType dtype = m_operands.op().dtype;
        if (const std::string refusal = storageRefusal("Its blocks", stored, m_operands.mask()->places(), dtype,
                                                       freeMemory().free + m_values.bytes());
            !refusal.empty())
            throw Error(ErrorKind::Device, refusal);
        grow(m_columns, at(m_blocks) * sizeof(std::int32_t), "the block columns of A");
        grow(m_values, at(stored * bytesOf(dtype)), "the blocks of A");
    }

    SpmmCall call() const { return {m_handle.get(), m_matrix.get(), m_B.get(), m_C.get(), CUSPARSE_SPMM_BSR_ALG1}; }

    MaskOperands& m_operands;
    const Stream& m_stream;
    CusparseHandle m_handle;
    RivalKernels m_kernels;
    std::int64_t m_down, m_across; // blocks of the grid
    FlagNumbers m_numbers;
    Buffer m_flags, m_columns, m_values, m_workspace;
    DenseOperand m_B, m_C;
    SparseDescriptor m_matrix;
    std::int64_t m_blocks = 0;
};

} // namespace

std::unique_ptr<MaskRival> makeCusparseRival(const std::string& name, MaskOperands& operands, const Stream& stream,
                                             const DeviceInfo& device)
{
    if (operands.op().sampled())
        return std::make_unique<SddmmRival>(operands, stream, device);
    const SpmmVariant* const variant = spmmVariant(name);
    if (!variant)
        throw Error(ErrorKind::Internal, fmt::format("{} stands in no table", name));
    if (variant->layout.storage == SparseStorage::Bsr)
        return std::make_unique<BlocksRival>(operands, stream, device);
    return std::make_unique<SpmmRival>(*variant, operands, stream);
}

} // namespace sparsescope

#else

namespace sparsescope {

std::unique_ptr<MaskRival> makeCusparseRival(const std::string&, MaskOperands&, const Stream&, const DeviceInfo&)
{
    throw Error(ErrorKind::Device, builtWithoutCusparse);
}

} // namespace sparsescope

#endif
