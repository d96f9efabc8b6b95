#include "engine/run/matrix_values.h"

#include "engine/core/error.h"
#include "engine/core/files.h"
#include "engine/core/parallel.h"
#include "engine/core/text.h"
#include "engine/matrix/patterns/random.h"
#include "engine/plan/value_range.h"

#include <cstddef>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <utility>
#include <vector>

namespace sparsescope {

namespace {

// In the order of MatrixValues.
constexpr std::array names = {"file", "random", "ones"};
constexpr std::array labels = {"values as in the file", "random values", "values of 1"};

std::vector<double> randomValues(std::int64_t count, std::uint64_t seed, Progress& progress)
{
    constexpr std::uint64_t ofMatrix = 1; // another stream than those of anything else with this seed
    std::vector<double> values(static_cast<std::size_t>(count));
    parallelEach(count, 1 << 16, [&](std::int64_t p) {
        if (progress.cancelled())
            return;
        const std::uint64_t bits = RandomStream(seed, ofMatrix, static_cast<std::uint64_t>(p)).next();
        const double magnitude = 0.5 + static_cast<double>(bits >> 12) * 0x1p-53;
        values[static_cast<std::size_t>(p)] = bits % 2 == 0 ? magnitude : -magnitude;
    });
    progress.check();
    return values;
}

MatrixPtr withValues(const Matrix& matrix, std::vector<double> values)
{
    return std::make_shared<const Matrix>(matrix.rows(), matrix.cols(),
                                          std::vector<std::int64_t>(matrix.rowPtr().begin(), matrix.rowPtr().end()),
                                          std::vector<std::int32_t>(matrix.colIdx().begin(), matrix.colIdx().end()),
                                          std::move(values), matrix.source(), matrix.slices());
}

// What a sentence says of values of the file that do not do; empty where they do.
std::string misfit(const Matrix& matrix, const Operator& op, Progress& progress, const Reference* known)
{
    if (!matrix.hasValues())
        return {};
    const ValueRange range = valueRange(matrix, op, progress, known);
    const std::string type = name(op.dtype);
    if (range.notFinite > 0)
        return fmt::format("{} of the file's {} values are infinite or not numbers", formatCount(range.notFinite),
                           formatCount(matrix.nnz()));
    if (range.values > 0)
        return fmt::format("The file's values do not fit {} (largest {:.3g})", type, range.largestValue);
    if (range.vanish())
        return fmt::format("The file's values are all rounded to zero in {} (largest {:.3g})", type,
                           range.largestValue);
    if (known && range.results > 0)
        return fmt::format("The results with the file's values do not fit {} (largest {:.3g})", type,
                           range.largestResult);
    return {};
}

} // namespace

const char* name(MatrixValues values)
{
    return names[static_cast<std::size_t>(values)];
}

const char* label(MatrixValues values)
{
    return labels[static_cast<std::size_t>(values)];
}

MatrixValues parseMatrixValues(const std::string& text)
{
    for (const MatrixValues values : matrixValues)
        if (text == name(values))
            return values;
    failUsage(fmt::format("values \"{}\" are none of {}", text, fmt::join(names, ", ")));
}

TakenValues takeValues(const Matrix& matrix, const Operator& op, std::optional<MatrixValues> asked, std::uint64_t seed,
                       Progress& progress, const Reference* known)
{
    TakenValues taken;
    if (asked)
        taken.values = *asked;
    else if (const std::string why = misfit(matrix, op, progress, known); !why.empty())
        taken = {MatrixValues::Random, nullptr, why + ": random ones are taken in their place."};
    if (taken.values == MatrixValues::File || (taken.values == MatrixValues::Ones && !matrix.hasValues()))
        return taken;
    requireMemory(static_cast<std::uint64_t>(matrix.bytes() + 8 * matrix.nnz()), {},
                  fmt::format("a matrix with {}", label(taken.values)));
    const bool random = taken.values == MatrixValues::Random;
    taken.other = withValues(matrix, random ? randomValues(matrix.nnz(), seed, progress) : std::vector<double>());
    return taken;
}

} // namespace sparsescope
