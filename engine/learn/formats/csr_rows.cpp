// Kernels of formats that store rows one after another, stepped, and their picture.
#include "engine/learn/formats/csr_rows.h"
#include "engine/learn/formats/sampled.h"
#include "engine/learn/formats/shared.h"
#include "engine/learn/tile_picture.h"
#include "engine/learn/warp_builder.h"

#include <fmt/format.h>

namespace sparsescope::learn {

namespace {

// The row of the matrix that a stored row of CSR stands for.
std::int64_t storedRow(const WarpBuilder& b, std::size_t i)
{
    return b.array("rowEnd").elements[i].about.rowBegin;
}

std::vector<RowWork> csrRows(const WarpBuilder& b)
{
    std::vector<RowWork> rows;
    const auto ranges = rowRanges(b);
    for (std::size_t i = 0; i < ranges.size(); ++i) {
        RowWork r;
        r.row = storedRow(b, i);
        for (std::int64_t p = ranges[i].first; p < ranges[i].second; ++p)
            r.places.push_back(p);
        r.first = beginAndEnd("rowEnd", static_cast<std::int64_t>(i));
        if (b.names("rowIdx"))
            r.last = {{"rowIdx", static_cast<std::int64_t>(i)}};
        rows.push_back(std::move(r));
    }
    return rows;
}

void csrThreads(WarpBuilder& b)
{
    b.addDense(1);
    threadRows(b, csrRows(b), {2, 5, 6});
}

void csrWarps(WarpBuilder& b)
{
    b.addDense(1);
    const auto ranges = rowRanges(b);
    for (std::size_t i = 0; i < ranges.size(); ++i) {
        b.warp(static_cast<int>(i));
        const std::int64_t row = storedRow(b, i);
        WarpStep& first =
            b.step(2, fmt::format("All lanes read where row {} begins and ends: one address for all.", row));
        for (int l = 0; l < b.lanes(); ++l) {
            for (const auto& [name, element] : beginAndEnd("rowEnd", static_cast<std::int64_t>(i)))
                b.read(first, l, name, element);
            WarpBuilder::works(first, l, fmt::format("y{}", row), "begins");
        }
        for (std::int64_t p = ranges[i].first; p < ranges[i].second; p += b.lanes()) {
            const auto count = static_cast<int>(std::min<std::int64_t>(b.lanes(), ranges[i].second - p));
            WarpStep& s =
                b.step(5, fmt::format("{} of row {} side by side{}.", plural(count, "non-zero"), row,
                                      count < b.lanes() ? ", " + lanesThat(b.lanes() - count, "wait", "waits") : ""));
            for (int l = 0; l < count; ++l) {
                b.read(s, l, "colIdx", p + l);
                b.multiply(s, l, p + l, row, b.element("colIdx", p + l));
            }
        }
        b.addAcrossLanes(7, fmt::format("y{}", row));
        WarpStep& s = b.step(8, fmt::format("Lane 0 writes the sum of row {}.", row));
        WarpBuilder::works(s, 0, fmt::format("y{}", row), "stores");
        if (b.names("rowIdx"))
            b.read(s, 0, "rowIdx", static_cast<std::int64_t>(i));
        b.write(s, 0, "y", row);
    }
}

void csrColumns(WarpBuilder& b)
{
    b.addDense(b.lanes());
    columnsOfRows(b, csrRows(b), {2, 5, 6});
}

void csrSampledThreads(WarpBuilder& b)
{
    stepSampledThreads(b, sampledRows(b, csrRows(b)), 2);
}

void csrSampledLanes(WarpBuilder& b)
{
    stepSampledLanes(b, sampledRows(b, csrRows(b)), 2);
}

} // namespace

std::vector<TaughtKernel> csrKernels(bool listed)
{
    const std::string row = listed ? "rowIdx[i]" : "i";
    const auto sampled = [&](const char* about) {
        return SampledTexts{.about = about,
                            .begin = fmt::format("if (i >= {}) return;\nint p = i > 0 ? rowEnd[i - 1] : 0;",
                                                 listed ? "listed" : "rows"),
                            .loop = "for (; p < rowEnd[i]; ++p)",
                            .row = row,
                            .col = "colIdx[p]"};
    };
    const auto bound = [listed](const char* output) {
        return listed ? fmt::format("if (i >= listed) return;         // {} is 0 before", output)
                      : std::string("if (i >= rows) return;");
    };
    return {{"thread a row",
             "SpMV. Each thread sums one row: rows of unlike lengths make threads wait, and threads side by side read "
             "addresses far apart.",
             fmt::format(R"(int i = blockIdx.x * blockDim.x + threadIdx.x;
{}
int p = i > 0 ? rowEnd[i - 1] : 0;
float sum = 0;
for (; p < rowEnd[i]; ++p)
    sum += values[p] * x[colIdx[p]];
y[{}] = sum;)",
                         bound("y"), row),
             csrThreads},
            {"warp a row",
             "SpMV. The lanes of a warp share one row and read it side by side; a short row leaves most of them "
             "without work.",
             fmt::format(R"(int i = blockIdx.x, lane = threadIdx.x;
{}
int p = (i > 0 ? rowEnd[i - 1] : 0) + lane;
float sum = 0;
for (; p < rowEnd[i]; p += warpSize)
    sum += values[p] * x[colIdx[p]];
for (int d = warpSize / 2; d > 0; d /= 2)
    sum += __shfl_down_sync(~0u, sum, d);
if (lane == 0) y[{}] = sum;)",
                         bound("y"), row),
             csrWarps},
            {overColumns,
             "SpMM. All lanes take the same non-zero and each its own column of B: rows of B are read side by side.",
             fmt::format(R"(int i = blockIdx.x, j = threadIdx.x;
{}
int p = i > 0 ? rowEnd[i - 1] : 0;
float sum = 0;
for (; p < rowEnd[i]; ++p)
    sum += values[p] * B[colIdx[p]][j];
C[{}][j] = sum;)",
                         bound("C"), row),
             csrColumns},
            sampledThreads(sampled("Each thread takes the non-zeros of one row"), csrSampledThreads),
            sampledLanes(sampled("A warp takes the non-zeros of one row, one after another"), csrSampledLanes)};
}

void placeRows(TilePicture& p)
{
    const std::vector<std::int32_t>& ends = p.array("rowEnd");
    std::int64_t v = 0;
    for (std::size_t i = 0; i < ends.size(); ++i) {
        const std::int64_t begin = v;
        for (; v < ends[i]; ++v)
            p.put(v, v - begin, static_cast<std::int64_t>(i));
        p.rowOfLine.push_back(p.row(i));
    }
}

} // namespace sparsescope::learn
