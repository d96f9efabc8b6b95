// Runs the listings of the Learn page as they are printed: the C that they are written in, warp after warp, on the
// arrays that are shown. Whatever is wrong is thrown as Error(Internal) with its line.
#pragma once

#include "engine/learn/warp.h"

#include <set>

namespace sparsescope::learn {

// Elements by the name of their array; those of B, C, X and Y row by row.
using Touched = std::set<std::pair<std::string, std::int64_t>>;

struct ListingRun {
    // y or C, row by row; out, an element for each stored value. Whole numbers for a matrix of whole numbers.
    std::vector<double> expected, output;
    Touched read, written;
    std::vector<std::set<std::string>> touchedBy; // arrays that each line touches
};

// Launches it with as many threads as it can use, and more. An element outside of its array, one that is stored twice
// and one that is never written are wrong; the latter unless the listing says that y, or C, is 0 before.
ListingRun runListing(const Encoded& encoded, const std::vector<CodeLine>& code, int lanes, std::int64_t columns);

} // namespace sparsescope::learn
