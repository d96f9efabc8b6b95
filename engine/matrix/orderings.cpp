#include "engine/matrix/orderings.h"

#include "engine/core/error.h"
#include "engine/core/parallel.h"

#include <algorithm>
#include <numeric>

namespace sparsescope {

namespace {

constexpr std::int64_t checkEvery = 1 << 20; // non-zeros

// The rows of each column's non-zeros, ascending.
struct Columns {
    std::vector<std::int64_t> begin;
    std::vector<std::int32_t> rows;

    std::span<const std::int32_t> of(std::int32_t c) const
    {
        const auto b = static_cast<std::size_t>(begin[static_cast<std::size_t>(c)]);
        return std::span(rows).subspan(b, static_cast<std::size_t>(begin[static_cast<std::size_t>(c) + 1]) - b);
    }
};

// For each row, with a look at the progress now and then.
template <class Visit>
void forRows(const Matrix& matrix, Progress& progress, const Visit& visit)
{
    std::int64_t since = 0;
    for (std::int64_t r = 0; r < matrix.rows(); ++r) {
        visit(r);
        since += matrix.rowLength(r) + 1;
        if (since > checkEvery) {
            progress.check();
            since = 0;
        }
    }
}

Columns columnsOf(const Matrix& matrix, Progress& progress)
{
    Columns columns;
    columns.begin.assign(static_cast<std::size_t>(matrix.cols()) + 1, 0);
    columns.rows.resize(static_cast<std::size_t>(matrix.nnz()));
    const std::vector<std::int32_t> lengths = columnLengths(matrix, progress);
    for (std::size_t c = 0; c < lengths.size(); ++c)
        columns.begin[c + 1] = columns.begin[c] + lengths[c];
    std::vector<std::int64_t> at(columns.begin.begin(), columns.begin.end() - 1);
    forRows(matrix, progress, [&](std::int64_t r) {
        for (const std::int32_t c : matrix.row(r))
            columns.rows[static_cast<std::size_t>(at[static_cast<std::size_t>(c)]++)] = static_cast<std::int32_t>(r);
    });
    return columns;
}

// Breadth-first walks over the symmetrised pattern.
class Walk {
public:
    Walk(const Matrix& matrix, Progress& progress)
        : m_matrix(matrix), m_progress(progress), m_columns(columnsOf(matrix, progress)),
          m_state(static_cast<std::size_t>(matrix.rows()), Free)
    {
        const auto n = static_cast<std::int32_t>(matrix.rows());
        m_order.reserve(static_cast<std::size_t>(n));
        m_degree.resize(static_cast<std::size_t>(n));
        for (std::int32_t v = 0; v < n; ++v)
            m_degree[static_cast<std::size_t>(v)] =
                matrix.rowLength(v) + static_cast<std::int64_t>(m_columns.of(v).size());
    }

    std::vector<std::int32_t> run()
    {
        std::vector<std::int32_t> starts(m_state.size());
        std::iota(starts.begin(), starts.end(), 0);
        std::sort(starts.begin(), starts.end(), [this](std::int32_t a, std::int32_t b) { return less(a, b); });
        for (const std::int32_t v : starts)
            if (m_state[static_cast<std::size_t>(v)] == Free)
                number(farEnd(v));
        std::reverse(m_order.begin(), m_order.end());
        return std::move(m_order);
    }

private:
    enum State : std::uint8_t { Free, Seen, Numbered };

    bool less(std::int32_t a, std::int32_t b) const
    {
        const std::int64_t da = m_degree[static_cast<std::size_t>(a)];
        const std::int64_t db = m_degree[static_cast<std::size_t>(b)];
        return da != db ? da < db : a < b;
    }

    // Appends the free neighbours of v to `queue` and gives them the state.
    void spread(std::int32_t v, State state, std::vector<std::int32_t>& queue)
    {
        for (const auto neighbours : {m_matrix.row(v), m_columns.of(v)})
            for (const std::int32_t u : neighbours)
                if (m_state[static_cast<std::size_t>(u)] == Free) {
                    m_state[static_cast<std::size_t>(u)] = state;
                    queue.push_back(u);
                }
        m_since += m_degree[static_cast<std::size_t>(v)] + 1;
        if (m_since > checkEvery) {
            m_since = 0;
            m_progress.check();
            m_progress.report("finding the order",
                              static_cast<double>(m_order.size()) / static_cast<double>(m_state.size()));
        }
    }

