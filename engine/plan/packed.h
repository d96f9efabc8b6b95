// The arrays of a plan as a kernel reads them, made by one parallel pass and thrown away after use.
#pragma once

#include "engine/core/progress.h"
#include "engine/plan/plan.h"

#include <cstdint>
#include <vector>

namespace sparsescope {

// Tiles that run the same code: one case of the fused kernel.
struct TaskKind {
    std::int32_t format = 0;  // index into Plan::formats
    bool atomic = false;
    bool operator==(const TaskKind&) const = default;
};

struct PackedTile {
    std::int32_t kind = 0;         // index into Packed::kinds
    std::int32_t reserved = 0;
    std::int64_t rowBegin = 0;     // into rowIds, packedRows() elements
    std::int64_t colBegin = 0;     // into colIds, packedCols() elements
    std::int64_t valueBegin = 0;   // into values, in elements; a multiple of 16 bytes
};

struct Task {
    std::int32_t tile = 0;
    std::int32_t part = 0;  // of the dense loop: columns [part * densePart, (part + 1) * densePart)
};

// For SpMM. Dense operands have a leading dimension of ld elements, J rounded up to a multiple of densePart, so that a
// kernel never tests for the end of a row; the columns J .. ld-1 hold zeros.
struct Packed {
    Operator op;
    std::int64_t rows = 0, cols = 0, ld = 0, densePart = 0;
    std::vector<FormatPtr> formats;
    std::vector<TaskKind> kinds;
    std::vector<PackedTile> tiles;
    std::vector<std::int32_t> rowIds;  // output row of C; of tiles with atomic float16 output: index into atomicRows
    std::vector<std::int32_t> colIds;
    std::vector<std::uint8_t> values;  // of the operator's data type
    std::vector<Task> tasks;           // longest predicted first (ties: by tile, then part)
    std::vector<std::int32_t> zeroRows;    // rows of C that have to be zeroed first: without non-zeros, or float32 atomic
    std::vector<std::int32_t> atomicRows;  // float16 only: rows accumulated in a float32 scratch, then converted

    PackedTileView view(const PackedTile& tile) const;
    bool usesScratch() const { return !atomicRows.empty(); }
    std::int64_t bytes() const;
};

// Requires a validated plan for SpMM; throws Error(Usage) for other operators.
Packed pack(const Plan& plan, const Matrix& matrix, Progress& progress);

}  // namespace sparsescope
