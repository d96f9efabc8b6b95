// Plans in which every format has tiles.
#pragma once

#include "tests/engine/format_fixtures.h"

#include <random>

namespace sparsescope {

// Some non-zeros in each format: whole rows, or where these are cut, parts of rows that several tiles hold.
inline Plan planOfAll(const Matrix& matrix, const Operator& op, const std::vector<FormatPtr>& formats, bool cut,
                      std::uint64_t seed)
{
    std::mt19937_64 random(seed);
    Plan plan = emptyPlan(matrix, op, op.hasDenseAxis() ? 32 : 1);
    std::vector<std::vector<std::uint32_t>> positions(formats.size());
    for (std::int64_t r = 0; r < matrix.rows(); ++r) {
        std::size_t format = random() % formats.size();
        for (std::int64_t p = matrix.rowPtr()[static_cast<std::size_t>(r)];
             p < matrix.rowPtr()[static_cast<std::size_t>(r + 1)]; ++p) {
            if (cut && random() % 4 == 0)
                format = random() % formats.size();
            positions[format].push_back(static_cast<std::uint32_t>(p));
        }
    }
    for (std::size_t f = 0; f < formats.size(); ++f) {
        TileSet tiles;
        if (!positions[f].empty())
            formats[f]->cover(matrix, positions[f], tiles, noProgress());
        addTiles(plan, formats[f], tiles);
    }
    markAtomicTiles(plan);
    validatePlan(plan, matrix);
    return plan;
}

// Formats of which places are added to rows one by one, or those of which each row is summed by itself.
inline std::vector<FormatPtr> formatsThatAdd(const Matrix& matrix, bool add)
{
    std::vector<FormatPtr> formats = formatsFor(matrix, allPositions(matrix));
    std::erase_if(formats, [&](const FormatPtr& format) {
        return add != (format->axes().front().axes.size() == 1 || format->axes().size() > 1);
    });
    return formats;
}

} // namespace sparsescope
