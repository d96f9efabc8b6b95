// The non-zeros that no tile covers yet: the sparse tensor T_i of STile definition 7.
#pragma once

#include "engine/matrix/matrix.h"

#include <cstdint>
#include <span>
#include <vector>

namespace sparsescope::stile {

class Remaining {
public:
    explicit Remaining(const Matrix& matrix);

    const Matrix& matrix() const { return m_matrix; }
    std::int64_t count() const { return m_count; }  // exact at any time

    // CSR positions of one row that were uncovered when compact() ran last, ascending.
    std::span<const std::uint32_t> row(std::int32_t r) const
    {
        const auto begin = static_cast<std::size_t>(m_ptr[static_cast<std::size_t>(r)]);
        const auto end = static_cast<std::size_t>(m_ptr[static_cast<std::size_t>(r) + 1]);
        return std::span(m_positions).subspan(begin, end - begin);
    }
    std::int32_t length(std::int32_t r) const
    {
        return static_cast<std::int32_t>(m_ptr[static_cast<std::size_t>(r) + 1] - m_ptr[static_cast<std::size_t>(r)]);
    }
    std::vector<std::int32_t> lengths() const;

    bool covered(std::uint32_t position) const { return m_covered[position] != 0; }
    void cover(std::uint32_t position)
    {
        m_covered[position] = 1;
        --m_count;
    }
    // Has a chosen tile stored this row?
    bool written(std::int32_t r) const { return m_written[static_cast<std::size_t>(r)] != 0; }
    void write(std::int32_t r) { m_written[static_cast<std::size_t>(r)] = 1; }

    // Drops what was covered since the last call.
    void compact();

private:
    const Matrix& m_matrix;
    std::int64_t m_count;
    std::vector<std::int64_t> m_ptr;
    std::vector<std::uint32_t> m_positions;
    std::vector<std::uint8_t> m_covered;
    std::vector<std::uint8_t> m_written;
};

}  // namespace sparsescope::stile
