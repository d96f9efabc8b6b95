// The non-zeros of a matrix cut into tiles, each with a format (STile definitions 1 and 2).
#pragma once

#include "engine/core/at.h"
#include "engine/plan/format.h"

#include <cstdint>
#include <span>
#include <vector>

namespace sparsescope {

// A range of a tiling's array.
struct Range {
    std::int64_t begin = 0;
    std::int64_t end = 0;
    std::int64_t size() const { return end - begin; }
    bool operator==(const Range&) const = default;
};

// How sub-tasks are launched; launched() (launch_order.h) says what each is.
enum class LaunchOrder { Longest, Rows };

// How the parts of a split row, one that several stored rows hold parts of, become its sum.
//   Slots: each part is stored, and the last of the tasks that hold one adds them up: one launch, always the same bits.
//   Atomic: they are added to each other in the memory, in a launch that has another one beside it.
enum class SplitSums { Slots, Atomic };

// A small record; its contents are ranges of the tiling's arrays. Tiles stand in the order in which they were chosen.
struct Tile {
    std::int32_t format = 0;    // index into Tiling::formats
    std::int32_t partition = 0; // index into Tiling::partitions
    std::int32_t level = 1;     // generation of candidates (definition 7), from 1
    std::int32_t round = 1;     // pass of the greedy loop, from 1
    Range rows;                 // of rowIds
    Range cols;                 // of colIds
    Range entries;              // of entries
    std::int64_t places = 0;    // as Format::placesOf() says; in no file
    bool atomic = false;        // some of its outputs are written by another sub-task too; see markAtomicTiles()
    double cost = 0;            // predicted ns of one of its sub-tasks on one SM with the GPU saturated
    double chain = 0;           // chainOf() its sub-tasks, set with the cost
};

struct Partition {
    std::int32_t parent = -1;
    std::int32_t slice = 0;
    std::int64_t rowBegin = 0, rowEnd = 0, colBegin = 0, colEnd = 0;
    std::int32_t device = 0;
};

struct Tiling {
    std::vector<FormatPtr> formats;
    std::vector<Partition> partitions; // one entry for the whole matrix to begin with
    std::vector<Tile> tiles;
    std::vector<std::int32_t> rowIds;
    std::vector<std::int32_t> colIds;
    std::vector<std::uint32_t> entries;             // see Entry; the owned ones are a permutation of 0 .. nnz-1
    LaunchOrder launchOrder = LaunchOrder::Longest; // chooseLaunch() chooses
    SplitSums splitSums = SplitSums::Slots;
    std::vector<std::int32_t> schedule; // SM of sub-task tile * denseParts() + part in it; empty when unknown

    std::span<const std::int32_t> rowsOf(const Tile& tile) const // while the plan has no entries yet, too
    {
        return std::span(rowIds).subspan(static_cast<std::size_t>(tile.rows.begin),
                                         static_cast<std::size_t>(tile.rows.size()));
    }
    TileView view(const Tile& tile) const
    {
        return {rowsOf(tile),
                std::span(colIds).subspan(static_cast<std::size_t>(tile.cols.begin),
                                          static_cast<std::size_t>(tile.cols.size())),
                std::span(entries).subspan(static_cast<std::size_t>(tile.entries.begin),
                                           static_cast<std::size_t>(tile.entries.size())),
                tile.places};
    }
    const Format& formatOf(const Tile& tile) const { return *formats[at(tile.format)]; }
};

} // namespace sparsescope
