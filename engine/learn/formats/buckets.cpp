// Buckets of rows of like length as they are stored, drawn, and stepped.
#include "engine/learn/formats/buckets.h"

#include "engine/core/at.h"
#include "engine/learn/warp_builder.h"
#include "engine/search/buckets.h"

#include <algorithm>
#include <fmt/format.h>

namespace sparsescope::learn {

std::vector<Bucket> buckets(const Matrix& matrix, std::int64_t partitions, std::int64_t most)
{
    std::vector<Bucket> all;
    const ColumnDivision division = divideColumns(matrix, partitions, allRows(matrix), noProgress());
    for (std::size_t p = 0; p < division.parts.size(); ++p) {
        std::vector<Bucket> here(static_cast<std::size_t>(bucketOf(most)) + 1);
        for (const RowPart& part : division.parts[p]) {
            const BucketPlace place = bucketPlace(part.length, most);
            for (std::int64_t piece = 0; piece < place.pieces; ++piece)
                here[at(place.bucket)].rows.push_back(
                    {part.row, part.begin + piece * most, std::min(most, part.length - piece * most)});
        }
        for (std::size_t b = 0; b < here.size(); ++b) {
            here[b].partition = static_cast<std::int64_t>(p);
            here[b].width = std::int64_t{1} << b;
            if (!here[b].rows.empty())
                all.push_back(std::move(here[b]));
        }
    }
    return all;
}

void placeBuckets(Encoded& e, const std::vector<Bucket>& all, std::int64_t block)
{
    const Matrix& m = *e.matrix;
    EncodedArray rowIds = emptyArray("rowIds", "the row of the matrix", ElementType::Row, e.dtype);
    EncodedArray colIdx = emptyArray("colIdx", "the column of the place", ElementType::Column, e.dtype);
    EncodedArray values = emptyArray("values", "the value", ElementType::Value, e.dtype);
    e.numbers["places"] = block;
    for (std::size_t t = 0; t < all.size(); ++t) {
        const Bucket& bucket = all[t];
        const auto rows = static_cast<std::int64_t>(bucket.rows.size());
        const std::int64_t rowsOfBlock = std::max<std::int64_t>(1, block / bucket.width);
        e.launches.push_back({{"row0", static_cast<std::int64_t>(rowIds.elements.size())},
                              {"first", static_cast<std::int64_t>(values.elements.size())},
                              {"rows", rows},
                              {"width", bucket.width}});
        for (std::int64_t r = 0; r < rows; r += rowsOfBlock)
            e.frames.push_back(
                {0, static_cast<int>(rowIds.elements.size()) + static_cast<int>(r), static_cast<int>(bucket.width),
                 static_cast<int>(std::min(rowsOfBlock, rows - r)),
                 fmt::format("partition {}, bucket of width {}: one thread block", bucket.partition, bucket.width),
                 r > 0 ? "" : fmt::format("part {}, width {}", bucket.partition, bucket.width)});
        appendRows(e, colIdx, values, bucket.rows, bucket.width, static_cast<int>(t), e.byColumns);
        for (const StoredRow& row : bucket.rows)
            rowIds.elements.push_back(numberElement(row.row, rowsArea(m, row.row, row.row + 1), static_cast<int>(t)));
    }
    e.arrays = {std::move(rowIds), std::move(colIdx), std::move(values)};
}

namespace {

void bucketThreads(WarpBuilder& b)
{
    b.addDense(1);
    int warp = 0;
    RowKernel kernel{2, 4, 6};
    kernel.adds = true;
    for (const ListingNumbers& bucket : b.encoded().launches)
        warp = threadRows(
            b, rowsOfOneWidth(b, bucket.at("row0"), bucket.at("first"), bucket.at("rows"), bucket.at("width")), kernel,
            warp);
}

void bucketColumns(WarpBuilder& b)
{
    b.addDense(b.lanes());
    int warp = 0;
    // Frames are thread blocks.
    for (const StoredFrame& frame : b.encoded().frames) {
        b.warp(warp++);
        const std::vector<ListingNumbers>& buckets = b.encoded().launches;
        const ListingNumbers& bucket = *std::find_if(buckets.begin(), buckets.end(), [&](const ListingNumbers& k) {
            return frame.y < k.at("row0") + k.at("rows");
        });
        const std::int64_t width = bucket.at("width");
        for (std::int64_t line = frame.y; line < frame.y + frame.h; ++line) {
            const std::int64_t row = b.element("rowIds", line);
            for (std::int64_t k = 0; k < width; ++k)
                b.takeTogether(5, "colIdx", bucket.at("first") + (line - bucket.at("row0")) * width + k, row);
            WarpStep& s = b.step(6, fmt::format("All lanes add to row {} of C side by side.", row));
            for (int l = 0; l < b.lanes(); ++l)
                b.read(s, l, "rowIds", line);
            b.storeRow(s, row);
        }
    }
}

} // namespace

std::vector<TaughtKernel> bucketKernels()
{
    return {{"thread a row of a bucket",
             "SpMV. Every bucket is an ELL of its own, by columns: the rows of a warp are of like length, so that "
             "hardly a lane waits. Folded rows add to y.",
             R"(int i = blockIdx.x * blockDim.x + threadIdx.x;
if (i >= rows) return;           // y is 0 before
float sum = 0;  // first, row0, rows, width: of the bucket
for (int k = 0; k < width; ++k)
    sum += values[first + k * rows + i]
         * x[colIdx[first + k * rows + i]];
atomicAdd(&y[rowIds[row0 + i]], sum);)",
             bucketThreads, true},
            {overColumns,
             "SpMM. A thread block takes one frame of the picture, as many places in every one; each lane has its own "
             "column of B.",
             R"(int b = blockIdx.x, j = threadIdx.x;      // C is 0 before
for (int i = b * places / width;          // places: of a block
     i < (b + 1) * places / width && i < rows; ++i) {
    float sum = 0;  // first, row0, rows, width: of the bucket
    for (int p = first + i * width; p < first + (i + 1) * width; ++p)
        sum += values[p] * B[colIdx[p]][j];
    atomicAdd(&C[rowIds[row0 + i]][j], sum); })",
             bucketColumns}};
}

} // namespace sparsescope::learn
