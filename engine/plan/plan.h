// A decomposition of a matrix into tiles, with the split of the dense loop (STile definitions 1, 2, 5).
#pragma once

#include "engine/core/progress.h"
#include "engine/matrix/matrix.h"
#include "engine/plan/format.h"
#include "engine/plan/operators/operator.h"

#include <cstdint>
#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <vector>

namespace sparsescope {

// A range of a plan's array.
struct Range {
    std::int64_t begin = 0;
    std::int64_t end = 0;
    std::int64_t size() const { return end - begin; }
    bool operator==(const Range&) const = default;
};

// A small record; its contents are ranges of the plan's arrays. Tiles stand in the order in which they were chosen.
struct Tile {
    std::int32_t format = 0;    // index into Plan::formats
    std::int32_t partition = 0; // index into Plan::partitions
    std::int32_t level = 1;     // generation of candidates (definition 7), from 1
    std::int32_t round = 1;     // pass of the greedy loop, from 1
    Range rows;                 // of rowIds
    Range cols;                 // of colIds
    Range entries;              // of entries
    std::int64_t places = 0;    // as Format::placesOf() says; in no file
    bool atomic = false;        // some of its outputs are written by another sub-task too; see markAtomicTiles()
    double cost = 0;            // predicted ns of one of its sub-tasks on one SM with the GPU saturated
    double chain = 0;           // chainOf() its sub-tasks, set with the cost; in no file
};

struct Partition {
    std::int32_t parent = -1;
    std::int32_t slice = 0;
    std::int64_t rowBegin = 0, rowEnd = 0, colBegin = 0, colEnd = 0;
    std::int32_t device = 0;
};

// A plan that was searched too and lost, or the parts of the chosen one.
struct Competitor {
    std::string name;
    double predictedNs = 0;
    bool plainCsr = false; // it is the plan that every other one has to beat; a fact of the search, not kept in files
};

struct Plan {
    Operator op;
    std::int64_t densePart = 32;                       // definition 5: size of each part of the dense loop
    std::string planner;                               // "stile"
    nlohmann::json options = nlohmann::json::object(); // of the planner, all of them, as used
    std::string calibration;                           // name of the one that its costs come from
    std::vector<Competitor> competitors;
    nlohmann::json figures = nlohmann::json::object(); // what else the planner found out about it, by name
    double predictedNs = 0;                            // cost of the task partition (definition 6)
    std::vector<std::int32_t> schedule; // SM of sub-task tile * denseParts() + part in it; empty when unknown

    Fingerprint matrix;
    std::int64_t rows = 0, cols = 0, nnz = 0; // of that matrix

    std::vector<FormatPtr> formats;
    std::vector<Partition> partitions; // one entry for the whole matrix to begin with
    std::vector<Tile> tiles;
    std::vector<std::int32_t> rowIds;
    std::vector<std::int32_t> colIds;
    std::vector<std::uint32_t> entries; // see Entry; the owned ones are a permutation of 0 .. nnz-1

    TileView view(const Tile& tile) const
    {
        return {std::span(rowIds).subspan(static_cast<std::size_t>(tile.rows.begin),
                                          static_cast<std::size_t>(tile.rows.size())),
                std::span(colIds).subspan(static_cast<std::size_t>(tile.cols.begin),
                                          static_cast<std::size_t>(tile.cols.size())),
                std::span(entries).subspan(static_cast<std::size_t>(tile.entries.begin),
                                           static_cast<std::size_t>(tile.entries.size())),
                tile.places};
    }
    // Parts of the dense loop: sub-tasks of each tile (definition 3).
    std::int64_t denseParts() const { return (op.dense + densePart - 1) / densePart; }
};

// Throws Error(Input) naming the tile unless the plan belongs to the matrix (fingerprint), every index is in range,
// every tile obeys its format and knows its places, entries are sorted and every non-zero is owned exactly once, or
// where SpMV has a dense loop longer than 1.
void validatePlan(const Plan& plan, const Matrix& matrix, Progress& progress = noProgress());

// The part of it that needs no matrix: ranges follow each other, formats and partitions are there.
void validateTiles(const Plan& plan);

// The same for a plan from outside, whose tiles do not know their places yet: sets these.
void validateNewPlan(Plan& plan, const Matrix& matrix, Progress& progress = noProgress());

// Sets Tile::atomic. SpMM and SpMV: from rowIds, true when a row of the tile occurs more than once among all stored
// rows. SDDMM: every output belongs to one place, so that tiles are atomic exactly when the dense loop has several
// parts.
void markAtomicTiles(Plan& plan);

// No tiles yet, for a matrix: its fingerprint and sizes, and one partition that is all of it.
Plan emptyPlan(const Matrix& matrix, const Operator& op, std::int64_t densePart);

// Of which matrix and operator it is, by which planner: all but tiles, formats and what these cost.
Plan headerOf(const Plan& plan);

// The place of a format in the list, to which it is added where it is not there yet.
std::int32_t formatIndex(std::vector<FormatPtr>& formats, const FormatPtr& format);

// Appends a tile with these contents, whatever its ranges say.
void appendTile(Plan& plan, Tile tile, const TileView& view);

// Appends tiles of one format, which is added where the plan does not have it yet, in partition 0, of level and
// round 1.
void addTiles(Plan& plan, const FormatPtr& format, TileSet tiles);

// The tile that owns each CSR position: nnz elements.
std::vector<std::uint32_t> ownerOfEntries(const Plan& plan);

// Places of one tile or of a whole plan (STile.md: owned, padded, redundant).
struct PlaceCounts {
    std::int64_t stored = 0;
    std::int64_t owned = 0;
    std::int64_t redundant = 0;
    std::int64_t padding() const { return stored - owned - redundant; }
    double paddingRatio() const
    {
        return stored > 0 ? 1.0 - static_cast<double>(owned) / static_cast<double>(stored) : 0;
    }
    double redundantRatio() const
    {
        return stored > 0 ? static_cast<double>(redundant) / static_cast<double>(stored) : 0;
    }
};

PlaceCounts countPlaces(const Plan& plan, const Tile& tile);

struct PlanSummary {
    std::int64_t tiles = 0;
    std::vector<std::pair<std::string, std::int64_t>> tilesByFormat; // by format name, in the order of formatKinds()
    std::int64_t levels = 0;
    std::int64_t rounds = 0;
    std::int64_t atomicTiles = 0;
    PlaceCounts places;
    std::int64_t bytes = 0;    // of the packed arrays
    std::int64_t csrBytes = 0; // 4 a row, 4 an index, and the value type's bytes a value
};

PlanSummary summarise(const Plan& plan);

// The names of the plan's formats of one family, as legends give them: "block, bsr"; with their letters
// "block B, bsr R".
std::string formatNames(const Plan& plan, FormatFamily family, bool letters = false);

} // namespace sparsescope
