#include "engine/plan/matrix_order.h"

#include "engine/core/error.h"
#include "engine/core/parallel.h"
#include "engine/matrix/orderings.h"

#include <fmt/format.h>

namespace sparsescope {

namespace {

constexpr std::array names = {"file", "rows", "columns", "both", "rcm", "tiles"}; // in the order of MatrixOrder

std::vector<std::int32_t> rowsAsStored(const Plan& plan)
{
    std::vector<std::int32_t> rows;
    rows.reserve(static_cast<std::size_t>(plan.rows));
    std::vector<bool> placed(static_cast<std::size_t>(plan.rows), false);
    const auto place = [&](std::int32_t row) {
        if (!placed[static_cast<std::size_t>(row)])
            rows.push_back(row);
        placed[static_cast<std::size_t>(row)] = true;
    };
    for (const Tile& tile : plan.tiling().tiles)
        for (const std::int32_t row : plan.tiling().rowsOf(tile))
            place(row);
    for (std::int64_t row = 0; row < plan.rows; ++row)
        place(static_cast<std::int32_t>(row));
    return rows;
}

} // namespace

const char* name(MatrixOrder order)
{
    return names[static_cast<std::size_t>(order)];
}

MatrixOrder parseMatrixOrder(const std::string& text)
{
    for (const MatrixOrder order : matrixOrders)
        if (text == name(order))
            return order;
    failUsage(fmt::format("\"{}\" is not an order of rows and columns: {}", text, fmt::join(names, ", ")));
}

LineOrder makeOrder(MatrixOrder order, const Matrix& matrix, const Plan* plan, Progress& progress)
{
    if (matrix.slices() > 1 && order != MatrixOrder::File && order != MatrixOrder::Rows && order != MatrixOrder::Tiles)
        failUsage(fmt::format("the columns of a matrix of {} slices stay where they are: of its orders there are file, "
                              "rows and tiles",
                              matrix.slices()));
    const auto byRows = [&] { return orderByCountDescending(rowLengths(matrix)); };
    const auto byColumns = [&] { return orderByCountDescending(columnLengths(matrix, progress)); };
    switch (order) {
    case MatrixOrder::File:
        break;
    case MatrixOrder::Rows:
        return lineOrder(byRows(), {});
    case MatrixOrder::Columns:
        return lineOrder({}, byColumns());
    case MatrixOrder::Both:
        return lineOrder(byRows(), byColumns());
    case MatrixOrder::ReverseCuthillMcKee: {
        std::vector<std::int32_t> lines = reverseCuthillMcKee(matrix, progress);
        return lineOrder(lines, lines);
    }
    case MatrixOrder::Tiles:
        if (plan == nullptr || plan->rows != matrix.rows())
            failUsage("the order of the tiles needs a plan of the matrix");
        return lineOrder(rowsAsStored(*plan), {});
    }
    return {};
}

Plan permutedPlan(const Plan& plan, const LineOrder& order, const PermutedMatrix& permuted)
{
    Plan out = plan;
    out.matrix = permuted.matrix->fingerprint();
    const auto map = [](auto& ids, const auto& places) {
        parallelEach(static_cast<std::int64_t>(ids.size()), 1 << 16, [&](std::int64_t i) {
            auto& id = ids[static_cast<std::size_t>(i)];
            id = places(id);
        });
    };
    map(out.tiling().rowIds, [&](std::int32_t row) { return static_cast<std::int32_t>(order.rowPlace(row)); });
    map(out.tiling().colIds, [&](std::int32_t col) { return static_cast<std::int32_t>(order.colPlace(col)); });
    map(out.tiling().entries,
        [&](std::uint32_t entry) { return permuted.places[Entry::position(entry)] | (entry & Entry::redundantBit); });
    return out;
}

std::vector<std::uint32_t> permutedOwner(std::span<const std::uint32_t> owner, const PermutedMatrix& permuted)
{
    std::vector<std::uint32_t> out(owner.size());
    parallelEach(static_cast<std::int64_t>(owner.size()), 1 << 16, [&](std::int64_t p) {
        out[permuted.places[static_cast<std::size_t>(p)]] = owner[static_cast<std::size_t>(p)];
    });
    return out;
}

} // namespace sparsescope
