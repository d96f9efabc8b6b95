// Runs the listings of the Learn page as they are printed: the C that they are written in, warp after warp, on the
// arrays that are shown. Whatever is wrong is thrown as Error(Internal) with its line.
#pragma once

#include "engine/learn/warp.h"

#include <set>

namespace sparsescope::learn {

// Elements by the name of their array; those of B and C row by row.
using Touched = std::set<std::pair<std::string, std::int64_t>>;

struct ListingRun {
    std::int64_t columns = 1;             // of the output: as many as lanes where the kernel multiplies B
    std::vector<double> expected, output; // y or C, row by row; whole numbers for a matrix of whole numbers
    Touched read, written;
    std::vector<std::set<std::string>> touchedBy; // arrays that each line touches
};

// Launches it with as many threads as it can use, and more. An element outside of its array, one that is stored twice
// and one that is never written are wrong; the latter unless the listing says that y, or C, is 0 before.
ListingRun runListing(const Encoded& encoded, const std::vector<CodeLine>& code, int lanes);

} // namespace sparsescope::learn
