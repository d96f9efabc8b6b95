// The sums of operators that add to rows.
#include "engine/plan/operators/rows.h"

#include "engine/core/at.h"
#include "engine/core/parallel.h"
#include "engine/plan/operators/shared.h"
#include "engine/plan/packed.h"

#include <algorithm>
#include <cmath>

namespace sparsescope {

namespace {

template <class T>
Reference referenceWith(const Matrix& matrix, DataType dtype, const Dense& B, const std::vector<T>& values,
                        Progress& progress)
{
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
                const T* b = values.data() + matrix.colIdx()[at(p)] * B.ld;
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

// Adds to C, which is zero: rows x ld, as long as B's.
template <class T>
void executeWith(const Packed& packed, const Dense& B, const std::vector<T>& values, std::vector<T>& C,
                 Progress& progress)
{
    constexpr std::int64_t columnsPerJob = 8;
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
                    const T* b = values.data() + place.col * B.ld;
                    T* c = C.data() + place.row * B.ld;
                    for (std::int64_t j = j0; j < j1; ++j)
                        c[j] += static_cast<T>(place.value) * b[j];
                }
            });
    });
}

} // namespace

Reference referenceOfRows(const Matrix& matrix, DataType dtype, std::span<const Dense> operands, Progress& progress)
{
    const Dense& B = operands[0];
    return dtype == DataType::Float64 ? referenceWith(matrix, dtype, B, B.doubles, progress)
                                      : referenceWith(matrix, dtype, B, B.values, progress);
}

Dense executeRows(const Packed& packed, std::span<const Dense> operands, Progress& progress)
{
    const Dense& B = operands[0];
    const auto size = static_cast<std::size_t>(packed.rows * B.ld);
    Dense C{packed.rows, B.cols, B.ld, {}};
    if (packed.op.inFloat64()) {
        C.doubles.resize(size);
        executeWith(packed, B, B.doubles, C.doubles, progress);
    } else {
        C.values.resize(size);
        executeWith(packed, B, B.values, C.values, progress);
    }
    return C;
}

} // namespace sparsescope
