// Templates of 1D tiles.
#include "kernels/generate/pieces/families.h"

namespace sparsescope {

std::vector<DevicePiece> runPieces()
{
    return {{"1d",
             OperatorKind::SpMM,
             {"rows.cuh", "run.cuh"},
             [](const Format& f, DataType t, std::int64_t part, const std::string& sums) {
                 return fmt::format("RunTile<{}, {}, {}, {}>", scalarType(t), parameterOf(f, "size"), part, sums);
             },
             anyThreads,
             anyGathers},
            {"1d",
             OperatorKind::SDDMM,
             {"sampled.cuh", "sampled_run.cuh"},
             [](const Format& f, DataType t, std::int64_t part, const std::string& sums) {
                 return fmt::format("SampledRun<{}, {}, {}, {}>", scalarType(t), parameterOf(f, "size"), part, sums);
             },
             anyThreads,
             anyGathers},
            {"1d",
             OperatorKind::SpMV,
             {"loads.cuh", "spmv.cuh", "spmv_run.cuh"},
             [](const Format& f, DataType t, std::int64_t, const std::string& sums) {
                 return fmt::format("VectorRun<{}, {}, {}>", scalarType(t), parameterOf(f, "size"), sums);
             },
             anyThreads,
             anyGathers}};
}

} // namespace sparsescope
