// What pictures know of tiles of the format `micro`.
#pragma once

#include "engine/plan/dynamic/pairing.h"
#include "engine/plan/format.h"

#include <cstdint>
#include <optional>

namespace sparsescope {

// Micro-tiles of height x width places, on the grid of these, and the dense tile that they are gathered into.
struct GatheredShape {
    GatheredAxis axis = GatheredAxis::Inner;
    std::int64_t height = 1, width = 1; // of a micro-tile
    std::int64_t rows = 1, columns = 1; // of the dense tile; Inner: of a step, of which a tile has as many as it needs
};
// What a format gathers its tiles of; none: no micro-tiles.
std::optional<GatheredShape> gatheredShapeOf(const Format& format);

// A tile's micro-tiles, the number of their strip (of rows; where rows are gathered, of columns), and its dense tiles.
std::int64_t membersOf(const GatheredShape& shape, const TileView& tile);
std::int64_t stripOf(const GatheredShape& shape, const TileView& tile);
std::int64_t stepsOf(const GatheredShape& shape, const TileView& tile);

} // namespace sparsescope
