// The arrays of a plan as a kernel reads them, made by one parallel pass and thrown away after use.
#pragma once

#include "engine/core/progress.h"
#include "engine/plan/kept_program.h"
#include "engine/plan/launch_order.h"
#include "engine/plan/plan.h"

#include <cstdint>
#include <limits>
#include <memory>
#include <string>
#include <vector>

namespace sparsescope {

namespace graph {
struct Applied;
struct KernelGraph;
enum class Compression;
} // namespace graph

// What computes tiles: the hand-written templates, where a format has one, or what is printed from the plan's program
// (engine/ir); formats without a template always have the latter.
enum class Codegen { Template, Program };
std::string name(Codegen codegen); // "template" "ir"
// Of a plan whose kernel nobody chose: printed where somebody wrote a program or a schedule for it.
Codegen usualCodegen(const Plan& plan);

// Tiles that run the same code: one case of the fused kernel.
struct TaskKind {
    std::int32_t format = 0; // index into Plan::formats
    bool split = false;      // some of what its tiles compute are parts of a result
    bool folds = false;      // several stored rows of a tile hold parts of one row
    bool adds = false;       // places of one row are added one by one: all rows of its tiles are added to
    bool operator==(const TaskKind&) const = default;
};

// Where the arrays of a tile stand; TileRecord on the device.
struct PackedTile {
    std::int32_t kind = 0;              // index into Packed::kinds
    PerArray<std::uint32_t> begin = {}; // where each begins in Packed::indices or Packed::values, in units of 16 bytes
};

// A row of the output of which several tiles hold parts, as one of them sees it; SplitRecord on the device. Each part
// is summed in a slot, a row of ld float32 values; the last of the row's tiles to end adds them up.
struct SplitRow {
    std::int32_t row = 0;
    std::int32_t firstSlot = 0; // of a slot for each of its tiles, the same for all of them
    std::int32_t tiles = 0;     // that hold parts
    std::int32_t slot = 0;      // of this tile
};

// Dense operands have a leading dimension of ld elements, J (SDDMM: K) rounded up to a multiple of densePart, so that a
// kernel never tests for the end of a row; the columns J .. ld-1 hold zeros. SpMV's are vectors: ld and densePart
// are 1.
struct Packed {
    Operator op;
    std::int64_t rows = 0, cols = 0, nnz = 0, ld = 0, densePart = 0;
    std::int64_t slices = 1; // of the matrix
    MatrixShape shape() const { return {rows, cols, slices}; }
    // RGMS: every place's row of X is multiplied by the weights, and what that gives is summed; else the rows of X are
    // summed first, rounded once to the type of the operands.
    bool multipliesFirst = false;
    std::vector<FormatPtr> formats;
    std::vector<TaskKind> kinds;
    std::vector<PackedTile> tiles;
    std::vector<ArraySizes> sizes; // of each tile's arrays
    // The arrays of whole numbers, tile by tile. A stored row of the output is its number, -1 where there is none,
    // slotRow() of the slot in which a part of a split row is summed, or `again`.
    std::vector<std::int32_t> indices;
    std::vector<std::uint8_t> values; // of the operator's data type, tile by tile
    std::vector<Task> tasks;          // in the order of their launch
    bool byLibrary = false;           // as ranByLibrary() says: no tasks
    // Is there a kernel of ours? Not where a library computes SpMM.
    bool hasKernel() const { return !byLibrary || op.sampled(); }
    // What a plan with a kernel of its own (graph::hasKernelGraph()) reads in place of the arrays above. The tasks are
    // its branches' tiles, one branch after another.
    std::shared_ptr<const graph::KernelGraph> graph;
    Codegen codegen = Codegen::Template;
    KeptProgram written; // for the plan, and to be printed; without a text, default schedules are

