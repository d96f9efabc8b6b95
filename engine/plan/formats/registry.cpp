// The list of formats, and what a format does unless it says otherwise.
#include "engine/core/error.h"
#include "engine/plan/formats/shared.h"

#include <algorithm>
#include <array>
#include <cctype>

namespace sparsescope {

std::span<const FormatKind> formatKinds()
{
    static const std::array kinds = {blockFormatKind(), ellFormatKind(),  oneDFormatKind(), csrFormatKind(),
                                     cooFormatKind(),   dcsrFormatKind(), sellFormatKind(), hybFormatKind(),
                                     diaFormatKind(),   bsrFormatKind(),  dbsrFormatKind(), bellFormatKind(),
                                     srBcrsFormatKind()};
    return kinds;
}

const FormatKind* findFormatKind(const std::string& name)
{
    for (const FormatKind& kind : formatKinds())
        if (kind.name == name)
            return &kind;
    return nullptr;
}

FormatPtr makeFormat(const std::string& name, const nlohmann::json& parameters)
{
    if (const FormatKind* kind = findFormatKind(name))
        return kind->make(parameters);
    std::string known;
    for (const FormatKind& kind : formatKinds())
        known += (known.empty() ? "" : ", ") + kind.name;
    failInput(fmt::format("format \"{}\" is none of {}", name, known));
}

std::string name(FormatFamily family)
{
    constexpr std::array names = {"block", "ell", "1d", "csr-like", "diagonal", "other"};
    return names[static_cast<std::size_t>(family)];
}

std::string label(FormatFamily family)
{
    constexpr std::array labels = {"block", "ELL", "1D", "CSR-like", "diagonal", "other"};
    return labels[static_cast<std::size_t>(family)];
}

std::string spelledName(const std::string& format)
{
    std::string spelled = format;
    if (const FormatKind* kind = findFormatKind(format); !kind || kind->traits.abbreviation)
        std::transform(spelled.begin(), spelled.end(), spelled.begin(),
                       [](unsigned char c) { return std::toupper(c); });
    return spelled;
}

std::span<const std::string> commonlyCosted()
{
    static const std::array<std::string, 3> formats = {"csr", "ell", "1d"};
    return formats;
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
