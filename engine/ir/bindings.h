// What stands behind the names of a program when it runs: sizes, and arrays with their values.
#pragma once

#include <cstdint>
#include <limits>
#include <map>
#include <string>
#include <vector>

namespace sparsescope::ir {

// Whole numbers are held as doubles, too: all that occur are exact.
struct BoundArray {
    std::vector<double> values;
    // In values of the sparse matrix, the CSR position that each element owns, -1 for padding and redundant places.
    std::vector<std::int64_t> entries = {};
    bool written = true; // else only the size is known: reading an element before it is written is an error
};

struct BoundNames {
    std::map<std::string, std::int64_t> values; // params, or values of a tile
    std::map<std::string, BoundArray> arrays;
};

// The names of the launch, and for each param that counts tiles ("tiles_1") those of each tile.
struct Bindings {
    BoundNames launch;
    std::map<std::string, std::vector<BoundNames>> tiles;
};

} // namespace sparsescope::ir
