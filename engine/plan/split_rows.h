// Rows of the output that are added up of parts: of several tiles, or place by place.
#pragma once

#include "engine/plan/packed.h"

#include <cstdint>
#include <span>
#include <vector>

namespace sparsescope {

// Finds the rows that no tile stores and those that are split, and gives the latter their slots. `stored` says how many
// parts of each row are stored, or that there are several.
void findSplitRows(const Plan& plan, std::span<const std::uint8_t> stored, Packed& packed);

// Do several stored rows of the tile hold parts of one row?
bool folds(const Format& format, const TileView& tile);

// The formats of a plan of which places are added one by one.
std::vector<bool> addingFormats(const Plan& plan, Codegen codegen);

// Rows that a program stores in parts, place by place or as several stored rows of a tile: in `parts` they become split
// rows. Gives how split rows are summed: as the plan says, but atomically where places are added one by one, or where
// slots for all stored rows took more than four times the memory of a float32 output.
SplitSums addParts(const Plan& plan, const std::vector<bool>& adding, Codegen codegen,
                   std::vector<std::uint8_t>& parts);

} // namespace sparsescope
