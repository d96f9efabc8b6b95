// What a dynamic plan is raced against: libraries and simpler kernels, each with its conversion in every mask. Handles,
// buffers and kernels are kept from mask to mask, nothing else.
#pragma once

#include "engine/core/progress.h"
#include "engine/matrix/mask_sequence.h"
#include "engine/plan/operators/operands.h"
#include "engine/plan/operators/operator.h"
#include "kernels/device/device.h"

#include <memory>
#include <string>

namespace sparsescope {

// What all rivals read and write, on the GPU before any clock starts.
class MaskOperands {
public:
    // `values`: those of A, rows x period; of a sampled product X, rows x op.dense. `B` (or Y) has a row for each
    // column of the masks. Throws Error(Device) where memory is short.
    MaskOperands(const Operator& op, const MaskFacts& masks, Dense values, const Dense& B);

    // The mask from now on; uploads what was asked for so far, and the rest when it is.
    void setMask(const MaskPtr& mask);

    const Operator& op() const { return m_op; }
    const MaskFacts& masks() const { return m_masks; }
    const MaskPtr& mask() const { return m_mask; }
    const Dense& hostValues() const { return m_hostValues; }

    // Rows x columns of the masks, row-major with ldA(): A, zeros outside the mask; of a sampled product ones on it.
    // Throws Error(Device) with a sentence where that stores too much (storageRefusal).
    const Buffer& wide();
    std::int64_t ldWide() const;
    const Buffer& values() const { return m_values; } // rows x period, or X: row-major with ldValues()
    std::int64_t ldValues() const;
    const Buffer& granules(); // a byte each, row-major
    const Buffer& B() const { return m_B; }
    std::int64_t ldB() const { return m_ldB; }
    Buffer& C() { return m_C; } // rows x ldC(); sampled: rows x columns, of which the mask's places count
    std::int64_t ldC() const;
    std::size_t bytes() const; // of GPU memory, all together

private:
    Operator m_op;
    MaskFacts m_masks;
    Dense m_hostValues;
    std::int64_t m_ldB = 0;
    MaskPtr m_mask;
    bool m_wideDue = true, m_granulesDue = true;
    Buffer m_wide, m_values, m_granules, m_B, m_C;
};

class MaskRival {
public:
    virtual ~MaskRival() = default;
    // Whether convert() waits for the stream, so that only the host's clock can time it.
    virtual bool waits() const = 0;
    // Makes what multiply() needs of the operands' mask. Queued, or, where it waits(), partly done when it returns.
    virtual void convert() = 0;
    // Queues the product into operands.C(): also again, for the same mask.
    virtual void multiply() = 0;
    virtual std::size_t bytes() const = 0; // of GPU memory beside the operands, the most so far
};

// name: one of maskBaselines() that is a library's, or "packed", "serial", "padded", "grouped", or "kernel:FILE". The
// operands and the stream outlive it. Throws Error(Usage) for another name, Error(Device) where it cannot be had here,
// Error(Input) naming the file of a user's kernel.
std::unique_ptr<MaskRival> makeMaskRival(const std::string& name, MaskOperands& operands, const Stream& stream,
                                         const DeviceInfo& device);

} // namespace sparsescope
