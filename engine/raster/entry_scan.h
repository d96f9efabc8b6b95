// Walking the non-zeros of a view pixel row by pixel row: what heat maps and tile layers share.
#pragma once

#include "engine/matrix/matrix.h"
#include "engine/raster/view_box.h"

#include <algorithm>
#include <cstdint>
#include <vector>

namespace sparsescope::raster {

// Pixel rows that stand for the same matrix rows: one where pixels are larger than elements.
struct RowGroup {
    int yBegin = 0, yEnd = 0;
    std::int64_t rowBegin = 0, rowEnd = 0;
};

inline std::vector<RowGroup> rowGroups(const PixelAxis& rows)
{
    std::vector<RowGroup> groups;
    for (int y = 0; y < rows.pixels(); ++y) {
        const PixelAxis::Span span = rows.elementsOf(y);
        if (span.begin >= span.end)
            continue;
        if (!groups.empty() && groups.back().rowBegin == span.begin && groups.back().rowEnd == span.end &&
            groups.back().yEnd == y)
            ++groups.back().yEnd;
        else
            groups.push_back({y, y + 1, span.begin, span.end});
    }
    return groups;
}

// The columns of a view, looked up once for all its rows.
struct ColumnWindow {
    PixelAxis axis;
    PixelAxis::Span visible;
    bool all; // no column of the matrix is out of view

    ColumnWindow(const Matrix& matrix, const ViewBox& view)
        : axis(view.col0, view.colsPerPixel, matrix.cols(), view.width), visible(axis.elements()),
          all(visible.begin == 0 && visible.end == matrix.cols())
    {
    }
};

// visit(x, position) for every non-zero of the group and every pixel column x that stands for it, row by row.
template <class Visit>
void visitEntries(const Matrix& matrix, const RowGroup& group, const ColumnWindow& columns, const Visit& visit)
{
    const std::int64_t* rowPtr = matrix.rowPtr().data();
    const std::int32_t* colIdx = matrix.colIdx().data();
    const bool magnified = columns.axis.magnified();
    const auto scan = [&](std::int64_t b, std::int64_t e) {
        if (magnified) {
            for (std::int64_t p = b; p < e; ++p) {
                const PixelAxis::Span xs = columns.axis.pixelsOf(colIdx[p]);
                for (std::int64_t x = xs.begin; x < xs.end; ++x)
                    visit(static_cast<int>(x), p);
            }
        } else {
            const PixelAxis axis = columns.axis;
            for (std::int64_t p = b; p < e; ++p)
                visit(axis.pixelInside(colIdx[p]), p);
        }
    };
    if (columns.all) {
        scan(rowPtr[group.rowBegin], rowPtr[group.rowEnd]);
        return;
    }
    for (std::int64_t r = group.rowBegin; r < group.rowEnd; ++r) {
        const std::int32_t* begin = colIdx + rowPtr[r];
        const std::int32_t* end = colIdx + rowPtr[r + 1];
        if (begin == end)
            continue;
        begin = std::lower_bound(begin, end, columns.visible.begin);
        end = std::lower_bound(begin, end, columns.visible.end);
        scan(begin - colIdx, end - colIdx);
    }
}

} // namespace sparsescope::raster
