// Templates of tiles of one relation (RGMS).
#include "engine/core/error.h"
#include "kernels/generate/pieces/families.h"

namespace sparsescope {

namespace {

constexpr std::int64_t widestPart = 256; // of the dense loop, whose sums threads keep

// What follows the source of the rows of X: "32, 64, added>".
std::string rest(const Packed& p, const std::string& sums)
{
    if (p.densePart > widestPart)
        failUsage(fmt::format("the parts of {} have to be at most {} for a kernel of {}, not {}",
                              p.op.definition().axis, widestPart, label(p.op.kind), p.densePart));
    return fmt::format("{}, {}, {}>", p.op.inner, p.densePart, sums);
}

std::string ellInstance(const Format& f, const Packed& p, const std::string& sums)
{
    const std::int64_t rows = parameterOf(f, "rows"), width = parameterOf(f, "width");
    if (p.multipliesFirst)
        return fmt::format("MultipliedRelation<{}, {}, {}, {}", deviceType(p.op.dtype), rows, width, rest(p, sums));
    const char* const type = deviceType(p.op.dtype);
    return fmt::format("SummedRelation<{0}, EllOfX<{0}, {1}, {2}>, {3}", type, rows, width, rest(p, sums));
}

std::string csrInstance(const Format& f, const Packed& p, const std::string& sums)
{
    if (p.multipliesFirst)
        failUsage(fmt::format("there is no device code for {} tiles of {} that multiplies first, as {} does",
                              shortLabel(f), label(p.op.kind), p.op.dtype == DataType::TFloat32 ? "tf32" : "the plan"));
    return fmt::format("SummedRelation<{0}, CsrOfX<{0}>, {1}", deviceType(p.op.dtype), rest(p, sums));
}

DevicePiece pieceOf(const char* format, std::string (*instance)(const Format&, const Packed&, const std::string&))
{
    return {format,
            OperatorKind::RGMS,
            {"rows.cuh", "loads.cuh", "mma.cuh", "ell.cuh", "csr.cuh", "relational.cuh"},
            instance,
            anyThreads,
            anyGathers,
            nullptr,
            5};
}

} // namespace

std::vector<DevicePiece> relationalPieces()
{
    return {pieceOf("ell", ellInstance), pieceOf("csr", csrInstance)};
}

} // namespace sparsescope
