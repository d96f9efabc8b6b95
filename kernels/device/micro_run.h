// A rule of dynamic sparsity on the GPU: the masked operand, the mask, its index and the product of one mask after
// another, queued without waiting for the host (SparDA, figures 6 and 7).
#pragma once

#include "engine/plan/dynamic/dynamic_plan.h"
#include "engine/plan/operators/operands.h"
#include "kernels/device/device.h"
#include "kernels/generate/micro.h"

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

namespace sparsescope {

class MicroRun {
public:
    // `values`: those of A, rows x period, of which a mask leaves its non-zeros; of a sampled product X. `B` (or Y) has
    // a row for each column of the masks. Both lie with microShape()'s ldB where they have the dense extent. Compiles,
    // and allocates all that any mask needs. Throws Error(Usage) where the plan has no pairing or its index cannot read
    // such values, Error(Device) where memory is short, before anything is allocated or launched.
    MicroRun(const DynamicPlan& plan, const MaskFacts& masks, Dense values, const Dense& B, const DeviceInfo& device);

    // The mask of the products from now on: uploads it, and A with zeros outside.
    void setMask(const Mask& mask);
    // The mask alone, read from bits or bytes: what A holds stays, so that products are of that.
    void setMaskAlone(const Mask& mask);

    // All of one product: clear, index, zero, multiply, convert.
    void run(const Stream& stream) const;
    void clear(const Stream& stream) const;    // a memset of counters
    void index(const Stream& stream) const;    // lists members and tasks; counters are zero before
    void zero(const Stream& stream) const;     // a memset of C or the scratch, where rows are added or may be missing
    void multiply(const Stream& stream) const; // what the index has listed; tickets are zero before
    void convert(const Stream& stream) const;  // of narrow types whose rows are added
    bool zeroes() const { return m_pairing.axis == GatheredAxis::Rows; }
    bool converts() const { return m_shape.converts; }
    // For another product of what the index has listed: tickets become zero.
    void again(const Stream& stream) const;

    // What the last index found; waits for the GPU.
    MicroIndex found() const;
    std::array<std::int64_t, 3> totals(const Stream& stream, Progress& progress) const; // members, tasks, widths

    // Every byte of C, the scratch and the lists becomes 0xff: NaN in all types.
    void poison();
    const Buffer& C() const { return m_C; } // rows x ldC; sampled: rows x cols, in the layout of the pairing
    const Buffer& A() const { return m_A; } // of a sampled product X
    const Buffer& B() const { return m_B; }
    const MicroShape& shape() const { return m_shape; }
    const MicroBuckets& buckets() const { return m_buckets; }
    std::size_t bytes() const; // of GPU memory, all together

private:
    Pairing m_pairing;
    Operator m_op;
    IndexInput m_input;
    MaskFacts m_masks;
    MicroShape m_shape;
    MicroBuckets m_buckets;
    Dense m_values;
    std::unique_ptr<Module> m_indexModule, m_productModule;
    Function m_index, m_totals, m_product, m_convert;
    int m_indexThreads = 0, m_productThreads = 0;
    std::int64_t m_blocks = 0;       // of the product
    Buffer m_A, m_B, m_mask, m_sums; // A: of a sampled product X
    mutable Buffer m_C, m_scratch, m_slots, m_tasks;
    mutable Buffer m_counters; // ticket, tasks, two free, members of each bucket
    std::vector<std::uint8_t> m_indexArguments, m_productArguments;
};

} // namespace sparsescope
