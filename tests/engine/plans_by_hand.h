// Plans put together tile by tile, of every format, with redundant places, independent of any search.
#pragma once

#include "engine/plan/plan.h"
#include "tests/engine/plan_fixtures.h"

#include <algorithm>
#include <bit>
#include <map>
#include <numeric>
#include <random>
#include <set>

namespace sparsescope {

// Values of the standard normal distribution; every seventh row is empty and row 5 is full.
inline MatrixPtr randomWithEmptyRows(std::int64_t rows, std::int64_t cols, double density, std::uint64_t seed)
{
    std::mt19937_64 random(seed);
    std::bernoulli_distribution chosen(density);
    std::normal_distribution<double> normal;
    std::vector<std::int64_t> rowPtr{0};
    std::vector<std::int32_t> colIdx;
    std::vector<double> values;
    for (std::int64_t r = 0; r < rows; ++r) {
        for (std::int32_t c = 0; c < cols; ++c)
            if (r == 5 || (r % 7 != 3 && chosen(random))) {
                colIdx.push_back(c);
                values.push_back(normal(random));
            }
        rowPtr.push_back(static_cast<std::int64_t>(colIdx.size()));
    }
    MatrixSource source;
    source.name = "random";
    return std::make_shared<const Matrix>(rows, cols, std::move(rowPtr), std::move(colIdx), std::move(values),
                                          std::move(source));
}

class PlanByHand {
public:
    PlanByHand(const Matrix& matrix, const Operator& op, std::int64_t densePart)
        : m_matrix(matrix), m_owned(static_cast<std::size_t>(matrix.nnz()), false)
    {
        m_plan = emptyPlan(matrix, op, op.hasDenseAxis() ? densePart : 1);
        m_plan.planner = "hand";
        m_plan.calibration = "none";
    }

    // All columns of these rows as blocks of the given width; what other tiles own is redundant. No tile, where it
    // would own nothing. At most `most` blocks.
    void blocks(const std::vector<std::int32_t>& rows, std::int64_t height, std::int64_t width,
                std::size_t most = SIZE_MAX)
    {
        std::set<std::int32_t> set;
        for (const std::int32_t r : rows)
            set.insert(m_matrix.row(r).begin(), m_matrix.row(r).end());
        const std::vector<std::int32_t> cols(set.begin(), set.end());
        for (std::size_t c = 0; c < cols.size() && most > 0; c += static_cast<std::size_t>(width), --most) {
            const std::vector<std::int32_t> own(
                cols.begin() + static_cast<std::ptrdiff_t>(c),
                cols.begin() + static_cast<std::ptrdiff_t>(std::min(cols.size(), c + static_cast<std::size_t>(width))));
            std::vector<std::int64_t> entries;
            for (const std::int32_t r : rows)
                for (std::int64_t p = begin(r); p < end(r); ++p)
                    if (std::binary_search(own.begin(), own.end(), m_matrix.colIdx()[static_cast<std::size_t>(p)]))
                        entries.push_back(p);
            add(makeFormat("block", {{"rows", height}, {"width", width}}), rows, own, entries);
        }
    }

    // These rows whole as one ELL tile of the least width.
    void ell(const std::vector<std::int32_t>& rows)
    {
        std::vector<std::int64_t> entries;
        std::int64_t width = 8;
        for (const std::int32_t r : rows) {
            width = std::max(width, m_matrix.rowLength(r));
            for (std::int64_t p = begin(r); p < end(r); ++p)
                entries.push_back(p);
        }
        const auto power = [](std::int64_t n) { return std::bit_ceil(static_cast<std::uint64_t>(n)); };
        add(makeFormat("ell", {{"rows", power(static_cast<std::int64_t>(rows.size()))}, {"width", power(width)}}), rows,
            {}, entries);
    }

    // These rows as one ELL tile of a width, into which longer rows are split.
    void split(const std::vector<std::int32_t>& rows, std::int64_t width)
    {
        std::vector<std::int32_t> stored;
        std::vector<std::int64_t> entries;
        for (const std::int32_t r : rows)
            for (std::int64_t p = begin(r); p < end(r); ++p) {
                if ((p - begin(r)) % width == 0)
                    stored.push_back(r);
                entries.push_back(p);
            }
        const auto height = static_cast<std::int64_t>(std::bit_ceil(stored.size()));
        add(makeFormat("ell", {{"rows", std::max(height, 8 / width)}, {"width", width}}), stored, {}, entries);
    }

