// A rule of dynamic sparsity on the GPU: the masked operand, the mask, its index and the product of one mask after
// another, queued without waiting for the host (SparDA, figures 6 and 7).
#pragma once

#include "engine/plan/dynamic/dynamic_plan.h"
#include "engine/plan/operators/operands.h"
#include "kernels/device/device.h"
#include "kernels/generate/micro.h"

#include <array>
#include <cstdint>
#include <functional>
#include <list>
#include <map>
#include <memory>
#include <optional>
#include <vector>

namespace sparsescope {

// What the products of one operator read and write, shared by all pairings: mask after mask.
class MicroOperands {
public:
    // `values`: those of A, rows x period, of which a mask leaves its non-zeros; of a sampled product X. `B` (or Y) has
    // a row for each column of the masks. Both lie with microShape()'s ldB where they have the dense extent.
    MicroOperands(const Operator& op, const MaskFacts& masks, Dense values, Dense B);

    // The mask from now on: uploads it, and A with zeros outside, as far as pairings have asked for them.
    void setMask(const MaskPtr& mask);
    // The mask alone, read from bits or bytes: what A holds stays, so that products are of that.
    void setMaskAlone(const Mask& mask);

    const Operator& op() const { return m_op; }
    const MaskFacts& masks() const { return m_masks; }
    std::size_t bytes() const; // of GPU memory, all together
    // Where the mask lies as bits or bytes; 0: no run of these operands reads it so.
    CUdeviceptr granules(IndexInput input) const;

private:
    friend class MicroRun;
    // The masked operand as it lies for some pairings; of a sampled product with IndexInput::Values the mask.
    struct Masked {
        Pairing pairing;
        MicroShape shape;
        Buffer buffer;
    };
    struct Output {
        std::int64_t elements = 0;
        Buffer C, scratch;
    };
    // Allocates what there is not yet, and `more` bytes besides: all of it or none. Throws Error(Device) where memory
    // is short.
    void reserve(const Pairing& pairing, const MicroShape& shape, IndexInput input, std::int64_t more);
    Masked* masked(const Pairing& pairing, const MicroShape& shape, IndexInput input);
    Output* output(const MicroShape& shape);
    void upload(Masked& masked) const;

    Operator m_op;
    MaskFacts m_masks;
    Dense m_values, m_hostB;
    MaskPtr m_mask;
    std::list<Masked> m_masked; // whose addresses stay
    std::list<Output> m_outputs;
    std::map<IndexInput, Buffer> m_granules;
    Buffer m_B, m_X;
};

class MicroRun {
public:
    // Compiles, and allocates all that any mask needs. Throws Error(Usage) where the plan has no pairing or its index
    // cannot read such values, Error(Device) where memory is short, before anything is allocated or launched.
    MicroRun(const DynamicPlan& plan, std::shared_ptr<MicroOperands> operands, const DeviceInfo& device);

    MicroOperands& operands() { return *m_operands; }
    const Pairing& pairing() const { return m_pairing; }

    // About how many steps a task of the masks to come has: short ones follow each other in one block.
    void expect(double steps);

    // All of one product: zero, index, multiply, convert. Counters need no memset: each product clears those of the
    // next.
    void run(const Stream& stream) const;
    void clear(const Stream& stream) const;    // a memset of the last index' counters, for another one
    void index(const Stream& stream) const;    // lists members and tasks; counters are zero before
    void zero(const Stream& stream) const;     // a memset of C or the scratch, where rows are added
    void multiply(const Stream& stream) const; // what the index has listed; tickets are zero before
    void convert(const Stream& stream) const;  // of narrow types whose rows are added
    bool zeroes() const { return m_shape.adds; }
    bool converts() const { return m_shape.converts; }
    // For another product of what the index has listed: tickets become zero.
    void again(const Stream& stream) const;
    // The times of index() and of multiply() alone, by a clock of what is queued: they need clear(), or where tasks are
    // drawn again(), before them, whose time is taken off.
    using Clock = std::function<double(const std::function<void()>& queue)>;
    double indexNs(const Clock& timed, const Stream& stream) const;
    double productNs(const Clock& timed, const Stream& stream) const;

    // What the last index found; waits for the GPU.
    MicroIndex found() const;
    std::array<std::int64_t, 3> totals(const Stream& stream, Progress& progress) const; // members, tasks, widths

    // Every byte of C, the scratch and the lists becomes 0xff: NaN in all types.
    void poison();
    Buffer& C() const { return m_output->C; } // rows x ldC; sampled: rows x cols, in the layout of the pairing
    const std::string& indexName() const { return m_index.name(); } // of the kernels
    const std::string& productName() const { return m_product.name(); }
    const MicroShape& shape() const { return m_shape; }
    const MicroBuckets& buckets() const { return m_buckets; }
    int atOnce() const { return m_atOnce; } // blocks of the product that an SM runs
    std::size_t bytes() const;              // of GPU memory, beside the operands

private:
    Pairing m_pairing;
    std::shared_ptr<MicroOperands> m_operands;
    MicroShape m_shape;
    MicroBuckets m_buckets;
    std::unique_ptr<Module> m_indexModule, m_productModule;
    Function m_index, m_totals, m_product, m_convert;
    int m_indexThreads = 0, m_productThreads = 0;
    std::int64_t m_blocks = 0;     // of the product
    int m_atOnce = 1;              // blocks of the product, on an SM
    std::int64_t m_slotsOfGpu = 1; // and on the GPU
    int m_partsOfBlock = 1;
    MicroOperands::Output* m_output = nullptr;
    CUdeviceptr countersOf(int set) const { return m_counters.address() + static_cast<CUdeviceptr>(set) * m_setBytes; }
    CUdeviceptr listedOf(int set) const; // behind the members
    mutable Buffer m_slots, m_tasks;
    // Two sets, of the last index and of the next: ticket, tasks, two free, members of each bucket, and which rows are
    // listed.
    mutable Buffer m_counters;
    std::size_t m_setBytes = 0;
    mutable int m_set = 0; // the last one
    Buffer m_sums;
    std::optional<KernelArguments> m_multiplies;                                   // but for the set
    std::array<std::vector<std::uint8_t>, 2> m_indexArguments, m_productArguments; // of each set
};

} // namespace sparsescope
