// SELL-C-sigma: slices of rows of like length, each padded to its own longest row.
#include "engine/core/at.h"
#include "engine/learn/formats/shared.h"
#include "engine/learn/tile_picture.h"
#include "engine/learn/warp_builder.h"

#include <algorithm>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace sparsescope::learn {

namespace {

std::vector<RowWork> sellRows(const WarpBuilder& b)
{
    const auto c = b.encoded().format->parameters().at("c").get<std::int64_t>();
    std::vector<RowWork> work;
    std::int64_t begin = 0, rowIndex = 0;
    const std::vector<EncodedElement>& ends = b.array("sliceEnd").elements;
    for (std::size_t s = 0; s < ends.size(); ++s) {
        const auto end = static_cast<std::int64_t>(ends[s].value);
        for (std::int64_t r = 0; r < c; ++r, ++rowIndex) {
            RowWork w;
            w.row = b.encoded().rowOfLine[at(rowIndex)];
            for (std::int64_t p = begin + r; p < end; p += c)
                w.places.push_back({p, p});
            w.first = beginAndEnd("sliceEnd", static_cast<std::int64_t>(s));
            if (rowIndex < static_cast<std::int64_t>(b.array("rowIds").elements.size()))
                w.last = {{"rowIds", rowIndex}};
            work.push_back(std::move(w));
        }
        begin = end;
    }
    return work;
}

void sellThreads(WarpBuilder& b)
{
    b.addDense(1);
    threadRows(b, sellRows(b), {2, 5, 6});
}

void sellColumns(WarpBuilder& b)
{
    b.addDense(b.lanes());
    columnsOfRows(b, sellRows(b), {2, 5, 6});
}

std::vector<LearnParameter> sellParameters(const Matrix& matrix)
{
    return {parameter("c", "C", "Rows of a slice: the threads that work side by side.", powers(2, 32), 4),
            parameter(
                "sigma", "σ",
                "Rows that are sorted by length together, a multiple of C. More: less padding, rows farther from home.",
                powers(2, powerFrom(std::max<std::int64_t>(matrix.rows(), 32))), 8)};
}

nlohmann::json sellInOneTile(const Matrix&, nlohmann::json parameters)
{
    parameters["sigma"] = std::max(parameters["sigma"].get<std::int64_t>(), parameters["c"].get<std::int64_t>());
    return parameters;
}

// Slices of c rows, column-major.
void placeSlices(TilePicture& p)
{
    const std::int64_t c = p.parameter("c");
    const std::vector<std::int32_t>& ends = p.array("sliceEnd");
    const auto count = static_cast<std::int64_t>(ends.size());
    std::int64_t begin = 0;
    for (std::int64_t s = 0; s < count; ++s) {
        const std::int64_t end = ends[at(s)];
        for (std::int64_t v = begin; v < end; ++v)
            p.put(v, (v - begin) / c, s * c + (v - begin) % c);
        p.frame(0, s * c, std::max<std::int64_t>(1, (end - begin) / c), c,
                fmt::format("slice {}: width {}", s, (end - begin) / c));
        begin = end;
    }
    for (std::int64_t i = 0; i < count * c; ++i)
        p.rowOfLine.push_back(p.row(static_cast<std::size_t>(i)));
}

} // namespace

TaughtFormat taughtSell()
{
    return {.name = "sell",
            .label = "SELL-C-σ",
            .about = "Rows are sorted by length within windows of σ, cut into slices of C rows, and each slice is "
                     "padded to its own longest row. In a slice the first places of all rows come first, then the "
                     "second ones: threads side by side read addresses side by side.",
            .parameters = sellParameters,
            .kernels = {{"thread a row",
                         "SpMV. A slice is a small ELL, column by column: read side by side, and padded only to its "
                         "own longest row.",
                         {threadIndex,
                          {"int s = i / C, r = i % C;", {}},
                          {"int p = (s > 0 ? sliceEnd[s - 1] : 0) + r;", {"sliceEnd"}},
                          {"float sum = 0;", {}},
                          {"for (; p < sliceEnd[s]; p += C)", {"sliceEnd"}},
                          {"    sum += values[p] * x[colIdx[p]];", {"values", "colIdx", "x"}},
                          {"y[rowIds[i]] = sum;", {"rowIds", "y"}}},
                         sellThreads},
                        {overColumns,
                         "SpMM. All lanes take the same place of a row, each its own column of B. A row walks its "
                         "slice with the slice's stride.",
                         {{"int i = blockIdx.x, j = threadIdx.x;", {}},
                          {"int s = i / slice, r = i % slice;", {}},
                          {"int p = (s > 0 ? sliceEnd[s - 1] : 0) + r;", {"sliceEnd"}},
                          {"float sum = 0;", {}},
                          {"for (; p < sliceEnd[s]; p += slice)", {"sliceEnd"}},
                          {"    sum += values[p] * B[colIdx[p]][j];", {"values", "colIdx", "B"}},
                          {"C[rowIds[i]][j] = sum;", {"rowIds", "C"}}},
                         sellColumns}},
            .inOneTile = sellInOneTile,
            .place = placeSlices,
            .countedInTile = "sliceEnd"};
}

} // namespace sparsescope::learn
