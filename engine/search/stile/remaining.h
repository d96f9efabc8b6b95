// What a search has not covered yet: the sparse tensor T_i of STile definition 7, and who writes each row so far.
#pragma once

#include "engine/core/at.h"
#include "engine/matrix/matrix.h"

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace sparsescope::stile {

class Remaining {
public:
    explicit Remaining(const Matrix& matrix);
    Remaining(const Remaining&) = delete;
    Remaining& operator=(const Remaining&) = delete;

    const Matrix& matrix() const { return m_matrix; }
    std::int64_t count() const { return m_count; } // uncovered, exact at any time

    // CSR positions of one row that were uncovered when the level began, ascending.
    std::span<const std::uint32_t> row(std::int32_t r) const { return {m_positions.get() + begin(r), at(length(r))}; }
    // Their columns.
    std::span<const std::int32_t> columns(std::int32_t r) const { return {m_columns + begin(r), at(length(r))}; }
    std::int32_t length(std::int32_t r) const { return m_length[at(r)]; }

    bool covered(std::uint32_t position) const { return m_covered[position] != 0; }
    void cover(std::uint32_t position, std::int32_t row)
    {
        m_covered[position] = 1;
        --m_left[at(row)];
        --m_count;
    }
    // Uncovered non-zeros of a row, exact at any time.
    std::int32_t left(std::int32_t r) const { return m_left[at(r)]; }

    // Stored rows of chosen tiles that write this row.
    std::int32_t writers(std::int32_t r) const { return m_writers[at(r)]; }
    void write(std::int32_t r) { ++m_writers[at(r)]; }
    void unwrite(std::int32_t r) { --m_writers[at(r)]; }

    // Begins a level: drops what was covered since the last one.
    void compact();

private:
    // What is left of a row stands where the matrix has the row, at its front.
    std::size_t begin(std::int32_t r) const { return static_cast<std::size_t>(m_matrix.rowPtr()[at(r)]); }

    const Matrix& m_matrix;
    std::int64_t m_count;
    std::vector<std::int32_t> m_length;
    // Where nobody has to write zeros before, all threads begin these pages.
    std::unique_ptr<std::uint32_t[]> m_positions;
    std::unique_ptr<std::int32_t[]> m_ownColumns; // from the second level on
    const std::int32_t* m_columns = nullptr;      // the matrix's at first
    std::vector<std::uint8_t> m_covered;
    std::vector<std::int32_t> m_left;
    std::vector<std::int32_t> m_writers;
};

} // namespace sparsescope::stile
