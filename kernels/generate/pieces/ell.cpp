// Templates of ELL tiles.
#include "engine/core/error.h"
#include "kernels/generate/pieces/families.h"

namespace sparsescope {

namespace {

std::string ellRows(const Format& format)
{
    return fmt::format("EllRows<{}, {}>", parameterOf(format, "rows"), parameterOf(format, "width"));
}

} // namespace

std::vector<DevicePiece> ellPieces()
{
    std::vector<DevicePiece> pieces = {
        {"ell",
         OperatorKind::SpMM,
         {"rows.cuh", "loads.cuh", "ell.cuh"},
         [](const Format& f, const Packed& p, const std::string& sums) {
             const std::int64_t rows = parameterOf(f, "rows");
             const std::int64_t width = parameterOf(f, "width");
             if (rows < 1 || width < 1)
                 failUsage(f.label() + " has no device code: an ELL tile has at least one row and one place a row");
             return fmt::format("EllTile<{}, {}, {}, {}, {}>", scalarType(p.op.dtype), rows, width, p.densePart, sums);
         },
         anyThreads,
         anyGathers,
         nullptr,
         0,
         "folded_ell.cuh",
         true},
        {"ell",
         OperatorKind::SpMV,
         {"loads.cuh", "spmv.cuh", "spmv_ell.cuh"},
         [](const Format& f, const Packed& p, const std::string& sums) {
             return fmt::format("VectorEll<{}, {}, {}, {}>", scalarType(p.op.dtype), parameterOf(f, "rows"),
                                parameterOf(f, "width"), sums);
         },
         anyThreads,
         anyGathers,
         nullptr,
         0,
         "spmv_folded_ell.cuh"}};
    addSampledRows<ellRows>("ell", pieces);
    return pieces;
}

} // namespace sparsescope
