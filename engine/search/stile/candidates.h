// Candidate tiles of one level, made from the remaining non-zeros (STile 3.1).
#pragma once

#include "engine/core/at.h"
#include "engine/core/progress.h"
#include "engine/search/scratch.h"
#include "engine/search/stile/primitives.h"
#include "engine/search/stile/space.h"

#include <array>
#include <memory>
#include <optional>

namespace sparsescope::stile {

// Where a candidate's non-zeros come from.
enum class Kind : std::uint8_t { Block, Ell, Run };

// A candidate is a recipe; `covers`, `cost` and `atomic` were true when it was scored last. As long as its level stays,
// covers only falls and its average cost rises: an old average is a lower bound, and only candidates whose bound is low
// enough have to be scored again. (That of an ELL or 1D tile may fall a little where what is left of it shares columns
// more than the rest did; it is then noticed a little late.)
struct Candidate {
    const Format* format = nullptr; // of the space
    Kind kind = Kind::Block;
    bool atomic = false;
    std::int32_t source = 0; // Block: index into Level::windows; Ell: into Level::divisions; Run: 0
    std::int64_t begin = 0;  // Block: columns of the window's order; Ell: pieces; Run: flattened positions
    std::int64_t end = 0;
    std::int64_t covers = 0;
    std::int32_t firstRow = 0;
    double cost = 0;
    std::int64_t rowsLeft = -1; // uncovered non-zeros of its rows when it was scored: unless that fell, nothing
                                // changed; -1: cost is a lower bound, it was not scored yet

    double average() const { return cost / static_cast<double>(covers); }
};

// Least average first; ties: lower cost, smaller first row, first column, format, width (STILE.md).
bool better(const Candidate& a, const Candidate& b);

// Numbers of columns of a window that hold at least 1, 2, ... of its non-zeros.
struct Profile {
    static constexpr std::size_t tallest = 16;
    std::array<std::int32_t, tallest + 1> atLeast{};

    std::int64_t columns() const { return atLeast[1]; }
    // Non-zeros in the first `width` columns of the condensed order.
    std::int64_t covers(std::int64_t width) const
    {
        std::int64_t sum = 0;
        for (std::size_t k = 1; k <= tallest && atLeast[k] > 0; ++k)
            sum += std::min<std::int64_t>(width, atLeast[k]);
        return sum;
    }
};

// The candidates of a window, each beginning where the one before it ends.
struct Chain {
    Candidate next; // not among the level's candidates yet; covers 0: none
    Profile profile;
    WindowColumns columns; // reordered; at least those of the candidates that were asked for
};

// Rows that block tiles may be cut from together.
struct Window {
    std::int32_t order = 0;  // index into Level::orders
    std::int32_t height = 0; // index into Space::blocks
    std::int64_t begin = 0;  // of the order
    std::int64_t end = 0;
    bool written = false;         // another tile wrote one of its rows before the level began
    std::unique_ptr<Chain> chain; // none until its candidates may be good enough
};

struct Level {
    std::vector<Rows> orders;
    std::vector<Window> windows;
    std::vector<double> bounds;   // of each window: no candidate's average is below; infinity once there is a chain
    std::vector<double> averages; // of the next candidate of each window's chain; infinity when there is none
    std::vector<std::vector<Segment>> divisions; // ELL pieces of each way to divide the columns, grouped by width
    std::vector<std::uint32_t> flat;             // CSR positions that runs are cut from
    std::vector<Candidate> candidates;           // with those of the windows' chains that were asked for
    std::int64_t scored = 0;                     // or bounded, since it was made

