#include "engine/run/executor.h"

#include "engine/core/error.h"
#include "engine/core/files.h"
#include "engine/core/parallel.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <numbers>

namespace sparsescope {

namespace {

constexpr std::int64_t columnsPerJob = 8;

// SplitMix64: one independent number for each index, so that parallel loops draw the same values.
std::uint64_t mix(std::uint64_t x)
{
    x += 0x9e3779b97f4a7c15u;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
    return x ^ (x >> 31);
}

double normal(std::uint64_t seed, std::uint64_t index)
{
    const std::uint64_t a = mix(seed ^ mix(2 * index));
    const std::uint64_t b = mix(seed ^ mix(2 * index + 1));
    const double u = (static_cast<double>(a >> 11) + 1) * 0x1p-53;
    return std::sqrt(-2 * std::log(u)) * std::cos(2 * std::numbers::pi * static_cast<double>(b >> 11) * 0x1p-53);
}

}  // namespace

Dense randomDense(std::int64_t rows, std::int64_t cols, std::int64_t ld, DataType dtype, std::uint64_t seed)
{
    requireMemory(static_cast<std::uint64_t>(rows * ld) * sizeof(float), {}, fmt::format("a dense operand of {} x {}", rows, ld));
    Dense d{rows, cols, ld, std::vector<float>(static_cast<std::size_t>(rows * ld), 0.0f)};
    parallelEach(rows, 64, [&](std::int64_t r) {
        for (std::int64_t c = 0; c < cols; ++c)
            d.values[static_cast<std::size_t>(r * ld + c)] =
                static_cast<float>(rounded(dtype, normal(seed, static_cast<std::uint64_t>(r * cols + c))));
    });
    return d;
}

bool ErrorNorms::accepted(DataType dtype) const
{
    // The output is rounded once (half a unit in the last place: 2^-11, 2^-24) and accumulated in float32.
    const double relativeBound = dtype == DataType::Float16 ? 1e-3 : 1e-5;
    const double elementBound = dtype == DataType::Float16 ? 2e-3 : 1e-4;
    return relative <= relativeBound && worstElement <= elementBound;
}

Reference referenceSpmm(const Matrix& matrix, DataType dtype, const Dense& B, Progress& progress)
{
    const std::int64_t J = B.cols;
    requireMemory(static_cast<std::uint64_t>(matrix.rows() * J) * 16, {}, fmt::format("a float64 reference of {} x {}", matrix.rows(), J));
    Reference reference{matrix.rows(), J, std::vector<double>(static_cast<std::size_t>(matrix.rows() * J), 0.0),
                        std::vector<double>(static_cast<std::size_t>(matrix.rows() * J), 0.0)};
    parallelRanges(matrix.rows(), 64, [&](std::int64_t begin, std::int64_t end) {
        progress.check();
        for (std::int64_t r = begin; r < end; ++r) {
            double* c = reference.values.data() + r * J;
            double* magnitude = reference.magnitudes.data() + r * J;
            for (std::int64_t p = matrix.rowPtr()[static_cast<std::size_t>(r)]; p < matrix.rowPtr()[static_cast<std::size_t>(r) + 1]; ++p) {
                const double a = rounded(dtype, matrix.value(p));
                const float* b = B.values.data() + matrix.colIdx()[static_cast<std::size_t>(p)] * B.ld;
                for (std::int64_t j = 0; j < J; ++j) {
                    const double product = a * static_cast<double>(b[j]);
                    c[j] += product;
                    magnitude[j] += std::fabs(product);
                }
            }
        }
    });
    return reference;
}

ErrorNorms compare(const Reference& reference, const float* C, std::int64_t ld)
{
    std::vector<double> difference(static_cast<std::size_t>(reference.rows), 0.0);
    std::vector<double> norm(difference.size(), 0.0);
    std::vector<double> worst(difference.size(), 0.0);
    parallelEach(reference.rows, 256, [&](std::int64_t r) {
        const auto row = static_cast<std::size_t>(r);
        for (std::int64_t j = 0; j < reference.cols; ++j) {
            const auto at = static_cast<std::size_t>(r * reference.cols + j);
            const double expected = reference.values[at];
            const double d = std::fabs(static_cast<double>(C[r * ld + j]) - expected);
            difference[row] += d * d;
            norm[row] += expected * expected;
            const double scale = reference.magnitudes[at];
            const double element = scale > 0 ? d / scale : (d > 0 ? HUGE_VAL : d);
            worst[row] = std::isnan(element) ? HUGE_VAL : std::max(worst[row], element);
        }
    });
    double d = 0, n = 0, w = 0;
    for (std::size_t r = 0; r < difference.size(); ++r) {
        d += difference[r];
        n += norm[r];
        w = std::max(w, worst[r]);
    }
    return {n > 0 ? std::sqrt(d / n) : std::sqrt(d), w};
}

Dense executePlan(const Packed& packed, const Dense& B, Progress& progress)
{
    if (B.rows != packed.cols || B.cols != packed.op.dense)
        failUsage(fmt::format("the plan needs a dense operand of {} x {}, not {} x {}", packed.cols, packed.op.dense, B.rows, B.cols));
    Dense C{packed.rows, B.cols, B.ld, std::vector<float>(static_cast<std::size_t>(packed.rows * B.ld), 0.0f)};
    // Jobs take columns of C, so that tiles which share rows never meet.
    parallelRanges((B.cols + columnsPerJob - 1) / columnsPerJob, 1, [&](std::int64_t begin, std::int64_t end) {
        const std::int64_t j0 = begin * columnsPerJob;
        const std::int64_t j1 = std::min(B.cols, end * columnsPerJob);
        std::vector<std::int32_t> rows;
        for (std::size_t t = 0; t < packed.tiles.size(); ++t) {
            if (t % 1024 == 0)
                progress.check();
            const PackedTile& tile = packed.tiles[t];
            const TaskKind& kind = packed.kinds[static_cast<std::size_t>(tile.kind)];
            PackedTileView view = packed.view(tile);
            if (kind.atomic && packed.usesScratch()) {  // slots of the scratch back to rows of C
                rows.assign(view.rowIds.begin(), view.rowIds.end());
                for (std::int32_t& r : rows)
                    r = r < 0 ? r : packed.atomicRows[static_cast<std::size_t>(r)];
                view.rowIds = rows;
            }
            packed.formats[static_cast<std::size_t>(kind.format)]->spmm(view, packed.op.dtype, B.values.data(), B.ld, C.values.data(), C.ld, j0, j1);
        }
    });
    if (packed.op.dtype == DataType::Float16)
        parallelEach(C.rows, 256, [&](std::int64_t r) {
            for (std::int64_t j = 0; j < C.cols; ++j) {
                float& c = C.values[static_cast<std::size_t>(r * C.ld + j)];
                c = fromHalf(toHalf(c));
            }
        });
    return C;
}

}  // namespace sparsescope
