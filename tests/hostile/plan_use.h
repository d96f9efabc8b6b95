// What the programs do with a plan that they have read.
#pragma once

#include "engine/plan/packed.h"
#include "engine/plan/plan_file.h"
#include "engine/run/executor.h"
#include "engine/search/request.h"
#include "kernels/generate/generate.h"
#include "kernels/generate/pieces.h"
#include "tests/support/catch.h"

namespace sparsescope {

// Kernels read and write by these numbers, and check none.
inline void checkInBounds(const Packed& packed, const Matrix& matrix)
{
    for (std::size_t t = 0; t < packed.tiles.size(); ++t) {
        const Format& format = packed.formatOf(t);
        const std::int64_t slots = packed.splitRowsOf(t).empty()                   ? 0
                                   : packed.addsRows() && !narrow(packed.op.dtype) ? matrix.rows()
                                                                                   : packed.slots();
        const PackedTileView tile = packed.view(t);
        for (std::size_t a = 0; a < format.arrays().size(); ++a)
            for (const std::int32_t id : tile.arrays[a]) {
                if (format.arrays()[a].element == ElementType::Row && id != Packed::again &&
                    (id < -1 - slots || id >= matrix.rows()))
                    FAIL("row " << id << " of " << matrix.rows() << " in " << format.label());
                if (format.arrays()[a].element == ElementType::Column && (id < -1 || id >= matrix.cols()))
                    FAIL("column " << id << " of " << matrix.cols() << " in " << format.label());
            }
        for (const std::int32_t output : tile.outputs)
            if (output < -1 || output >= matrix.nnz())
                FAIL("output " << output << " of " << matrix.nnz());
    }
    for (const auto& rows : {packed.emptyRows, packed.rowOfSlot})
        for (const std::int32_t row : rows)
            if (row < 0 || row >= matrix.rows())
                FAIL("row " << row << " of " << matrix.rows());
    for (const SplitRow& split : packed.splitRows)
        if (packed.addsRows() ? split.slot < 0 || split.slot >= std::max(packed.slots(), matrix.rows())
                              : split.row < 0 || split.row >= matrix.rows() || split.firstSlot < 0 || split.tiles < 2 ||
                                    split.slot < split.firstSlot || split.firstSlot + split.tiles > packed.slots())
            FAIL("split row " << split.row);
    const auto tiles = static_cast<std::int64_t>(packed.tiles.size());
    for (const Task& task : packed.tasks)
        if (task.tile < 0 || task.tile >= tiles || task.part < 0 || task.part * packed.densePart >= packed.ld)
            FAIL("task of tile " << task.tile << ", part " << task.part);
}

// Packs it, runs it on the CPU and writes its kernel.
inline void usePlan(const Plan& plan, const Matrix& matrix)
{
    const Packed packed = pack(plan, matrix, noProgress());
    checkInBounds(packed, matrix);
    if (!packed.byLibrary && !runsOnCpuOnly(plan, hasDevicePiece))
        static_cast<void>(generateKernel(packed).text);
    constexpr std::int64_t quickly = 1 << 22; // elements of the dense operands
    if (packed.ld * (matrix.rows() + matrix.cols()) > quickly)
        return;
    const CheckedPlan checked = checkPlan(plan, matrix, 1, noProgress());
    CHECK((checked.error.accepted(plan.op.dtype) || !checked.overflow.empty()));
}

} // namespace sparsescope
