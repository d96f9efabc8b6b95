// What all rivals of a dynamic plan read and write, on the GPU before any clock starts.
#pragma once

#include "engine/matrix/mask_sequence.h"
#include "engine/plan/operators/operands.h"
#include "engine/plan/operators/operator.h"
#include "kernels/device/device.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace sparsescope {

// The non-zeros of a mask, as kernels of users take them: 32-bit positions, columns ascending in each row.
struct DeviceCsr {
    std::int64_t nnz = 0;
    Buffer rowPtr, colIdx, values; // of a sampled product ones
};

class MaskOperands {
public:
    // `values`: those of A, rows x period; of a sampled product X, rows x op.dense. `B` (or Y) has a row for each
    // column of the masks. Throws Error(Device) where memory is short.
    MaskOperands(const Operator& op, const MaskFacts& masks, Dense values, const Dense& B);

    // The mask from now on; uploads what was asked for so far, and the rest when it is. What stores too much for this
    // mask is not uploaded: who asks for it is told.
    void setMask(const MaskPtr& mask);

    const Operator& op() const { return m_op; }
    const MaskFacts& masks() const { return m_masks; }
    const MaskPtr& mask() const { return m_mask; }
    const Dense& hostValues() const { return m_hostValues; }

    // Rows x columns of the masks, row-major with ldWide(): A, zeros outside the mask; of a sampled product ones on it.
    // Throws Error(Device) with a sentence where that stores too much (storageRefusal).
    const Buffer& wide();
    std::int64_t ldWide() const { return m_ldWide; }
    const Buffer& values() const { return m_values; } // rows x period, or X: row-major with ldValues()
    std::int64_t ldValues() const { return m_ldValues; }
    const Buffer& granules();               // a byte each, row-major
    const DeviceCsr& csr();                 // throws Error(Input) where its positions need more than 32 bits
    const Buffer& B() const { return m_B; } // row-major with ldB(), and rows of zeros up to whole blocks
    std::int64_t ldB() const { return m_ldB; }
    // Rows x ldC(), and rows up to whole blocks that hold anything; sampled: rows x columns, of which the mask's places
    // count.
    Buffer& C() { return m_C; }
    std::int64_t ldC() const { return m_ldC; }
    std::size_t bytes() const; // of GPU memory, all together

    static constexpr std::int64_t wholeBlocks = 32; // rows of B and C are multiples of it
    static std::int64_t whole(std::int64_t rows) { return (rows + wholeBlocks - 1) / wholeBlocks * wholeBlocks; }

private:
    std::string wideRefusal() const; // for this mask, empty: none
    void uploadWide();
    void uploadGranules();
    void uploadCsr();

    Operator m_op;
    MaskFacts m_masks;
    Dense m_hostValues;
    // Elements from a row to the next: multiples of 16 bytes. B, C and X have the same where they have the dense
    // extent.
    std::int64_t m_ldWide, m_ldValues, m_ldB, m_ldC;
    MaskPtr m_mask;
    bool m_wideDue = true, m_granulesDue = true, m_csrDue = true;
    Buffer m_wide, m_values, m_granules, m_B, m_C;
    DeviceCsr m_csr;
};

} // namespace sparsescope
