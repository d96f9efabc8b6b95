// What the pattern generators share: matrices made row by row in parallel, shares of a fixed total, distinct columns.
#pragma once

#include "engine/core/at.h"
#include "engine/core/parallel.h"
#include "engine/core/progress.h"
#include "engine/matrix/matrix.h"
#include "engine/matrix/patterns/random.h"

#include <algorithm>
#include <functional>
#include <span>

namespace sparsescope {

// How a generated matrix describes itself; `field` is "pattern" or "real".
MatrixSource generatedSource(const std::string& name, const std::string& field, std::int64_t nnz);

// Throws Error(Usage) "NAME: PARAMETER takes RANGE, not VALUE".
[[noreturn]] void refuseParameter(const char* name, const char* parameter, const std::string& range, double value);
// rows or cols: 1 to 2^31 - 1.
void requireExtent(const char* name, const char* parameter, std::int64_t value);

// A matrix whose rows are still empty: row pointers from lengths, and room for indices (and values).
struct EmptyRows {
    std::vector<std::int64_t> rowPtr;
    std::vector<std::int32_t> colIdx;
    std::vector<double> values;
};
// Throws Error(Input) when memory does not suffice for the arrays of a matrix. Ask before anything of its size is made.
void requireRoom(std::int64_t rows, std::int64_t nnz, bool values);
// Throws Error(Input) for more than 2^26 rows where nearly all are empty: a file of three lines would take 17 GB.
void requireRowsInUse(std::int64_t rows, std::int64_t nnz, const std::string& file);
// `lengths` holds the length of each row behind a leading 0. Throws as requireRoom.
EmptyRows roomFor(std::vector<std::int64_t> lengths, bool values);

// A pattern from its places, row << 32 | column, ascending and distinct. Throws as requireRoom.
MatrixPtr matrixFromPlaces(std::int64_t rows, std::int64_t cols, std::vector<std::uint64_t> places,
                           const std::string& name, std::int64_t slices = 1);

// body(first row, end row) over all rows in parallel, in pieces short enough to be cancelled between them.
void overRows(std::int64_t rows, Progress& progress, const char* what, double from, double to,
              const std::function<void(std::int64_t, std::int64_t)>& body);

// length(r) and then fill(r, indices, values) of every row, in parallel and in any order; fill writes its columns in
// ascending order. `values` is empty for a pattern.
template <class Length, class Fill>
MatrixPtr matrixByRows(std::int64_t rows, std::int64_t cols, const std::string& name, bool valued, Progress& progress,
                       const Length& length, const Fill& fill, std::int64_t slices = 1)
{
    requireRoom(rows, 0, false);
    std::vector<std::int64_t> lengths(static_cast<std::size_t>(rows) + 1, 0);
    overRows(rows, progress, "counting", 0.0, 0.2, [&](std::int64_t begin, std::int64_t end) {
        for (std::int64_t r = begin; r < end; ++r)
            lengths[static_cast<std::size_t>(r) + 1] = length(r);
    });
    EmptyRows m = roomFor(std::move(lengths), valued);
    overRows(rows, progress, "generating", 0.2, 1.0, [&](std::int64_t begin, std::int64_t end) {
        for (std::int64_t r = begin; r < end; ++r) {
            const auto b = static_cast<std::size_t>(m.rowPtr[at(r)]);
            const auto n = static_cast<std::size_t>(m.rowPtr[static_cast<std::size_t>(r) + 1]) - b;
            fill(r, std::span(m.colIdx).subspan(b, n),
                 valued ? std::span(m.values).subspan(b, n) : std::span<double>());
        }
    });
    const auto nnz = static_cast<std::int64_t>(m.colIdx.size());
    return std::make_shared<const Matrix>(rows, cols, std::move(m.rowPtr), std::move(m.colIdx), std::move(m.values),
                                          generatedSource(name, valued ? "real" : "pattern", nnz), slices);
}

// Shares of `total` among n takers. share(s, i) is what taker i would like for the factor s > 0, in units of
// 2^-shareBits: never falling with s, at most 2^shareBits times its capacity, and asked for i = 0, 1, ... n - 1 in this
// order. s between 0 and `most` is sought such that all get `total`; the shares are its wishes, rounded so that sums of
// the first i are off by less than one. The few that rounding leaves go to the first with room.
// Integers decide, so that the result is the same wherever a product of two doubles is. total is at most the sum of
// the capacities and 2^42.
inline constexpr int shareBits = 20;
std::vector<std::int64_t> apportion(std::int64_t n, std::int64_t total, double most,
                                    const std::function<std::uint64_t(double s, std::int64_t i)>& share,
                                    const std::function<std::int64_t(std::int64_t i)>& capacity, Progress& progress);

// Draws distinct numbers below n. Cheap to make: one for a piece of rows.
class DistinctPicker {
public:
    explicit DistinctPicker(std::int64_t n) : m_n(n) {}

    // Calls draw(), whose results are in [first, end), until out.size() are different; they are left in `out`,
    // ascending.
    template <class Draw>
    void pick(std::int64_t first, std::int64_t end, const Draw& draw, std::span<std::int32_t> out)
    {
        if (out.empty())
            return;
        if (static_cast<std::int64_t>(out.size()) < (end - first) / 2048) {
            pickFew(draw, out);
            return;
        }
        prepare();
        for (std::size_t k = 0; k < out.size();)
            k += insert(static_cast<std::int64_t>(draw())) ? 1 : 0;
        take(first, end, out);
    }
    // out.size() uniform ones, ascending.
    void uniform(RandomStream& random, std::span<std::int32_t> out);

private:
    static std::size_t word(std::int64_t i) { return static_cast<std::size_t>(i >> 6); }

    // Few out of a long range: draw, sort, and draw again what was drawn twice.
    template <class Draw>
    static void pickFew(const Draw& draw, std::span<std::int32_t> out)
    {
        for (auto kept = out.begin(); kept != out.end();) {
            std::generate(kept, out.end(), [&] { return static_cast<std::int32_t>(draw()); });
            std::sort(out.begin(), out.end());
            kept = std::unique(out.begin(), out.end());
        }
    }
    void prepare() { m_words.resize(static_cast<std::size_t>((m_n + 63) / 64), 0); }
    bool insert(std::int64_t i)
    {
        std::uint64_t& w = m_words[word(i)];
        const std::uint64_t bit = std::uint64_t{1} << (i & 63);
        const bool fresh = (w & bit) == 0;
        w |= bit;
        return fresh;
    }
    // Moves what was inserted, all in [first, end), to `out`.
    void take(std::int64_t first, std::int64_t end, std::span<std::int32_t> out);

    std::vector<std::uint64_t> m_words; // a bit each, all zero between uses; empty until needed
    std::int64_t m_n;
};

} // namespace sparsescope
