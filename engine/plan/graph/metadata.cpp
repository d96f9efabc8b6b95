#include "engine/plan/graph/metadata.h"

#include "engine/core/error.h"
#include "engine/core/parallel.h"
#include "engine/plan/graph/functions.h"

#include <algorithm>
#include <limits>
#include <numeric>

namespace sparsescope::graph {

const char* name(Array array)
{
    constexpr std::array<const char*, arrayCount> names = {"origin_rows",
                                                           "row_lengths",
                                                           "row_offsets",
                                                           "diagonals",
                                                           "entries",
                                                           "bmtb_nz_offsets",
                                                           "bmtb_row_offsets",
                                                           "bmtb_rows",
                                                           "bmtb_bmw_offsets",
                                                           "bmtb_bmt_offsets",
                                                           "bmt_sizes_of_bmtb",
                                                           "bmw_nz_offsets",
                                                           "bmw_rows",
                                                           "bmw_bmt_offsets",
                                                           "bmw_bitmaps",
                                                           "bmt_nz_offsets",
                                                           "bmt_rows",
                                                           "bmt_sizes",
                                                           "bmt_entry_offsets",
                                                           "bmt_bitmaps",
                                                           "bmtb_result_offsets",
                                                           "bmtb_partial_offsets",
                                                           "bmw_first_partial",
                                                           "bmt_first_partial"};
    return names[static_cast<std::size_t>(array)];
}

void Metadata::setRows(Numbers originRows, Numbers rowLengths)
{
    Numbers offsets(rowLengths.size() + 1);
    std::partial_sum(rowLengths.begin(), rowLengths.end(), offsets.begin() + 1);
    rows = std::ssize(rowLengths);
    set(Array::OriginRows, std::move(originRows));
    set(Array::RowLengths, std::move(rowLengths));
    set(Array::RowOffsets, std::move(offsets));
}

Metadata wholeMatrix(const Matrix& matrix)
{
    if (matrix.nnz() > std::numeric_limits<std::int32_t>::max())
        failInput("a graph takes a matrix of less than 2^31 non-zeros");
    Metadata m;
    m.cols = matrix.cols();
    m.nnz = m.places = matrix.nnz();
    m.parts = {{0, 0, static_cast<std::int32_t>(matrix.cols())}};
    Numbers origin(at(matrix.rows()));
    Numbers lengths(origin.size());
    Numbers entries(at(matrix.nnz()));
    parallelEach(matrix.rows(), 1 << 14, [&](std::int64_t r) {
        origin[at(r)] = static_cast<std::int32_t>(r);
        lengths[at(r)] = static_cast<std::int32_t>(matrix.rowLength(r));
    });
    std::iota(entries.begin(), entries.end(), 0);
    m.setRows(std::move(origin), std::move(lengths));
    m.set(Array::Entries, std::move(entries));
    return m;
}

PlacesOf placesOf(const Metadata& m, std::int64_t bmtb, std::int64_t bmw, std::int64_t bmt)
{
    const std::int64_t first = std::int64_t{m[Array::BmtbNzOffsets][at(bmtb)]} + m[Array::BmtNzOffsets][at(bmt)];
    if (m.interleave == 0)
        return {first, 1, 1};
    const auto [offsets, group] =
        m.bmw != Cutting::None ? std::pair(m[Array::BmwBmtOffsets], bmw) : std::pair(m[Array::BmtbBmtOffsets], bmtb);
    return {first, m.interleave, std::int64_t{m.interleave} * (offsets[at(group) + 1] - offsets[at(group)])};
}

std::int32_t columnOn(std::int32_t row, std::int32_t diagonal, std::int64_t cols)
{
    return static_cast<std::int32_t>(std::clamp<std::int64_t>(std::int64_t{row} + diagonal, 0, cols - 1));
}

std::pair<std::int32_t, std::int32_t> columnsOn(std::span<const std::int32_t> rows,
                                                std::span<const std::int32_t> diagonals, std::int64_t cols)
{
    std::int32_t first = std::numeric_limits<std::int32_t>::max(), last = -1;
    for (const std::int32_t row : rows)
        if (row >= 0) {
            first = std::min(first, row);
            last = std::max(last, row);
        }
    if (last < 0)
        return {0, 0};
    return {columnOn(first, diagonals.front(), cols), columnOn(last, diagonals.back(), cols) + 1};
}

bool bmtsAreDiagonals(const Metadata& m)
{
    const auto sizes = m[Array::BmtSizes], first = m[Array::BmtEntryOffsets];
    const std::int64_t count = std::ssize(m[Array::Diagonals]);
    if (count == 0 || m.bmt != Cutting::Rows || m.reductions.thread != ThreadRed::Total || sizes.empty() ||
        sizes.front() > mostRowConstants)
        return false;
    for (std::size_t t = 0; t < sizes.size(); ++t)
        if (sizes[t] != sizes.front() || first[t + 1] - first[t] != count)
            return false;
    return true;
}

namespace {

// body(BMTB, BMT, its places) for every BMT, in parallel.
template <class Body>
void eachBmt(const Metadata& m, const Body& body)
{
    const bool hasBmws = m.bmw != Cutting::None;
    parallelEach(m.bmtbs(), 64, [&](std::int64_t b) {
        std::int64_t w = hasBmws ? m[Array::BmtbBmwOffsets][at(b)] : 0;
        for (std::int64_t t = m[Array::BmtbBmtOffsets][at(b)]; t < m[Array::BmtbBmtOffsets][at(b) + 1]; ++t) {
            while (hasBmws && t >= m[Array::BmwBmtOffsets][at(w) + 1])
                ++w;
            body(b, t, placesOf(m, b, w, t));
        }
    });
}

} // namespace

Numbers rowIndices(const Metadata& m)
{
    Numbers rows(at(m.places), -1);
    const auto offsets = m[Array::RowOffsets];
    if (!m.has(Array::BmtSizes)) {
        for (std::int32_t r = 0; r < m.rows; ++r)
            std::fill(rows.begin() + offsets[at(r)], rows.begin() + offsets[at(r) + 1], r);
        return rows;
    }
    eachBmt(m, [&](std::int64_t, std::int64_t t, const PlacesOf& places) {
        std::int32_t row = m[Array::BmtRows][at(t)];
        std::int32_t place = m[Array::BmtEntryOffsets][at(t)];
        const std::int32_t end = m[Array::BmtEntryOffsets][at(t) + 1];
        for (std::int32_t k = 0; row >= 0 && k < m[Array::BmtSizes][at(t)]; ++k, ++place) {
            while (place < end && offsets[at(row) + 1] <= place)
                ++row;
            rows[at(places[k])] = row;
        }
    });
    return rows;
}

Numbers colIndices(const Metadata& m, const Matrix& matrix)
{
    Numbers cols(at(m.places));
    const auto entries = m[Array::Entries], offsets = m[Array::RowOffsets];
    // That of place `place` of all without padding, which is of this stored row.
    const auto column = [&](std::int32_t entry, std::int64_t row, std::int64_t place) {
        return entry >= 0
                   ? matrix.colIdx()[at(entry)]
                   : columnOn(m[Array::OriginRows][at(row)], m[Array::Diagonals][at(place - offsets[at(row)])], m.cols);
    };
    if (!m.has(Array::BmtSizes)) {
        for (std::int64_t r = 0; r < m.rows; ++r)
            for (std::int32_t i = offsets[at(r)]; i < offsets[at(r) + 1]; ++i)
                cols[at(i)] = column(entries[at(i)], r, i);
        return cols;
    }
    eachBmt(m, [&](std::int64_t b, std::int64_t t, const PlacesOf& places) {
        const std::int32_t end = m[Array::BmtEntryOffsets][at(t) + 1];
        std::int32_t place = m[Array::BmtEntryOffsets][at(t)], row = m[Array::BmtRows][at(t)];
        std::int32_t col = 0;
        if (place == end) {
            const std::int32_t first = m.bmtbRow(b);
            col = column(entries[at(m[Array::BmtbNzOffsets][at(b)])], first, offsets[at(first)]);
        }
        for (std::int32_t k = 0; k < m[Array::BmtSizes][at(t)]; ++k, ++place) {
            if (place < end) {
                while (offsets[at(row) + 1] <= place)
                    ++row;
                col = column(entries[at(places[k])], row, place);
            }
            cols[at(places[k])] = col;
        }
    });
    return cols;
}

} // namespace sparsescope::graph
