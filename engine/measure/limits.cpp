#include "engine/measure/limits.h"

#include "engine/core/at.h"

#include <algorithm>
#include <fmt/format.h>

namespace sparsescope {

namespace {

// RGMS: rows of X by column of any relation, weights of those relations that hold something, a sum for every row of
// each relation.
std::vector<Limit> relationalLimits(const Matrix& matrix, const Operator& op, const Rates& rates, double peak)
{
    const std::int64_t n = matrix.sliceCols();
    std::vector<bool> columns(at(n)), relations(at(matrix.slices()));
    std::int64_t sums = 0;
    for (std::int64_t r = 0; r < matrix.rows(); ++r) {
        std::int64_t last = -1;
        for (const std::int32_t c : matrix.row(r)) {
            columns[at(c % n)] = true;
            relations[at(c / n)] = true;
            sums += c / n != last ? 1 : 0;
            last = c / n;
        }
    }
    const auto count = [](const std::vector<bool>& all) {
        return static_cast<double>(std::count(all.begin(), all.end(), true));
    };
    const double size = bytesOf(op.dtype);
    const auto K = static_cast<double>(op.inner), L = static_cast<double>(op.dense);
    const auto nnz = static_cast<double>(matrix.nnz()), rows = static_cast<double>(matrix.rows());
    const double moved =
        nnz * (4 + size) + 4 * rows + size * (count(columns) * K + count(relations) * K * L + rows * L);
    return {{"compulsory bytes", moved / rates.copyBytesPerNs,
             fmt::format("Every operand moved once at {:.2f} TB/s, with nothing in the L2 cache.",
                         rates.copyBytesPerNs / 1000),
             true},
            {"gather and add", (nnz * K * size + static_cast<double>(sums) * L * 4) / rates.gatherBytesPerNs,
             fmt::format("A row of X from the L2 cache for every non-zero, and a float32 row added there for every row "
                         "of each relation, at {:.1f} TB/s.",
                         rates.gatherBytesPerNs / 1000),
             false},
            {"arithmetic", 2 * K * (nnz + static_cast<double>(sums) * L) / peak,
             fmt::format("Rows of X summed, and each sum multiplied by the weights, at {:.0f} TFLOP/s.", peak / 1000),
             false}};
}

} // namespace

std::vector<Limit> limitsOf(const Matrix& matrix, const Operator& op, const Rates& rates)
{
    const bool sampled = op.sampled();
    const bool vector = !op.hasDenseAxis();
    // What float64 computes at best is not known of most GPUs.
    const double peak = rates.flops(vector && !op.inFloat64() ? DataType::Float32 : op.dtype);
    if (rates.copyBytesPerNs <= 0 || rates.gatherBytesPerNs <= 0 || (peak <= 0 && !op.inFloat64()))
        return {};
    if (op.relational())
        return relationalLimits(matrix, op, rates, peak);
    std::vector<std::int64_t> lastWindow(static_cast<std::size_t>(matrix.cols()), -1);
    std::int64_t touchedRows = 0, touchedCols = 0, windowCols = 0;
    for (std::int64_t r = 0; r < matrix.rows(); ++r) {
        touchedRows += matrix.rowLength(r) > 0 ? 1 : 0;
        for (const std::int32_t c : matrix.row(r)) {
            std::int64_t& last = lastWindow[at(c)];
            touchedCols += last < 0 ? 1 : 0;
            windowCols += last != r / 16 ? 1 : 0;
            last = r / 16;
        }
    }
    const double size = bytesOf(op.dtype);
    const double denseRow = size * static_cast<double>(op.dense);
    const auto nnz = static_cast<double>(matrix.nnz());
    const auto rows = static_cast<double>(matrix.rows());
    const double moved = nnz * (4 + size) + 4 * rows +
                         (sampled ? denseRow * static_cast<double>(touchedRows + touchedCols) + nnz * size
                                  : denseRow * (static_cast<double>(touchedCols) + rows));
    const double own = sampled ? denseRow * static_cast<double>(touchedRows) : 0;
    const auto gathered = [&](double count) { return (denseRow * count + own) / rates.gatherBytesPerNs; };
    const std::string& operand = op.definition().operands.back().name; // of which a row is gathered for a non-zero
    const Limit compulsory = {"compulsory bytes", moved / rates.copyBytesPerNs,
                              fmt::format("Every operand moved once at {:.2f} TB/s, with nothing in the L2 cache.",
                                          rates.copyBytesPerNs / 1000),
                              true};
    const Limit arithmetic = {
        "arithmetic", 2 * nnz * static_cast<double>(op.dense) / peak,
        fmt::format("Two operations a non-zero{} at {:.0f} TFLOP/s.", vector ? "," : " and dense column,", peak / 1000),
        false};
    if (vector && peak <= 0)
        return {compulsory};
    if (vector)
        return {compulsory, arithmetic};
    return {compulsory,
            {"gather by rows", gathered(nnz),
             fmt::format("A row of {} from the L2 cache for every non-zero, at {:.1f} TB/s.", operand,
                         rates.gatherBytesPerNs / 1000),
             false},
            {"gather by 16 rows", gathered(static_cast<double>(windowCols)),
             fmt::format("A row of {} for every distinct column of 16 rows, at {:.1f} TB/s.", operand,
                         rates.gatherBytesPerNs / 1000),
             false},
            arithmetic};
}

} // namespace sparsescope
