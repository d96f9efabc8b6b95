#include "kernels/profile/mask_results.h"

#include "engine/core/at.h"
#include "engine/core/parallel.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace sparsescope {

Matrix withValues(const Matrix& pattern, const Operator& op, const Dense& values)
{
    std::vector<double> taken;
    if (!op.sampled()) {
        taken.resize(at(pattern.nnz()));
        parallelEach(pattern.rows(), 16, [&](std::int64_t r) {
            std::int64_t p = pattern.rowPtr()[at(r)];
            for (const std::int32_t c : pattern.row(r))
                taken[at(p++)] = static_cast<double>(values.values[at(r * values.ld + c % values.cols)]);
        });
    }
    return {pattern.rows(),
            pattern.cols(),
            {pattern.rowPtr().begin(), pattern.rowPtr().end()},
            {pattern.colIdx().begin(), pattern.colIdx().end()},
            std::move(taken),
            pattern.source()};
}

std::vector<std::uint8_t> downloaded(const Buffer& buffer)
{
    std::vector<std::uint8_t> bytes(buffer.bytes());
    buffer.download(bytes.data(), bytes.size());
    return bytes;
}

double largestDifference(const std::vector<double>& a, const std::vector<double>& b)
{
    double difference = 0, magnitude = 0;
    for (std::size_t i = 0; i < a.size(); ++i) {
        if (std::isnan(a[i]) && std::isnan(b[i]))
            continue;
        if (std::isnan(a[i]) || std::isnan(b[i]))
            return std::numeric_limits<double>::infinity();
        difference = std::max(difference, std::abs(a[i] - b[i]));
        magnitude = std::max(magnitude, std::abs(a[i]));
    }
    return magnitude > 0 ? difference / magnitude : difference;
}

std::vector<double> sampledOf(const std::vector<double>& dense, std::int64_t ld, bool columns, const Matrix& pattern)
{
    std::vector<double> sampled(at(pattern.nnz()));
    parallelEach(pattern.rows(), 16, [&](std::int64_t r) {
        std::int64_t p = pattern.rowPtr()[at(r)];
        for (const std::int32_t c : pattern.row(r))
            sampled[at(p++)] = dense[at(columns ? c * ld + r : r * ld + c)];
    });
    return sampled;
}

} // namespace sparsescope
