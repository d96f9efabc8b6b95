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
    threadNonZeros(b, "rowIdx", "colIdx", 0, 2, 0);
}

void runColumns(WarpBuilder& b)
{
    b.addDense(b.lanes());
    const std::int64_t n = b.number("places"), size = b.number("size");
    for (std::int64_t p = 0; p < n && b.element("rowIdx", p) >= 0; ++p) {
        b.warp(static_cast<int>(p / size));
        const std::int64_t row = b.element("rowIdx", p);
        const bool last = (p + 1) % size == 0; // of its piece
        WarpStep& s = b.takeTogether(4, "colIdx", p, row);
        for (int l = 0; l < b.lanes(); ++l) {
            b.read(s, l, "rowIdx", p);
            if (!last)
                b.read(s, l, "rowIdx", p + 1);
        }
        if (!last && b.element("rowIdx", p + 1) == row)
            continue;
        WarpStep& t =
            b.step(6, fmt::format("Row {} ends: all lanes add their sums to its row of C side by side.", row));
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
                         R"(int i = blockIdx.x * blockDim.x + threadIdx.x;
if (i >= places) return;         // y is 0 before
int r = rowIdx[i], c = colIdx[i];
if (r >= 0) atomicAdd(&y[r], values[i] * x[c]);)",
                         runThreads},
                        {overColumns,
                         "SpMM. All lanes take the same place, each its own column of B, and add to C when the row "
                         "ends. Pieces are alike, however long the rows are.",
                         R"(int t = blockIdx.x, j = threadIdx.x;
if (t >= pieces) return;         // C is 0 before
float sum = 0;
for (int p = t * size; p < (t + 1) * size && rowIdx[p] >= 0; ++p) {
    sum += values[p] * B[colIdx[p]][j];
    if (p + 1 == (t + 1) * size || rowIdx[p + 1] != rowIdx[p]) {
        atomicAdd(&C[rowIdx[p]][j], sum);
        sum = 0; } })",
                         runColumns}},
            .inOneTile = runInOneTile,
            .place = placeLines,
            .count = [](Encoded& e) {
                const std::int64_t size = e.format->parameters().at("size");
                e.numbers["size"] = size;
                e.numbers["places"] = static_cast<std::int64_t>(e.places.size());
                e.numbers["pieces"] = e.number("places") / size;
            }};
}

} // namespace sparsescope::learn
