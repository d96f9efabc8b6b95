// The list of formats, and what they share.
#include "engine/core/error.h"
#include "engine/plan/formats/formats.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace sparsescope {

std::span<const FormatKind> formatKinds()
{
    static const std::array<FormatKind, 4> kinds = {blockFormatKind(), ellFormatKind(), oneDFormatKind(),
                                                     csrFormatKind()};
    return kinds;
}

FormatPtr makeFormat(const std::string& name, const nlohmann::json& parameters)
{
    std::string known;
    for (const FormatKind& kind : formatKinds()) {
        if (kind.name == name)
            return kind.make(parameters);
        known += (known.empty() ? "" : ", ") + kind.name;
    }
    failInput(fmt::format("format \"{}\" is none of {}", name, known));
}

std::string name(FormatFamily family)
{
    constexpr std::array names = {"block", "ell", "1d", "csr-like", "diagonal", "other"};
    return names[static_cast<std::size_t>(family)];
}

std::int64_t TileFeatures::places() const
{
    const bool ragged = format->family() == FormatFamily::OneD || format->family() == FormatFamily::CsrLike;
    return ragged ? width : rows * width;
}

std::int64_t Format::bytes(const TileView& tile, DataType dtype, OperatorKind kind) const
{
    const int eachValue = bytesOf(dtype) + (kind == OperatorKind::SDDMM ? 4 : 0);
    const PackedExtents e = extents(tile);
    return 4 * (e.rows + e.cols) + eachValue * e.values;
}

void Format::packRows(const TileView& tile, const Matrix&, std::span<std::int32_t> out) const
{
    std::fill(std::copy(tile.rowIds.begin(), tile.rowIds.end(), out.begin()), out.end(), -1);
}

void validateListedRows(const Format& format, const TileView& tile, const Matrix& matrix, std::int64_t most)
{
    if (tile.entries.empty() || static_cast<std::int64_t>(tile.entries.size()) > most)
        failInput(fmt::format("{} holds 1 to {} non-zeros, not {}", format.label(), most, tile.entries.size()));
    if (!tile.colIds.empty())
        failInput(fmt::format("a tile {} has no columns of its own", format.label()));
    std::vector<std::int32_t> rows(tile.rowIds.begin(), tile.rowIds.end());
    std::sort(rows.begin(), rows.end());
    if (const auto twice = std::adjacent_find(rows.begin(), rows.end()); twice != rows.end())
        failInput(fmt::format("row {} is stored twice", *twice));
    std::int32_t empty = -1;
    const std::size_t placed =
        forStoredRows(tile, matrix, tile.entries.size(), [&](std::size_t i, std::size_t b, std::size_t e) {
            if (b == e)
                empty = tile.rowIds[i];
        });
    if (placed != tile.entries.size())
        failInput(fmt::format("entry {} lies in none of the tile's rows, or out of their order",
                              Entry::position(tile.entries[placed])));
    if (empty >= 0)
        failInput(fmt::format("row {} is named, and the tile holds nothing of it", empty));
}

std::int64_t distinctColsOf(const TileView& tile, const Matrix& matrix)
{
    std::vector<std::int32_t> cols;
    cols.reserve(tile.entries.size());
    for (const std::uint32_t entry : tile.entries)
        cols.push_back(matrix.colIdx()[Entry::position(entry)]);
    std::sort(cols.begin(), cols.end());
    return std::unique(cols.begin(), cols.end()) - cols.begin();
}

float partialDot(const float* x, const float* y, std::int64_t k0, std::int64_t k1)
{
    float sum = 0;
    for (std::int64_t k = k0; k < k1; ++k)
        sum += x[k] * y[k];
    return sum;
}

std::int64_t integerParameter(const nlohmann::json& parameters, const char* format, const char* name)
{
    const auto found = parameters.is_object() ? parameters.find(name) : parameters.end();
    if (!parameters.is_object() || found == parameters.end() || !found->is_number_integer())
        failInput(fmt::format("format \"{}\" needs the whole number \"{}\"", format, name));
    return found->get<std::int64_t>();
}

} // namespace sparsescope
