// One kernel for any number of columns of its dense operands: an SpMV becomes an SpMM whose threads go through the
// columns, and of a warp whose lanes share them out those without a column wait.
#pragma once

#include "engine/learn/warp.h"

#include <string>
#include <vector>

namespace sparsescope::learn {

// A listing for J columns, and where each line of the one before went.
struct ColumnListing {
    std::vector<std::string> lines;
    std::vector<int> lineOf;
    std::vector<char> repeated; // lines before: what is there runs once for each column
};

ColumnListing withColumns(const std::vector<CodeLine>& code, Columns how, std::int64_t columns, int lanes);
// The steps of a kernel as it was stepped: with one column, or with as many as lanes. Listing and memories follow.
void takeColumns(WarpProgram& program, const ColumnListing& listing, std::int64_t columns, int lanes);

} // namespace sparsescope::learn
