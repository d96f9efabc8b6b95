#include "engine/plan/graph/nodes/pieces.h"

#include <algorithm>

namespace sparsescope::graph {

namespace {

// emit(first place, its row) for each piece of places [begin, end), which begin in `row`.
template <class Emit>
void eachPiece(std::span<const std::int32_t> offsets, std::int64_t begin, std::int64_t end, std::int64_t row, Way way,
               std::int64_t size, const Emit& emit)
{
    const auto offset = [&](std::int64_t r) { return std::int64_t{offsets[at(r)]}; };
    if (way == Way::Everything || begin == end)
        return begin < end ? emit(begin, row) : void();
    if (way == Way::Rows) {
        for (const std::int64_t rows = std::ssize(offsets) - 1; row < rows && offset(row) < end; row += size)
            emit(offset(row), row);
    } else if (way == Way::FullRows) {
        while (offset(row) < end) {
            const std::int64_t first = row++;
            while (offset(row) < end && offset(row + 1) - offset(first) <= size)
                ++row;
            emit(offset(first), first);
        }
    } else if (way == Way::Columns) {
        for (std::int64_t place = begin; place < end; ++row)
            for (const std::int64_t rowEnd = std::min(offset(row + 1), end); place < rowEnd;) {
                emit(place, row);
                place = std::min(place + size, rowEnd);
            }
    } else {
        for (std::int64_t place = begin; place < end; place += size) {
            while (offset(row + 1) <= place)
                ++row;
            emit(place, row);
        }
    }
}

} // namespace

Pieces partsOf(const Metadata& m)
{
    Pieces parts;
    for (std::size_t p = 0; p < m.parts.size(); ++p) {
        parts.first.push_back(static_cast<std::int32_t>(p));
        parts.rows.push_back(m.parts[p].firstRow);
        parts.begins.push_back(m[Array::RowOffsets][at(m.parts[p].firstRow)]);
    }
    parts.first.push_back(static_cast<std::int32_t>(m.parts.size()));
    parts.begins.push_back(m[Array::RowOffsets].back());
    return parts;
}

Pieces cut(const Metadata& m, const Pieces& parents, Way way, std::int64_t size, const Context& context)
{
    const auto offsets = m[Array::RowOffsets];
    const std::int64_t count = std::ssize(parents.rows);
    Pieces pieces;
    pieces.first.resize(at(count) + 1);
    const auto each = [&](std::int64_t j, const auto& emit) {
        eachPiece(offsets, parents.begins[at(j)], parents.begins[at(j) + 1], parents.rows[at(j)], way, size, emit);
    };
    context.each(count, 256, [&](std::int64_t j) {
        std::int32_t here = 0;
        each(j, [&](std::int64_t, std::int64_t) { ++here; });
        pieces.first[at(j) + 1] = here;
    });
    for (std::size_t j = 0; j < at(count); ++j)
        pieces.first[j + 1] += pieces.first[j];
    pieces.rows.resize(at(pieces.first.back()));
    pieces.begins.resize(pieces.rows.size() + 1);
    pieces.begins.back() = parents.begins.back();
    context.each(count, 256, [&](std::int64_t j) {
        std::size_t i = at(pieces.first[at(j)]);
        each(j, [&](std::int64_t place, std::int64_t row) {
            pieces.begins[i] = static_cast<std::int32_t>(place);
            pieces.rows[i++] = static_cast<std::int32_t>(row);
        });
    });
    return pieces;
}

Groups grouped(std::span<const std::int32_t> first, std::int64_t size)
{
    Groups groups{{0}, {0}};
    for (std::size_t j = 0; j + 1 < first.size(); ++j) {
        for (std::int64_t i = first[j]; i < first[j + 1]; i += size)
            groups.offsets.push_back(static_cast<std::int32_t>(std::min<std::int64_t>(i + size, first[j + 1])));
        groups.first.push_back(static_cast<std::int32_t>(groups.offsets.size()) - 1);
    }
    return groups;
}

} // namespace sparsescope::graph
