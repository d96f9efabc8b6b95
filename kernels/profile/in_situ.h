// Time of sub-tasks inside the fused kernel, from in-kernel clocks (STile.md: in situ). Plain arithmetic.
#pragma once

#include "kernels/generate/arguments.h"

#include <cstdint>
#include <span>
#include <vector>

namespace sparsescope {

// For each block the integral over its life of dt / (blocks resident on its SM at that moment), in cycles of its SM:
// the shares of one SM add up to the time in which it held any block.
std::vector<double> inSituCycles(std::span<const BlockClock> blocks);

// For each block its start and end in cycles since the first block of its SM started.
struct BlockLife {
    std::int64_t start = 0;
    std::int64_t end = 0;
};
std::vector<BlockLife> blockLives(std::span<const BlockClock> blocks);

} // namespace sparsescope
