// Mappings of formats of several parts: HYB, buckets of rows, pieces of one size.
#include "engine/learn/warp_builder.h"

#include <nlohmann/json.hpp>

namespace sparsescope::learn {

namespace {

std::vector<RowWork> ellPart(WarpBuilder& b, bool columnMajor)
{
    const auto width = b.encoded().format->parameters().at("width").get<std::int64_t>();
    const auto places = static_cast<std::int64_t>(b.array("ell.colIdx").elements.size());
    return rowsOfOneWidth(b, "ell.colIdx", 0, 0, places / width, width, columnMajor);
}

std::int64_t leftOver(const WarpBuilder& b) // the first value of the COO part
{
    return static_cast<std::int64_t>(b.array("ell.colIdx").elements.size());
}

} // namespace

void hybThreads(WarpBuilder& b, bool columnMajor)
{
    b.addDense(1);
    const int next = threadRows(b, ellPart(b, columnMajor), {1, 3, 5, "ell.colIdx"});
    if (b.names("coo.colIdx"))
        threadNonZeros(b, "coo.rowIdx", "coo.colIdx", leftOver(b), 7, next);
}

void hybColumns(WarpBuilder& b)
{
    b.addDense(b.lanes());
    const int next = columnsOfRows(b, ellPart(b, false), {1, 3, 5, "ell.colIdx"});
    if (b.names("coo.colIdx"))
        columnsOfNonZeros(b, "coo.rowIdx", "coo.colIdx", leftOver(b), 7, next);
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

} // namespace

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

} // namespace sparsescope::learn
