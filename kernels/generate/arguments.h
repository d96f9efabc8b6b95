// What the host hands to generated kernels: the records of kernels/templates/common.cuh, laid out the same.
#pragma once

#include "engine/plan/packed.h"

#include <cstdint>

namespace sparsescope {

// One block's life in the instrumented kernel.
struct BlockClock {
    std::int64_t start = 0; // clock64 of its SM
    std::int64_t end = 0;
    std::uint64_t globalNs = 0; // %globaltimer at the start
    std::uint32_t sm = 0;
    std::uint32_t reserved = 0;
};

// Device addresses; see Arguments in common.cuh.
struct KernelArguments {
    std::uint64_t tasks = 0;
    std::uint64_t tiles = 0;
    std::uint64_t rowIds = 0;
    std::uint64_t colIds = 0;
    std::uint64_t values = 0;
    std::uint64_t B = 0;
    std::uint64_t C = 0;
    std::uint64_t scratch = 0;
    std::int64_t ldB = 0;
    std::int64_t ldC = 0;
    std::uint64_t clocks = 0;
    std::uint64_t X = 0;
    std::uint64_t outputs = 0;
};

static_assert(sizeof(Task) == 8 && sizeof(PackedTile) == 32, "TaskRecord and TileRecord are uploaded as they are");
static_assert(sizeof(BlockClock) == 32 && sizeof(KernelArguments) == 104);

// Preprocessor name that turns the task clocks of generated sources on.
inline constexpr const char* clocksMacro = "SPARSESCOPE_CLOCKS";

} // namespace sparsescope
