// Buckets of rows of like length as they are stored, drawn, and stepped.
#include "engine/learn/formats/buckets.h"

#include "engine/core/at.h"
#include "engine/learn/drawing.h"
#include "engine/learn/formats/shared.h"
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
    EncodedArray rowIds{"rowIds", "the row of the matrix", ElementType::Row, false, 4, {}};
    EncodedArray colIdx{"colIdx", "the column of the place", ElementType::Column, false, 4, {}};
    EncodedArray values{"values", "the value", ElementType::Value, false, bytesOf(e.dtype), {}};
    int y = 0;
    for (std::size_t t = 0; t < all.size(); ++t) {
        const Bucket& bucket = all[t];
        const std::int64_t rowsOfBlock = std::max<std::int64_t>(1, block / bucket.width);
        std::int32_t last = 0;
        for (const Bucket::Row& row : bucket.rows) {
            EncodedElement id;
            id.about = {row.row, row.row + 1, 0, m.cols()};
            id.value = row.row;
            id.text = std::to_string(row.row);
            id.tile = static_cast<int>(t);
            rowIds.elements.push_back(id);
            for (std::int64_t k = 0; k < bucket.width; ++k) {
                EncodedElement value, col;
                value.tile = col.tile = static_cast<int>(t);
                if (k < row.length) {
                    value.position = row.begin + k;
                    last = m.colIdx()[at(value.position)];
                    value.about = col.about = {row.row, row.row + 1, last, last + 1};
                    value.value = m.value(value.position);
                }
                col.value = last;
                value.text = shortNumber(value.value);
                col.text = std::to_string(last);
                e.places.push_back({static_cast<int>(k), y});
                values.elements.push_back(value);
                colIdx.elements.push_back(col);
            }
            e.rowOfLine.push_back(row.row);
            ++y;
        }
        const int first = y - static_cast<int>(bucket.rows.size());
        for (std::int64_t r = 0; r < static_cast<std::int64_t>(bucket.rows.size()); r += rowsOfBlock)
            e.frames.push_back(
                {0, first + static_cast<int>(r), static_cast<int>(bucket.width),
                 static_cast<int>(
                     std::min<std::int64_t>(rowsOfBlock, static_cast<std::int64_t>(bucket.rows.size()) - r)),
                 fmt::format("partition {}, bucket of width {}: one thread block", bucket.partition, bucket.width),
                 r > 0 ? "" : fmt::format("part {}, width {}", bucket.partition, bucket.width)});
    }
    e.arrays = {rowIds, colIdx, values};
    e.m_values = 2;
}

namespace {

// Stored rows of one width, one after another.
struct BucketLines {
    std::int64_t firstLine = 0, firstValue = 0, rows = 0, width = 0;
};

std::vector<BucketLines> bucketLines(const WarpBuilder& b)
{
    std::vector<BucketLines> buckets;
    const std::vector<EncodedElement>& values = b.array("values").elements;
    const std::vector<EncodedElement>& lines = b.array("rowIds").elements;
    std::size_t v = 0;
    for (std::size_t line = 0; line < lines.size();) {
        BucketLines bucket{static_cast<std::int64_t>(line), static_cast<std::int64_t>(v), 0, 0};
        const int tile = lines[line].tile;
        while (v < values.size() && values[v].tile == tile)
            ++v;
        while (line < lines.size() && lines[line].tile == tile)
            ++line;
        bucket.rows = static_cast<std::int64_t>(line) - bucket.firstLine;
        bucket.width = (static_cast<std::int64_t>(v) - bucket.firstValue) / bucket.rows;
        buckets.push_back(bucket);
    }
    return buckets;
}

void bucketThreads(WarpBuilder& b)
{
    b.addDense(1);
    int warp = 0;
    RowKernel kernel{1, 3, 5};
    kernel.adds = true;
    for (const BucketLines& bucket : bucketLines(b))
        warp = threadRows(
            b, rowsOfOneWidth(b, "colIdx", bucket.firstLine, bucket.firstValue, bucket.rows, bucket.width, true),
            kernel, warp);
}

void bucketColumns(WarpBuilder& b)
{
    b.addDense(b.lanes());
    const std::vector<BucketLines> buckets = bucketLines(b);
    int warp = 0;
    // Frames are thread blocks.
    for (const StoredFrame& frame : b.encoded().frames) {
        b.warp(warp++);
        const auto bucket = std::find_if(buckets.begin(), buckets.end(), [&](const BucketLines& k) {
            return frame.y >= k.firstLine && frame.y < k.firstLine + k.rows;
        });
        for (std::int64_t line = frame.y; line < frame.y + frame.h; ++line) {
            const std::int64_t row = b.number("rowIds", line);
            for (std::int64_t k = 0; k < bucket->width; ++k)
                b.takeTogether(5, "colIdx", bucket->firstValue + (line - bucket->firstLine) * bucket->width + k, row);
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
             {threadIndex,
              {"float sum = 0;  // first, rows, width: of the bucket", {}},
              {"for (int k = 0; k < width; ++k)", {}},
              {"    sum += values[first + k * rows + i]", {"values"}},
              {"         * x[colIdx[first + k * rows + i]];", {"colIdx", "x"}},
              {"atomicAdd(&y[rowIds[row0 + i]], sum);", {"rowIds", "y"}}},
             bucketThreads,
             true},
            {overColumns,
             "SpMM. A thread block takes one frame of the picture, as many places in every one; each lane has its own "
             "column of B.",
             {{"int b = blockIdx.x, j = threadIdx.x;", {}},
              {"for (int r = 0; r < places / width; ++r) {", {}},
              {"    int i = b * (places / width) + r;", {}},
              {"    float sum = 0;", {}},
              {"    for (int p = i * width; p < (i + 1) * width; ++p)", {}},
              {"        sum += values[p] * B[colIdx[p]][j];", {"values", "colIdx", "B"}},
              {"    atomicAdd(&C[rowIds[i]][j], sum); }", {"rowIds", "C"}}},
             bucketColumns}};
}

} // namespace sparsescope::learn
