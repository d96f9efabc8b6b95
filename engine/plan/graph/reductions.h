// Which reductions may follow one another, and how what one leaves reaches the next (AlphaSparse, section V-C:
// adapters).
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>

namespace sparsescope::graph {

enum class ThreadRed : std::uint8_t { None, Total, Bitmap };
enum class WarpRed : std::uint8_t { None, Total, Bitmap, Seg };
enum class BlockRed : std::uint8_t { None, Total, Offset };

struct Reductions {
    ThreadRed thread = ThreadRed::None;
    WarpRed warp = WarpRed::None;
    BlockRed block = BlockRed::None;
    bool operator==(const Reductions&) const = default;
};

// The 14 that there are.
std::span<const Reductions> legalReductions();
bool legal(const Reductions& reductions);
std::string text(const Reductions& reductions); // the nodes' names, with " + " between

// What a reduction leaves.
enum class Left : std::uint8_t {
    One,     // a sum a BMT, in a register
    Runs,    // a BMT's sums of rows
    Lane0,   // a sum a BMW
    Rows,    // a BMW's sums of rows, each in the lane where it begins
    Thread0, // a sum a BMTB
    RowSums  // a BMTB's sums of rows
};
// What reaches the reduction of the block, and what reaches global memory.
Left leftByWarp(const Reductions& reductions);
Left leftByBlock(const Reductions& reductions);

// How it gets there.
enum class Adapter : std::uint8_t {
    AsItIs,
    LaneSum,        // a lane adds its BMTs
    ClosedLeave,    // rows that begin and end in a BMT are done, its first and last sum stay
    BlockTree,      // shuffles of the warps, then of the first one
    WarpSums,       // shared[warp]
    PartialOfBmt,   // partials[BMT - first of the BMTB]
    PartialsOfRuns, // partials[bmt_first_partial + i]
    PartialOfBmw,   // partials[BMW - first of the BMTB]
    PartialsOfRows, // partials[bmw_first_partial + row - first row of the BMW]
    RowOfBmt,       // the row bmt_rows
    RowsOfRuns,     // bmt_rows + i
    RowOfBmw,
    RowsOfBmw,
    RowOfBmtb,
    RowsOfBmtb
};
std::string text(Adapter adapter); // "a lane adds its BMTs"
// Those before the warp's, the block's and the grid's reduction; absent ones: AsItIs.
std::array<Adapter, 3> adapters(const Reductions& reductions);

} // namespace sparsescope::graph
