// What the heat map can be coloured by, under the names that the layer bar and options have.
#pragma once

#include <array>

namespace sparsescope::raster {

// In the order of ValueLayer.
inline constexpr std::array valueLayerNames = {"count", "any", "magnitude", "sign"};
// Those of tiles, which need a plan; the last two a run of it too.
inline constexpr std::array tileLayerNames = {"format", "level", "round", "padding", "redundant",
                                              "split",  "cost",  "time",  "error"};

} // namespace sparsescope::raster
