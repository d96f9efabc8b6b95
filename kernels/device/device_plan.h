// A packed plan on the GPU: its arrays, the dense operands, and the launches of one product.
#pragma once

#include "engine/plan/packed.h"
#include "engine/run/executor.h"
#include "kernels/device/device.h"
#include "kernels/generate/arguments.h"
#include "kernels/generate/generate.h"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace sparsescope {

// A compiled plan, loaded.
class PlanKernels {
public:
    PlanKernels(const GeneratedSource& source, const std::string& cubin);

    const Function& fused() const { return m_fused; }
    const Function& zero() const { return m_zero; }
    const Function& convert() const { return m_convert; }
    int threads() const { return m_threads; }
    // The fused kernel, one block a task.
    void launch(const Stream& stream, std::int64_t tasks, const KernelArguments& arguments) const
    {
        m_fused.launchWith(stream, tasks, m_threads, arguments.data());
    }

private:
    Module m_module;
    Function m_fused;
    Function m_zero;
    Function m_convert;
    int m_threads;
};

// Dense values in the layout and data type of the device.
std::vector<std::uint8_t> encode(const std::vector<float>& values, DataType dtype);
std::vector<float> decode(const std::vector<std::uint8_t>& bytes, DataType dtype);

class DevicePlan {
public:
    // Uploads everything. The operands are those of the operator, with the packed plan's ld. Throws Error(Device) when
    // memory is short, before anything is allocated, and Error(Internal) when an array breaks a rule that the kernels
    // rely on.
    DevicePlan(const Packed& packed, std::span<const Dense> operands);

    void zero(const Stream& stream, const PlanKernels& kernels) const; // nothing to do: no launch
    void fused(const Stream& stream, const PlanKernels& kernels, CUdeviceptr clocks = 0) const;
    void convert(const Stream& stream, const PlanKernels& kernels) const; // nothing to do: no launch
    void run(const Stream& stream, const PlanKernels& kernels) const;     // all three
    bool zeroes() const { return m_zeroed > 0 || m_scratch.bytes() > 0; }
    bool converts() const { return m_scratch.bytes() > 0; }

    // Every byte of the output and the scratch becomes 0xff: NaN in all data types.
    void poison();
    std::vector<float> result() const; // C, rows x ld (SpMV: 1); SDDMM: at least nnz values, in CSR order

    const Packed& packed() const { return m_packed; }
    const KernelArguments& arguments() const { return m_arguments; }
    const Buffer& B() const { return m_B; } // the operand with a row for each column of the matrix
    const Buffer& X() const { return m_X; } // that with a row for each row; empty: the operator has none
    Buffer& C() { return m_C; }

private:
    const Packed& m_packed;
    Buffer m_tasks, m_tiles, m_indices, m_values, m_outputs, m_zeroRows, m_addedRows, m_B, m_X, m_C, m_scratch;
    KernelArguments m_arguments;
    std::int64_t m_ldC = 0;    // in elements; SDDMM's output counts as one row
    std::int64_t m_zeroed = 0; // rows of C that zero() clears
    std::int64_t m_added = 0;  // rows of the scratch
};

} // namespace sparsescope
