// What the kernel of a graph reads: its branches, joined from their tiles, with the arrays that their reductions ask
// for as functions of their index (AlphaSparse, sections V-C and V-D).
#pragma once

#include "engine/plan/data_type.h"
#include "engine/plan/graph/functions.h"
#include "engine/plan/graph/joined_tiles.h"
#include "engine/plan/graph/results.h"

#include <string>
#include <vector>

namespace sparsescope::graph {

// How the kernel knows how many places a BMT has, and where they begin.
enum class SizesOf {
    Branch, // all BMTs have one size
    Bmtb,   // all of a BMTB
    Bmw,    // all of a BMW, whose places are interleaved
    Bmt     // where each begins is stored
};

struct KernelArray {
    // As the metadata's, or "row_slots" "row_results" "bmt_ranks" "bmtb_first_cols" "bmtb_cols" "bmw_sizes".
    std::string name;
    ArrayFunction function;
};

// Tiles with one format, one after another: BMTB b of the branch is tile firstTile + b.
//
// Arrays by their index: of a BMTB b, BMW w, BMT t of the branch, a stored row, a place. Offsets are absolute, but
// bmw_nz_offsets, bmt_nz_offsets, and the places of partials count from the BMTB's first. There are, a BMTB's from
// bmtb_bmt_offsets[b] + b on, one more bmt_nz_offsets than BMTs: where the last one ends; bmtb_partial_offsets[r + b]
// of a stored row r likewise. With `diagonals` col_indices is of a place of a BMT, by its row. row_slots: the slot that
// results of a stored row are added to, or with how "last" their row's number among those that several write; -1: they
// are stored. Of those, row_results and bmt_ranks tell where results are kept (KeptOfBranch).
struct KernelBranch {
    Chain nodes;   // from ROW_PAD on
    int level = 1; // of its tiles
    std::int64_t firstTile = 0;
    std::int64_t bmtbs = 0;
    std::int64_t places = 0;
    Reductions reductions;
    SizesOf sizes = SizesOf::Branch;
    bool bmws = false;       // it has some: loops over them
    bool ofBmws = false;     // a node cut them: interleaved places are of one
    bool emptyBmts = false;  // some have no row
    bool paddedRows = false; // some stored rows are none of the matrix
    bool xShared = false;
    int interleave = 0;
    int threads = 128;
    int blocks = 0;
    int gathers = 0; // 0: as the kernel is built with
    int lanes = 1;
    int diagonals = 0; // each BMT is a row with as many places, whose columns follow from it; 0: columns are read
    std::int64_t partials = 0; // most of a BMTB
    std::int64_t stripe = 0;   // most columns of x that a BMTB copies
    std::vector<KernelArray> arrays;
    std::vector<std::uint8_t> values; // of the operator's data type

    bool has(const char* array) const;
    // Shared memory of a block: partials, then its part of x.
    std::int64_t stripeBegin(DataType dtype) const { return partialPlaces(partials, xShared) * sumBytesOf(dtype); }
    std::int64_t sharedBytes(DataType dtype) const
    {
        return stripeBegin(dtype) + (xShared ? stripe * bytesOf(dtype) : 0);
    }
};

// Branches whose blocks have as many threads stand together.
struct KernelGraph {
    std::vector<KernelBranch> branches;
    Numbers resultOffsets; // KeptResults::offsets, of all branches; empty: no result is kept
    std::int64_t bytes() const;
    bool keepsResults() const { return !resultOffsets.empty(); }
    std::int64_t keptRows() const { return keepsResults() ? std::ssize(resultOffsets) - 1 : 0; }
    std::int64_t keptResults() const { return keepsResults() ? resultOffsets.back() : 0; }
};

// How the arrays of a plan are stored: option "compression" of the planners that make graphs; on where the options say
// nothing.
Compression compressionOf(const Plan& plan);

// The arrays; `slots` has for each row of the matrix the slot that its results are added to, -1 where they are stored,
// and is passed over where results are kept. Values are for the caller to fill in.
KernelGraph kernelGraph(std::span<const JoinedTiles> joined, std::span<const std::int32_t> slots, const Matrix& matrix,
                        Compression compression, Progress& progress);

} // namespace sparsescope::graph
