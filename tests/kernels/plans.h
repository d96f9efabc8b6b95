// Small matrices and plans of chosen formats, made by hand for the kernel tests.
#pragma once

#include "engine/core/progress.h"
#include "engine/matrix/matrix.h"
#include "engine/matrix/patterns.h"
#include "engine/plan/packed.h"
#include "engine/plan/plan.h"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <set>
#include <vector>

namespace sparsescope {

inline FormatPtr block(std::int64_t width, std::int64_t rows = 16)
{
    return makeFormat("block", {{"rows", rows}, {"width", width}});
}

inline FormatPtr ell(std::int64_t rows, std::int64_t width)
{
    return makeFormat("ell", {{"rows", rows}, {"width", width}});
}

// The operators whose tiles may have any format and any columns: RGMS has tests of its own (relational_test.cpp).
inline const std::vector<OperatorKind> anyTileOperators = {OperatorKind::SpMM, OperatorKind::SDDMM, OperatorKind::SpMV};

struct Kind {
    FormatPtr format;
    bool atomic = false;
    bool folds = false; // of SpMM and SpMV
};

// As much of a packed plan as the generator reads: no data.
inline Packed packedOf(const std::vector<Kind>& kinds, DataType dtype, std::int64_t densePart = 32,
                       OperatorKind op = OperatorKind::SpMM, SplitSums sums = SplitSums::Slots)
{
    Packed packed;
    packed.splitSums = sums;
    packed.op = {op, dtype, densePart}; // of SpMV, 1
    packed.densePart = packed.ld = densePart;
    for (const Kind& kind : kinds) {
        packed.kinds.push_back(
            {static_cast<std::int32_t>(packed.formats.size()), kind.atomic, kind.folds && !packed.op.sampled()});
        if (kind.atomic && sums == SplitSums::Atomic && !packed.op.sampled())
            packed.addedRows = {0};
        packed.formats.push_back(kind.format);
    }
    return packed;
}

inline FormatPtr oneD(std::int64_t size)
{
    return makeFormat("1d", {{"size", size}});
}

inline FormatPtr csr(std::int64_t places)
{
    return makeFormat("csr", {{"places", places}});
}

// Every kind of tile that the templates know; SpMV has no blocks.
inline std::vector<Kind> allKinds(OperatorKind op = OperatorKind::SpMM)
{
    std::vector<Kind> kinds;
    for (const bool atomic : {false, true}) {
        if (op != OperatorKind::SpMV) {
            for (std::int64_t width = 16; width <= 160; width += 16)
                kinds.push_back({block(width), atomic});
            for (const std::int64_t width : {16, 32, 64, 160})
                kinds.push_back({block(width, 8), atomic});
        }
        kinds.push_back({csr(256), atomic});
        for (std::int64_t size = 32; size <= 1024; size *= 2)
            kinds.push_back({oneD(size), atomic});
        for (std::int64_t width = 1; width <= 32; width *= 2)
            kinds.push_back({ell(256 / width, width), atomic});
    }
    for (const std::int64_t width : {1, 4, 32})
        kinds.push_back({ell(256 / width, width), width == 4, true});
    return kinds;
}

// The formats that only plans of one format use, plain and atomic: with and without tensor cores, odd shapes too.
inline std::vector<Kind> classicKinds()
{
    std::vector<Kind> kinds;
    for (const bool atomic : {false, true}) {
        for (const std::int64_t c : {2, 8, 32})
            kinds.push_back({makeFormat("sell", {{"c", c}, {"sigma", 64}}), atomic});
        for (const auto& [height, width] : {std::pair{2, 2}, {4, 4}, {8, 8}, {16, 16}, {32, 32}, {16, 32}, {3, 6}})
            kinds.push_back({makeFormat("bsr", {{"height", height}, {"width", width}, {"places", 1024}}), atomic});
        for (const auto& [t, q] : {std::pair{1, 1}, {2, 4}, {4, 4}, {8, 16}, {16, 16}, {16, 32}, {8, 3}})
            kinds.push_back({makeFormat("srbcrs", {{"t", t}, {"q", q}, {"places", 1024}}), atomic});
    }
    return kinds;
}

// A plan of the matrix: each window of 16 rows in turn as one block of its columns, as ELL tiles, and as ELL tiles
// of the given width into which longer rows are split (so that they are atomic). Windows have at most 160 columns. SpMV
// has such split tiles instead of blocks.
inline Plan planOf(const Matrix& matrix, const Operator& op, std::int64_t densePart, std::int64_t ellRows = 8,
                   std::int64_t splitWidth = 4)
{
    Plan plan;
    plan.op = op;
    plan.densePart = densePart;
    plan.planner = "test";
    plan.matrix = matrix.fingerprint();
    plan.rows = matrix.rows();
    plan.cols = matrix.cols();
    plan.nnz = matrix.nnz();
    plan.tiling().partitions.push_back({-1, 0, 0, matrix.rows(), 0, matrix.cols(), 0});
    const auto formatIndex = [&](const FormatPtr& format) {
        for (std::size_t i = 0; i < plan.tiling().formats.size(); ++i)
            if (plan.tiling().formats[i]->label() == format->label())
                return static_cast<std::int32_t>(i);
        plan.tiling().formats.push_back(format);
        return static_cast<std::int32_t>(plan.tiling().formats.size() - 1);
    };
    struct Piece {
        std::int64_t row, begin, end;
    };
    const auto addTile = [&](const FormatPtr& format, const std::vector<Piece>& pieces,
                             const std::vector<std::int32_t>& cols) {
        Tile tile;
        tile.format = formatIndex(format);
        const auto size = [](const auto& array) { return static_cast<std::int64_t>(array.size()); };
        tile.rows.begin = size(plan.tiling().rowIds);
        tile.cols.begin = size(plan.tiling().colIds);
        tile.entries.begin = size(plan.tiling().entries);
        for (const Piece& piece : pieces) {
            plan.tiling().rowIds.push_back(static_cast<std::int32_t>(piece.row));
            for (std::int64_t p = piece.begin; p < piece.end; ++p)
                plan.tiling().entries.push_back(static_cast<std::uint32_t>(p));
        }
        plan.tiling().colIds.insert(plan.tiling().colIds.end(), cols.begin(), cols.end());
        tile.rows.end = size(plan.tiling().rowIds);
        tile.cols.end = size(plan.tiling().colIds);
        tile.entries.end = size(plan.tiling().entries);
        plan.tiling().tiles.push_back(tile);
    };
    for (std::int64_t first = 0; first < matrix.rows(); first += 16) {
        const std::int64_t end = std::min(first + 16, matrix.rows());
        std::vector<Piece> whole;
        std::set<std::int32_t> cols;
        std::int64_t longest = 1;
        for (std::int64_t r = first; r < end; ++r) {
            whole.push_back(
                {r, matrix.rowPtr()[static_cast<std::size_t>(r)], matrix.rowPtr()[static_cast<std::size_t>(r) + 1]});
            cols.insert(matrix.row(r).begin(), matrix.row(r).end());
            longest = std::max(longest, matrix.rowLength(r));
        }
        std::vector<Piece> pieces = whole;
        FormatPtr format;
        if (cols.empty())
            continue;
        if (first / 16 % 3 == 0 && op.kind != OperatorKind::SpMV) {
            addTile(block((static_cast<std::int64_t>(cols.size()) + 15) / 16 * 16), whole, {cols.begin(), cols.end()});
            continue;
        }
        if (first / 16 % 3 == 1) {
            format = ell(ellRows, static_cast<std::int64_t>(std::bit_ceil(static_cast<std::uint64_t>(longest))));
        } else {
            format = ell(ellRows, splitWidth);
            pieces.clear();
            for (const Piece& piece : whole)
                for (std::int64_t p = piece.begin; p < piece.end; p += splitWidth)
                    pieces.push_back({piece.row, p, std::min(p + splitWidth, piece.end)});
        }
        const auto step = static_cast<std::size_t>(ellRows);
        for (std::size_t i = 0; i < pieces.size(); i += step) {
            const auto begin = pieces.begin() + static_cast<std::ptrdiff_t>(i);
            addTile(format, {begin, begin + static_cast<std::ptrdiff_t>(std::min(step, pieces.size() - i))}, {});
        }
    }
    markAtomicTiles(plan);
    return plan;
}

} // namespace sparsescope
