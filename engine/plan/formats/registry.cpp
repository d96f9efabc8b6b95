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
    static const std::array<FormatKind, 3> kinds = {blockFormatKind(), ellFormatKind(), oneDFormatKind()};
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

std::int64_t Format::bytes(DataType dtype, OperatorKind kind) const
{
    const int eachValue = bytesOf(dtype) + (kind == OperatorKind::SDDMM ? 4 : 0);
    return 4 * packedRows() + 4 * packedCols() + eachValue * packedValues();
}

void Format::packRows(const TileView& tile, const Matrix&, std::span<std::int32_t> out) const
{
    std::fill(std::copy(tile.rowIds.begin(), tile.rowIds.end(), out.begin()), out.end(), -1);
}

void Format::sddmm(const PackedTileView&, DataType, const float*, std::int64_t, const float*, std::int64_t, float*,
                   std::int64_t, std::int64_t, bool) const
{
    throw Error(ErrorKind::Internal, label() + " tiles do not run SDDMM");
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
