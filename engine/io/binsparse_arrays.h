// What sparsescope-binsparse and the other programs hand to each other. Nothing in it has been compared with anything.
#pragma once

#include <cstdint>

namespace sparsescope {

// Before each array of a file, in the order in which they were asked for: then follow `count` numbers of 64 bits,
// integers or, of an array "values", doubles.
struct BinsparseArray {
    std::int64_t count = 0;
};

// A matrix to write: this head, then rows + 1 pointers of 64 bits, `values` doubles, nnz columns of 32 bits, and the
// descriptor's text. Without values it is a pattern.
struct BinsparseCsr {
    std::int64_t rows = 0, nnz = 0, values = 0, text = 0;
};

} // namespace sparsescope
