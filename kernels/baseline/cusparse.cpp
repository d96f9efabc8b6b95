#ifdef SPARSESCOPE_HAS_CUSPARSE

#include "kernels/baseline/cusparse.h"

#include "engine/core/error.h"
#include "kernels/device/device_plan.h"

#include <cuda_runtime_api.h>

#include <fmt/format.h>
#include <functional>

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

// tf32 values are float32, multiplied as such.
cudaDataType typeOf(DataType dtype)
{
    return dtype == DataType::Float16 ? CUDA_R_16F : dtype == DataType::BFloat16 ? CUDA_R_16BF : CUDA_R_32F;
}

// Runs once on a poisoned output, then timed with a warm and a cold L2 cache.
std::vector<float> runAndTime(Baseline& result, const BaselineInput& input, const Stream& stream, Stopwatch& stopwatch, Progress& progress,
                              const std::function<void()>& run)
{
    input.C.fill(0xff);
    run();
    stream.wait(progress);
    std::vector<std::uint8_t> bytes(input.C.bytes());
    input.C.download(bytes.data(), bytes.size());
    result.timing = summariseTimes(stopwatch.measure(input.warmups, input.repeats, run, progress));
    try {
        result.cold = summariseTimes(stopwatch.measure(input.warmups, input.repeats, run, progress, Stopwatch::Cache::Cold));
    } catch (const Error& error) {  // no memory to flush with, say: the warm time stands
        if (error.kind() == ErrorKind::Cancelled)
            throw;
    }
    return decode(bytes, input.op.dtype);
}

void check(Baseline& result, const BaselineInput& input, const float* output, std::int64_t ld)
{
    const ErrorNorms norms = compare(input.reference, output, ld);
    result.relativeError = norms.relative;
    result.verified = norms.accepted(input.op.dtype);
}

}  // namespace

Baseline runCusparse(const CusparseVariant& variant, const BaselineInput& input, const Stream& stream, Stopwatch& stopwatch, Progress& progress)
{
    Baseline result;
    result.name = variant.name;
    const DataType dtype = input.op.dtype;
    const cudaDataType type = typeOf(dtype);
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

    check(result, input, runAndTime(result, input, stream, stopwatch, progress, run).data(), input.ld);
    return result;
}

Baseline runCusparseSddmm(const std::string& name, const BaselineInput& input, const Stream& stream, Stopwatch& stopwatch, Progress& progress)
{
    Baseline result;
    result.name = name;
    const cudaDataType type = typeOf(input.op.dtype);
    const Handle handle(stream);
    const SparseOperand pattern(input.matrix, input.op.dtype, type, false);
    checkCusparse(cusparseSpMatSetValues(pattern.get(), reinterpret_cast<void*>(input.C.address())), "cusparseSpMatSetValues");
    const DenseOperand X(input.matrix.rows(), input.op.dense, input.ld, input.X, type);
    const DenseOperand Y(input.matrix.cols(), input.op.dense, input.ld, input.B, type);
    const float one = 1;
    const float zero = 0;
    constexpr auto plain = CUSPARSE_OPERATION_NON_TRANSPOSE;
    constexpr auto transposed = CUSPARSE_OPERATION_TRANSPOSE;
    constexpr auto algorithm = CUSPARSE_SDDMM_ALG_DEFAULT;
    std::size_t workspaceBytes = 0;
    checkCusparse(cusparseSDDMM_bufferSize(handle.get(), plain, transposed, &one, X.get(), Y.get(), &zero, pattern.get(), CUDA_R_32F, algorithm,
                                           &workspaceBytes),
                  "cusparseSDDMM_bufferSize");
    const Buffer workspace(workspaceBytes, "cuSPARSE's workspace");
    void* const space = reinterpret_cast<void*>(workspace.address());
    Event begin, end;
    begin.record(stream);
    checkCusparse(cusparseSDDMM_preprocess(handle.get(), plain, transposed, &one, X.get(), Y.get(), &zero, pattern.get(), CUDA_R_32F, algorithm, space),
                  "cusparseSDDMM_preprocess");
    end.record(stream);
    stream.wait(progress);
    result.preprocessNs = end.nsSince(begin);
    std::vector<float> output = runAndTime(result, input, stream, stopwatch, progress, [&] {
        checkCusparse(cusparseSDDMM(handle.get(), plain, transposed, &one, X.get(), Y.get(), &zero, pattern.get(), CUDA_R_32F, algorithm, space),
                      "cusparseSDDMM");
    });
    for (std::int64_t p = 0; p < input.matrix.nnz(); ++p)
        output[static_cast<std::size_t>(p)] *= static_cast<float>(rounded(input.op.dtype, input.matrix.value(p)));
    check(result, input, output.data(), 1);
    return result;
}

}  // namespace sparsescope

#endif
