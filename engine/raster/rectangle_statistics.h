// What lies in a rectangle of the matrix: non-zeros, rows and columns, and the tiles of a plan that own them.
#pragma once

#include "engine/core/progress.h"
#include "engine/matrix/matrix.h"
#include "engine/plan/plan.h"
#include "engine/raster/view_box.h"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace sparsescope::raster {

struct RectangleStatistics {
    ElementRect rect;
    std::int64_t nnz = 0;
    double density = 0;
    std::int64_t emptyRows = 0, emptyCols = 0;     // of the rectangle's, without a non-zero in it
    std::int64_t longestRow = -1, longestCol = -1; // the first of those with the most non-zeros in it; -1: none
    std::int64_t longestRowNnz = 0, longestColNnz = 0;

    // Tiles that own a non-zero in it; zero without a plan.
    std::int64_t tiles = 0;
    std::int64_t inside = 0; // own nothing outside of it
    std::int64_t atomicTiles = 0;
    PlaceCounts places;     // of these tiles, also outside of it
    double predictedNs = 0; // sum of their costs
    struct Share {
        std::int32_t format = 0; // the first of Plan::formats with this family
        FormatFamily family = FormatFamily::Other;
        std::int64_t tiles = 0, nnz = 0; // nnz of the rectangle
    };
    std::vector<Share> formats; // by family, those that are there
};

// The rectangle lies in the matrix. `plan` may be null; else `owner` is the tile of each CSR position. The same at any
// number of threads. Throws Error(Cancelled).
RectangleStatistics rectangleStatistics(const Matrix& matrix, const ElementRect& rect, const Plan* plan,
                                        std::span<const std::uint32_t> owner, Progress& progress);

} // namespace sparsescope::raster
