// The sums of operators that add to rows.
#include "engine/plan/operators/rows.h"

#include "engine/core/at.h"
#include "engine/core/parallel.h"
#include "engine/plan/operators/shared.h"
#include "engine/plan/packed.h"

#include <algorithm>
#include <cmath>

namespace sparsescope {

Reference referenceOfRows(const Matrix& matrix, DataType dtype, std::span<const Dense> operands, Progress& progress)
{
    const Dense& B = operands[0];
    const std::int64_t J = B.cols;
    Reference reference = emptyReference(matrix.rows(), J);
    parallelRanges(matrix.rows(), 64, [&](std::int64_t begin, std::int64_t end) {
        for (std::int64_t r = begin; r < end; ++r) {
            if (r % 64 == 0)
                progress.check();
            double* c = reference.values.data() + r * J;
            double* magnitude = reference.magnitudes.data() + r * J;
            for (std::int64_t p = matrix.rowPtr()[at(r)]; p < matrix.rowPtr()[static_cast<std::size_t>(r) + 1]; ++p) {
                const double a = rounded(dtype, matrix.value(p));
                const float* b = B.values.data() + matrix.colIdx()[at(p)] * B.ld;
                for (std::int64_t j = 0; j < J; ++j) {
                    const double product = a * static_cast<double>(b[j]);
                    c[j] += product;
                    magnitude[j] += std::fabs(product);
                }
            }
            std::transform(magnitude, magnitude + J, magnitude, [&](double m) { return scaleOf(dtype, m); });
        }
    });
    return reference;
}

Dense executeRows(const Packed& packed, std::span<const Dense> operands, Progress& progress)
{
    constexpr std::int64_t columnsPerJob = 8;
    const Dense& B = operands[0];
    Dense C{packed.rows, B.cols, B.ld, std::vector<float>(static_cast<std::size_t>(packed.rows * B.ld), 0.0f)};
    // Jobs take columns of C, so that tiles which share rows never meet.
    parallelRanges((B.cols + columnsPerJob - 1) / columnsPerJob, 1, [&](std::int64_t begin, std::int64_t end) {
        const std::int64_t j0 = begin * columnsPerJob;
        const std::int64_t j1 = std::min(B.cols, end * columnsPerJob);
        std::int64_t pieces = 0; // of tiles, the largest of which holds all of the matrix
        for (std::size_t t = 0; t < packed.tiles.size(); ++t)
            packed.forEachPlace(t, [&](std::span<const PackedPlace> places) {
                if (pieces++ % 1024 == 0)
                    progress.check();
                for (const PackedPlace& place : places) {
                    if (place.value == 0)
                        continue;
                    const float* b = B.values.data() + place.col * B.ld;
                    float* c = C.values.data() + place.row * C.ld;
                    for (std::int64_t j = j0; j < j1; ++j)
                        c[j] += place.value * b[j];
                }
            });
    });
    return C;
}

} // namespace sparsescope
