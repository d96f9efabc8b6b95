// SDDMM stepped: for every stored value a row of X times a row of Y, times the value.
#pragma once

#include "engine/learn/formats/taught_format.h"
#include "engine/learn/warp_builder.h"

namespace sparsescope::learn {

// A stored value, the rows of X and Y that it takes, and what is read to find them; -1: it is looked for in vain.
struct SampledPlace {
    std::int64_t place = 0, row = 0, col = 0;
    ArrayReads reads = {};
};
// What thread i, or warp i, does: what it reads first, and its places.
struct SampledWork {
    ArrayReads first = {};
    std::vector<SampledPlace> places = {};
};
std::vector<SampledWork> sampledRows(const WarpBuilder& b, const std::vector<RowWork>& rows);

// What the listings of a format have of its own.
struct SampledTexts {
    std::string about;     // "A thread takes one row"
    std::string begin;     // lines behind that of i: its bound, where its places begin
    std::string loop = {}; // over places; empty: there is one
    std::string each = {}; // lines in it that find the place
    std::string row, col;
    std::string place = "p"; // in values and out
};
// A thread for each i, columns one after another; a warp for each i, a column a lane.
TaughtKernel sampledThreads(const SampledTexts& texts, void (*run)(WarpBuilder& b), bool byColumns = false);
TaughtKernel sampledLanes(const SampledTexts& texts, void (*run)(WarpBuilder& b));
// Their steps; `first`: the line in which SampledWork::first is read.
void stepSampledThreads(WarpBuilder& b, const std::vector<SampledWork>& work, int first);
void stepSampledLanes(WarpBuilder& b, const std::vector<SampledWork>& work, int first);

} // namespace sparsescope::learn
