// What sparsescope-matlab writes of a sparse variable, and its reader reads: this head, then jc (colPtrs numbers) and
// ir (rowIds numbers) of 32 bits, then `values` doubles. Nothing in it has been compared with anything else.
#pragma once

#include <cstdint>

namespace sparsescope {

struct MatResult {
    std::int64_t rows = 0, cols = 0;
    std::int64_t colPtrs = 0, rowIds = 0, values = 0;
    std::int64_t logical = 0; // has no values
    std::int64_t complex = 0; // values are magnitudes
};

} // namespace sparsescope
