// cuBLAS's products of the rows that a mask has in each period of columns, packed into dense matrices: all tokens of
// an expert.
#include "kernels/baseline/rivals.h"

#include "engine/core/error.h"
#include "kernels/device/dense_product.h"

#ifdef SPARSESCOPE_HAS_CUBLAS

#include "engine/core/at.h"
#include "kernels/baseline/rival_kernels.h"
#include "kernels/baseline/storage.h"
#include "kernels/device/cublas_library.h"

#include <algorithm>
#include <vector>

namespace sparsescope {

namespace {

// One product after another; all in one call, each as large as the largest; or in one call, each as large as it is.
enum class Batch { None, Strided, Grouped };

class PackedRival : public MaskRival {
public:
    PackedRival(Batch batch, MaskOperands& operands, const Stream& stream, const DeviceInfo& device)
        : m_operands(operands), m_stream(stream), m_batch(batch), m_kernels(operands.op().dtype, device),
          m_periods(operands.masks().shape.cols / operands.masks().period), // each a granule, of one row
          m_numbers({m_periods, rows(), 1, m_periods})
    {
        if (batch == Batch::Strided)
            requireCublas(cublas().gemmStridedBatched != nullptr, "cublasGemmStridedBatchedEx_64");
        if (batch == Batch::Grouped)
            requireCublas(cublas().gemmGroupedBatched != nullptr, "cublasGemmGroupedBatchedEx_64");
        m_handle.use(stream);
        operands.granules(); // from now on with every mask
        if (batch == Batch::Grouped)
            m_pointers = Buffer(at(3 * m_periods) * sizeof(CUdeviceptr), "where the matrices of a group begin");
    }

    bool waits() const override { return true; }

    // Only the numbers of rows are waited for.
    void convert() override
    {
        m_numbers.number(m_kernels, m_stream, m_operands.granules());
        m_begins = m_numbers.readBegins();
        std::int64_t fullest = 0;
        for (std::int64_t period = 0; period < m_periods; ++period)
            fullest = std::max(fullest, countOf(period));
        m_each = m_batch == Batch::Strided ? fullest : 0;
        const std::int64_t packed = m_batch == Batch::Strided ? m_periods * fullest : m_begins.back();
        if (packed == 0)
            return;
        makeRoom(packed);
        launch(m_kernels.packRows, m_operands.values(), m_packed, m_operands.ldValues());
        if (m_batch == Batch::Grouped)
            group();
    }

    void multiply() override
    {
        if (m_batch == Batch::Strided)
            multiplyStrided();
        else if (m_batch == Batch::Grouped)
            multiplyGrouped();
        else
            for (std::int64_t period = 0; period < m_periods; ++period)
                if (countOf(period) > 0)
                    multiplyDense(m_handle, dtype(),
                                  {countOf(period), m_operands.masks().period, m_operands.op().dense,
                                   m_operands.ldValues(), m_operands.ldB(), m_operands.ldC()},
                                  packedOf(period), rowsOfB(period), productOf(period));
        launch(m_kernels.addPackedRows, m_products, m_operands.C(), m_operands.ldC());
    }

    std::size_t bytes() const override
    {
        return m_numbers.bytes() + m_packed.bytes() + m_products.bytes() + m_pointers.bytes();
    }

private:
    DataType dtype() const { return m_operands.op().dtype; }
    std::int64_t elementBytes() const { return bytesOf(dtype()); }
    std::int64_t rows() const { return m_operands.masks().shape.rows; }
    std::int64_t countOf(std::int64_t period) const { return m_begins[at(period + 1)] - m_begins[at(period)]; }
    CUdeviceptr packedOf(std::int64_t period) const
    {
        return m_packed.address() + at(m_begins[at(period)] * m_operands.ldValues() * elementBytes());
    }
    CUdeviceptr productOf(std::int64_t period) const
    {
        return m_products.address() + at(m_begins[at(period)] * m_operands.ldC() * elementBytes());
    }
    CUdeviceptr rowsOfB(std::int64_t period) const
    {
        return m_operands.B().address() + at(period * m_operands.masks().period * m_operands.ldB() * elementBytes());
    }

    // Both kernels take rows of `ld` elements, as units of 16 bytes.
    void launch(const Function& kernel, const Buffer& from, const Buffer& to, std::int64_t ld)
    {
        kernel.launch(m_stream, RivalKernels::blocksOf(rows()), RivalKernels::threads, from.address(), to.address(),
                      m_operands.granules().address(), m_numbers.places().address(), m_numbers.begins().address(),
                      static_cast<long long>(rows()), static_cast<long long>(m_periods), static_cast<long long>(m_each),
                      static_cast<long long>(ld * elementBytes() / 16));
    }

