#include "kernels/baseline/mask_rival.h"

#include "engine/core/error.h"
#include "engine/measure/baselines.h"
#include "kernels/baseline/rivals.h"
#include "kernels/device/dense_product.h"

namespace sparsescope {

namespace {

// cuBLAS's product of the whole matrix: what any sparsity has to beat. Nothing is converted.
class DenseRival : public MaskRival {
public:
    DenseRival(MaskOperands& operands, const Stream& stream)
        : m_operands(operands), m_stream(stream), m_product(operands.op().dtype, shapeOf(operands))
    {
        if (!operands.op().sampled())
            operands.wide(); // from now on with every mask
    }

    bool waits() const override { return false; }
    void convert() override {}
    void multiply() override
    {
        const Buffer& A = m_operands.op().sampled() ? m_operands.values() : m_operands.wide();
        m_product.run(m_stream, A.address(), m_operands.B().address(), m_operands.C().address());
    }
    std::size_t bytes() const override { return 0; }

private:
    static ProductShape shapeOf(const MaskOperands& operands)
    {
        const auto& [rows, cols, high, across] = operands.masks().shape;
        const std::int64_t dense = operands.op().dense;
        if (operands.op().sampled())
            return {rows, dense, cols, operands.ldValues(), operands.ldB(), operands.ldC(), true};
        return {rows, cols, dense, operands.ldWide(), operands.ldB(), operands.ldC()};
    }

    MaskOperands& m_operands;
    const Stream& m_stream;
    DenseProduct m_product;
};

} // namespace

std::unique_ptr<MaskRival> makeMaskRival(const std::string& name, MaskOperands& operands, const Stream& stream,
                                         const DeviceInfo& device)
{
    requireMaskBaseline(name, operands.op(), operands.masks());
    switch (libraryOf(name)) {
    case BaselineLibrary::User:
        return makeUserRival(userKernelFile(name), operands, stream, device);
    case BaselineLibrary::CuSparse:
        return makeCusparseRival(name, operands, stream, device);
    case BaselineLibrary::CuBlas:
        if (name == "cublas:dense")
            return std::make_unique<DenseRival>(operands, stream);
        return makePackedRival(name, operands, stream, device);
    case BaselineLibrary::Own:
        break;
    }
    failUsage("\"" + name + "\" is a kernel of our own, which is run as a dynamic plan");
}

} // namespace sparsescope
