// A packed plan on the GPU: its arrays, the dense operands, and the launches of one product.
#pragma once

#include "engine/plan/packed.h"
#include "engine/run/executor.h"
#include "kernels/device/dense_product.h"
#include "kernels/device/device.h"
#include "kernels/generate/arguments.h"
#include "kernels/generate/generate.h"

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace sparsescope {

// A compiled plan, loaded.
class PlanKernels {
public:
    PlanKernels(const GeneratedSource& source, const std::string& cubin);
    PlanKernels() = default; // of an SpMM that a library computes: none

    const Function& fused() const { return m_fused; }
    int threads() const { return m_threads; }
    // The fused kernel: a block for each task, and behind them those that zero rows; early, where the kernel before it
    // is one that zeroes rows that are added to. Where there are several kernels, all of them.
    void launch(const Stream& stream, std::int64_t blocks, const KernelArguments& arguments, bool early = false) const;
    const Function& zero() const { return m_zero; }
    const Function& convert() const { return m_convert; }

private:
    Module m_module;
    Function m_fused;
    Function m_zero;
    Function m_convert;
    int m_threads = 128;
    struct Other { // of several, behind m_fused
        Function function;
        int threads;
        std::int64_t blocks;
    };
    std::vector<Other> m_others;
};

// Dense values in the layout and data type of the device.
std::vector<std::uint8_t> encode(const std::vector<float>& values, DataType dtype);
std::vector<std::uint8_t> encode(const Dense& operand, DataType dtype);
std::vector<double> decode(const std::vector<std::uint8_t>& bytes, DataType dtype);

class DevicePlan {
public:
    // Uploads everything. The operands are those of the operator, with the packed plan's ld. Throws Error(Device) when
    // memory is short, before anything is allocated, and Error(Internal) when an array breaks a rule that the kernels
    // rely on.
    DevicePlan(const Packed& packed, std::span<const Dense> operands);

    // One product: a library's, or one launch, two where parts of rows are added, or none where there is nothing to do,
    // or but to fill C with zeros; of a graph, one for each number of threads that its branches have.
    void run(const Stream& stream, const PlanKernels& kernels) const;
    // Its kernels, or the library's, one by one, each after all of the one before it.
    void zero(const Stream& stream, const PlanKernels& kernels) const;
    void fused(const Stream& stream, const PlanKernels& kernels, CUdeviceptr clocks = 0) const;
    void convert(const Stream& stream, const PlanKernels& kernels) const;
    bool zeroes() const { return m_packed.addsRows() && !narrow(m_packed.op.dtype); }
    bool converts() const { return m_packed.addsRows() && narrow(m_packed.op.dtype); }
    // Launches the sub-tasks in another order from now on.
    void reorder(const std::vector<Task>& tasks);
    // Counters and sums that kernels of a part of a product have left behind become zero again.
    void settle() const;

    // Every byte of the output and the slots becomes 0xff: NaN in all data types.
    void poison();
    std::vector<double> result() const; // C, rows x ld (SpMV: 1); SDDMM: at least nnz values, in CSR order

    const Packed& packed() const { return m_packed; }
    const KernelArguments& arguments() const { return m_arguments; }
    // Empty: the operator has none.
    const Buffer& operand(RowsOf rows) const { return m_operands[static_cast<std::size_t>(rows)]; }
    Buffer& C() { return m_C; }
    std::size_t bytes() const { return m_bytes; } // of all its arrays

private:
    void uploadTiles();
    void uploadGraph();
    void fusedAs(const Stream& stream, const PlanKernels& kernels, const KernelArguments& arguments, bool early) const;
    void convertAs(const Stream& stream, const PlanKernels& kernels, bool early) const;

    const Packed& m_packed;
    Buffer m_tasks, m_tiles, m_indices, m_values, m_sizes, m_outputs, m_outputCounts, m_emptyRows, m_splits,
        m_splitBegin;
    Buffer m_addedRows, m_graph;
    std::array<Buffer, 3> m_operands; // by RowsOf
    mutable Buffer m_C, m_slots, m_counters;
    std::size_t m_bytes = 0;
    KernelArguments m_arguments;
    std::unique_ptr<const DenseProduct> m_product; // of a plan that a library computes
};

} // namespace sparsescope
