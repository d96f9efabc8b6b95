// A packed plan on the GPU: its arrays, the dense operands, and the three launches of one SpMM.
#pragma once

#include "engine/plan/packed.h"
#include "engine/run/executor.h"
#include "kernels/device/device.h"
#include "kernels/generate/arguments.h"
#include "kernels/generate/generate.h"

#include <cstdint>
#include <string>
#include <vector>

namespace sparsescope {

// A compiled plan, loaded.
class PlanKernels {
public:
    explicit PlanKernels(const GeneratedSource& source, const std::string& cubin);

    const Function& fused() const { return m_fused; }
    const Function& zero() const { return m_zero; }
    const Function& convert() const { return m_convert; }
    int threads() const { return m_threads; }

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
    // Uploads everything. B is cols x ld of the packed plan. Throws Error(Device) when memory is short, before anything
    // is allocated, and Error(Internal) when an array breaks a rule that the kernels rely on.
    DevicePlan(const Packed& packed, const Dense& B);

    void zero(const Stream& stream, const PlanKernels& kernels) const;     // nothing to do: no launch
    void fused(const Stream& stream, const PlanKernels& kernels, CUdeviceptr clocks = 0) const;
    void convert(const Stream& stream, const PlanKernels& kernels) const;  // nothing to do: no launch
    void run(const Stream& stream, const PlanKernels& kernels) const;      // all three
    bool zeroes() const { return !m_packed.zeroRows.empty() || m_packed.usesScratch(); }
    bool converts() const { return m_packed.usesScratch(); }

    // Every byte of the output and the scratch becomes 0xff: NaN in both data types.
    void poison();
    std::vector<float> result() const;  // C, rows x ld

    const Packed& packed() const { return m_packed; }
    KernelArguments arguments() const;
    const Buffer& B() const { return m_B; }
    Buffer& C() { return m_C; }

private:
    const Packed& m_packed;
    Buffer m_tasks, m_tiles, m_rowIds, m_colIds, m_values, m_zeroRows, m_atomicRows, m_B, m_C, m_scratch;
};

}  // namespace sparsescope
