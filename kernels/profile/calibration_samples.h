// The tiles that a calibration measures, made up for it.
#pragma once

#include "engine/plan/packed.h"

#include <memory>
#include <vector>

namespace sparsescope {

inline constexpr std::int64_t denseRows = 32768; // of dense operands
inline constexpr std::int64_t vectorSize =
    32 * denseRows; // of SpMV: as many bytes as a dense operand of 32 columns, so that no L1 cache holds them

// One tile, with what its cost model will know of it.
struct TileSample {
    FormatPtr format;
    std::int64_t distinctRows = 0; // of X and of B or Y that it reads
    std::int64_t distinctCols = 0;
    std::int64_t csrRows = 0; // of CSR alone: how many rows share its places
    std::int64_t csrEnd(std::int64_t rows) const { return rows * format->packedValues() / csrRows; } // of so many rows

    // For the classic formats: all of a matrix made for it, as one tile.
    std::shared_ptr<const Matrix> matrix = {};
    Plan plan = {};

    ArraySizes sizes() const;
    TileFeatures features() const;
};

// Samples of the formats that the search cuts a matrix into, all in one kernel; or of those of them that are no dense
// blocks, whose shared memory the others are then spared.
std::vector<TileSample> searchedSamples(const Operator& op, bool blocks);

// Samples of SELL, BSR and SR-BCRS, each in a kernel of its own; none for SDDMM and RGMS.
std::vector<std::vector<TileSample>> classicSamples(const Operator& op);

// All samples as one packed plan. Atomic: each plain, and then with all of its rows split and added; tile i is sample
// i / 2. Slots: tile i is sample i, all of whose rows are split and summed in slots.
Packed packedOf(const std::vector<TileSample>& samples, const Operator& op, std::int64_t part, SplitSums sums);

} // namespace sparsescope
