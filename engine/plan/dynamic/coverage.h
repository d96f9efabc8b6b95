// How the micro-tiles of a pairing cover a mask: which of them are members, as they hold a non-zero, and what the dense
// tiles that these are gathered into store.
#pragma once

#include "engine/plan/dynamic/pairing.h"

#include <cstdint>
#include <map>
#include <tuple>
#include <utility>
#include <vector>

namespace sparsescope {

// A task, what a thread block does for a part of the dense axis, has a width: Inner, one strip, its members' columns
// filled up to steps; Rows, one group of rows, that of the micro-tiles; Cols, one group of columns, the dense axis.
struct Covering {
    std::int64_t microTiles = 0; // on the grid
    std::int64_t members = 0;
    std::int64_t buckets = 0, filled = 0; // all, and those with members
    std::int64_t fullest = 0;             // members of the fullest bucket
    std::int64_t tasks = 0;               // of buckets with members
    std::int64_t steps = 0;               // of all tasks: dense tiles, one after another along the sum's axis
    // Places: stored = owned + zeros of members + the rest of last steps and groups, and what lies beyond the matrix.
    std::int64_t stored = 0, owned = 0, zeros = 0;
    std::vector<std::pair<std::int64_t, std::int64_t>> widths; // of tasks, ascending, and how many tasks have each

    std::int64_t padding() const { return stored - owned - zeros; }
    // The part of all micro-tiles that are no members: the sparsity that is left (SparDA 4.3). From 0 to 1.
    double sparsity() const
    {
        return microTiles > 0 ? 1 - static_cast<double>(members) / static_cast<double>(microTiles) : 0;
    }
};

// How one mask, which outlives it, is covered. What it is asked is kept, as other pairings have the same micro-tiles.
class Coverage {
public:
    explicit Coverage(const Mask& mask) : m_mask(mask) {}

    const Mask& mask() const { return m_mask; }
    // The mask in granules of this size: those that touch a granule of its own that is 1.
    const Mask& microTiles(std::int64_t height, std::int64_t width);
    // Members of each bucket: rows and columns are below 2^31.
    const std::vector<std::int32_t>& counts(const Pairing& pairing);
    // Those of one, ascending: where each begins on the axis that is gathered, in micro-tiles.
    std::vector<std::int32_t> members(const Pairing& pairing, std::int64_t bucket);
    Covering of(const Pairing& pairing, const Operator& op);

private:
    const Mask& m_mask;
    std::int64_t m_owned = -1; // not counted yet
    std::map<std::pair<std::int64_t, std::int64_t>, Mask> m_coarse;
    // By size, and whether buckets are strips of columns.
    std::map<std::tuple<std::int64_t, std::int64_t, bool>, std::vector<std::int32_t>> m_counts;
};

} // namespace sparsescope
