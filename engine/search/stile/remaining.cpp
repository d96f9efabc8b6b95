#include "engine/search/stile/remaining.h"

#include "engine/core/parallel.h"

#include <numeric>

namespace sparsescope::stile {

Remaining::Remaining(const Matrix& matrix)
    : m_matrix(matrix), m_count(matrix.nnz()), m_length(at(matrix.rows())), m_positions(at(matrix.nnz())),
      m_columns(matrix.colIdx()), m_covered(at(matrix.nnz()), 0), m_left(at(matrix.rows())),
      m_writers(at(matrix.rows()), 0)
{
    std::iota(m_positions.begin(), m_positions.end(), 0u);
    for (std::size_t r = 0; r < m_left.size(); ++r)
        m_left[r] = m_length[r] = static_cast<std::int32_t>(matrix.rowPtr()[r + 1] - matrix.rowPtr()[r]);
}

void Remaining::compact()
{
    if (m_ownColumns.empty()) {
        m_ownColumns.assign(m_columns.begin(), m_columns.end());
        m_columns = m_ownColumns;
    }
    parallelEach(static_cast<std::int64_t>(m_left.size()), 1024, [&](std::int64_t r) {
        std::int32_t& length = m_length[at(r)];
        if (m_left[at(r)] == length)
            return;
        const std::size_t first = begin(static_cast<std::int32_t>(r));
        std::size_t to = first;
        for (std::size_t from = first; to < first + at(m_left[at(r)]); ++from) {
            const std::uint32_t p = m_positions[from];
            if (covered(p))
                continue;
            m_ownColumns[to] = m_ownColumns[from];
            m_positions[to++] = p;
        }
        length = m_left[at(r)];
    });
}

} // namespace sparsescope::stile
