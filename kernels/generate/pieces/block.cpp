// Templates of block tiles. They divide their work among four warps.
#include "kernels/generate/pieces/families.h"

namespace sparsescope {

namespace {

std::string blockInstance(const char* name, const Format& format, DataType dtype, std::int64_t densePart,
                          const std::string& sums)
{
    return fmt::format("{}<{}, {}, {}, {}, {}>", name, deviceType(dtype), parameterOf(format, "rows"),
                       parameterOf(format, "width"), densePart, sums);
}

} // namespace

std::vector<DevicePiece> blockPieces()
{
    return {{"block",
             OperatorKind::SpMM,
             {"mma.cuh", "block.cuh"},
             [](const Format& f, const Packed& p, const std::string& sums) {
                 return blockInstance("BlockTile", f, p.op.dtype, p.densePart, sums);
             },
             {128},
             {}},
            {"block",
             OperatorKind::SDDMM,
             {"mma.cuh", "sampled.cuh", "sampled_block.cuh"},
             [](const Format& f, const Packed& p, const std::string& sums) {
                 return blockInstance("SampledBlock", f, p.op.dtype, p.densePart, sums);
             },
             {128},
             {}}};
}

} // namespace sparsescope
