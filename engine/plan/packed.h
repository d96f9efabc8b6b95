// The arrays of a plan as a kernel reads them, made by one parallel pass and thrown away after use.
#pragma once

#include "engine/core/progress.h"
#include "engine/plan/plan.h"

#include <cstdint>
#include <string>
#include <vector>

namespace sparsescope {

// Tiles that run the same code: one case of the fused kernel.
struct TaskKind {
    std::int32_t format = 0; // index into Plan::formats
    bool atomic = false;
    bool operator==(const TaskKind&) const = default;
};

// Where the arrays of a tile stand; TileRecord on the device.
struct PackedTile {
    std::int32_t kind = 0;              // index into Packed::kinds
    PerArray<std::uint32_t> begin = {}; // where each begins in Packed::indices or Packed::values, in units of 16 bytes
};

struct Task {
    std::int32_t tile = 0;
    std::int32_t part = 0; // of the dense loop: columns [part * densePart, (part + 1) * densePart)
};

// Dense operands have a leading dimension of ld elements, J (SDDMM: K) rounded up to a multiple of densePart, so that a
// kernel never tests for the end of a row; the columns J .. ld-1 hold zeros. SpMV's are vectors: ld and densePart
// are 1.
struct Packed {
    Operator op;
    std::int64_t rows = 0, cols = 0, nnz = 0, ld = 0, densePart = 0;
    std::vector<FormatPtr> formats;
    std::vector<TaskKind> kinds;
    std::vector<PackedTile> tiles;
    std::vector<ArraySizes> sizes; // of each tile's arrays
    // The arrays of whole numbers, tile by tile. The rows of tiles with atomic narrow output are indices into
    // atomicRows.
    std::vector<std::int32_t> indices;
    std::vector<std::uint8_t> values; // of the operator's data type, tile by tile
    std::vector<Task> tasks;          // longest predicted first (ties: by tile, then part)

    // SpMM and SpMV: rows of C that have to be zeroed first (without non-zeros, or atomic and not narrow), and, of
    // narrow types only, the rows that are accumulated in a float32 scratch and then converted.
    std::vector<std::int32_t> zeroRows;
    std::vector<std::int32_t> atomicRows;
    bool usesScratch() const { return !atomicRows.empty(); }

    // SDDMM: the outputs are one value a non-zero, in CSR order. For each element of values, the position that it
    // writes; -1 where the place owns no non-zero (padding, redundant, between tiles). Each position stands once.
    std::vector<std::int32_t> outputs;
    // Is K split? Then every sub-task adds atomically to outputs that are zeroed first, those of narrow types in a
    // float32 scratch of nnz values. Otherwise every output is stored once and nothing is zeroed.
    bool addsOutputs() const { return op.sampled() && ld > densePart; }

    const Format& formatOf(std::size_t tile) const;
    std::string kindLabel(std::size_t kind) const; // "ELL 64x4, atomic"
    PackedTileView view(std::size_t tile) const;
    std::int64_t valueBegin(std::size_t tile) const; // into values and outputs, in elements
    // An array of whole numbers by its name; throws Error(Internal) when the tile's format has none.
    std::span<const std::int32_t> array(std::size_t tile, const std::string& name) const;
    // As Format::forEachPlace(), with rows of the matrix where the tile's rows are slots of the scratch.
    void forEachPlace(std::size_t tile, const Format::PlacesBody& body) const;
    std::int64_t bytes() const;
};

// The matrix again, from the packed arrays alone: values as rounded to the data type. SDDMM's output positions tell
// explicit zeros from padding; without them every zero is taken for padding.
MatrixPtr unpack(const Packed& packed);

// Appends a tile of that kind with arrays of these sizes, all of them zero. Throws Error(Input) when the tiles before
// it take all that offsets reach.
void appendTile(Packed& packed, std::int32_t kind, const ArraySizes& sizes);
// Its arrays of whole numbers, to be written; the next tile that is appended makes them invalid.
PackedSpans spansOf(Packed& packed, std::size_t tile);

// Requires a validated plan. Throws Error(Cancelled) soon after it is asked to, also inside a tile.
Packed pack(const Plan& plan, const Matrix& matrix, Progress& progress);

} // namespace sparsescope
