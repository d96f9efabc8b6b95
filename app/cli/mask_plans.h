// What plan, check and generate do with a sequence of masks, in place of a matrix.
#pragma once

#include "app/cli/console.h"
#include "engine/matrix/mask_sequence.h"

#include <string>

namespace sparsescope {

// Chooses a dynamic plan, prints the pairings that were looked at, and writes it where `out` is not empty; the trace
// likewise, as JSON lines.
void planMasks(const MaskSequence& masks, const SearchArguments& search, const std::string& out,
               const std::string& trace, bool json, Console& console);

// Runs a dynamic plan on every mask, or on one, on the CPU, against float64. Returns the exit status.
int checkMasks(const MaskSequence& masks, const std::string& plan, std::optional<std::int64_t> mask, std::uint64_t seed,
               std::optional<MatrixValues> values, bool json, Console& console);

// Writes the source of a dynamic plan's product, and beside it that of its index as NAME-index.cu.
void generateForMasks(const MaskSequence& masks, const std::string& plan, const std::string& out, Console& console);

} // namespace sparsescope
