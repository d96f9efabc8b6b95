// A small picture of a whole mask, from its bits.
#pragma once

#include "engine/core/progress.h"
#include "engine/matrix/mask.h"
#include "engine/raster/density.h"
#include "engine/raster/image.h"

namespace sparsescope::raster {

// Granules that are 1 in each pixel of a picture of all of the mask, both at least one pixel: those whose first place
// the pixel holds; where a granule is larger than a pixel, each of its pixels has 1. Throws Error(Cancelled).
DensityCounts maskCounts(const Mask& mask, int width, int height, Progress& progress);

// The longer side has `side` pixels, the other follows the mask's shape, down to an eighth. Transparent where no
// granule is 1; the ramp ends where a pixel is full, so that masks of one sequence can be compared. Throws
// Error(Cancelled).
Image maskPicture(const Mask& mask, int side, ColourMap map, bool dark, Progress& progress);

} // namespace sparsescope::raster
