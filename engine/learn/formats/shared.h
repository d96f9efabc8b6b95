// What the taught formats share: values of parameters, sizes of a tile for the whole matrix.
#pragma once

#include "engine/learn/formats/taught_format.h"

namespace sparsescope::learn {

// TaughtFormat::inTiles of layouts that the engine does not have.
inline constexpr const char* ofTextbooks =
    "A layout of textbooks: no plan of Sparsescope stores tiles in it, and Explore shows none.";

// The least power of two that is at least n, from 1 on.
std::int64_t powerFrom(std::int64_t n);
// Powers of two from one to another, or multiples of a number up to another.
std::vector<std::int64_t> powers(std::int64_t from, std::int64_t to);
std::vector<std::int64_t> multiples(std::int64_t of, std::int64_t to);
// Non-zeros of the longest row, at least 1, and of the mean one, rounded up.
std::int64_t longestRow(const Matrix& matrix);
std::int64_t meanRow(const Matrix& matrix);
// The initial value is the closest legal one.
LearnParameter parameter(std::string name, std::string label, std::string help, std::vector<std::int64_t> values,
                         std::int64_t initial);

// TaughtFormat::inOneTile of formats whose tiles are bounded by their places, and by their rows.
nlohmann::json roomyTile(const Matrix& matrix, nlohmann::json parameters);
nlohmann::json tileOfAllRows(const Matrix& matrix, nlohmann::json parameters);

} // namespace sparsescope::learn
