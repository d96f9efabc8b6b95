#include "engine/learn/buckets.h"

#include "engine/learn/drawing.h"
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
                here[static_cast<std::size_t>(place.bucket)].rows.push_back(
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
                    last = m.colIdx()[static_cast<std::size_t>(value.position)];
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

} // namespace sparsescope::learn