    std::span<const std::int32_t> rows(const Window& w) const
    {
        return std::span(orders[at(w.order)])
            .subspan(static_cast<std::size_t>(w.begin), static_cast<std::size_t>(w.end - w.begin));
    }
};

Level makeLevel(const Remaining& remaining, const Space& space, ScratchPool& pool, Progress& progress);

// Least of all averages, as they were scored last; infinity when nothing is left.
double leastAverage(Level& level, const Remaining& remaining, const Space& space, ScratchPool& pool,
                    Progress& progress);

// Least bound of windows that have no chain yet; infinity when there is none.
double leastBound(const Level& level);

// Makes every average up to the limit exact: asks windows for their chains up to there, scores again what has changed,
// and drops what covers nothing any more.
void refresh(Level& level, double limit, const Remaining& remaining, const Space& space, ScratchPool& pool,
             Progress& progress);

// What the cost of a candidate depends on, if it were taken now.
struct Counts {
    std::int64_t rows = 0;
    std::int64_t covers = 0;
    std::int64_t distinctCols = 0;
    bool shared = false; // another tile writes one of its rows or will: something of the row is left

    // A stored row that is all of its row.
    void addRow(std::int32_t row, std::int32_t owned, const Remaining& remaining)
    {
        ++rows;
        covers += owned;
        shared = shared || remaining.writers(row) > 0 || remaining.left(row) > owned;
    }
    // A stored row beside which others may hold parts of its row; then endPieces(), when all are there.
    void addPiece(std::int32_t row, std::int32_t owned, const Remaining& remaining)
    {
        ++rows;
        covers += owned;
        shared = shared || remaining.writers(row) > 0;
        if (!shared && remaining.left(row) > owned)
            pieces.emplace_back(row, owned);
    }
    void endPieces(const Remaining& remaining);

    std::vector<std::pair<std::int32_t, std::int32_t>> pieces; // that leave some of their row to others: row, owned
};
// The counts of candidates that share kind and source: together, because a window is read once for all of them.
std::vector<Counts> countsOf(std::span<const Candidate* const> candidates, const Level& level,
                             const Remaining& remaining, Scratch& scratch);

// What a candidate would store if it were taken now.
struct Contents {
    std::vector<std::int32_t> rows;
    std::vector<std::int32_t> owned;    // non-zeros that each stored row would own
    std::vector<std::int32_t> cols;     // of blocks
    std::vector<std::uint32_t> entries; // with redundant marks
    std::int64_t covers = 0;            // sum of owned
    std::int64_t distinctCols = 0;

    Counts counts(const Remaining& remaining) const;
};
// The contents of candidates that share kind and source.
std::vector<Contents> contentsOf(std::span<const Candidate* const> candidates, const Level& level,
                                 const Remaining& remaining, Scratch& scratch);
// Makes contents again what they are now that other tiles took some of it.
void dropCovered(Contents& contents, Kind kind, const Remaining& remaining, Scratch& scratch);

struct Score {
    bool atomic = false;
    double cost = 0;
};
Score scoreOf(const Candidate& candidate, const Counts& counts, const Space& space);

// The generators, from rows that have something left; candidates of each kind are appended to the level.
void addWindows(Level& level, const Rows& rows, const Remaining& remaining, const Space& space, Progress& progress);
// Begins the chains of windows whose bound is up to the limit.
void beginChains(Level& level, double limit, const Remaining& remaining, const Space& space, ScratchPool& pool,
                 Progress& progress);
// Takes what chains have up to the limit among the level's candidates.
void extendChains(Level& level, double limit, const Remaining& remaining, const Space& space, ScratchPool& pool,
                  Progress& progress);
void addElls(Level& level, const Rows& rows, const Remaining& remaining, const Space& space, Progress& progress);
void addRuns(Level& level, const Rows& rows, const Remaining& remaining, const Space& space, ScratchPool& pool,
             Progress& progress);

// Takes at most 255 candidates, all of one window.
std::vector<Counts> blockCounts(std::span<const Candidate* const> candidates, const Level& level,
                                const Remaining& remaining, Scratch& scratch);
Counts ellCounts(const Candidate& candidate, const Level& level, const Remaining& remaining, Scratch& scratch);
std::vector<Contents> blockContents(std::span<const Candidate* const> candidates, const Level& level,
                                    const Remaining& remaining, Scratch& scratch);
Contents ellContents(const Candidate& candidate, const Level& level, const Remaining& remaining, Scratch& scratch);
Contents runContents(const Candidate& candidate, const Level& level, const Remaining& remaining, Scratch& scratch);

} // namespace sparsescope::stile