    // These rows whole as one CSR or 1D tile, which holds at most `places`.
    void csr(const std::vector<std::int32_t>& rows, std::int64_t places)
    {
        whole(makeFormat("csr", {{"places", places}}), rows);
    }
    void run(const std::vector<std::int32_t>& rows, std::int64_t places)
    {
        whole(makeFormat("1d", {{"size", places}}), rows);
    }
    void whole(const FormatPtr& format, const std::vector<std::int32_t>& rows)
    {
        std::vector<std::int32_t> some;
        std::vector<std::int64_t> entries;
        for (const std::int32_t r : rows) {
            if (m_matrix.rowLength(r) > 0)
                some.push_back(r);
            for (std::int64_t p = begin(r); p < end(r); ++p)
                entries.push_back(p);
        }
        if (!some.empty())
            add(format, some, {}, entries);
    }

    // All that no tile owns yet, row by row, as 1D tiles; with `redundant`, each tile also holds some that others own.
    void rest(std::int64_t size, bool redundant = false)
    {
        std::vector<std::int64_t> entries;
        const auto flush = [&] {
            std::vector<std::int32_t> rows;
            for (const std::int64_t p : entries)
                if (const auto r = static_cast<std::int32_t>(m_matrix.rowOf(p)); rows.empty() || rows.back() != r)
                    rows.push_back(r);
            add(makeFormat("1d", {{"size", size}}), rows, {}, entries);
            entries.clear();
        };
        const std::vector<bool> before = m_owned;
        for (std::int64_t p = 0; p < m_matrix.nnz(); ++p)
            if (!before[static_cast<std::size_t>(p)] || (redundant && p % 5 == 0)) {
                entries.push_back(p);
                if (static_cast<std::int64_t>(entries.size()) == size)
                    flush();
            }
        flush();
    }

    Plan finish()
    {
        markAtomicTiles(m_plan);
        validatePlan(m_plan, m_matrix);
        return std::move(m_plan);
    }

private:
    std::int64_t begin(std::int64_t row) const { return m_matrix.rowPtr()[static_cast<std::size_t>(row)]; }
    std::int64_t end(std::int64_t row) const { return m_matrix.rowPtr()[static_cast<std::size_t>(row) + 1]; }

    void add(const FormatPtr& format, const std::vector<std::int32_t>& rows, const std::vector<std::int32_t>& cols,
             const std::vector<std::int64_t>& entries)
    {
        if (std::all_of(entries.begin(), entries.end(),
                        [&](std::int64_t p) { return m_owned[static_cast<std::size_t>(p)]; }))
            return;
        Tile tile;
        const auto known = std::find_if(m_plan.tiling().formats.begin(), m_plan.tiling().formats.end(),
                                        [&](const FormatPtr& f) { return f->label() == format->label(); });
        tile.format = static_cast<std::int32_t>(known - m_plan.tiling().formats.begin());
        if (known == m_plan.tiling().formats.end())
            m_plan.tiling().formats.push_back(format);
        tile.cost = static_cast<double>(m_plan.tiling().tiles.size() % 3 + 1);
        tile.rows.begin = static_cast<std::int64_t>(m_plan.tiling().rowIds.size());
        tile.cols.begin = static_cast<std::int64_t>(m_plan.tiling().colIds.size());
        tile.entries.begin = static_cast<std::int64_t>(m_plan.tiling().entries.size());
        m_plan.tiling().rowIds.insert(m_plan.tiling().rowIds.end(), rows.begin(), rows.end());
        m_plan.tiling().colIds.insert(m_plan.tiling().colIds.end(), cols.begin(), cols.end());
        for (const std::int64_t p : entries) {
            auto owned = m_owned[static_cast<std::size_t>(p)];
            m_plan.tiling().entries.push_back(static_cast<std::uint32_t>(p) | (owned ? Entry::redundantBit : 0u));
            owned = true;
        }
        tile.rows.end = static_cast<std::int64_t>(m_plan.tiling().rowIds.size());
        tile.cols.end = static_cast<std::int64_t>(m_plan.tiling().colIds.size());
        tile.entries.end = static_cast<std::int64_t>(m_plan.tiling().entries.size());
        m_plan.tiling().tiles.push_back(tile);
    }

