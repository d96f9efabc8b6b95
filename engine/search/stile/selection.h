// The sub-tasks chosen so far: X of STile algorithm 2. Tiles come, and with withdrawal they go again.
#pragma once

#include "engine/core/at.h"
#include "engine/search/partial_plan.h"
#include "engine/search/stile/candidates.h"
#include "engine/search/trace.h"

namespace sparsescope::stile {

// A block, not atomic, that would store a whole window and replace what is chosen there (STile 3.3, "Withdraw
// sub-tasks").
struct Swap {
    std::int32_t window = 0; // index into Level::windows
    const Choice* choice = nullptr;
    std::int32_t firstRow = 0;
    double cost = 0;         // of the block
    double saved = 0;        // sum of the costs of the tiles that lie in the window
    std::int64_t covers = 0; // non-zeros not covered so far

    double average() const { return (cost - saved) / static_cast<double>(covers); }
};
bool better(const Swap& a, const Swap& b);

class Selection : public TilesSoFar {
public:
    Selection(Remaining& remaining, const Space& space, bool withdraw);

    void take(const Candidate& candidate, Contents&& contents, const Score& score, int level, int round);

    // Nothing when the window's rows do not fit into one block, hold nothing new, or hold no tile yet. One whose
    // average cost would be above the limit whatever its columns has no choice and the cost of the cheapest block.
    std::optional<Swap> weigh(const Level& level, std::int32_t window, double limit, Scratch& scratch) const;
    // Tiles inside the window go, others lose its rows; those that went are described.
    std::vector<TraceTile> swapIn(const Level& level, const Swap& swap, int levelNumber, int round, Scratch& scratch);

    // A row's share of the costs of tiles that have few rows: those of a window's rows together are at least what a
    // swap there would save.
    double share(std::int32_t row) const { return m_share[at(row)]; }
    // Rows of which something changed that swaps depend on, each once, since they were forgotten.
    const std::vector<std::int32_t>& changedRows() const { return m_changedRows; }
    void forgetChangedRows();

    double costSum() const { return m_costSum; } // of the tiles that are chosen now
    std::int64_t tiles() const { return m_alive; }
    std::int64_t atomicTiles() const { return m_atomic; }
    std::int64_t storedPlaces() const { return m_stored; }

    void update(PartialPlan& copy) const override;

    // Moves the tiles that are left into the plan, in the order of their choice.
    void finish(Plan& plan) &&;

private:
    struct Chosen {
        const Format* format = nullptr;
        std::int32_t level = 0, round = 0;
        Range rows, cols, entries;
        std::int64_t covers = 0;
        double cost = 0;
        bool atomic = false;
        bool alive = true;
    };
    static double shareOf(const Chosen& tile)
    {
        const std::int64_t rows = tile.rows.size();
        return rows <= static_cast<std::int64_t>(Profile::tallest) ? tile.cost / static_cast<double>(rows) : 0;
    }
    struct Link {
        std::int32_t tile = 0;
        std::int32_t next = -1;
    };

    std::int32_t add(Chosen chosen, const Contents& contents);
    void touch(std::int32_t row);   // its share and what is left of it may have changed
    void reshare(std::int32_t row); // after a tile of it went or changed
    void changed(const Chosen& tile) { m_changes.push_back(static_cast<std::int32_t>(&tile - m_tiles.data())); }
    void kill(Chosen& tile);
    void loseRows(Chosen& tile, Scratch& scratch); // those that m_inWindow marks
    void refresh(Chosen& tile);                    // atomic flag and cost, after rows went
    template <class Body>
    void forTilesOf(std::int32_t row, const Body& body) const // body(index), latest first
    {
        for (std::int32_t link = m_first[at(row)]; link >= 0; link = m_links[at(link)].next)
            body(m_links[at(link)].tile);
    }
    std::vector<std::int32_t> tilesOf(std::span<const std::int32_t> rows) const; // with repetition, ascending
    FormatPtr shared(const Format* format) const;
    std::int32_t formatIn(Plan& plan, const Format* format) const; // added when it is new there

    Remaining& m_remaining;
    const Space& m_space;
    bool m_withdraw;
    std::vector<Chosen> m_tiles;
    std::vector<std::int32_t> m_rowIds, m_colIds;
    std::vector<std::uint32_t> m_entries;
    std::vector<Link> m_links;         // chosen tiles of each row, latest first
    std::vector<std::int32_t> m_first; // index into m_links for each row, -1: none
    std::vector<std::uint8_t> m_inWindow;
    std::vector<double> m_share; // of each row
    std::vector<std::int32_t> m_changedRows;
    std::vector<std::uint8_t> m_rowChanged;
    std::vector<std::int32_t> m_changes; // tiles that changed after they were chosen, in order, with repetition
    double m_costSum = 0;
    std::int64_t m_alive = 0, m_atomic = 0, m_stored = 0;
};

} // namespace sparsescope::stile
