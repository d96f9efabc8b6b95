// 1D: non-zeros with their rows and columns, in pieces of one size.
#include "engine/learn/formats/shared.h"
#include "engine/learn/tile_picture.h"
#include "engine/learn/warp_builder.h"

#include <algorithm>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace sparsescope::learn {

namespace {

void runThreads(WarpBuilder& b)
{
    b.addDense(1);
    threadNonZeros(b, "rowIdx", "colIdx", 0, 1, 0);
}

void runColumns(WarpBuilder& b)
{
    b.addDense(b.lanes());
    const auto n = static_cast<std::int64_t>(b.array("rowIdx").elements.size());
    for (std::int64_t p = 0; p < n && b.number("rowIdx", p) >= 0; ++p) {
        const std::int64_t row = b.number("rowIdx", p);
        WarpStep& s = b.takeTogether(3, "colIdx", p, row);
        for (int l = 0; l < b.lanes(); ++l)
            b.read(s, l, "rowIdx", p);
        if (p + 1 < n && b.number("rowIdx", p + 1) == row)
            continue;
        WarpStep& t =
            b.step(5, fmt::format("Row {} ends: all lanes add their sums to its row of C side by side.", row));
        b.storeRow(t, row);
    }
}

nlohmann::json runInOneTile(const Matrix& matrix, nlohmann::json parameters)
{
    parameters["size"] = std::min<std::int64_t>(powerFrom(std::max<std::int64_t>(matrix.nnz(), 32)), 1024);
    return parameters;
}

} // namespace

TaughtFormat taughtOneD()
{
    return {.name = "1d",
            .label = "1D",
            .about = "Non-zeros one after another, each with its row and its column, in pieces of one size; only the "
                     "last is padded.",
            .kernels = {{"thread a place",
                         "SpMV. Each thread takes one place of a piece: read side by side, but threads of one row add "
                         "to one address.",
                         {threadIndex,
                          {"int r = rowIdx[i], c = colIdx[i];", {"rowIdx", "colIdx"}},
                          {"if (r >= 0) atomicAdd(&y[r], values[i] * x[c]);", {"values", "x", "y"}}},
                         runThreads},
                        {overColumns,
                         "SpMM. All lanes take the same place, each its own column of B, and add to C when the row "
                         "ends. Pieces are alike, however long the rows are.",
                         {{"int j = threadIdx.x;", {}},
                          {"float sum = 0;", {}},
                          {"for (int p = begin; p < begin + size && rowIdx[p] >= 0; ++p) {", {"rowIdx"}},
                          {"    sum += values[p] * B[colIdx[p]][j];", {"values", "colIdx", "B"}},
                          {"    if (p + 1 == begin + size || rowIdx[p + 1] != rowIdx[p]) {", {"rowIdx"}},
                          {"        atomicAdd(&C[rowIdx[p]][j], sum);", {"rowIdx", "C"}},
                          {"        sum = 0; } }", {}}},
                         runColumns}},
            .inOneTile = runInOneTile,
            .place = placeLines};
}

} // namespace sparsescope::learn
