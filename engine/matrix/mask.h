// Which places of a matrix may hold something at one step of a dynamic sparsity: bits, a granule of places each
// (SparDA 4.2, "sparsity attribute").
#pragma once

#include "engine/core/at.h"
#include "engine/matrix/matrix.h"

#include <bit>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace sparsescope {

// What all masks of a sequence have in common: place (i, j) of rows x cols belongs to granule
// (i / granuleRows, j / granuleCols), which is 0 or 1. All are at least 1, rows and cols below 2^31.
struct MaskShape {
    std::int64_t rows = 1, cols = 1;
    std::int64_t granuleRows = 1, granuleCols = 1;

    std::int64_t down() const { return (rows + granuleRows - 1) / granuleRows; } // granules in a column
    std::int64_t across() const { return (cols + granuleCols - 1) / granuleCols; }
    std::int64_t wordsPerRow() const { return (across() + 63) / 64; } // a row of granules fills whole words
    std::int64_t bytes() const { return down() * wordsPerRow() * 8; }
    std::string granularity() const; // "32 x 1"
    bool operator==(const MaskShape&) const = default;
};

// Throws Error(Input) where memory does not suffice for a mask of this shape: ask before one is made for a file, which
// is named, or for parameters.
void requireRoomForMask(const MaskShape& shape, const std::string& file = {});

class Mask {
public:
    // All zeros. Throws Error(Input) where memory does not suffice.
    explicit Mask(const MaskShape& shape);

    const MaskShape& shape() const { return m_shape; }
    // Granule c is bit c % 64 of word c / 64; bits behind the last granule are 0.
    std::span<const std::uint64_t> row(std::int64_t r) const { return wordsOf(r); }
    std::span<const std::uint64_t> words() const { return m_words; } // all rows, one after another
    bool granule(std::int64_t r, std::int64_t c) const
    {
        return (m_words[at(r * m_shape.wordsPerRow() + c / 64)] >> (c % 64) & 1) != 0;
    }
    void set(std::int64_t r, std::int64_t c)
    {
        m_words[at(r * m_shape.wordsPerRow() + c / 64)] |= std::uint64_t{1} << (c % 64);
    }
    void setRange(std::int64_t r, std::int64_t begin, std::int64_t end); // granules [begin, end) of a row
    void orRow(std::int64_t r, std::span<const std::uint64_t> with);     // as many words as row() has

    std::int64_t granules() const; // that are 1
    std::int64_t places() const;   // in these: the non-zeros of its matrix
    std::uint64_t fingerprint() const;

private:
    std::span<const std::uint64_t> wordsOf(std::int64_t r) const
    {
        const std::int64_t words = m_shape.wordsPerRow();
        return std::span(m_words).subspan(at(r * words), at(words));
    }

    MaskShape m_shape;
    std::vector<std::uint64_t> m_words;
};

// How many of these bits are 1.
std::int64_t onesIn(std::span<const std::uint64_t> words);

// body(c) for each granule of a row, or any bits, that is 1: ascending.
template <class Body>
void forOnes(std::span<const std::uint64_t> row, const Body& body)
{
    for (std::size_t w = 0; w < row.size(); ++w)
        for (std::uint64_t left = row[w]; left != 0; left &= left - 1)
            body(static_cast<std::int64_t>(w) * 64 + std::countr_zero(left));
}

using MaskPtr = std::shared_ptr<const Mask>;

// Every place of a granule that is 1 is a non-zero; a pattern without values. Throws Error(Input) where these are
// 2^31 and more, which no plan holds.
MatrixPtr matrixOf(const Mask& mask, MatrixSource source);

// The granules of that many rows and columns that hold a non-zero of the matrix.
Mask maskOf(const Matrix& matrix, std::int64_t granuleRows = 1, std::int64_t granuleCols = 1);

} // namespace sparsescope
