// What pictures know of tiles of the format `micro`.
#pragma once

#include "engine/plan/format.h"

#include <cstdint>
#include <optional>

namespace sparsescope {

// Micro-tiles of height x width places, on the grid of these.
struct MicroTile {
    std::int64_t height = 1, width = 1;
};
// What a format gathers its tiles of; none: no micro-tiles.
std::optional<MicroTile> microTileOf(const Format& format);

} // namespace sparsescope
