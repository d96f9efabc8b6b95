// Which cells of a pyramid a view's pixels overlap.
#pragma once

#include "engine/matrix/pyramid.h"
#include "engine/raster/view_box.h"

#include <cstdint>
#include <vector>

namespace sparsescope::raster {

struct CellSpan {
    std::int64_t begin = 0, end = 0;
};

// The coarsest level whose cells are not larger than a pixel; -1 when even the finest is.
int pyramidLevelFor(const Pyramid& pyramid, const ViewBox& view);

// The cells under each pixel of an axis, with cells of `cell` elements.
std::vector<CellSpan> cellsOfPixels(const PixelAxis& axis, std::int64_t cell);

// The level that a view is drawn from; -1: from the matrix itself, because at most `exactLimit` non-zeros lie in the
// rows in view, or because cells are too coarse.
int pyramidLevelToDraw(const Matrix& matrix, const Pyramid* pyramid, const ViewBox& view, std::int64_t exactLimit);

} // namespace sparsescope::raster
