#include "engine/search/stile/remaining.h"

#include "engine/core/parallel.h"

#include <numeric>

namespace sparsescope::stile {

Remaining::Remaining(const Matrix& matrix)
    : m_matrix(matrix), m_count(matrix.nnz()), m_ptr(matrix.rowPtr().begin(), matrix.rowPtr().end()),
      m_positions(static_cast<std::size_t>(matrix.nnz())), m_covered(static_cast<std::size_t>(matrix.nnz()), 0),
      m_written(static_cast<std::size_t>(matrix.rows()), 0)
{
    std::iota(m_positions.begin(), m_positions.end(), 0u);
}

std::vector<std::int32_t> Remaining::lengths() const
{
    std::vector<std::int32_t> lengths(m_written.size());
    for (std::size_t r = 0; r < lengths.size(); ++r)
        lengths[r] = length(static_cast<std::int32_t>(r));
    return lengths;
}

void Remaining::compact()
{
    const auto rows = static_cast<std::int64_t>(m_written.size());
    std::vector<std::int64_t> ptr(m_ptr.size(), 0);
    parallelEach(rows, 1024, [&](std::int64_t r) {
        std::int64_t left = 0;
        for (const std::uint32_t p : row(static_cast<std::int32_t>(r)))
            left += covered(p) ? 0 : 1;
        ptr[static_cast<std::size_t>(r) + 1] = left;
    });
    std::partial_sum(ptr.begin(), ptr.end(), ptr.begin());
    std::vector<std::uint32_t> positions(static_cast<std::size_t>(ptr.back()));
    parallelEach(rows, 1024, [&](std::int64_t r) {
        auto at = static_cast<std::size_t>(ptr[static_cast<std::size_t>(r)]);
        for (const std::uint32_t p : row(static_cast<std::int32_t>(r)))
            if (!covered(p))
                positions[at++] = p;
    });
    m_ptr.swap(ptr);
    m_positions.swap(positions);
}

}  // namespace sparsescope::stile
