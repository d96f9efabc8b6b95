// The list of formats, and what a format does unless it says otherwise.
#include "engine/core/error.h"
#include "engine/plan/formats/shared.h"

#include <algorithm>
#include <array>
#include <cctype>

namespace sparsescope {

std::span<const FormatKind> tileKinds()
{
    static const std::array kinds = {blockFormatKind(),  ellFormatKind(),   oneDFormatKind(),  csrFormatKind(),
                                     cooFormatKind(),    dcsrFormatKind(),  sellFormatKind(),  hybFormatKind(),
                                     diaFormatKind(),    bsrFormatKind(),   dbsrFormatKind(),  bellFormatKind(),
                                     srBcrsFormatKind(), denseFormatKind(), graphFormatKind(), microFormatKind()};
    return kinds;
}

std::span<const FormatKind> formatKinds()
{
    static const std::span<const FormatKind> anyNonZeros = [] {
        const std::span<const FormatKind> all = tileKinds();
        const auto end = std::find_if(all.begin(), all.end(), [](const FormatKind& kind) { return !kind.choices; });
        return all.first(static_cast<std::size_t>(end - all.begin()));
    }();
    return anyNonZeros;
}

const FormatKind* findFormatKind(const std::string& name)
{
    for (const FormatKind& kind : tileKinds())
        if (kind.name == name)
            return &kind;
    return nullptr;
}

FormatPtr makeFormat(const std::string& name, const nlohmann::json& parameters)
{
    if (const FormatKind* kind = findFormatKind(name))
        return kind->make(parameters);
    std::string known;
    for (const FormatKind& kind : tileKinds())
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

std::string shortLabel(const Format& format)
{
    const FormatKind* const kind = findFormatKind(format.name());
    return kind && !kind->choices ? spelledName(kind->name) : format.label();
}

std::span<const std::string> commonlyCosted()
{
    static const std::array<std::string, 3> formats = {"csr", "ell", "1d"};
    return formats;
}

std::size_t Format::valueArray() const
{
    const std::span<const StoredArray> all = arrays();
    return static_cast<std::size_t>(
        std::find_if(all.begin(), all.end(), [](const StoredArray& a) { return a.element == ElementType::Value; }) -
        all.begin());
}

std::int64_t Format::bytes(const TileView& tile, const Operator& op) const
{
    const int eachValue = bytesOf(op.dtype) + (op.sampled() ? 4 : 0);
    const ArraySizes size = sizes(tile);
    const std::size_t values = valueArray();
    std::int64_t bytes = 0;
    for (std::size_t a = 0; a < mostArrays; ++a)
        bytes += size[a] * (a == values ? eachValue : 4);
    return bytes;
}

PerArray<std::vector<std::int32_t>> Format::packed(const TileView& tile, const Matrix& matrix) const
{
    const ArraySizes size = sizes(tile);
    const std::size_t values = valueArray();
    PerArray<std::vector<std::int32_t>> numbers;
    PackedSpans spans;
    for (std::size_t a = 0; a < mostArrays; ++a) {
        numbers[a].resize(a == values ? 0 : static_cast<std::size_t>(size[a]));
        spans[a] = numbers[a];
    }
    pack(tile, matrix, spans);
    return numbers;
}

void Format::packValues(const TileView& tile, const Matrix& matrix, DataType dtype, std::uint8_t* values,
                        std::span<std::int32_t> outputs, const Progress& progress) const
{
    std::vector<std::int64_t> held(static_cast<std::size_t>(sizes(tile)[valueArray()]));
    places(tile, matrix, dtype, held);
    for (std::size_t i = 0; i < held.size(); ++i) {
        if (i % 65536 == 0)
            progress.check();
        if (held[i] == padding || Entry::redundant(static_cast<std::uint32_t>(held[i])))
            continue;
        storeValue(dtype, values, i, matrix.value(held[i]));
        if (!outputs.empty())
            outputs[i] = static_cast<std::int32_t>(held[i]);
    }
}

PackedAreas Format::areas(const TileView& tile, const Matrix& matrix, DataType dtype) const
{
    const std::span<const StoredArray> all = arrays();
    const ArraySizes size = sizes(tile);
    const PerArray<std::vector<std::int32_t>> numbers = packed(tile, matrix);
    std::vector<std::int64_t> held(static_cast<std::size_t>(size[valueArray()]), padding);
    places(tile, matrix, dtype, held);
    const auto placeArea = [&](std::int64_t entry) {
        if (entry == padding)
            return MatrixArea();
        const std::int64_t at = Entry::position(static_cast<std::uint32_t>(entry));
        const std::int64_t row = matrix.rowOf(at);
        const std::int64_t col = matrix.colIdx()[static_cast<std::size_t>(at)];
        return MatrixArea{row, row + 1, col, col + 1};
    };
    PackedAreas areas;
    std::size_t column = 0; // the value that the next element of an array of columns belongs to
    for (std::size_t a = 0; a < all.size(); ++a)
        for (std::size_t i = 0; i < static_cast<std::size_t>(size[a]); ++i) {
            const std::int32_t row = all[a].element == ElementType::Row ? numbers[a][i] : -1;
            if (all[a].element == ElementType::Row)
                areas[a].push_back(row < 0 ? MatrixArea() : MatrixArea{row, row + 1, 0, matrix.cols()});
            else if (all[a].element == ElementType::Value)
                areas[a].push_back(placeArea(held[i]));
            else if (all[a].element == ElementType::Column)
                areas[a].push_back(column < held.size() ? placeArea(held[column++]) : MatrixArea());
            else
                areas[a].push_back(size[a] == 1 ? MatrixArea{0, matrix.rows(), 0, matrix.cols()} : MatrixArea());
        }
    return areas;
}

} // namespace sparsescope
