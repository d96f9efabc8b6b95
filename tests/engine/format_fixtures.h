// Matrices that are awkward to store, and each format with parameters that fit.
#pragma once

#include "tests/engine/plans_by_hand.h"

namespace sparsescope {

inline std::vector<std::uint32_t> allPositions(const Matrix& matrix)
{
    std::vector<std::uint32_t> all(static_cast<std::size_t>(matrix.nnz()));
    std::iota(all.begin(), all.end(), 0u);
    return all;
}

// Empty rows and columns, one long row, one row, one column, sizes that are no multiples of anything, explicit zeros;
// all values are exact in every data type.
inline std::vector<MatrixPtr> oddMatrices(std::uint64_t seed)
{
    std::mt19937_64 random(seed);
    const auto make = [&](const char* name, std::int64_t rows, std::int64_t cols, const auto& density) {
        std::vector<std::int64_t> rowPtr{0};
        std::vector<std::int32_t> colIdx;
        std::vector<double> values;
        std::uniform_real_distribution<double> chance(0, 1);
        std::uniform_int_distribution<int> value(-8, 8); // 0 too
        for (std::int64_t r = 0; r < rows; ++r) {
            for (std::int64_t c = 0; c < cols; ++c)
                if (chance(random) < density(r, c)) {
                    colIdx.push_back(static_cast<std::int32_t>(c));
                    values.push_back(value(random) / 4.0);
                }
            rowPtr.push_back(static_cast<std::int64_t>(colIdx.size()));
        }
        MatrixSource source;
        source.name = name;
        return std::make_shared<const Matrix>(rows, cols, std::move(rowPtr), std::move(colIdx), std::move(values),
                                              std::move(source));
    };
    return {make("uniform", 37, 53, [](auto, auto) { return 0.15; }),
            make("empty rows and columns", 61, 45,
                 [](auto r, auto c) { return r < 9 || r > 50 || r % 5 == 2 || c % 7 == 3 || c > 40 ? 0.0 : 0.2; }),
            make("one long row", 50, 300, [](auto r, auto) { return r == 20 ? 0.95 : 0.02; }),
            make("one row", 1, 77, [](auto, auto) { return 0.5; }),
            make("one column", 77, 1, [](auto, auto) { return 0.5; }),
            make("a band", 70, 70, [](auto r, auto c) { return c - r > -3 && c - r < 4 ? 0.9 : 0.0; }),
            make("one non-zero", 19, 23, [](auto r, auto c) { return r == 17 && c == 21 ? 1.0 : 0.0; }),
            make("full", 9, 20, [](auto, auto) { return 1.0; })};
}

// Every format: with what it proposes for these non-zeros, and with some more.
inline std::vector<FormatPtr> formatsFor(const Matrix& matrix, std::span<const std::uint32_t> positions)
{
    std::vector<FormatPtr> formats = {
        makeFormat("ell", {{"rows", 8}, {"width", 2}}),
        makeFormat("ell", {{"rows", 16}, {"width", 32}}),
        makeFormat("csr", {{"places", 1024}}),
        makeFormat("coo", {{"places", 64}}),
        makeFormat("dcsr", {{"places", 64}}),
        makeFormat("sell", {{"c", 2}, {"sigma", 2}}),
        makeFormat("sell", {{"c", 4}, {"sigma", 20}}),
        makeFormat("hyb", {{"rows", 7}, {"width", 3}}),
        makeFormat("dia", {{"rows", 5}}),
        makeFormat("dia", {{"rows", 1000}}),
        makeFormat("bsr", {{"height", 3}, {"width", 5}, {"places", 60}}),
        makeFormat("bsr", {{"height", 16}, {"width", 32}, {"places", 4096}}),
        makeFormat("dbsr", {{"height", 7}, {"width", 2}, {"places", 64}}),
        makeFormat("bell", {{"height", 3}, {"width", 4}, {"blocks", 80}, {"places", 1000}}),
        makeFormat("srbcrs", {{"t", 2}, {"q", 3}, {"places", 64}}),
        makeFormat("srbcrs", {{"t", 8}, {"q", 32}, {"places", 1024}}),
        makeFormat("srbcrs", {{"t", 16}, {"q", 16}, {"places", 4096}})};
    for (const FormatKind& kind : formatKinds())
        for (const nlohmann::json& parameters : kind.choices(matrix, positions, std::ssize(positions)))
            formats.push_back(kind.make(parameters));
    return formats;
}

// All of the matrix in one format.
inline Plan coveredBy(const FormatPtr& format, const Matrix& matrix, const Operator& op, std::int64_t densePart = 32)
{
    Plan plan = emptyPlan(matrix, op, op.hasDenseAxis() ? densePart : 1);
    TileSet tiles;
    format->cover(matrix, allPositions(matrix), tiles, noProgress());
    addTiles(plan, format, tiles);
    markAtomicTiles(plan);
    return plan;
}

} // namespace sparsescope
