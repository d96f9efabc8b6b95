#include "engine/plan/graph/reductions.h"

#include <algorithm>

namespace sparsescope::graph {

namespace {

constexpr std::array triples = {Reductions{ThreadRed::Total, WarpRed::None, BlockRed::None},
                                Reductions{ThreadRed::Total, WarpRed::None, BlockRed::Total},
                                Reductions{ThreadRed::Total, WarpRed::None, BlockRed::Offset},
                                Reductions{ThreadRed::Total, WarpRed::Total, BlockRed::None},
                                Reductions{ThreadRed::Total, WarpRed::Total, BlockRed::Total},
                                Reductions{ThreadRed::Total, WarpRed::Total, BlockRed::Offset},
                                Reductions{ThreadRed::Total, WarpRed::Bitmap, BlockRed::None},
                                Reductions{ThreadRed::Total, WarpRed::Bitmap, BlockRed::Offset},
                                Reductions{ThreadRed::Total, WarpRed::Seg, BlockRed::None},
                                Reductions{ThreadRed::Total, WarpRed::Seg, BlockRed::Offset},
                                Reductions{ThreadRed::Bitmap, WarpRed::None, BlockRed::None},
                                Reductions{ThreadRed::Bitmap, WarpRed::None, BlockRed::Offset},
                                Reductions{ThreadRed::Bitmap, WarpRed::Seg, BlockRed::None},
                                Reductions{ThreadRed::Bitmap, WarpRed::Seg, BlockRed::Offset}};

Adapter toBlock(Left left, BlockRed block)
{
    if (block == BlockRed::None)
        return Adapter::AsItIs;
    const bool total = block == BlockRed::Total;
    switch (left) {
    case Left::One:
        return total ? Adapter::BlockTree : Adapter::PartialOfBmt;
    case Left::Lane0:
        return total ? Adapter::WarpSums : Adapter::PartialOfBmw;
    case Left::Runs:
        return Adapter::PartialsOfRuns;
    default:
        return Adapter::PartialsOfRows;
    }
}

Adapter toGlobal(Left left)
{
    constexpr std::array found = {Adapter::RowOfBmt,  Adapter::RowsOfRuns, Adapter::RowOfBmw,
                                  Adapter::RowsOfBmw, Adapter::RowOfBmtb,  Adapter::RowsOfBmtb};
    return found[static_cast<std::size_t>(left)];
}

} // namespace

std::span<const Reductions> legalReductions()
{
    return triples;
}

bool legal(const Reductions& reductions)
{
    return std::find(triples.begin(), triples.end(), reductions) != triples.end();
}

std::string text(const Reductions& reductions)
{
    constexpr std::array threads = {"no THREAD reduction", "THREAD_TOTAL_RED", "THREAD_BITMAP_RED"};
    constexpr std::array warps = {"", " + WARP_TOTAL_RED", " + WARP_BITMAP_RED", " + WARP_SEG_RED"};
    constexpr std::array blocks = {"", " + SHMEM_TOTAL_RED", " + SHMEM_OFFSET_RED"};
    return std::string(threads[static_cast<std::size_t>(reductions.thread)]) +
           warps[static_cast<std::size_t>(reductions.warp)] + blocks[static_cast<std::size_t>(reductions.block)];
}

std::string text(Adapter adapter)
{
    constexpr std::array texts = {"as it is",
                                  "a lane adds its BMTs",
                                  "closed rows leave at once, head and tail stay",
                                  "shuffles of the warps, then of the first",
                                  "shared[warp]",
                                  "partials[BMT - first]",
                                  "partials[bmt_first_partial + i]",
                                  "partials[BMW - first]",
                                  "partials[bmw_first_partial + row - first row]",
                                  "the BMT's row of y",
                                  "the BMT's rows of y",
                                  "the BMW's row of y",
                                  "the BMW's rows of y",
                                  "the BMTB's row of y",
                                  "the BMTB's rows of y"};
    return texts[static_cast<std::size_t>(adapter)];
}

Left leftByWarp(const Reductions& reductions)
{
    if (reductions.warp == WarpRed::None)
        return reductions.thread == ThreadRed::Bitmap ? Left::Runs : Left::One;
    return reductions.warp == WarpRed::Total ? Left::Lane0 : Left::Rows;
}

Left leftByBlock(const Reductions& reductions)
{
    if (reductions.block == BlockRed::None)
        return leftByWarp(reductions);
    return reductions.block == BlockRed::Total ? Left::Thread0 : Left::RowSums;
}

std::array<Adapter, 3> adapters(const Reductions& reductions)
{
    const Adapter toWarp = reductions.warp == WarpRed::Total       ? Adapter::LaneSum
                           : reductions.warp == WarpRed::None      ? Adapter::AsItIs
                           : reductions.thread == ThreadRed::Total ? Adapter::AsItIs
                                                                   : Adapter::ClosedLeave;
    return {toWarp, toBlock(leftByWarp(reductions), reductions.block), toGlobal(leftByBlock(reductions))};
}

} // namespace sparsescope::graph
