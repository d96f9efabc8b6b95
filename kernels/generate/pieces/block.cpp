// Templates of block tiles. They divide their work among four warps.
#include "kernels/generate/pieces/families.h"

namespace sparsescope {

namespace {

std::string blockInstance(const char* name, const Format& format, DataType dtype, std::int64_t densePart, bool split)
{
    return fmt::format("{}<{}, {}, {}, {}, {}>", name, deviceType(dtype), parameterOf(format, "rows"),
                       parameterOf(format, "width"), densePart, split);
}

} // namespace

std::vector<DevicePiece> blockPieces()
{
    return {{"block",
             OperatorKind::SpMM,
             {"mma.cuh", "block.cuh"},
             [](const Format& f, DataType t, std::int64_t part, bool split) {
                 return blockInstance("BlockTile", f, t, part, split);
             },
             {128},
             {}},
            {"block",
             OperatorKind::SDDMM,
             {"mma.cuh", "sampled.cuh", "sampled_block.cuh"},
             [](const Format& f, DataType t, std::int64_t part, bool split) {
                 return blockInstance("SampledBlock", f, t, part, split);
             },
             {128},
             {}}};
}

} // namespace sparsescope
