#include "engine/plan/formats/shared.h"

#include "engine/core/error.h"
#include "engine/core/parallel.h"

#include <map>
#include <mutex>

namespace sparsescope {

void validateListedRows(const Format& format, const TileView& tile, const Matrix& matrix, std::int64_t most, bool empty)
{
    if (tile.entries.empty() || static_cast<std::int64_t>(tile.entries.size()) > most)
        failInput(fmt::format("{} holds 1 to {} non-zeros, not {}", format.label(), most, tile.entries.size()));
    if (!tile.colIds.empty())
        failInput(fmt::format("a tile {} has no columns of its own", format.label()));
    std::vector<std::int32_t> rows(tile.rowIds.begin(), tile.rowIds.end());
    std::sort(rows.begin(), rows.end());
    if (const auto twice = std::adjacent_find(rows.begin(), rows.end()); twice != rows.end())
        failInput(fmt::format("row {} is stored twice", *twice));
    std::int32_t without = -1;
    std::int64_t unsorted = -1;
    const std::size_t placed =
        forStoredRows(tile, matrix, tile.entries.size(), [&](std::size_t i, std::size_t b, std::size_t e) {
            if (b == e)
                without = tile.rowIds[i];
            const auto held = tile.entries.subspan(b, e - b);
            const auto found =
                std::adjacent_find(held.begin(), held.end(), [](std::uint32_t left, std::uint32_t right) {
                    return Entry::position(right) <= Entry::position(left);
                });
            if (found != held.end())
                unsorted = Entry::position(*(found + 1));
        });
    if (placed != tile.entries.size())
        failInput(fmt::format("entry {} lies in none of the tile's rows, or out of their order",
                              Entry::position(tile.entries[placed])));
    if (unsorted >= 0)
        failInput(fmt::format("entry {} stands behind one of a column that is not less", unsorted));
    if (without >= 0 && !empty)
        failInput(fmt::format("row {} is named, and the tile holds nothing of it", without));
}

std::int64_t distinctColsOf(const TileView& tile, const Matrix& matrix, std::int64_t width)
{
    // A set of open addresses, half full at most: sorting would take several times as long.
    const std::size_t size = std::bit_ceil(std::max<std::size_t>(16, 2 * tile.entries.size()));
    const int shift = 64 - std::countr_zero(size);
    std::vector<std::int32_t> set(size, -1);
    std::int64_t count = 0;
    std::int32_t last = -1;
    for (const std::uint32_t entry : tile.entries) {
        const std::int32_t own = matrix.colIdx()[Entry::position(entry)];
        const std::int32_t col = width == 1 ? own : static_cast<std::int32_t>(own / width);
        if (col == last)
            continue;
        last = col;
        std::size_t at = (static_cast<std::uint64_t>(col) * 0x9e3779b97f4a7c15u) >> shift;
        while (set[at] != -1 && set[at] != col)
            at = (at + 1) & (size - 1);
        count += set[at] == -1 ? 1 : 0;
        set[at] = col;
    }
    return count;
}

std::vector<GivenRow> givenRows(const Matrix& matrix, std::span<const std::uint32_t> positions, bool listEmpty)
{
    const auto rowPtr = matrix.rowPtr();
    const auto rows = static_cast<std::size_t>(matrix.rows());
    std::vector<GivenRow> given;
    if (static_cast<std::int64_t>(positions.size()) == matrix.nnz()) {
        given.reserve(rows);
        for (std::size_t r = 0; r < rows; ++r)
            if (listEmpty || rowPtr[r] < rowPtr[r + 1])
                given.push_back({static_cast<std::int32_t>(r), static_cast<std::size_t>(rowPtr[r]),
                                 static_cast<std::size_t>(rowPtr[r + 1])});
        return given;
    }
    std::size_t row = 0;
    for (std::size_t p = 0; p < positions.size();) {
        // The row of the position: a few steps on, or by bisection.
        const std::int64_t position = positions[p];
        const auto next = rowPtr.begin() + static_cast<std::ptrdiff_t>(row) + 1;
        row = *next > position
                  ? row
                  : static_cast<std::size_t>(std::upper_bound(next, rowPtr.end(), position) - rowPtr.begin()) - 1;
        GivenRow here{static_cast<std::int32_t>(row), p, p};
        while (here.end < positions.size() && positions[here.end] < rowPtr[row + 1])
            ++here.end;
        given.push_back(here);
        p = here.end;
    }
    return given;
}

void coverRanges(std::int64_t n, std::int64_t grain, TileSet& out, Progress& progress,
                 const std::function<void(std::int64_t, std::int64_t, TileSet&)>& body)
{
    std::map<std::int64_t, TileSet> parts; // by where they begin
    std::mutex guard;
    parallelRanges(n, grain, [&](std::int64_t begin, std::int64_t end) {
        progress.check();
        TileSet tiles;
        body(begin, end, tiles);
        const std::scoped_lock lock(guard);
        parts.emplace(begin, std::move(tiles));
    });
    for (auto& [begin, part] : parts) {
        if (out.tiles.empty() && out.rowIds.empty()) {
            out = std::move(part);
            continue;
        }
        const TileSet::Spans at{out.rowIds.size(), out.colIds.size(), out.entries.size()};
        for (const TileSet::Spans& s : part.tiles)
            out.tiles.push_back({at.rowEnd + s.rowEnd, at.colEnd + s.colEnd, at.entryEnd + s.entryEnd, s.places});
        out.rowIds.insert(out.rowIds.end(), part.rowIds.begin(), part.rowIds.end());
        out.colIds.insert(out.colIds.end(), part.colIds.begin(), part.colIds.end());
        out.entries.insert(out.entries.end(), part.entries.begin(), part.entries.end());
    }
}

void coverListedRows(std::span<const GivenRow> rows, std::span<const std::uint32_t> positions, std::size_t places,
                     TileSet& out, Progress& progress)
{
    std::size_t held = 0, listed = 0, filled = 0; // of the tile that is being filled: non-zeros, rows, rows with any
    const auto close = [&] {
        // Rows without anything wait for one with.
        if (held == 0)
            out.rowIds.resize(out.rowIds.size() - listed);
        else
            closeTile(out);
        held = listed = filled = 0;
    };
    const auto add = [&](const GivenRow& row, std::size_t begin, std::size_t end) {
        out.rowIds.push_back(row.row);
        out.entries.insert(out.entries.end(), positions.begin() + static_cast<std::ptrdiff_t>(begin),
                           positions.begin() + static_cast<std::ptrdiff_t>(end));
        held += end - begin;
        ++listed;
        filled += begin < end ? 1 : 0;
    };
    out.entries.reserve(out.entries.size() + positions.size());
    out.rowIds.reserve(out.rowIds.size() + rows.size());
    for (std::size_t i = 0; i < rows.size(); ++i) {
        if (i % 65536 == 0)
            progress.check();
        if (held + rows[i].size() > places || listed == places ||
            lengthsDiffer(static_cast<std::int64_t>(held), static_cast<std::int64_t>(filled),
                          static_cast<std::int64_t>(rows[i].size()), static_cast<std::int64_t>(places)))
            close();
        std::size_t begin = rows[i].begin;
        for (; rows[i].end - begin > places; begin += places) {
            add(rows[i], begin, begin + places);
            close();
        }
        add(rows[i], begin, rows[i].end);
        if (begin > rows[i].begin) // what is left of a long row: those after it need not be atomic
            close();
    }
    close();
}

void coverRuns(const Matrix& matrix, std::span<const std::uint32_t> positions, std::size_t size, TileSet& out,
               Progress& progress)
{
    std::size_t held = 0, seen = 0;
    out.entries.reserve(out.entries.size() + positions.size());
    for (const GivenRow& row : givenRows(matrix, positions)) {
        if (++seen % 65536 == 0)
            progress.check();
        for (std::size_t p = row.begin; p < row.end;) {
            const std::size_t end = std::min(row.end, p + size - held);
            out.rowIds.push_back(row.row);
            out.entries.insert(out.entries.end(), positions.begin() + static_cast<std::ptrdiff_t>(p),
                               positions.begin() + static_cast<std::ptrdiff_t>(end));
            held += end - p;
            p = end;
            if (held == size) {
                closeTile(out);
                held = 0;
            }
        }
    }
    if (held > 0)
        closeTile(out);
}

void packListedRows(const TileView& tile, std::span<std::int32_t> out)
{
    std::fill(std::copy(tile.rowIds.begin(), tile.rowIds.end(), out.begin()), out.end(), -1);
}

std::int64_t usualPlaces(std::size_t nonZeros)
{
    return std::clamp<std::int64_t>(static_cast<std::int64_t>(std::bit_floor(nonZeros / 1024 + 1)), 64, 4096);
}

std::int64_t integerParameter(const nlohmann::json& parameters, const char* format, const char* name)
{
    const auto found = parameters.is_object() ? parameters.find(name) : parameters.end();
    if (!parameters.is_object() || found == parameters.end() || !found->is_number_integer())
        failInput(fmt::format("format \"{}\" needs the whole number \"{}\"", format, name));
    return found->get<std::int64_t>();
}

std::int64_t rangedParameter(const nlohmann::json& parameters, const char* format, const char* name, std::int64_t least,
                             std::int64_t most)
{
    const std::int64_t n = integerParameter(parameters, format, name);
    if (n < least || n > most)
        failInput(fmt::format("format \"{}\" has {} from {} to {}, not {}", format, name, least, most, n));
    return n;
}

std::int64_t powerParameter(const nlohmann::json& parameters, const char* format, const char* name, std::int64_t least,
                            std::int64_t most)
{
    const std::int64_t n = integerParameter(parameters, format, name);
    if (n < least || n > most || !std::has_single_bit(static_cast<std::uint64_t>(n)))
        failInput(fmt::format("format \"{}\" has {} that are a power of two from {} to {}, not {}", format, name, least,
                              most, n));
    return n;
}

FormatAxes ellAxes(std::int64_t rows, std::int64_t width, std::size_t rowIds, std::size_t colIdx)
{
    return {.declarations = fmt::format("axis I = sparse_fixed(T, m, {}, I_indices) holes\n"
                                        "axis J = sparse_fixed(I, n, {}, J_indices)\n",
                                        rows, width),
            .axes = {"I", "J"},
            .row = "i",
            .column = "j",
            .tileValues = {},
            .arrays = {{"I_indices", rowIds}, {"J_indices", colIdx}}};
}

FormatAxes listAxes(std::int64_t places, std::size_t rows, std::size_t cols)
{
    const bool padded = places > 0;
    FormatAxes axes{.declarations = fmt::format("axis P = dense_fixed({})\n"
                                                "buffer rows(T, P): i32\n"
                                                "buffer cols(T, P): i32\n"
                                                "domain rows [{}, m)\n"
                                                "domain cols [0, n)\n",
                                                padded ? std::to_string(places) : "PLACES", padded ? -1 : 0),
                    .axes = {"P"},
                    .row = "rows[t, p]",
                    .column = "cols[t, p]",
                    .held = padded ? "rows[t, p] >= 0" : "",
                    .tileValues = {},
                    .arrays = {{"rows", rows}, {"cols", cols}}};
    if (!padded)
        axes.tileValues = {{"PLACES", rows}};
    return axes;
}

} // namespace sparsescope
