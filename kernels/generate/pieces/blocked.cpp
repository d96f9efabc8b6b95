// Templates of tiles of rows, slices and rows of blocks (blocked.cuh): each format has a layout, which says where its
// columns and values stand.
#include "kernels/generate/pieces/families.h"

namespace sparsescope {

namespace {

using Layout = std::string (*)(const Format& format); // "BsrLayout<16, 32>"

std::string csrLayout(const Format&)
{
    return "CsrLayout";
}

std::string csrRows(const Format&)
{
    return "CsrRows";
}

std::string sellLayout(const Format& format)
{
    return fmt::format("SellLayout<{}>", parameterOf(format, "c"));
}

std::string bsrLayout(const Format& format)
{
    return fmt::format("BsrLayout<{}, {}>", parameterOf(format, "height"), parameterOf(format, "width"));
}

std::string srbcrsLayout(const Format& format)
{
    return fmt::format("SrbcrsLayout<{}, {}>", parameterOf(format, "t"), parameterOf(format, "q"));
}

bool inFragments(const Format& format, DataType dtype)
{
    return format.inFragments(dtype);
}

// Rows of B, or of single values, by lanes.
template <Layout layout>
std::string rowsInstance(const Format& format, const Packed& p, const std::string& sums)
{
    return fmt::format("BlockedRows<{}, {}, {}, {}>", scalarType(p.op.dtype), layout(format), p.densePart, sums);
}

template <Layout layout>
std::string vectorInstance(const Format& format, const Packed& p, const std::string& sums)
{
    return fmt::format("VectorBlocked<{}, {}, {}>", scalarType(p.op.dtype), layout(format), sums);
}

const std::vector<const char*> rowFiles = {"rows.cuh", "loads.cuh", "spmv.cuh", "blocked.cuh", "blocked_rows.cuh"};
const std::vector<const char*> vectorFiles = {"loads.cuh", "spmv.cuh", "blocked.cuh", "spmv_blocked.cuh"};

// Adds the pieces of a format of blocks, which tensor cores multiply where the values stand in the order of their
// fragments.
template <Layout layout>
void addBlocks(const char* format, std::vector<DevicePiece>& pieces)
{
    pieces.push_back({format,
                      OperatorKind::SpMM,
                      {"mma.cuh", "loads.cuh", "spmv.cuh", "blocked.cuh", "blocked_mma.cuh"},
                      [](const Format& f, const Packed& p, const std::string& sums) {
                          return fmt::format("BlockedMma<{}, {}, {}, {}>", scalarType(p.op.dtype), layout(f),
                                             p.densePart, sums);
                      },
                      anyThreads,
                      {},
                      inFragments});
    pieces.push_back({format, OperatorKind::SpMM, rowFiles, rowsInstance<layout>, anyThreads, anyGathers, nullptr, 7,
                      nullptr, true});
    pieces.push_back({format,
                      OperatorKind::SpMV,
                      {"loads.cuh", "spmv.cuh", "blocked.cuh", "spmv_fragments.cuh"},
                      [](const Format& f, const Packed& p, const std::string& sums) {
                          return fmt::format("VectorFragments<{}, {}, {}>", deviceType(p.op.dtype), layout(f), sums);
                      },
                      anyThreads,
                      {},
                      inFragments});
    pieces.push_back({format, OperatorKind::SpMV, vectorFiles, vectorInstance<layout>, anyThreads, anyGathers});
}

} // namespace

std::vector<DevicePiece> blockedPieces()
{
    std::vector<DevicePiece> pieces = {
        {"csr",
         OperatorKind::SpMM,
         {"rows.cuh", "loads.cuh", "csr.cuh"},
         [](const Format&, const Packed& p, const std::string& sums) {
             return fmt::format("CsrTile<{}, {}, {}>", scalarType(p.op.dtype), p.densePart, sums);
         },
         anyThreads,
         anyGathers,
         nullptr,
         0,
         nullptr,
         true},
        {"csr", OperatorKind::SpMV, vectorFiles, vectorInstance<csrLayout>, anyThreads, anyGathers},
        {"sell", OperatorKind::SpMM, rowFiles, rowsInstance<sellLayout>, anyThreads, anyGathers, nullptr, 0, nullptr,
         true},
        {"sell",
         OperatorKind::SpMV,
         {"spmv.cuh", "spmv_sell.cuh"},
         [](const Format& f, const Packed& p, const std::string& sums) {
             return fmt::format("VectorSell<{}, {}, {}>", scalarType(p.op.dtype), parameterOf(f, "c"), sums);
         },
         anyThreads,
         anyGathers},
    };
    addSampledRows<csrRows>("csr", pieces);
    addBlocks<bsrLayout>("bsr", pieces);
    addBlocks<srbcrsLayout>("srbcrs", pieces);
    return pieces;
}

} // namespace sparsescope
