// Templates of 1D tiles.
#include "kernels/generate/pieces/families.h"

namespace sparsescope {

std::vector<DevicePiece> runPieces()
{
    return {{"1d",
             OperatorKind::SpMM,
             {"rows.cuh", "run.cuh"},
             [](const Format& f, const Packed& p, const std::string& sums) {
                 return fmt::format("RunTile<{}, {}, {}, {}>", scalarType(p.op.dtype), parameterOf(f, "size"),
                                    p.densePart, sums);
             },
             anyThreads,
             anyGathers},
            {"1d",
             OperatorKind::SDDMM,
             {"sampled.cuh", "sampled_run.cuh"},
             [](const Format& f, const Packed& p, const std::string& sums) {
                 return fmt::format("SampledRun<{}, {}, {}, {}>", scalarType(p.op.dtype), parameterOf(f, "size"),
                                    p.densePart, sums);
             },
             anyThreads,
             anyGathers},
            {"1d",
             OperatorKind::SpMV,
             {"loads.cuh", "spmv.cuh", "spmv_run.cuh"},
             [](const Format& f, const Packed& p, const std::string& sums) {
                 return fmt::format("VectorRun<{}, {}, {}>", scalarType(p.op.dtype), parameterOf(f, "size"), sums);
             },
             anyThreads,
             anyGathers}};
}

} // namespace sparsescope
