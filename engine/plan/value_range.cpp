#include "engine/plan/value_range.h"

#include "engine/core/parallel.h"
#include "engine/core/text.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <mutex>

namespace sparsescope {

namespace {

// Counts in parallel: count(ValueRange& here, i) for each i of [0, size).
template <class Count>
void countInto(ValueRange& all, std::int64_t size, std::int64_t grain, Progress& progress, const Count& count)
{
    std::mutex mutex;
    parallelRanges(size, grain, [&](std::int64_t begin, std::int64_t end) {
        ValueRange here;
        for (std::int64_t i = begin; i < end && !progress.cancelled(); ++i)
            count(here, i);
        const std::lock_guard guard(mutex);
        all.values += here.values;
        all.results += here.results;
        all.notFinite += here.notFinite;
        all.vanished += here.vanished;
        all.left += here.left;
        all.largestValue = std::max(all.largestValue, here.largestValue);
        all.largestResult = std::max(all.largestResult, here.largestResult);
    });
    progress.check();
}

} // namespace

ValueRange valueRange(const Matrix& matrix, const Operator& op, Progress& progress, const Reference* known)
{
    const double factor = op.sampled()      ? static_cast<double>(op.dense)
                          : op.relational() ? static_cast<double>(op.inner)
                                            : 1;
    const auto add = [&](std::int64_t& beyond, double& largest, double magnitude) {
        if (!std::isfinite(magnitude))
            return; // the file says so itself
        beyond += std::isinf(rounded(op.dtype, magnitude)) ? 1 : 0;
        largest = std::max(largest, magnitude);
    };
    ValueRange all;
    countInto(all, matrix.rows(), 1024, progress, [&](ValueRange& here, std::int64_t row) {
        double sum = 0;
        for (std::int64_t p = matrix.rowPtr()[static_cast<std::size_t>(row)];
             p < matrix.rowPtr()[static_cast<std::size_t>(row) + 1]; ++p) {
            const double magnitude = std::abs(matrix.value(p));
            here.notFinite += std::isfinite(magnitude) ? 0 : 1;
            add(here.values, here.largestValue, magnitude);
            if (magnitude != 0)
                ++(rounded(op.dtype, magnitude) == 0 ? here.vanished : here.left);
            sum += magnitude;
            if (op.sampled() && !known)
                add(here.results, here.largestResult, magnitude * factor);
        }
        if (!op.sampled() && !known)
            add(here.results, here.largestResult, sum * factor);
    });
    if (known)
        countInto(all, static_cast<std::int64_t>(known->values.size()), 1 << 16, progress,
                  [&](ValueRange& here, std::int64_t i) {
                      add(here.results, here.largestResult, std::abs(known->values[static_cast<std::size_t>(i)]));
                  });
    return all;
}

std::string rangeNote(const Matrix& matrix, const Operator& op, Progress& progress, const Reference* known)
{
    const ValueRange range = valueRange(matrix, op, progress, known);
    if (known && range.notFinite > 0)
        return fmt::format("{} of {} values are infinite or not numbers in the file, and so are the results with them",
                           formatCount(range.notFinite), formatCount(matrix.nnz()));
    if (range.holds())
        return {};
    std::string others;
    for (const DataType type : dataTypes) {
        Operator other = op;
        other.dtype = type;
        if (type != op.dtype && valueRange(matrix, other, progress, known).holds())
            others += (others.empty() ? "" : ", ") + name(type);
    }
    if (Operator other = op; others.empty() && op.definition().inFloat64 && !op.inFloat64()) {
        other.dtype = DataType::Float64;
        others = valueRange(matrix, other, progress, known).holds() ? name(other.dtype) : "";
    }
    const std::string advice = others.empty() ? "no type holds them: scale the matrix" : others + " hold them";
    const auto share = [&](std::int64_t count, std::int64_t all, const char* what) {
        return fmt::format("{} of {} {}", formatCount(count), formatCount(all), what);
    };
    const auto [are, become] = range.values == 1 ? std::pair("is", "becomes") : std::pair("are", "become");
    const std::string largest = "the largest finite " + name(op.dtype);
    std::string note;
    if (range.values > 0)
        note = fmt::format("{} {} beyond {} (up to {:.3g}) and {} infinite; ",
                           share(range.values, matrix.nnz(), "values"), are, largest, range.largestValue, become);
    const std::string beyond = note.empty() ? largest : "it";
    if (range.results > 0 && known)
        note += fmt::format("{} {} beyond {} (up to {:.3g}) and {} infinite; ",
                            share(range.results, static_cast<std::int64_t>(known->values.size()), "results"),
                            range.results == 1 ? "is" : "are", beyond, range.largestResult,
                            range.results == 1 ? "becomes" : "become");
    else if (range.results > 0)
        note += fmt::format("{} can go beyond {} (up to {:.3g}) with dense values of up to 1; ",
                            op.sampled() ? share(range.results, matrix.nnz(), "results")
                                         : share(range.results, matrix.rows(), "sums of rows"),
                            beyond, range.largestResult);
    return note + advice;
}

} // namespace sparsescope
