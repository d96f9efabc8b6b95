// What the formats share: walking a tile's rows, checking them, cutting non-zeros into tiles, and reading arrays back.
#pragma once

#include "engine/plan/formats/formats.h"

#include <algorithm>
#include <array>
#include <bit>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace sparsescope {

// For formats whose stored rows each hold at most `limit` entries, filled front to back: calls
// body(stored row, first entry, end of entries) for each stored row and returns the number of entries placed.
template <class Body>
std::size_t forStoredRows(const TileView& tile, const Matrix& matrix, std::size_t limit, const Body& body)
{
    std::size_t e = 0;
    for (std::size_t i = 0; i < tile.rowIds.size(); ++i) {
        const auto row = static_cast<std::size_t>(tile.rowIds[i]);
        const std::int64_t begin = matrix.rowPtr()[row];
        const std::int64_t end = matrix.rowPtr()[row + 1];
        const std::size_t first = e;
        while (e < tile.entries.size() && e - first < limit) {
            const std::int64_t p = Entry::position(tile.entries[e]);
            if (p < begin || p >= end)
                break;
            ++e;
        }
        body(i, first, e);
    }
    return e;
}

// For formats that list rows and let each hold any number of entries, at most `most` together: throws Error(Input)
// unless every row stands once and holds something (where `empty`: or nothing), and every entry lies in one, by
// ascending column.
void validateListedRows(const Format& format, const TileView& tile, const Matrix& matrix, std::int64_t most,
                        bool empty = false);

// Distinct original columns of a tile's entries, or groups of `width` columns.
std::int64_t distinctColsOf(const TileView& tile, const Matrix& matrix, std::int64_t width = 1);

// Rows of which some of `positions` [begin, end) are given, ascending; where all of the matrix is given and
// `listEmpty`, also those that hold nothing.
struct GivenRow {
    std::int32_t row = 0;
    std::size_t begin = 0, end = 0;
    std::size_t size() const { return end - begin; }
};
std::vector<GivenRow> givenRows(const Matrix& matrix, std::span<const std::uint32_t> positions, bool listEmpty = false);

// The rows, ids and entries appended since the last tile are one.
inline void closeTile(TileSet& tiles, std::int64_t places = 0)
{
    tiles.tiles.push_back({tiles.rowIds.size(), tiles.colIds.size(), tiles.entries.size(), places});
}

// The tiles that body(begin, end, its tiles) makes of disjoint ranges of [0, n), each at least `grain` long, in
// parallel, joined in their order.
void coverRanges(std::int64_t n, std::int64_t grain, TileSet& out, Progress& progress,
                 const std::function<void(std::int64_t begin, std::int64_t end, TileSet& tiles)>& body);

// True if a row, or row of blocks, of `next` places is eight times as long or as short as the average of a tile that
// holds `places` in so many `rows`, and long enough to matter in one for up to `most` places: the lanes that take the
// longest row would still be busy when the others are done. Such rows stand in tiles of their own, each of whose rows
// has more lanes.
inline bool lengthsDiffer(std::int64_t places, std::int64_t rows, std::int64_t next, std::int64_t most)
{
    const std::int64_t average = places / std::max<std::int64_t>(rows, 1);
    return places > 0 && next > 0 && 8 * std::max(average, next) > most &&
           std::max(average, next) >= 8 * std::max<std::int64_t>(1, std::min(average, next));
}

// Tiles of whole rows of up to `places` non-zeros, and rows, none of them too unlike; a longer row is cut into tiles of
// its own.
void coverListedRows(std::span<const GivenRow> rows, std::span<const std::uint32_t> positions, std::size_t places,
                     TileSet& out, Progress& progress);

// Tiles of `size` non-zeros one after another; rows that lie in two are cut.
void coverRuns(const Matrix& matrix, std::span<const std::uint32_t> positions, std::size_t size, TileSet& out,
               Progress& progress);

// The rows of a tile as they stand, then -1.
void packListedRows(const TileView& tile, std::span<std::int32_t> out);

// What a format does with its places, once it can enumerate them: Derived has
//     template <class Body> void forPlaces(const PackedTileView& tile, DataType dtype, const Body& body) const
// which calls body(row, column, index of the value) for every place of the rows that are not padding.
template <class Derived>
class StoredPlaces : public Format {
public:
    void forEachPlace(const PackedTileView& tile, DataType dtype, const PlacesBody& body) const final
    {
        std::array<PackedPlace, 256> some;
        std::size_t count = 0;
        self().forPlaces(tile, dtype, [&](std::int32_t row, std::int64_t col, std::size_t value) {
            some[count++] = {row, col, loadValue(dtype, tile.values, value),
                             tile.outputs.empty() ? -1 : tile.outputs[value]};
            if (count == some.size()) {
                body(some);
                count = 0;
            }
        });
        body(std::span(some).first(count));
    }

private:
    const Derived& self() const { return static_cast<const Derived&>(*this); }
};

// Axes of rows that are listed, with equally many places each; and of places that are listed with row and column, some
// of them padding where every tile has the same number; 0: as many as there are.
FormatAxes ellAxes(std::int64_t rows, std::int64_t width, std::size_t rowIds, std::size_t colIdx);
FormatAxes listAxes(std::int64_t places, std::size_t rows, std::size_t cols);

// The most places of a tile that its parameters ask for: one thread block's work.
constexpr std::int64_t mostTilePlaces = 1 << 16;
// Places of a tile so that `nonZeros` make about a thousand tiles, which keep a GPU busy: a power of two from 64 to
// 4096.
std::int64_t usualPlaces(std::size_t nonZeros);

// A whole number of the parameters, or Error(Input).
std::int64_t integerParameter(const nlohmann::json& parameters, const char* format, const char* name);
// The same, from `least` to `most`; or a power of two of these.
std::int64_t rangedParameter(const nlohmann::json& parameters, const char* format, const char* name, std::int64_t least,
                             std::int64_t most);
std::int64_t powerParameter(const nlohmann::json& parameters, const char* format, const char* name, std::int64_t least,
                            std::int64_t most);

} // namespace sparsescope