    void makeRoom(std::int64_t packed)
    {
        const std::int64_t inner = m_operands.ldValues(), dense = m_operands.ldC();
        const std::size_t bytesIn = at(packed * inner * elementBytes()), bytesOut = at(packed * dense * elementBytes());
        if (m_batch == Batch::Strided && (bytesIn > m_packed.bytes() || bytesOut > m_products.bytes())) {
            const std::string refusal =
                storageRefusal("The padded batch", packed * (inner + dense), m_begins.back() * (inner + dense), dtype(),
                               freeMemory().free + m_packed.bytes() + m_products.bytes());
            if (!refusal.empty())
                throw Error(ErrorKind::Device, refusal);
        }
        grow(m_packed, bytesIn, "packed rows");
        if (bytesOut > m_products.bytes()) {
            grow(m_products, bytesOut, "products of packed rows");
            m_products.fill(0, m_stream); // what stands behind the last column is added up too
        }
    }

    // Row-major C = A B reads column-major as C' = B' A', with B first.
    void multiplyStrided()
    {
        if (m_each == 0)
            return;
        const float one = 1, zero = 0;
        const cudaDataType type = libraryType(dtype());
        const std::int64_t period = m_operands.masks().period;
        const auto memory = [](CUdeviceptr address) { return reinterpret_cast<void*>(address); };
        checkCublas(cublas().gemmStridedBatched(
                        m_handle.get(), CUBLAS_OP_N, CUBLAS_OP_N, m_operands.op().dense, m_each, period, &one,
                        memory(m_operands.B().address()), type, m_operands.ldB(), period * m_operands.ldB(),
                        memory(m_packed.address()), type, m_operands.ldValues(), m_each * m_operands.ldValues(), &zero,
                        memory(m_products.address()), type, m_operands.ldC(), m_each * m_operands.ldC(), m_periods,
                        sumsOfProduct(dtype()), CUBLAS_GEMM_DEFAULT),
                    "cublasGemmStridedBatchedEx");
    }

    // A group for each period that has rows; where its matrices begin is read on the GPU.
    void group()
    {
        m_counts.clear();
        std::vector<CUdeviceptr> first, second, product;
        for (std::int64_t period = 0; period < m_periods; ++period)
            if (countOf(period) > 0) {
                m_counts.push_back(countOf(period));
                first.push_back(rowsOfB(period));
                second.push_back(packedOf(period));
                product.push_back(productOf(period));
            }
        first.insert(first.end(), second.begin(), second.end());
        first.insert(first.end(), product.begin(), product.end());
        m_pointers.upload(first.data(), first.size() * sizeof(CUdeviceptr));
    }

    void multiplyGrouped()
    {
        const std::size_t groups = m_begins.back() == 0 ? 0 : m_counts.size();
        if (groups == 0)
            return;
        const std::vector<cublasOperation_t> asTheyAre(groups, CUBLAS_OP_N);
        const std::vector<float> ones(groups, 1), zeros(groups, 0);
        const auto all = [&](std::int64_t value) { return std::vector<std::int64_t>(groups, value); };
        const auto single = all(1), dense = all(m_operands.op().dense), inner = all(m_operands.masks().period);
        const auto ldB = all(m_operands.ldB()), ldA = all(m_operands.ldValues()), ldC = all(m_operands.ldC());
        const auto pointers = [&](std::size_t array) {
            return reinterpret_cast<void**>(m_pointers.address() + array * groups * sizeof(CUdeviceptr));
        };
        const cudaDataType type = libraryType(dtype());
        checkCublas(cublas().gemmGroupedBatched(m_handle.get(), asTheyAre.data(), asTheyAre.data(), dense.data(),
                                                m_counts.data(), inner.data(), ones.data(), pointers(0), type,
                                                ldB.data(), pointers(1), type, ldA.data(), zeros.data(), pointers(2),
                                                type, ldC.data(), static_cast<std::int64_t>(groups), single.data(),
                                                sumsOfProduct(dtype())),
                    "cublasGemmGroupedBatchedEx");
    }

    MaskOperands& m_operands;
    const Stream& m_stream;
    Batch m_batch;
    RivalKernels m_kernels;
    std::int64_t m_periods;
    FlagNumbers m_numbers;
    CublasHandle m_handle;
    Buffer m_packed, m_products; // rows of ldValues() and ldC()
    Buffer m_pointers;           // of all groups: into B, m_packed, m_products
    std::vector<std::int64_t> m_begins, m_counts;
    std::int64_t m_each = 0; // rows of every period; 0: as many as it has
};

} // namespace

std::unique_ptr<MaskRival> makePackedRival(const std::string& name, MaskOperands& operands, const Stream& stream,
                                           const DeviceInfo& device)
{
    const Batch batch = name == "padded" ? Batch::Strided : name == "grouped" ? Batch::Grouped : Batch::None;
    return std::make_unique<PackedRival>(batch, operands, stream, device);
}

} // namespace sparsescope

#else

namespace sparsescope {

std::unique_ptr<MaskRival> makePackedRival(const std::string&, MaskOperands&, const Stream&, const DeviceInfo&)
{
    throw Error(ErrorKind::Device, builtWithoutCublas);
}

} // namespace sparsescope

#endif
