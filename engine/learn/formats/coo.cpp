// COO: each non-zero with its row and its column.
#include "engine/learn/formats/sampled.h"
#include "engine/learn/formats/shared.h"
#include "engine/learn/tile_picture.h"
#include "engine/learn/warp_builder.h"

namespace sparsescope::learn {

namespace {

void cooThreads(WarpBuilder& b)
{
    b.addDense(1);
    threadNonZeros(b, "rowIdx", "colIdx", 0, 2, 0);
}

void cooColumns(WarpBuilder& b)
{
    b.addDense(b.lanes());
    columnsOfNonZeros(b, "rowIdx", "colIdx", 0, 2, 0);
}

std::vector<SampledWork> cooPlaces(const WarpBuilder& b)
{
    std::vector<SampledWork> all;
    for (std::int64_t p = 0; p < b.number("nnz"); ++p)
        all.push_back({{{"rowIdx", p}, {"colIdx", p}}, {{p, b.element("rowIdx", p), b.element("colIdx", p)}}});
    return all;
}

void cooSampledThreads(WarpBuilder& b)
{
    stepSampledThreads(b, cooPlaces(b), 2);
}

void cooSampledLanes(WarpBuilder& b)
{
    stepSampledLanes(b, cooPlaces(b), 2);
}

SampledTexts cooSampled(const char* about)
{
    return {.about = about,
            .begin = "if (i >= nnz) return;\nint r = rowIdx[i], c = colIdx[i];",
            .row = "r",
            .col = "c",
            .place = "i"};
}

} // namespace

TaughtFormat taughtCoo()
{
    return {
        .name = "coo",
        .label = "COO",
        .about = "Of every non-zero its row, its column, its value. Nothing is padded, but every non-zero names "
                 "its row again.",
        .kernels = {{"thread a non-zero",
                     "SpMV. Each thread takes one non-zero: all arrays are read side by side, but threads of one "
                     "row add to one address.",
                     R"(int i = blockIdx.x * blockDim.x + threadIdx.x;
if (i >= nnz) return;            // y is 0 before
int r = rowIdx[i], c = colIdx[i];
atomicAdd(&y[r], values[i] * x[c]);)",
                     cooThreads},
                    {overColumns,
                     "SpMM. A warp takes one non-zero, each lane its own column of B: a row of C is added to once "
                     "for every non-zero.",
                     R"(int i = blockIdx.x, j = threadIdx.x;
if (i >= nnz) return;            // C is 0 before
int r = rowIdx[i], c = colIdx[i];
atomicAdd(&C[r][j], values[i] * B[c][j]);)",
                     cooColumns},
                    sampledThreads(cooSampled("Each thread takes one non-zero, all of them alike,"), cooSampledThreads),
                    sampledLanes(cooSampled("A warp takes one non-zero"), cooSampledLanes)},
        .inOneTile = roomyTile,
        .place = placeLines};
}

} // namespace sparsescope::learn
