// Coordinates in any order into CSR arrays: in parallel, and the same for any number of threads.
#pragma once

#include "engine/core/progress.h"
#include "engine/matrix/matrix.h"

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

namespace sparsescope {

// What a symmetric file leaves out: the other half, as it is or with the sign turned. The diagonal has no other half.
enum class Mirror { None, Same, Negated };

// Entries in the order of the file; all indices are known to be in range.
struct Coordinates {
    std::int64_t rows = 0, cols = 0;
    std::vector<std::int32_t> row, col;
    std::vector<double> value; // empty for a pattern
};

struct Csr {
    std::vector<std::int64_t> rowPtr;
    std::vector<std::int32_t> colIdx;
    std::vector<double> values;
    std::int64_t duplicates = 0; // entries that were summed into another one
};

// A vector of n zeros, filled in steps that can be cancelled: first touching pages takes seconds for gigabytes.
template <class T>
std::vector<T> zeros(std::int64_t n, const Progress& progress)
{
    constexpr std::size_t step = 4u << 20;
    std::vector<T> v;
    const auto size = static_cast<std::size_t>(n);
    v.reserve(size);
    for (std::size_t filled = 0; filled < size; filled = v.size()) {
        progress.check();
        v.resize(std::min(size, filled + step));
    }
    return v;
}

// Duplicates are summed in the order of the file (a pattern's are merged). Throws Error(Input) naming `file` when the
// memory does not suffice, Error(Cancelled).
Csr assemble(Coordinates coordinates, Mirror mirror, const std::string& file, Progress& progress);

// Sorts the columns of every row and sums duplicates, in place; adds to csr.duplicates.
void canonicalise(Csr& csr, Progress& progress);

// Bytes that assemble needs beyond its argument.
std::uint64_t assemblyBytes(std::int64_t rows, std::int64_t expanded, bool values);

} // namespace sparsescope
