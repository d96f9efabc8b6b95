#include "engine/search/stile/remaining.h"

#include "engine/core/parallel.h"

#include <numeric>

namespace sparsescope::stile {

Remaining::Remaining(const Matrix& matrix)
    : m_matrix(matrix), m_count(matrix.nnz()), m_ptr(matrix.rowPtr().begin(), matrix.rowPtr().end()),
      m_positions(static_cast<std::size_t>(matrix.nnz())), m_columns(matrix.colIdx()),
      m_covered(static_cast<std::size_t>(matrix.nnz()), 0), m_left(static_cast<std::size_t>(matrix.rows())),
      m_writers(static_cast<std::size_t>(matrix.rows()), 0)
{
    std::iota(m_positions.begin(), m_positions.end(), 0u);
    for (std::size_t r = 0; r < m_left.size(); ++r)
        m_left[r] = length(static_cast<std::int32_t>(r));
}

void Remaining::compact()
{
    const auto rows = static_cast<std::int64_t>(m_left.size());
    std::vector<std::int64_t> ptr(m_ptr.size(), 0);
    std::inclusive_scan(m_left.begin(), m_left.end(), ptr.begin() + 1, std::plus<>{}, std::int64_t{0});
    std::vector<std::uint32_t> positions(static_cast<std::size_t>(ptr.back()));
    std::vector<std::int32_t> columns(positions.size());
    const auto colIdx = m_matrix.colIdx();
    parallelEach(rows, 1024, [&](std::int64_t r) {
        auto at = static_cast<std::size_t>(ptr[static_cast<std::size_t>(r)]);
        if (m_left[static_cast<std::size_t>(r)] > 0)
            for (const std::uint32_t p : row(static_cast<std::int32_t>(r)))
                if (!covered(p)) {
                    columns[at] = colIdx[p];
                    positions[at++] = p;
                }
    });
    m_ptr.swap(ptr);
    m_positions.swap(positions);
    m_ownColumns.swap(columns);
    m_columns = m_ownColumns;
}

} // namespace sparsescope::stile
