// Candidate tiles of one level, made from the remaining non-zeros (STile 3.1).
#pragma once

#include "engine/core/progress.h"
#include "engine/search/stile/primitives.h"
#include "engine/search/stile/scratch.h"
#include "engine/search/stile/space.h"

#include <optional>

namespace sparsescope::stile {

// Where a candidate's non-zeros come from.
enum class Kind : std::uint8_t { Block, Ell, Run };

// A candidate is a recipe; `covers`, `cost` and `atomic` were true when it was scored last. As long as its level stays,
// covers only falls and its average cost only rises.
struct Candidate {
    const Format* format = nullptr;  // of the space
    Kind kind = Kind::Block;
    bool atomic = false;
    std::int32_t source = 0;  // Block: index into Level::windows; Ell: into Level::divisions; Run: 0
    std::int64_t begin = 0;   // Block: columns of the window's order; Ell: pieces; Run: flattened positions
    std::int64_t end = 0;
    std::int64_t covers = 0;
    std::int32_t firstRow = 0;
    double cost = 0;
    std::int64_t rowsLeft = -1;  // uncovered non-zeros of its rows when it was scored: unless that fell, nothing changed

    double average() const { return cost / static_cast<double>(covers); }
};

// Least average first; ties: lower cost, smaller first row, first column, format, width (STILE.md).
bool better(const Candidate& a, const Candidate& b);

// Rows that block tiles may be cut from together.
struct Window {
    std::int32_t order = 0;   // index into Level::orders
    std::int32_t height = 0;  // index into Space::blocks
    std::int64_t begin = 0;   // of the order
    std::int64_t end = 0;
    Candidate head;           // its best candidate: the first of its chain; covers 0: none
    WindowColumns columns;    // reordered; empty until a candidate of the window may be taken
};

struct Level {
    std::vector<Rows> orders;
    std::vector<Window> windows;
    std::vector<std::vector<Segment>> divisions;  // ELL pieces of each way to divide the columns, grouped by width
    std::vector<Candidate> candidates;            // those at most at the limit; all of them when `whole`
    std::vector<Candidate> lost;                  // the best few of the others
    std::int64_t scored = 0;
    double best = 0;                              // least average cost c

    std::span<const std::int32_t> rows(const Window& w) const
    {
        return std::span(orders[static_cast<std::size_t>(w.order)]).subspan(static_cast<std::size_t>(w.begin), static_cast<std::size_t>(w.end - w.begin));
    }
};

// Candidates are kept up to ratio times the best average; a whole level keeps all, for searches that make no further one.
struct LevelRequest {
    double ratio = 1.2;
    bool whole = false;
};
Level makeLevel(const Remaining& remaining, const Space& space, const LevelRequest& request, ScratchPool& pool, Progress& progress);

// Scores all candidates of a whole level anew; those that cover nothing any more vanish.
void rescore(Level& level, const Remaining& remaining, const Space& space, ScratchPool& pool, Progress& progress);

// What a candidate would store if it were taken now.
struct Contents {
    std::vector<std::int32_t> rows;
    std::vector<std::int32_t> owned;     // non-zeros that each stored row would own
    std::vector<std::int32_t> cols;      // of blocks
    std::vector<std::uint32_t> entries;  // with redundant marks
    std::int64_t covers = 0;             // sum of owned
    std::int64_t distinctCols = 0;
};
// Of candidates that share kind and source: together, because a window is read once for all of them.
std::vector<Contents> contentsOf(std::span<const Candidate* const> candidates, const Level& level, const Remaining& remaining, Scratch& scratch);

// Atomic when another tile writes one of its rows or will: something of the row is left.
struct Score {
    bool atomic = false;
    double cost = 0;
};
Score scoreOf(const Candidate& candidate, const Contents& contents, const Remaining& remaining, const Space& space);

// The generators; candidates of each kind are appended to the level.
void addWindows(Level& level, const Remaining& remaining, const Space& space, ScratchPool& pool, Progress& progress);
// The chains of windows whose head is at most at `limit`, up to the limit.
void addChains(Level& level, const Remaining& remaining, const Space& space, double limit, ScratchPool& pool, Progress& progress);
void addElls(Level& level, const Remaining& remaining, const Space& space, double limit, ScratchPool& pool, Progress& progress);
void addRuns(Level& level, const Remaining& remaining, const Space& space, ScratchPool& pool, Progress& progress);

std::vector<Contents> blockContents(std::span<const Candidate* const> candidates, const Level& level, const Remaining& remaining, Scratch& scratch);
Contents ellContents(const Candidate& candidate, const Level& level, const Remaining& remaining, Scratch& scratch);
Contents runContents(const Candidate& candidate, const Remaining& remaining, Scratch& scratch);

}  // namespace sparsescope::stile
