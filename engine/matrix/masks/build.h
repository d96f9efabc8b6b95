// What the generators of mask sequences share.
#pragma once

#include "engine/core/at.h"
#include "engine/core/progress.h"
#include "engine/matrix/mask_sequence.h"
#include "engine/matrix/patterns/build.h"
#include "engine/matrix/patterns/random.h"

#include <cstdint>
#include <functional>
#include <string>

namespace sparsescope {

// One a kind. The facts have name, kind, complete parameters and size; each sets the others. Throws Error(Usage) for
// parameters that do not fit each other, Error(Input) where memory does not suffice for a mask.
MaskSequencePtr raggedMasks(MaskFacts facts);
MaskSequencePtr moeMasks(MaskFacts facts);
MaskSequencePtr attentionMasks(MaskFacts facts);
MaskSequencePtr reluMasks(MaskFacts facts);
MaskSequencePtr pruningMasks(MaskFacts facts);

std::int64_t wholeOf(const MaskFacts& facts, const char* parameter);
double shareOf(const MaskFacts& facts, const char* parameter);

// `part` of a generator, below 8, draws for mask t and a row, or what stands for one, from a stream of its own.
inline RandomStream maskStream(const MaskFacts& facts, std::uint64_t part, std::int64_t t, std::int64_t row)
{
    return {static_cast<std::uint64_t>(wholeOf(facts, "seed")), 8 * static_cast<std::uint64_t>(t) + part,
            static_cast<std::uint64_t>(row)};
}

// a * b of extents; throws Error(Usage) "KIND: PARAMETER takes at most ..." where it is 2^31 and more.
std::int64_t extentOf(const MaskFacts& facts, std::int64_t a, const char* parameter, std::int64_t b);

// Sets the shape and, where none is set, the period; throws Error(Input) where memory does not suffice for a mask.
void setShape(MaskFacts& facts, const MaskShape& shape);

// fill(facts, an empty mask, its number, progress), one call at a time.
using FillMask = std::function<void(const MaskFacts&, Mask&, std::int64_t, Progress&)>;
MaskSequencePtr filledMasks(MaskFacts facts, FillMask fill);

} // namespace sparsescope
