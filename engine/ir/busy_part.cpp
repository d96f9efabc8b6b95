#include "engine/ir/busy_part.h"

#include "engine/core/at.h"
#include "engine/core/error.h"
#include "engine/plan/plan.h"

#include <algorithm>
#include <fmt/format.h>

namespace sparsescope::ir {

BusyPart busyPart(const Matrix& matrix)
{
    constexpr std::int64_t size = 24;
    BusyPart part;
    if (matrix.nnz() > 0)
        part.firstRow = std::min(matrix.rowOf(0), std::max<std::int64_t>(0, matrix.rows() - size));
    const std::int64_t rows = std::min(size, matrix.rows() - part.firstRow);
    const std::int64_t cols = std::min(size, matrix.cols());
    std::vector<std::int32_t> columns;
    for (std::int64_t r = 0; r < rows; ++r) {
        const auto row = matrix.row(part.firstRow + r);
        columns.insert(columns.end(), row.begin(), row.end());
    }
    std::sort(columns.begin(), columns.end());
    std::size_t end = 0, most = 0;
    for (std::size_t begin = 0; begin < columns.size(); ++begin) {
        while (end < columns.size() && columns[end] < columns[begin] + cols)
            ++end;
        if (end - begin > most) {
            most = end - begin;
            part.firstColumn = std::min<std::int64_t>(columns[begin], matrix.cols() - cols);
        }
    }
    std::vector<std::int64_t> rowPtr = {0};
    std::vector<std::int32_t> colIdx;
    std::vector<double> values;
    for (std::int64_t r = part.firstRow; r < part.firstRow + rows; ++r) {
        for (std::int64_t p = matrix.rowPtr()[at(r)]; p < matrix.rowPtr()[at(r + 1)]; ++p) {
            const std::int64_t column = matrix.colIdx()[at(p)] - part.firstColumn;
            if (column < 0 || column >= cols)
                continue;
            colIdx.push_back(static_cast<std::int32_t>(column));
            part.positions.push_back(p);
            if (matrix.hasValues())
                values.push_back(matrix.value(p));
        }
        rowPtr.push_back(std::ssize(colIdx));
    }
    MatrixSource source;
    source.name = fmt::format("{} from ({}, {})", matrix.source().name, part.firstRow, part.firstColumn);
    part.matrix =
        std::make_shared<const Matrix>(rows, cols, std::move(rowPtr), std::move(colIdx), std::move(values), source);
    return part;
}

Plan planOfPart(const Plan& plan, const BusyPart& part, Progress& progress)
{
    const std::vector<std::uint32_t> owners = ownerOfEntries(plan);
    const Tiling& whole = plan.tiling();
    Plan made = emptyPlan(*part.matrix, plan.op, plan.densePart);
    made.tiling().formats = whole.formats;
    made.tiling().splitSums = whole.splitSums;
    for (std::size_t f = 0; f < whole.formats.size(); ++f) {
        std::vector<std::uint32_t> held;
        for (std::size_t p = 0; p < part.positions.size(); ++p)
            if (at(whole.tiles[owners[at(part.positions[p])]].format) == f)
                held.push_back(static_cast<std::uint32_t>(p));
        if (held.empty())
            continue;
        TileSet tiles;
        try {
            whole.formats[f]->cover(*part.matrix, held, tiles, progress);
        } catch (const Error& error) {
            if (error.kind() != ErrorKind::Input)
                throw;
            failInput(fmt::format("a part of {} x {} cannot be stored in tiles of format {}: {}", part.matrix->rows(),
                                  part.matrix->cols(), shortLabel(*whole.formats[f]), error.reason()));
        }
        addTiles(made, whole.formats[f], std::move(tiles));
    }
    markAtomicTiles(made);
    return made;
}

} // namespace sparsescope::ir
