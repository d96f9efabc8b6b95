// One picture of a whole matrix, and laying one image over another.
#pragma once

#include "engine/core/progress.h"
#include "engine/matrix/matrix.h"
#include "engine/raster/density.h"
#include "engine/raster/image.h"

#include <cstdint>

namespace sparsescope::raster {

// `over` blended onto `under` by its alpha; both of one size, `under` opaque.
void drawOver(Image& under, const Image& over);

// The heat map of the whole matrix on the theme's background with a slim frame; the longer side is `size` pixels
// (16 to 16384, else Error(Usage)), the other follows the matrix' shape, down to an eighth. `render` of the command
// line and thumbnails.
Image renderOverview(const Matrix& matrix, int size, const DensityStyle& style, Progress& progress);

} // namespace sparsescope::raster
