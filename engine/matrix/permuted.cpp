#include "engine/matrix/permuted.h"

#include "engine/core/at.h"
#include "engine/core/error.h"
#include "engine/core/parallel.h"

#include <algorithm>
#include <atomic>
#include <limits>
#include <numeric>

namespace sparsescope {

namespace {

std::vector<std::int32_t> placesOf(const std::vector<std::int32_t>& lines)
{
    std::vector<std::int32_t> places(lines.size(), -1);
    for (std::size_t i = 0; i < lines.size(); ++i) {
        const auto line = static_cast<std::size_t>(lines[i]);
        if (lines[i] < 0 || line >= lines.size() || places[line] >= 0)
            throw Error(ErrorKind::Internal, "an order of rows or columns is no permutation");
        places[line] = static_cast<std::int32_t>(i);
    }
    return places;
}

} // namespace

LineOrder lineOrder(std::vector<std::int32_t> rows, std::vector<std::int32_t> cols)
{
    LineOrder order{std::move(rows), std::move(cols), {}, {}};
    order.rowPlaces = placesOf(order.rows);
    order.colPlaces = placesOf(order.cols);
    return order;
}

PermutedMatrix permuted(const Matrix& matrix, const LineOrder& order, Progress& progress)
{
    const auto fits = [](const std::vector<std::int32_t>& lines, std::int64_t size) {
        return lines.empty() || static_cast<std::int64_t>(lines.size()) == size;
    };
    if (!fits(order.rows, matrix.rows()) || !fits(order.cols, matrix.cols()))
        throw Error(ErrorKind::Internal, "an order of rows and columns is of another matrix");
    if (matrix.nnz() > std::numeric_limits<std::uint32_t>::max())
        failUsage("matrices of 2^32 and more non-zeros cannot be shown in another order");

    std::vector<std::int64_t> rowPtr(static_cast<std::size_t>(matrix.rows()) + 1, 0);
    for (std::int64_t r = 0; r < matrix.rows(); ++r)
        rowPtr[static_cast<std::size_t>(r) + 1] = rowPtr[at(r)] + matrix.rowLength(order.row(r));
    std::vector<std::int32_t> colIdx(static_cast<std::size_t>(matrix.nnz()));
    std::vector<double> values(matrix.values().size());
    std::vector<std::uint32_t> places(static_cast<std::size_t>(matrix.nnz()));
    std::atomic<std::int64_t> done{0};
    parallelRanges(matrix.rows(), 256, [&](std::int64_t begin, std::int64_t end) {
        std::vector<std::uint64_t> keys; // place of the column, then which of the row's non-zeros
        std::int64_t since = 0;
        for (std::int64_t r = begin; r < end; ++r) {
            const std::int64_t old = order.row(r);
            const std::int64_t first = matrix.rowPtr()[at(old)];
            const auto columns = matrix.row(old);
            keys.resize(columns.size());
            for (std::size_t k = 0; k < columns.size(); ++k)
                keys[k] = static_cast<std::uint64_t>(order.colPlace(columns[k])) << 32 | k;
            if (!order.cols.empty())
                std::sort(keys.begin(), keys.end());
            std::int64_t to = rowPtr[at(r)];
            for (const std::uint64_t key : keys) {
                const auto from = static_cast<std::size_t>(first + static_cast<std::int64_t>(key & 0xFFFFFFFFu));
                colIdx[at(to)] = static_cast<std::int32_t>(key >> 32);
                if (!values.empty())
                    values[at(to)] = matrix.values()[from];
                places[from] = static_cast<std::uint32_t>(to);
                ++to;
            }
            since += static_cast<std::int64_t>(columns.size());
            if (since > 100'000) {
                progress.check();
                since = 0;
            }
        }
        progress.check();
        done += end - begin;
        progress.report("moving rows and columns",
                        static_cast<double>(done) / static_cast<double>(std::max<std::int64_t>(1, matrix.rows())));
    });
    return {std::make_shared<const Matrix>(matrix.rows(), matrix.cols(), std::move(rowPtr), std::move(colIdx),
                                           std::move(values), matrix.source(),
                                           order.cols.empty() ? matrix.slices() : 1),
            std::move(places)};
}

} // namespace sparsescope
