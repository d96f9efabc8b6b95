// The formats that formatKinds() lists; one file each. A new format adds a line here and in registry.cpp.
#pragma once

#include "engine/plan/format.h"

namespace sparsescope {

FormatKind blockFormatKind();
FormatKind ellFormatKind();
FormatKind oneDFormatKind();
FormatKind csrFormatKind();

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

// For formats that list rows and let each hold any number of entries, at most `most` together: throws Error(Input) unless
// every row stands once and holds something, and every entry lies in one.
void validateListedRows(const Format& format, const TileView& tile, const Matrix& matrix, std::int64_t most);

// Distinct original columns of a tile's entries.
std::int64_t distinctColsOf(const TileView& tile, const Matrix& matrix);

// The sum over k in [k0, k1) of x[k] y[k], in float32.
float partialDot(const float* x, const float* y, std::int64_t k0, std::int64_t k1);

// Stores a sampled output, or adds to it.
inline void writeOutput(float* out, std::int32_t position, float value, bool add)
{
    out[position] = add ? out[position] + value : value;
}

// A whole number of the parameters, or Error(Input).
std::int64_t integerParameter(const nlohmann::json& parameters, const char* format, const char* name);

} // namespace sparsescope
