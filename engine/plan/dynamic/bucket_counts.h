// The members of every bucket of all micro-tiles that there are kernels for, as one launch counts them, and how a
// pairing covers a mask by the counts alone (SparDA, algorithm 2, lines 8 to 12).
#pragma once

#include "engine/plan/dynamic/coverage.h"

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace sparsescope {

// Micro-tiles of one size: members of bucket b are count `first` + b.
struct CountedTiles {
    GatheredAxis axis = GatheredAxis::Inner;
    std::int64_t height = 1, width = 1;
    std::int64_t first = 0, buckets = 0;
};

// Where the counts of a mask stand, one after another: strips of rows by height, then width; behind them, where rows
// are gathered, strips of columns by width, the period's last.
class CountedBuckets {
public:
    static constexpr std::array<std::int64_t, 4> heights = {16, 32, 64, 128};
    static constexpr std::array<std::int64_t, 4> stripWidths = {64, 128, 256, 512};

    // Those that pairingsOfKernels() gathers for this operator, of masks with this period.
    CountedBuckets(const Operator& op, const MaskFacts& masks);

    const MaskShape& shape() const { return m_shape; }
    const std::vector<CountedTiles>& tiles() const { return m_tiles; }
    std::int64_t size() const { return m_size; }   // counts
    std::int64_t inner() const { return m_inner; } // the widest micro-tile whose columns are gathered: a step's
    // Columns of the last strips, where these are counted beside those of stripWidths; 0: they are not.
    std::int64_t period() const { return m_period; }
    const CountedTiles* of(const Pairing& pairing) const; // null: its micro-tiles are not counted

private:
    MaskShape m_shape;
    std::vector<CountedTiles> m_tiles;
    std::int64_t m_size = 0, m_inner = 0, m_period = 0;
};

// The counts of a mask, found on the CPU.
std::vector<std::int32_t> countsOf(const CountedBuckets& buckets, Coverage& coverage);

// All of a covering that follows from the members of each bucket: not what of its places is owned, and what is zero.
Covering coveringOf(const Pairing& pairing, const Operator& op, const MaskShape& shape,
                    std::span<const std::int32_t> counts);

} // namespace sparsescope
