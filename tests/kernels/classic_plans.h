// Plans of SELL, BSR, SR-BCRS and CSR tiles with random shapes.
#pragma once

#include "tests/engine/format_fixtures.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <random>
#include <vector>

namespace sparsescope {

// Formats of plans of one format, with parameters of all kinds: block shapes with and without tensor cores, odd ones
// too.
inline std::vector<FormatPtr> classicFormats()
{
    std::vector<FormatPtr> formats = {makeFormat("csr", {{"places", 512}})};
    for (const auto& [c, sigma] : {std::pair{2, 2}, {4, 32}, {8, 64}, {16, 48}, {32, 32}, {32, 256}})
        formats.push_back(makeFormat("sell", {{"c", c}, {"sigma", sigma}}));
    for (const auto& [height, width] :
         {std::pair{2, 2}, {4, 4}, {8, 8}, {16, 16}, {32, 32}, {16, 32}, {3, 5}, {8, 16}, {2, 8}, {1, 6}})
        formats.push_back(makeFormat("bsr", {{"height", height}, {"width", width}, {"places", 64 * height}}));
    for (const auto& [t, q] :
         {std::pair{1, 1}, {2, 4}, {4, 4}, {8, 16}, {16, 16}, {8, 32}, {16, 48}, {2, 3}, {8, 6}, {16, 1}})
        formats.push_back(makeFormat("srbcrs", {{"t", t}, {"q", q}, {"places", 100 * t}}));
    return formats;
}

// Plain CSR without the rows that hold nothing, in tiles of at most so many non-zeros.
inline Plan plainCsrPlan(const Matrix& matrix, const Operator& op, std::int64_t part, std::int64_t places)
{
    Plan plan = emptyPlan(matrix, op, part);
    std::vector<std::uint32_t> all(static_cast<std::size_t>(matrix.nnz()));
    std::iota(all.begin(), all.end(), 0u);
    TileSet tiles;
    makeFormat("dcsr", {{"places", places}})->cover(matrix, all, tiles, noProgress());
    addTiles(plan, makeFormat("csr", {{"places", places}}), std::move(tiles));
    markAtomicTiles(plan);
    return plan;
}

// The matrix in each format that gathers rows of B, in tiles of few and of many places: of these, lanes can have two
// accesses to a row (widens() in pieces.h).
inline std::vector<Plan> gatheringPlans(const Matrix& matrix, const Operator& op, std::int64_t part)
{
    const std::vector<std::pair<const char*, nlohmann::json>> formats = {
        {"ell", {{"rows", 8}, {"width", 8}}},
        {"ell", {{"rows", 16}, {"width", 1}}},
        {"ell", {{"rows", 2}, {"width", 64}}},
        {"csr", {{"places", 128}}},
        {"sell", {{"c", 8}, {"sigma", 32}}},
        {"bsr", {{"height", 2}, {"width", 2}, {"places", 256}}},
        {"srbcrs", {{"t", 2}, {"q", 4}, {"places", 256}}}};
    std::vector<Plan> plans;
    for (const auto& [name, parameters] : formats)
        plans.push_back(coveredBy(makeFormat(name, parameters), matrix, op, part));
    return plans;
}

// Ranges of rows in several classic formats: whole, or every row cut in two at random places, so that tiles are atomic.
// With `one`, the whole matrix in one format, its empty rows too.
inline Plan classicPlan(const Matrix& matrix, const Operator& op, std::int64_t part, std::uint64_t seed, bool one,
                        bool cut)
{
    static const std::vector<FormatPtr> formats = classicFormats();
    std::mt19937_64 random(seed);
    Plan plan = emptyPlan(matrix, op, part);
    const std::int64_t step = one ? matrix.rows() : (matrix.rows() + 4) / 5;
    for (std::int64_t first = 0; first < matrix.rows(); first += step) {
        std::array<std::vector<std::uint32_t>, 2> positions;
        const std::int64_t end = matrix.rowPtr()[static_cast<std::size_t>(std::min(first + step, matrix.rows()))];
        for (std::int64_t p = matrix.rowPtr()[static_cast<std::size_t>(first)]; p < end; ++p)
            positions[cut ? random() % 2 : 0].push_back(static_cast<std::uint32_t>(p));
        for (const auto& some : positions) {
            if (some.empty())
                continue;
            const FormatPtr& format = formats[random() % formats.size()];
            TileSet tiles;
            format->cover(matrix, some, tiles, noProgress());
            addTiles(plan, format, tiles);
        }
    }
    for (std::size_t t = 0; t < plan.tiling().tiles.size(); ++t)
        plan.tiling().tiles[t].cost = static_cast<double>(t % 3 + 1);
    markAtomicTiles(plan);
    validatePlan(plan, matrix);
    return plan;
}

} // namespace sparsescope
