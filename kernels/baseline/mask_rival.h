// What a dynamic plan is raced against: libraries and simpler kernels, each with its conversion in every mask. Handles,
// buffers and kernels are kept from mask to mask, nothing else.
#pragma once

#include "kernels/baseline/mask_operands.h"

#include <memory>
#include <string>

namespace sparsescope {

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
