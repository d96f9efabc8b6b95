#ifdef SPARSESCOPE_HAS_CUSPARSE

#include "kernels/baseline/cusparse.h"

#include "engine/core/error.h"
#include "kernels/device/device_plan.h"

#include <cuda_runtime_api.h>

#include <fmt/format.h>

namespace sparsescope {

namespace {

void checkCusparse(cusparseStatus_t status, const char* call)
{
    if (status != CUSPARSE_STATUS_SUCCESS)
        throw Error(ErrorKind::Device, fmt::format("{}: {}", cusparseGetErrorName(status), cusparseGetErrorString(status)), {.call = call});
}

class Handle {
public:
    explicit Handle(const Stream& stream)
    {
        checkCusparse(cusparseCreate(&m_handle), "cusparseCreate");
        const cusparseStatus_t status = cusparseSetStream(m_handle, stream.handle());
        if (status != CUSPARSE_STATUS_SUCCESS) {
            cusparseDestroy(m_handle);
            checkCusparse(status, "cusparseSetStream");
        }
    }
    ~Handle() { cusparseDestroy(m_handle); }
    Handle(const Handle&) = delete;
    Handle& operator=(const Handle&) = delete;
    cusparseHandle_t get() const { return m_handle; }

private:
    cusparseHandle_t m_handle = nullptr;
};

class SparseOperand {
public:
    SparseOperand(const Matrix& matrix, DataType dtype, cudaDataType type, bool coordinates)
    {
        std::vector<float> values(static_cast<std::size_t>(matrix.nnz()));
        for (std::int64_t p = 0; p < matrix.nnz(); ++p)
            values[static_cast<std::size_t>(p)] = static_cast<float>(matrix.value(p));
        m_values = Buffer(std::span<const std::uint8_t>(encode(values, dtype)), "the values of A");
        m_cols = Buffer(matrix.colIdx(), "the column indices of A");
        std::vector<std::int32_t> rows;
        if (coordinates) {
            rows.reserve(static_cast<std::size_t>(matrix.nnz()));
            for (std::int64_t r = 0; r < matrix.rows(); ++r)
                rows.insert(rows.end(), static_cast<std::size_t>(matrix.rowLength(r)), static_cast<std::int32_t>(r));
        } else {
            rows.assign(matrix.rowPtr().begin(), matrix.rowPtr().end());  // positions are below 2^31
        }
        m_rows = Buffer(std::span<const std::int32_t>(rows), "the rows of A");
        const auto pointer = [](const Buffer& buffer) { return reinterpret_cast<void*>(buffer.address()); };
        if (coordinates)
            checkCusparse(cusparseCreateCoo(&m_descriptor, matrix.rows(), matrix.cols(), matrix.nnz(), pointer(m_rows), pointer(m_cols),
                                            pointer(m_values), CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO, type),
                          "cusparseCreateCoo");
        else
            checkCusparse(cusparseCreateCsr(&m_descriptor, matrix.rows(), matrix.cols(), matrix.nnz(), pointer(m_rows), pointer(m_cols),
                                            pointer(m_values), CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO, type),
                          "cusparseCreateCsr");
    }
    ~SparseOperand() { cusparseDestroySpMat(m_descriptor); }
    SparseOperand(const SparseOperand&) = delete;
    SparseOperand& operator=(const SparseOperand&) = delete;
    cusparseSpMatDescr_t get() const { return m_descriptor; }

private:
    Buffer m_rows, m_cols, m_values;
    cusparseSpMatDescr_t m_descriptor = nullptr;
};

class DenseOperand {
public:
    DenseOperand(std::int64_t rows, std::int64_t cols, std::int64_t ld, CUdeviceptr data, cudaDataType type)
    {
        checkCusparse(cusparseCreateDnMat(&m_descriptor, rows, cols, ld, reinterpret_cast<void*>(data), type, CUSPARSE_ORDER_ROW),
                      "cusparseCreateDnMat");
    }
    ~DenseOperand() { cusparseDestroyDnMat(m_descriptor); }
    DenseOperand(const DenseOperand&) = delete;
    DenseOperand& operator=(const DenseOperand&) = delete;
    cusparseDnMatDescr_t get() const { return m_descriptor; }

private:
    cusparseDnMatDescr_t m_descriptor = nullptr;
};

}  // namespace

Baseline runCusparse(const CusparseVariant& variant, const BaselineInput& input, const Stream& stream, Stopwatch& stopwatch, Progress& progress)
{
    Baseline result;
    result.name = variant.name;
    const DataType dtype = input.op.dtype;
    if (input.op.kind != OperatorKind::SpMM || (dtype != DataType::Float16 && dtype != DataType::Float32))
        failUsage(fmt::format("cuSPARSE is not called for {} {} yet", label(input.op.kind), name(dtype)));
    const cudaDataType type = dtype == DataType::Float16 ? CUDA_R_16F : CUDA_R_32F;
    const Handle handle(stream);
    const SparseOperand A(input.matrix, dtype, type, variant.coordinates);
    const DenseOperand B(input.matrix.cols(), input.op.dense, input.ld, input.B, type);
    const DenseOperand C(input.matrix.rows(), input.op.dense, input.ld, input.C.address(), type);
    const float one = 1;
    const float zero = 0;
    constexpr auto plain = CUSPARSE_OPERATION_NON_TRANSPOSE;

    std::size_t workspaceBytes = 0;
    checkCusparse(cusparseSpMM_bufferSize(handle.get(), plain, plain, &one, A.get(), B.get(), &zero, C.get(), CUDA_R_32F, variant.algorithm,
                                          &workspaceBytes),
                  "cusparseSpMM_bufferSize");
    const Buffer workspace(workspaceBytes, "cuSPARSE's workspace");
    void* const space = reinterpret_cast<void*>(workspace.address());
    if (variant.preprocess) {
        Event begin, end;
        begin.record(stream);
        checkCusparse(cusparseSpMM_preprocess(handle.get(), plain, plain, &one, A.get(), B.get(), &zero, C.get(), CUDA_R_32F, variant.algorithm, space),
                      "cusparseSpMM_preprocess");
        end.record(stream);
        stream.wait(progress);
        result.preprocessNs = end.nsSince(begin);
    }
    const auto run = [&] {
        checkCusparse(cusparseSpMM(handle.get(), plain, plain, &one, A.get(), B.get(), &zero, C.get(), CUDA_R_32F, variant.algorithm, space),
                      "cusparseSpMM");
    };

    input.C.fill(0xff);
    run();
    stream.wait(progress);
    std::vector<std::uint8_t> bytes(input.C.bytes());
    input.C.download(bytes.data(), bytes.size());
    const ErrorNorms norms = compare(input.reference, decode(bytes, dtype).data(), input.ld);
    result.relativeError = norms.relative;
    result.verified = norms.accepted(dtype);

    result.timing = summariseTimes(stopwatch.measure(input.warmups, input.repeats, run, progress));
    return result;
}

}  // namespace sparsescope

#endif
