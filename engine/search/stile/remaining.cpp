#include "engine/search/stile/remaining.h"

#include "engine/core/parallel.h"

#include <numeric>

namespace sparsescope::stile {

Remaining::Remaining(const Matrix& matrix)
    : m_matrix(matrix), m_count(matrix.nnz()), m_length(at(matrix.rows())),
      m_positions(std::make_unique_for_overwrite<std::uint32_t[]>(at(matrix.nnz()))), m_columns(matrix.colIdx().data()),
      m_covered(at(matrix.nnz()), 0), m_left(at(matrix.rows())), m_writers(at(matrix.rows()), 0)
{
    parallelRanges(matrix.nnz(), 1 << 16, [&](std::int64_t begin, std::int64_t end) {
        std::iota(m_positions.get() + begin, m_positions.get() + end, static_cast<std::uint32_t>(begin));
    });
    for (std::size_t r = 0; r < m_left.size(); ++r)
        m_left[r] = m_length[r] = static_cast<std::int32_t>(matrix.rowPtr()[r + 1] - matrix.rowPtr()[r]);
}

void Remaining::compact()
{
    const bool first = !m_ownColumns;
    if (first)
        m_ownColumns = std::make_unique_for_overwrite<std::int32_t[]>(at(m_matrix.nnz()));
    parallelEach(static_cast<std::int64_t>(m_left.size()), 1024, [&](std::int64_t r) {
        std::int32_t& length = m_length[at(r)];
        const bool whole = m_left[at(r)] == length;
        if (whole && !first)
            return;
        const std::size_t begins = begin(static_cast<std::int32_t>(r));
        if (whole) {
            std::copy_n(m_columns + begins, length, m_ownColumns.get() + begins);
            return;
        }
        std::size_t to = begins;
        for (std::size_t from = begins; to < begins + at(m_left[at(r)]); ++from) {
            const std::uint32_t p = m_positions[from];
            if (covered(p))
                continue;
            m_ownColumns[to] = m_columns[from];
            m_positions[to++] = p;
        }
        length = m_left[at(r)];
    });
    m_columns = m_ownColumns.get();
}

} // namespace sparsescope::stile
