#include "engine/learn/toy.h"

#include "engine/core/at.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <numeric>

namespace sparsescope::learn {

namespace {

using Order = std::vector<std::int32_t>;

bool holds(const Matrix& m, std::int64_t r, std::int64_t c)
{
    return r < m.rows() && c < m.cols() && m.countIn(r, r + 1, c, c + 1) > 0;
}

// The block of `side` whose corner is the place (i, j) of the order.
ToyTile blockAt(const Matrix& m, const Order& rows, const Order& cols, std::int64_t i, std::int64_t j,
                std::int64_t side, std::int64_t cost)
{
    ToyTile tile;
    tile.label = fmt::format("{0}×{0}", side);
    tile.cost = cost;
    for (std::int64_t a = i; a < std::min(i + side, m.rows()); ++a)
        for (std::int64_t b = j; b < std::min(j + side, m.cols()); ++b)
            tile.cells.emplace_back(rows[at(a)], cols[at(b)]);
    return tile;
}

// Aligned 2 x 2 blocks where they cost less than their non-zeros alone (or always), other non-zeros alone.
std::vector<ToyTile> blocksOf(const Matrix& m, const Order& rows, const Order& cols, bool always)
{
    std::vector<ToyTile> tiles;
    for (std::int64_t i = 0; i < m.rows(); i += 2)
        for (std::int64_t j = 0; j < m.cols(); j += 2) {
            const ToyTile block = blockAt(m, rows, cols, i, j, 2, 4);
            const auto inside = std::count_if(block.cells.begin(), block.cells.end(),
                                              [&](const auto& c) { return holds(m, c.first, c.second); });
            if (inside * 2 > 4 || (always && inside > 0))
                tiles.push_back(block);
            else
                for (const auto& [r, c] : block.cells)
                    if (holds(m, r, c))
                        tiles.push_back({{{r, c}}, Role::Block, "1×1", 2, 1});
        }
    return tiles;
}

Order straight(std::int64_t n)
{
    Order order(static_cast<std::size_t>(n));
    std::iota(order.begin(), order.end(), 0);
    return order;
}

ToyTile ellOf(const Matrix& m, std::int64_t begin, std::int64_t end, std::int64_t cost)
{
    ToyTile tile{{}, Role::Ell, "ELL", cost, 1};
    for (std::int64_t r = begin; r < end; ++r)
        for (const std::int32_t c : m.row(r))
            tile.cells.emplace_back(static_cast<std::int32_t>(r), c);
    return tile;
}

} // namespace

std::int64_t ToyCover::cost() const
{
    return std::accumulate(tiles.begin(), tiles.end(), std::int64_t{0},
                           [](std::int64_t sum, const ToyTile& t) { return sum + t.cost; });
}

std::string ToyCover::arithmetic(bool asked) const
{
    std::vector<std::pair<std::string, std::pair<std::int64_t, std::int64_t>>> kinds; // label, count, cost
    for (const ToyTile& t : tiles) {
        const auto found = std::find_if(kinds.begin(), kinds.end(),
                                        [&](const auto& k) { return k.first == t.label && k.second.second == t.cost; });
        if (found == kinds.end())
            kinds.push_back({t.label, {1, t.cost}});
        else
            ++found->second.first;
    }
    std::string text;
    for (const auto& [label, k] : kinds)
        text += fmt::format("{}{} of {} at {}", text.empty() ? "" : ", ", k.first, label, k.second);
    std::string sum;
    for (const auto& [label, k] : kinds)
        sum += fmt::format("{}{}·{}", sum.empty() ? "" : " + ", k.first, k.second);
    return fmt::format("{}: {} = {}", text, sum, asked ? "?" : std::to_string(cost()));
}

std::vector<ToyCover> figure2(const Matrix& m)
{
    const Order rows = straight(m.rows()), cols = straight(m.cols());
    std::vector<ToyCover> covers;
    ToyCover alone{"figure2a",
                   "1 x 1 blocks alone",
                   "Every non-zero is a block of its own: nothing is padded, and every block costs 2.",
                   {},
                   {},
                   {}};
    for (std::int64_t r = 0; r < m.rows(); ++r)
        for (const std::int32_t c : m.row(r))
            alone.tiles.push_back({{{static_cast<std::int32_t>(r), c}}, Role::Block, "1×1", 2, 1});
    covers.push_back(alone);
    covers.push_back({"figure2b",
                      "Blocks of two sizes",
                      "A 2 x 2 block costs 4: it pays where it holds three non-zeros or more.",
                      blocksOf(m, rows, cols, false),
                      {},
                      {}});
    covers.push_back({"figure2c",
                      "2 x 2 blocks alone",
                      "Every block on the grid that holds something is stored whole.",
                      blocksOf(m, rows, cols, true),
                      {},
                      {}});
    // The order of the paper for its matrix; rows and columns with most non-zeros first for any other.
    Order byRows = rows, byCols = cols;
    if (m.rows() == 8 && m.cols() == 8) {
        byRows = byCols = {2, 3, 5, 6, 0, 1, 4, 7};
    } else {
        std::stable_sort(byRows.begin(), byRows.end(),
                         [&](std::int32_t a, std::int32_t b) { return m.rowLength(a) > m.rowLength(b); });
        std::stable_sort(byCols.begin(), byCols.end(), [&](std::int32_t a, std::int32_t b) {
            return m.countIn(0, m.rows(), a, a + 1) > m.countIn(0, m.rows(), b, b + 1);
        });
    }
    covers.push_back({"figure2d", "Rows and columns reordered first",
                      "In another order the same non-zeros fill whole blocks.", blocksOf(m, byRows, byCols, false),
                      byRows, byCols});
    return covers;
}

std::vector<ToyCover> figure3(const Matrix& m)
{
    std::vector<ToyCover> covers;
    const ToyTile left{{{2, 2}, {2, 3}, {3, 2}, {3, 3}}, Role::Block, "2×2", 4, 1},
        right{{{5, 5}, {5, 6}, {6, 5}, {6, 6}}, Role::Block, "2×2", 4, 1};
    covers.push_back(
        {"figure3a",
         "Four parts, each in blocks",
         "The matrix is cut into four parts; the rows and columns of each are reordered, and each is stored as BSR.",
         {left, {{{1, 6}}, Role::Block, "1×1", 2, 1}, {{{7, 0}}, Role::Block, "1×1", 2, 1}, right},
         {},
         {}});
    covers.push_back({"figure3b",
                      "Two parts, each as ELL",
                      "Upper and lower half as ELL of width 2: each costs 6, and each pads one zero.",
                      {ellOf(m, 0, 4, 6), ellOf(m, 4, 8, 6)},
                      {},
                      {}});
    covers.push_back(
        {"figure3c",
         "Two levels",
         "Blocks first; what they leave is a new matrix, and its two non-zeros fit one ELL, which costs 3.",
         {left, right, {{{1, 6}, {7, 0}}, Role::Ell, "ELL", 3, 2}},
         {},
         {}});
    return covers;
}

std::vector<ToySubTask> figure6()
{
    return {{"x1", 0, 10, 8}, {"x2", 10, 15, 3}, {"x3", 15, 20, 6}, {"x4", 0, 20, 12}};
}

} // namespace sparsescope::learn
