#include "engine/plan/value_range.h"

#include "engine/core/parallel.h"
#include "engine/core/text.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <mutex>

namespace sparsescope {

ValueRange valueRange(const Matrix& matrix, const Operator& op, Progress& progress)
{
    constexpr std::int64_t grain = 1024; // rows
    const double factor = op.sampled() ? static_cast<double>(op.dense) : 1;
    ValueRange all;
    std::mutex mutex;
    parallelRanges(matrix.rows(), grain, [&](std::int64_t begin, std::int64_t end) {
        ValueRange here;
        const auto add = [&](std::int64_t& beyond, double& largest, double magnitude) {
            if (!std::isfinite(magnitude))
                return; // the file says so itself
            beyond += std::isinf(rounded(op.dtype, magnitude)) ? 1 : 0;
            largest = std::max(largest, magnitude);
        };
        for (std::int64_t row = begin; row < end && !progress.cancelled(); ++row) {
            double sum = 0;
            for (std::int64_t p = matrix.rowPtr()[static_cast<std::size_t>(row)];
                 p < matrix.rowPtr()[static_cast<std::size_t>(row) + 1]; ++p) {
                const double magnitude = std::abs(matrix.value(p));
                add(here.values, here.largestValue, magnitude);
                sum += magnitude;
                if (op.sampled())
                    add(here.results, here.largestResult, magnitude * factor);
            }
            if (!op.sampled())
                add(here.results, here.largestResult, sum);
        }
        const std::lock_guard guard(mutex);
        all.values += here.values;
        all.results += here.results;
        all.largestValue = std::max(all.largestValue, here.largestValue);
        all.largestResult = std::max(all.largestResult, here.largestResult);
    });
    progress.check();
    return all;
}

std::string rangeNote(const Matrix& matrix, const Operator& op, Progress& progress)
{
    const ValueRange range = valueRange(matrix, op, progress);
    if (range.holds())
        return {};
    std::string others;
    for (const DataType type : dataTypes) {
        Operator other = op;
        other.dtype = type;
        if (type != op.dtype && valueRange(matrix, other, progress).holds())
            others += (others.empty() ? "" : ", ") + name(type);
    }
    const std::string advice = others.empty() ? "no type holds them: scale the matrix" : others + " hold them";
    if (range.values > 0)
        return fmt::format("{} of {} values are beyond the largest finite {} (up to {:.3g}) and become infinite; {}",
                           formatCount(range.values), formatCount(matrix.nnz()), name(op.dtype), range.largestValue,
                           advice);
    return fmt::format(
        "with dense values of up to 1, {} of {} {} can go beyond the largest finite {} (up to {:.3g}); {}",
        formatCount(range.results), formatCount(op.sampled() ? matrix.nnz() : matrix.rows()),
        op.sampled() ? "results" : "sums of rows", name(op.dtype), range.largestResult, advice);
}

} // namespace sparsescope
