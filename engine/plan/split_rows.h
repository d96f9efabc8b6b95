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

// Does a kernel that is printed add up in the tile what folded rows hold of one row? That of a schedule which somebody
// wrote adds to the output instead.
bool foldsPrinted(const Packed& packed);

// Rows that are added to because a program adds to them one by one, or, with `apart`, because several stored rows of a
// tile hold parts of them: in `parts` they become split rows. Gives whether there are any.
bool addParts(const Tiling& tiling, const std::vector<bool>& adding, bool apart, std::vector<std::uint8_t>& parts);

} // namespace sparsescope
