// One tile of the picture of a storage, under construction: where each of its stored values stands.
#pragma once

#include "engine/core/at.h"
#include "engine/learn/encoded.h"

#include <nlohmann/json.hpp>
#include <string_view>

namespace sparsescope::learn {

// What is known of the tile, and the lines that it adds from `y` on.
struct TilePicture {
    static constexpr std::int64_t placesOfLine = 12; // of values that have no shape of their own

    const nlohmann::json& parameters; // of its format
    const Format& format;
    PerArray<std::vector<std::int32_t>> arrays; // packed; those of values are empty
    std::int64_t values;                        // number of packed ones
    int y;
    std::vector<StoredPlace> places; // of each value
    std::vector<StoredFrame> frames;
    std::vector<std::int32_t> rowOfLine; // see Encoded

    std::int64_t parameter(const char* name) const { return parameters.at(name).get<std::int64_t>(); }
    const std::vector<std::int32_t>& array(std::string_view name) const
    {
        std::size_t a = 0;
        while (format.arrays()[a].name != name)
            ++a;
        return arrays[a];
    }
    // The row that a stored row is of: every format's first array holds them.
    std::int32_t row(std::size_t i) const { return i < arrays[0].size() ? arrays[0][i] : -1; }
    // `x` and `line` count from the left upper place of the tile.
    void put(std::int64_t value, std::int64_t x, std::int64_t line)
    {
        places[at(value)] = {static_cast<int>(x), y + static_cast<int>(line)};
    }
    void frame(std::int64_t x, std::int64_t line, std::int64_t w, std::int64_t h, std::string hint)
    {
        frames.push_back({static_cast<int>(x), y + static_cast<int>(line), static_cast<int>(w), static_cast<int>(h),
                          std::move(hint)});
    }
};

// The values one after another in lines of placesOfLine.
void placeLines(TilePicture& tile);
// The first values as `rows` of one width, a line for each stored row.
void placeRectangle(TilePicture& tile, std::int64_t rows, std::int64_t width);

} // namespace sparsescope::learn
