// A kernel of the user's own on mask after mask: each is a new problem for it, of which `prepare` is the conversion.
#include "kernels/baseline/rival_kernels.h"
#include "kernels/baseline/rivals.h"
#include "kernels/baseline/user_kernel.h"

#include "engine/core/at.h"

#include <optional>

namespace sparsescope {

namespace {

class UserRival : public MaskRival {
public:
    UserRival(const std::string& file, MaskOperands& operands, const Stream& stream, const DeviceInfo& device)
        : m_operands(operands), m_stream(stream), m_kernel(file)
    {
        operands.csr(); // from now on with every mask
        if (operands.op().sampled())
            m_kernels.emplace(operands.op().dtype, device);
    }

    bool waits() const override { return true; } // it may

    void convert() override
    {
        const DeviceCsr& A = m_operands.csr();
        const auto& [rows, cols, high, across] = m_operands.masks().shape;
        const bool sampled = m_operands.op().sampled();
        if (m_prepared) { // of the mask before, whose runs have to be over
            m_stream.wait(noProgress());
            m_prepared.reset();
        }
        if (sampled)
            grow(m_sampled, at(A.nnz * bytesOf(m_operands.op().dtype)), "sampled values");
        m_problem = problemOf(m_operands.op(), rows, cols, A.nnz, m_operands.ldB(), m_stream);
        setOperands(m_problem, A.rowPtr, A.colIdx, A.values, m_operands.B().address(),
                    sampled ? m_operands.values().address() : 0, (sampled ? m_sampled : m_operands.C()).address());
        m_prepared.emplace(m_kernel, m_problem);
    }

    void multiply() override
    {
        m_kernel.run(m_problem, m_prepared->state());
        if (m_kernels)
            m_kernels->placeSampled.launch(m_stream, RivalKernels::blocksOf(m_problem.rows), RivalKernels::threads,
                                           m_operands.csr().rowPtr.address(), m_operands.csr().colIdx.address(),
                                           m_sampled.address(), m_operands.C().address(),
                                           static_cast<long long>(m_problem.rows),
                                           static_cast<long long>(m_operands.ldC()));
    }

    std::size_t bytes() const override { return m_sampled.bytes(); }

private:
    MaskOperands& m_operands;
    const Stream& m_stream;
    UserKernel m_kernel;
    std::optional<RivalKernels> m_kernels; // of sampled products
    Buffer m_sampled;                      // in CSR order
    sparsescope_problem m_problem{};
    std::optional<PreparedKernel> m_prepared; // last: released first
};

} // namespace

std::unique_ptr<MaskRival> makeUserRival(const std::string& file, MaskOperands& operands, const Stream& stream,
                                         const DeviceInfo& device)
{
    return std::make_unique<UserRival>(file, operands, stream, device);
}

} // namespace sparsescope