    const Matrix& m_matrix;
    Plan m_plan;
    std::vector<bool> m_owned;
};

// Windows of rows in a shuffled order, in turn: blocks of 16 rows over blocks of 8 that own a part; blocks of 8 rows,
// every other time beside one of 16 that is half empty; ELL; CSR; half of them 1D. The rest is 1D; unless four divides
// the seed, it holds redundant places, and blocks hold many. Without blocks there are ELL tiles of 1 to 8 columns
// instead.
inline Plan mixedPlan(const Matrix& matrix, const Operator& op, std::int64_t densePart, std::uint64_t seed,
                      bool blocks = true)
{
    PlanByHand hand(matrix, op, densePart);
    std::vector<std::int32_t> order(static_cast<std::size_t>(matrix.rows()));
    std::iota(order.begin(), order.end(), 0);
    std::shuffle(order.begin(), order.end(), std::mt19937_64(seed));
    for (std::size_t first = 0; first < order.size(); first += 16) {
        const auto begin = order.begin() + static_cast<std::ptrdiff_t>(first);
        const std::vector<std::int32_t> rows(
            begin, begin + static_cast<std::ptrdiff_t>(std::min<std::size_t>(16, order.size() - first)));
        const std::vector<std::int32_t> upper(
            rows.begin(), rows.begin() + static_cast<std::ptrdiff_t>(std::min<std::size_t>(8, rows.size())));
        const std::vector<std::int32_t> lower(rows.begin() + static_cast<std::ptrdiff_t>(upper.size()), rows.end());
        const std::size_t turn = first / 16 % 5;
        if (!blocks && turn < 2) {
            hand.split(rows, std::int64_t{1} << (seed + turn) % 4);
            continue;
        }
        switch (turn) {
        case 0:
            hand.blocks(upper, 8, 16, 2);
            hand.blocks(rows, 16, 48);
            break;
        case 1:
            hand.blocks(upper, 8, 32);
            hand.blocks(lower, first / 80 % 2 ? 16 : 8, 160);
            break;
        case 2:
            hand.ell(rows);
            break;
        case 3:
            hand.csr(rows, 4096);
            break;
        default:
            hand.run(upper, 1024);
            break;
        }
    }
    hand.rest(64, seed % 4 != 0);
    return hand.finish();
}

// Every row whole in one tile, in turn of blocks of 16 and of 8 rows (without blocks: ELL), ELL, CSR and 1D, so that
// nothing is added. For matrices of at most 160 columns.
inline Plan wholeRowsPlan(const Matrix& matrix, const Operator& op, std::int64_t densePart, bool blocks = true)
{
    PlanByHand hand(matrix, op, densePart);
    std::int64_t first = 0;
    for (int turn = 0; first < matrix.rows(); turn = (turn + 1) % 5) {
        const std::int64_t height = turn == 0 ? 16 : 8;
        std::vector<std::int32_t> rows(static_cast<std::size_t>(std::min(height, matrix.rows() - first)));
        std::iota(rows.begin(), rows.end(), static_cast<std::int32_t>(first));
        first += height;
        if (turn < 2 && blocks)
            hand.blocks(rows, height, 160);
        else if (turn == 3)
            hand.csr(rows, 4096);
        else if (turn == 4)
            hand.run(rows, 1024);
        else
            hand.ell(rows);
    }
    return hand.finish();
}

// SpMM of the whole matrix as one dense tile.
inline Plan densePlan(const Matrix& matrix, DataType dtype, std::int64_t dense, OperatorKind kind = OperatorKind::SpMM)
{
    Plan plan = emptyPlan(matrix, {kind, dtype, dense}, dense);
    plan.planner = "hand";
    plan.calibration = "none";
    std::vector<std::uint32_t> all(static_cast<std::size_t>(matrix.nnz()));
    std::iota(all.begin(), all.end(), 0u);
    TileSet tiles;
    const FormatPtr format = makeFormat("dense", nlohmann::json::object());
    format->cover(matrix, all, tiles, noProgress());
    addTiles(plan, format, tiles);
    markAtomicTiles(plan);
    validatePlan(plan, matrix);
    return plan;
}

} // namespace sparsescope
