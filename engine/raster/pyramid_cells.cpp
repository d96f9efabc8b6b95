#include "engine/raster/pyramid_cells.h"

#include "engine/core/at.h"

namespace sparsescope::raster {

int pyramidLevelFor(const Pyramid& pyramid, const ViewBox& view)
{
    int found = -1;
    for (std::size_t l = 0; l < pyramid.levels().size(); ++l) {
        const Pyramid::Level& level = pyramid.levels()[l];
        if (static_cast<double>(level.cellRows) <= view.rowsPerPixel &&
            static_cast<double>(level.cellCols) <= view.colsPerPixel)
            found = static_cast<int>(l);
    }
    return found;
}

std::vector<CellSpan> cellsOfPixels(const PixelAxis& axis, std::int64_t cell)
{
    std::vector<CellSpan> spans(static_cast<std::size_t>(axis.pixels()));
    for (int p = 0; p < axis.pixels(); ++p) {
        const PixelAxis::Span e = axis.elementsOf(p);
        if (e.begin < e.end)
            spans[at(p)] = {e.begin / cell, (e.end - 1) / cell + 1};
    }
    return spans;
}

int pyramidLevelToDraw(const Matrix& matrix, const Pyramid* pyramid, const ViewBox& view, std::int64_t exactLimit)
{
    if (!pyramid)
        return -1;
    const PixelAxis::Span rows = PixelAxis(view.row0, view.rowsPerPixel, matrix.rows(), view.height).elements();
    const std::int64_t work = matrix.rowPtr()[at(rows.end)] - matrix.rowPtr()[at(rows.begin)];
    return work > exactLimit ? pyramidLevelFor(*pyramid, view) : -1;
}

} // namespace sparsescope::raster
