#include "engine/measure/limits.h"

#include "engine/core/at.h"

#include <algorithm>
#include <fmt/format.h>

namespace sparsescope {

std::vector<Limit> limitsOf(const Matrix& matrix, const Operator& op, const Rates& rates)
{
    const bool sampled = op.sampled();
    const bool vector = !op.hasDenseAxis();
    // What float64 computes at best is not known of most GPUs.
    const double peak = rates.flops(vector && !op.inFloat64() ? DataType::Float32 : op.dtype);
    if (rates.copyBytesPerNs <= 0 || rates.gatherBytesPerNs <= 0 || (peak <= 0 && !op.inFloat64()))
        return {};
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
