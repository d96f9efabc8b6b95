// Mask sequences as NumPy archives (.npz): `shape` and `granularity` (int64[2]) with `masks` (bool or uint8 [T, R, C])
// or `bits` (uint8 [T, R, ceil(C / 8)], as numpy.packbits), R = ceil(rows / granuleRows), C = ceil(cols / granuleCols);
// `period`, `single`, `layout` and `names` may be there. Short forms: `lengths` (int32 [T, B]) of B sequences up to
// `length`, `hidden` wide: their rows are full; `routes` (int32 [T, tokens, top], -1: dropped) with `experts` and
// `hidden`. Each form may say its `shape`, which has to fit. `comment` is a text for people. samples/masks-schema.md
// says more.
#pragma once

#include "engine/core/progress.h"
#include "engine/matrix/mask_sequence.h"

#include <string>
#include <vector>

namespace sparsescope {

// Is the file an archive that says it holds masks? False for a file that cannot be read: who opens it says why.
bool holdsMasks(const std::string& path);

// "holds 8 masks: choose one with --mask 0 to 7".
std::string chooseMask(std::int64_t masks);

// All defects are one Error(Input) with file, array and reason. Masks are made when they are asked for; what is kept is
// no larger than the arrays of the file, those of masks an eighth of them.
MaskSequencePtr readMasks(const std::string& path, Progress& progress);

// Matrix files of one shape, a mask each, named after them. Throws Error(Input) as readMatrix, and where one has
// another shape.
MaskSequencePtr readMasksFromMatrices(const std::vector<std::string>& paths, Progress& progress);

// With `bits`. Throws Error(Usage) for a name that does not end with .npz (ask before much work is done), as
// writeText(), and Error(Input) where memory does not suffice.
void requireMasksName(const std::string& path);
void writeMasks(const MaskSequence& masks, const std::string& path, Progress& progress);

} // namespace sparsescope
