#include "engine/learn/buckets.h"

#include "engine/learn/drawing.h"

#include <algorithm>
#include <bit>
#include <fmt/format.h>
#include <set>

namespace sparsescope::learn {

std::vector<Bucket> buckets(const Matrix& matrix, std::int64_t partitions, std::int64_t most)
{
    std::vector<Bucket> all;
    const std::int64_t wide = (matrix.cols() + partitions - 1) / partitions;
    for (std::int64_t part = 0; part < partitions; ++part) {
        std::vector<Bucket> here;
        for (std::int64_t width = 1; width <= most; width *= 2) {
            here.emplace_back();
            here.back().partition = static_cast<int>(part);
            here.back().width = width;
            here.back().atomic = partitions > 1 || width == most;
        }
        for (std::int64_t r = 0; r < matrix.rows(); ++r) {
            std::vector<std::int64_t> positions;
            const std::int64_t begin = matrix.rowPtr()[static_cast<std::size_t>(r)];
            const auto row = matrix.row(r);
            for (std::size_t i = 0; i < row.size(); ++i)
                if (row[i] >= part * wide && row[i] < (part + 1) * wide)
                    positions.push_back(begin + static_cast<std::int64_t>(i));
            if (positions.empty())
                continue;
            const auto length = static_cast<std::int64_t>(positions.size());
            const std::int64_t width = std::min(most, static_cast<std::int64_t>(std::bit_ceil(static_cast<std::uint64_t>(length))));
            Bucket& bucket = here[static_cast<std::size_t>(std::countr_zero(static_cast<std::uint64_t>(width)))];
            ++bucket.outputRows;
            for (std::int64_t p = 0; p < length; p += width)
                bucket.rows.push_back({static_cast<std::int32_t>(r), std::vector<std::int64_t>(positions.begin() + p, positions.begin() + std::min(length, p + width))});
        }
        for (Bucket& bucket : here) {
            std::set<std::int32_t> cols;
            for (const BucketRow& row : bucket.rows)
                for (const std::int64_t p : row.positions)
                    cols.insert(matrix.colIdx()[static_cast<std::size_t>(p)]);
            bucket.columns = static_cast<std::int64_t>(cols.size());
            if (!bucket.rows.empty())
                all.push_back(std::move(bucket));
        }
    }
    return all;
}

void placeBuckets(Encoded& e, const std::vector<Bucket>& all, std::int64_t block)
{
    const Matrix& m = *e.matrix;
    EncodedArray rowIds{"rowIds", "the row of the matrix", PackedArray::In::Rows, false, 4, {}};
    EncodedArray colIdx{"colIdx", "the column of the place", PackedArray::In::Cols, false, 4, {}};
    EncodedArray values{"values", "the value", PackedArray::In::Values, false, bytesOf(e.dtype), {}};
    int y = 0;
    for (std::size_t t = 0; t < all.size(); ++t) {
        const Bucket& bucket = all[t];
        const std::int64_t rowsOfBlock = std::max<std::int64_t>(1, block / bucket.width);
        std::int32_t last = 0;
        for (const BucketRow& row : bucket.rows) {
            EncodedElement id;
            id.about = {row.row, row.row + 1, 0, m.cols()};
            id.value = row.row;
            id.text = std::to_string(row.row);
            id.tile = static_cast<int>(t);
            rowIds.elements.push_back(id);
            for (std::int64_t k = 0; k < bucket.width; ++k) {
                EncodedElement value, col;
                value.tile = col.tile = static_cast<int>(t);
                if (k < static_cast<std::int64_t>(row.positions.size())) {
                    value.position = row.positions[static_cast<std::size_t>(k)];
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
            e.frames.push_back({0, first + static_cast<int>(r), static_cast<int>(bucket.width),
                                static_cast<int>(std::min<std::int64_t>(rowsOfBlock, static_cast<std::int64_t>(bucket.rows.size()) - r)),
                                fmt::format("partition {}, bucket of width {}: one thread block", bucket.partition, bucket.width),
                                r > 0 ? "" : fmt::format("part {}, width {}", bucket.partition, bucket.width)});
    }
    e.arrays = {rowIds, colIdx, values};
    e.m_values = 2;
}

} // namespace sparsescope::learn
