// Micro-tiles of a small matrix gathered into dense tiles, as a dynamic plan does it (SparDA 3.2): lists of members,
// what stands at every place of every dense tile, where its sums go.
#pragma once

#include "engine/learn/learn_state.h"
#include "engine/plan/dynamic/pairing.h"

#include <cstdint>
#include <string>
#include <vector>

namespace sparsescope::learn {

// Figure 2 by what section 3.2 says of it, as its picture is not in our copy: rows of A are gathered (axis m, 1 x 5
// there), columns (axis k, 4 x 1), or both, where the micro-tile is smaller than the dense tile either way. The text
// names no sizes for the two of these: ours are any, and 1 x 1.
std::vector<LearnExample> gatherExamples(); // "k" "m" "both" "single"

// Those of the view Gather: bm, bk, h, w and the order of lists; `now`: each as the state has it, or the nearest legal
// value.
std::vector<LearnParameter> gatherSettings(const LearnState& state, nlohmann::json& now);

struct GatheredPlace {
    enum class Kind {
        Owned,    // a non-zero
        Zero,     // a zero of a member: covered
        Padding,  // no member stands there, or it lies beyond the matrix
        Elsewhere // both axes: another dense tile has this micro-tile, so that it is zero here
    };
    Kind kind = Kind::Padding;
    std::int32_t row = -1, col = -1; // of the matrix; -1: none
    std::int64_t position = -1;      // of the non-zero
};

struct DenseTile {
    std::vector<std::int32_t> rows, cols; // of the matrix, bm and bk of them; -1: none
    std::vector<GatheredPlace> places;    // row by row
};

// What one thread block does: the sums of its dense tiles go to the rows of these.
struct GatherTask {
    int bucket = 0;
    std::size_t begin = 0, end = 0; // dense tiles
};

// One list of the index.
struct GatherBucket {
    std::string label;                    // "strip 0"
    std::vector<std::int32_t> members;    // in the order of the list: their place on the axis, in micro-tiles
    std::vector<std::int32_t> rows, cols; // of each member: its upper left place
};

struct Gathered {
    std::int64_t height = 1, width = 1, rows = 1, inner = 1; // h, w, BM, BK
    bool adds = false; // several tasks may add to a row of C, which is zeroed before
    std::vector<GatherBucket> buckets;
    std::vector<DenseTile> tiles;
    std::vector<GatherTask> tasks;
    std::int64_t microTiles = 0, members = 0;
    std::int64_t stored = 0, owned = 0, zeros = 0; // places

    std::int64_t padding() const { return stored - owned - zeros; }
};

// `settings`: all of gatherSettings(). Along one axis the members and numbers are those of Coverage.
Gathered gathered(const Matrix& matrix, const std::string& example, const nlohmann::json& settings);

// The pairing that a dynamic plan has for this; its columns are the `dense` of the toy product.
Pairing pairingOf(GatheredAxis axis, std::int64_t height, std::int64_t width, std::int64_t rows, std::int64_t inner);

} // namespace sparsescope::learn
