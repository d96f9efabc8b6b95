// The metadata set of a branch (AlphaSparse, section V-A): what is known of its part of the matrix after a node.
#pragma once

#include "engine/core/at.h"
#include "engine/matrix/matrix.h"
#include "engine/plan/graph/reductions.h"

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace sparsescope::graph {

using Numbers = std::vector<std::int32_t>;
using NumbersPtr = std::shared_ptr<const Numbers>;

// An offsets array has one element more than there are of what it is of. Rows are stored rows, -1 is padding or no row.
enum class Array : std::uint8_t {
    OriginRows, // the matrix's row of each stored row
    RowLengths,
    RowOffsets, // places before each stored row, without those that are padded to: what follows from the lengths
    Diagonals,  // after DIAG_SPLIT, ascending: each row has a place for each, in the column that many behind it
    Entries,    // the CSR position of each place
    BmtbNzOffsets,
    BmtbRowOffsets, // where every BMTB has whole rows,
    BmtbRows,       // else the row of its first place
    BmtbBmwOffsets,
    BmtbBmtOffsets,
    BmtSizesOfBmtb, // where all BMTs of a BMTB have one size by a padding
    BmwNzOffsets,   // of each BMW its first place, from the first of its BMTB
    BmwRows,
    BmwBmtOffsets,
    BmwBitmaps, // 32 bits: bit i where BMT i of a BMW begins a row
    BmtNzOffsets,
    BmtRows,
    BmtSizes,        // places, padding too
    BmtEntryOffsets, // places before each BMT, in stored order, without those that are padded to
    BmtBitmaps,      // 32 bits: bit k where a result begins at place k
    BmtbResultOffsets,
    BmtbPartialOffsets,
    BmwFirstPartial,
    BmtFirstPartial,
};
inline constexpr std::size_t arrayCount = static_cast<std::size_t>(Array::BmtFirstPartial) + 1;

const char* name(Array array); // as the paper has it: "bmt_nz_offsets"

// How blocks of one level are cut from those above.
enum class Cutting : std::uint8_t {
    None,
    Rows,     // whole rows
    Pieces,   // each a piece of one row
    NonZeros, // places in order, whatever their rows are
};

// Consecutive stored rows, up to those of the next part, and the columns that they may have. A cut under "each" makes
// several parts of a branch; no block takes from two of them.
struct Part {
    std::int32_t firstRow = 0;
    std::int32_t firstCol = 0;
    std::int32_t endCol = 0;
};

// Copies share their arrays, so a state after a node has what the node did not change by the same pointer.
struct Metadata {
    std::int64_t rows = 0; // stored ones
    std::int64_t cols = 0; // of the matrix
    std::int64_t nnz = 0;  // places that own one
    std::int64_t places = 0;
    std::vector<Part> parts;
    bool sorted = false; // by SORT
    bool binned = false;
    Cutting bmtb = Cutting::None; // None: no node cut them; where there are BMTs there are BMTBs
    Cutting bmw = Cutting::None;
    Cutting bmt = Cutting::None;
    std::string padded = {}; // the level that BMT_PAD padded to
    int interleave = 0;      // places of a BMT that stand together; 0: all
    bool xShared = false;
    int threads = 128;         // of a thread block
    int blocks = 0;            // thread blocks an SM that registers are kept for; 0: free
    int gathers = 0;           // elements of x that a thread gathers at once; 0: as the kernel is built with
    int lanes = 1;             // that add the partials of a row in shared memory
    bool last = false;         // a row's last writer adds its results in order
    std::int64_t partials = 0; // most of a BMTB, in shared memory
    int sumBytes = 4;          // of one, and at most of an element of x
    Reductions reductions;

    bool has(Array a) const { return m_arrays[static_cast<std::size_t>(a)] != nullptr; }
    std::span<const std::int32_t> operator[](Array a) const // empty where there is none
    {
        const NumbersPtr& array = m_arrays[static_cast<std::size_t>(a)];
        return array ? std::span<const std::int32_t>(*array) : std::span<const std::int32_t>();
    }
    const NumbersPtr& shared(Array a) const { return m_arrays[static_cast<std::size_t>(a)]; }
    void set(Array a, NumbersPtr numbers) { m_arrays[static_cast<std::size_t>(a)] = std::move(numbers); }
    void set(Array a, Numbers numbers) { set(a, std::make_shared<const Numbers>(std::move(numbers))); }
    void setRows(Numbers originRows, Numbers rowLengths); // and their offsets

    std::int64_t bmtbs() const { return count(Array::BmtbNzOffsets); }
    std::int64_t bmws() const { return count(Array::BmwBmtOffsets); }
    std::int64_t bmts() const { return std::ssize((*this)[Array::BmtSizes]); }
    std::int32_t partEnd(std::size_t p) const // of its rows
    {
        return p + 1 < parts.size() ? parts[p + 1].firstRow : static_cast<std::int32_t>(rows);
    }
    // The row that BMTB b begins with.
    std::int32_t bmtbRow(std::int64_t b) const
    {
        return has(Array::BmtbRowOffsets) ? (*this)[Array::BmtbRowOffsets][at(b)] : (*this)[Array::BmtbRows][at(b)];
    }

private:
    std::int64_t count(Array offsets) const { return has(offsets) ? std::ssize((*this)[offsets]) - 1 : 0; }

    std::array<NumbersPtr, arrayCount> m_arrays;
};

// All of the matrix, as it is. Throws Error(Input) from 2^31 non-zeros on.
Metadata wholeMatrix(const Matrix& matrix);

// Where the places of a BMT stand: `first` of all, every `width` places a step of `stride` on.
struct PlacesOf {
    std::int64_t first = 0;
    std::int32_t width = 1;
    std::int64_t stride = 1;
    std::int64_t operator[](std::int64_t k) const { return first + k / width * stride + k % width; }
};
PlacesOf placesOf(const Metadata& m, std::int64_t bmtb, std::int64_t bmw, std::int64_t bmt);

// The column of a row on a diagonal, or the matrix's next to it.
std::int32_t columnOn(std::int32_t row, std::int32_t diagonal, std::int64_t cols);
// The columns that rows of the matrix (-1: none) have on ascending diagonals: the first, and the end.
std::pair<std::int32_t, std::int32_t> columnsOn(std::span<const std::int32_t> rows,
                                                std::span<const std::int32_t> diagonals, std::int64_t cols);

// Is every BMT a row with a place for each diagonal, and all as long as a kernel takes constants for? Place k of one is
// then in the row's column on diagonal k, places that it was padded with on the last.
bool bmtsAreDiagonals(const Metadata& m);

// What follows from `entries`, one a place. Where a diagonal has no non-zero it is columnOn(). Padding has the row of
// its BMT's last place and the column before it, in an empty BMT no row and the first column of the BMTB.
Numbers rowIndices(const Metadata& m);
Numbers colIndices(const Metadata& m, const Matrix& matrix);

} // namespace sparsescope::graph