    // SpMM and SpMV: rows without non-zeros, which the kernel zeroes, and split rows, tile by tile. Where parts are
    // added atomically, a row has one slot: in 16 bits of a scratch that is rounded into C afterwards, else its row of
    // C itself, which is zeroed before.
    std::vector<std::int32_t> emptyRows;
    std::vector<SplitRow> splitRows;
    std::vector<std::int32_t> splitBegin; // where those of each tile begin, and their end; empty: no row is split
    std::span<const SplitRow> splitRowsOf(std::size_t tile) const;
    std::vector<std::int32_t> rowOfSlot;
    SplitSums splitSums = SplitSums::Slots;
    bool addsRows() const { return !addedRows.empty(); }
    std::vector<std::int32_t> addedRows; // that parts are added to; in 16 bits, row i of the scratch is of addedRows[i]
    std::int64_t slots() const { return static_cast<std::int64_t>(rowOfSlot.size()); }
    // Behind a stored row of the same tile: another part of its row (SpMM and SpMV).
    static constexpr std::int32_t again = std::numeric_limits<std::int32_t>::min();
    static std::int32_t slotRow(std::int32_t slot) { return -2 - slot; }
    static std::int32_t slotOf(std::int32_t stored) { return -2 - stored; }
    // The row of the output that a stored row, which is not `again`, belongs to; -1: none.
    std::int32_t rowOf(std::int32_t stored) const
    {
        if (stored >= -1)
            return stored;
        return addsRows() && !narrow(op.dtype) ? slotOf(stored) : rowOfSlot[at(slotOf(stored))];
    }

    // SDDMM: the outputs are one value a non-zero, in CSR order. For each element of values, the position that it
    // writes; -1 where the place owns no non-zero (padding, redundant, between tiles). Each position stands once.
    std::vector<std::int32_t> outputs;
    // Is K split? Then every sub-task stores its sums in a row of its part, and the last one of a tile adds up the
    // parts.
    bool addsOutputs() const { return op.sampled() && ld > densePart; }

    const Format& formatOf(std::size_t tile) const;
    std::int64_t rowPlaces() const; // byLibrary: of the one tile, places of a row, the columns of its dense matrix
    std::string kindLabel(std::size_t kind) const; // "ELL 64x4, split rows"
    PackedTileView view(std::size_t tile) const;
    std::int64_t valueBegin(std::size_t tile) const; // into values and outputs, in elements
    // An array of whole numbers by its name; throws Error(Internal) when the tile's format has none.
    std::span<const std::int32_t> array(std::size_t tile, const std::string& name) const;
    // One of its arrays of rows, with rows of the output where the tile's are slots or `again`.
    std::vector<std::int32_t> rowsIn(std::size_t tile, std::size_t array) const;
    // As Format::forEachPlace(), with rows of the output where the tile's are slots.
    void forEachPlace(std::size_t tile, const Format::PlacesBody& body) const;
    std::int64_t bytes() const;
};

// What the kernel of a graph reads, without what only the CPU does: tiles have kinds alone, and neither arrays nor
// split rows. Throws Error(Input) where a kernel cannot hold it, Error(Cancelled).
Packed packForKernel(const graph::Applied& applied, const Matrix& matrix, const Operator& op,
                     graph::Compression compression, Progress& progress);

// The matrix again, from the packed arrays alone: values as rounded to the data type. SDDMM's output positions tell
// explicit zeros from padding; without them every zero is taken for padding.
MatrixPtr unpack(const Packed& packed);

// The position in the matrix's CSR arrays of each element of Packed::values; -1 where there is a zero, for padding, a
// redundant place or nothing. Of a plan with a kernel of its own, of each branch's values, one branch behind another.
std::vector<std::int32_t> valuePositions(const Plan& plan, const Matrix& matrix, const Packed& packed,
                                         Progress& progress);

// Appends a tile of that kind with arrays of these sizes, all of them zero. Throws Error(Input) when the tiles before
// it take all that offsets reach.
void appendTile(Packed& packed, std::int32_t kind, const ArraySizes& sizes);
// Its arrays of whole numbers, to be written; the next tile that is appended makes them invalid.
PackedSpans spansOf(Packed& packed, std::size_t tile);

// How many elements of the dense loop a part has as it is packed: a part that is all of it is rounded up to whole
// sectors of any data type; a vector has none.
std::int64_t packedPart(const PlanHeader& plan);

// Requires a validated plan. `written`: the kernel is of a program that somebody wrote, whether the plan keeps it or
// not. Throws Error(Cancelled) soon after it is asked to, also inside a tile.
Packed pack(const Plan& plan, const Matrix& matrix, Progress& progress, Codegen codegen = Codegen::Template,
            bool written = false);

} // namespace sparsescope
