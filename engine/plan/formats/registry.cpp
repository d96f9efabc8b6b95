// The list of formats, and what a format does unless it says otherwise.
#include "engine/core/error.h"
#include "engine/plan/formats/shared.h"

#include <array>

namespace sparsescope {

std::span<const FormatKind> formatKinds()
{
    static const std::array kinds = {blockFormatKind(), ellFormatKind(),  oneDFormatKind(), csrFormatKind(),
                                     cooFormatKind(),   dcsrFormatKind(), sellFormatKind(), hybFormatKind(),
                                     diaFormatKind(),   bsrFormatKind(),  dbsrFormatKind(), bellFormatKind(),
                                     srBcrsFormatKind()};
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

std::int64_t Format::bytes(const TileView& tile, const Operator& op) const
{
    const int eachValue = bytesOf(op.dtype) + (op.sampled() ? 4 : 0);
    const PackedExtents e = extents(tile);
    return 4 * (e.rows + e.cols) + eachValue * e.values;
}

std::vector<PackedArray> Format::arrays(const TileView& tile, const Matrix& matrix, DataType dtype) const
{
    const ArrayNames names(*this, tile, matrix, dtype);
    return {names.rows("rowIds", "the row of the matrix", true),
            ArrayNames::cols("colIdx", "the column of the place", 0, names.places), names.values()};
}

void Format::packRows(const TileView& tile, const Matrix&, std::span<std::int32_t> out) const
{
    std::fill(std::copy(tile.rowIds.begin(), tile.rowIds.end(), out.begin()), out.end(), -1);
}

} // namespace sparsescope