    struct Levels {
        std::int64_t count = 0;
        std::int32_t last = 0; // of the vertices in the last one, that with the least neighbours
    };

    Levels levelsFrom(std::int32_t start)
    {
        m_queue.assign(1, start);
        m_state[static_cast<std::size_t>(start)] = Seen;
        Levels levels;
        std::size_t begin = 0;
        while (begin < m_queue.size()) {
            const std::size_t end = m_queue.size();
            ++levels.count;
            levels.last = *std::min_element(m_queue.begin() + static_cast<std::ptrdiff_t>(begin),
                                            m_queue.begin() + static_cast<std::ptrdiff_t>(end),
                                            [this](std::int32_t a, std::int32_t b) { return less(a, b); });
            for (; begin < end; ++begin)
                spread(m_queue[begin], Seen, m_queue);
        }
        for (const std::int32_t v : m_queue)
            m_state[static_cast<std::size_t>(v)] = Free;
        return levels;
    }

    // A vertex from which the others of its component are far. A few walks find nearly the farthest, and bound the
    // time.
    std::int32_t farEnd(std::int32_t start)
    {
        constexpr int mostWalks = 6;
        Levels levels = levelsFrom(start);
        for (int i = 1; i < mostWalks && levels.count > 2; ++i) {
            const Levels farther = levelsFrom(levels.last);
            if (farther.count <= levels.count)
                break;
            start = levels.last;
            levels = farther;
        }
        return start;
    }

    void number(std::int32_t start)
    {
        m_state[static_cast<std::size_t>(start)] = Numbered;
        std::size_t next = m_order.size();
        m_order.push_back(start);
        for (; next < m_order.size(); ++next) {
            const auto found = static_cast<std::ptrdiff_t>(m_order.size());
            spread(m_order[next], Numbered, m_order);
            std::sort(m_order.begin() + found, m_order.end(),
                      [this](std::int32_t a, std::int32_t b) { return less(a, b); });
        }
    }

    const Matrix& m_matrix;
    Progress& m_progress;
    Columns m_columns;
    std::vector<std::int64_t> m_degree;
    std::vector<std::uint8_t> m_state;
    std::vector<std::int32_t> m_queue, m_order;
    std::int64_t m_since = 0;
};

} // namespace

std::vector<std::int32_t> orderByCountDescending(std::span<const std::int32_t> counts)
{
    const std::int32_t most = counts.empty() ? 0 : *std::max_element(counts.begin(), counts.end());
    std::vector<std::int64_t> start(static_cast<std::size_t>(most) + 2, 0);
    for (const std::int32_t c : counts)
        ++start[static_cast<std::size_t>(most - c) + 1];
    for (std::size_t i = 1; i < start.size(); ++i)
        start[i] += start[i - 1];
    std::vector<std::int32_t> order(counts.size());
    for (std::size_t i = 0; i < counts.size(); ++i)
        order[static_cast<std::size_t>(start[static_cast<std::size_t>(most - counts[i])]++)] =
            static_cast<std::int32_t>(i);
    return order;
}

std::vector<std::int32_t> rowLengths(const Matrix& matrix)
{
    std::vector<std::int32_t> lengths(static_cast<std::size_t>(matrix.rows()));
    parallelEach(matrix.rows(), 1 << 14, [&](std::int64_t r) {
        lengths[static_cast<std::size_t>(r)] = static_cast<std::int32_t>(matrix.rowLength(r));
    });
    return lengths;
}

std::vector<std::int32_t> columnLengths(const Matrix& matrix, Progress& progress)
{
    std::vector<std::int32_t> lengths(static_cast<std::size_t>(matrix.cols()), 0);
    forRows(matrix, progress, [&](std::int64_t r) {
        for (const std::int32_t c : matrix.row(r))
            ++lengths[static_cast<std::size_t>(c)];
    });
    return lengths;
}

std::vector<std::int32_t> reverseCuthillMcKee(const Matrix& matrix, Progress& progress)
{
    if (matrix.rows() != matrix.cols())
        failUsage("reverse Cuthill-McKee orders square matrices only");
    progress.report("finding the order", 0);
    return Walk(matrix, progress).run();
}

} // namespace sparsescope
