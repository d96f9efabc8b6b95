// Dense times dense, sampled by a sparse matrix.
#include "engine/core/at.h"
#include "engine/core/parallel.h"
#include "engine/plan/operators/shared.h"
#include "engine/plan/packed.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace sparsescope {

namespace {

Reference reference(const Matrix& matrix, DataType dtype, std::span<const Dense> operands, Progress& progress)
{
    const Dense& X = operands[0];
    const Dense& Y = operands[1];
    Reference reference = emptyReference(matrix.nnz(), 1);
    parallelRanges(matrix.rows(), 64, [&](std::int64_t begin, std::int64_t end) {
        for (std::int64_t r = begin; r < end; ++r) {
            if (r % 64 == 0)
                progress.check();
            const float* x = X.values.data() + r * X.ld;
            const auto last = static_cast<std::size_t>(matrix.rowPtr()[static_cast<std::size_t>(r) + 1]);
            for (auto p = static_cast<std::size_t>(matrix.rowPtr()[at(r)]); p < last; ++p) {
                const float* y = Y.values.data() + matrix.colIdx()[p] * Y.ld;
                double sum = 0, magnitude = 0;
                for (std::int64_t k = 0; k < X.cols; ++k) {
                    const double product = static_cast<double>(x[k]) * static_cast<double>(y[k]);
                    sum += product;
                    magnitude += std::fabs(product);
                }
                const double a = rounded(dtype, matrix.value(static_cast<std::int64_t>(p)));
                reference.values[p] = a * sum;
                reference.magnitudes[p] = scaleOf(dtype, std::fabs(a) * magnitude);
            }
        }
    });
    return reference;
}

// The sum over k in [k0, k1) of x[k] y[k], in float32.
float partialDot(const float* x, const float* y, std::int64_t k0, std::int64_t k1)
{
    float sum = 0;
    for (std::int64_t k = k0; k < k1; ++k)
        sum += x[k] * y[k];
    return sum;
}

Dense execute(const Packed& packed, std::span<const Dense> operands, Progress& progress)
{
    const Dense& X = operands[0];
    const Dense& Y = operands[1];
    // Where nothing is added, an output that no place writes stays NaN, so that its absence shows.
    const bool add = packed.addsOutputs();
    const float begin = add ? 0.0f : std::numeric_limits<float>::quiet_NaN();
    Dense out{packed.nnz, 1, 1, std::vector<float>(static_cast<std::size_t>(packed.nnz), begin)};
    parallelRanges(static_cast<std::int64_t>(packed.tiles.size()), 16, [&](std::int64_t first, std::int64_t last) {
        std::int64_t pieces = 0; // of tiles, the largest of which holds all of the matrix
        for (std::int64_t t = first; t < last; ++t)
            for (std::int64_t k = 0; k < packed.op.dense; k += packed.densePart) {
                const std::int64_t end = std::min(k + packed.densePart, packed.op.dense);
                packed.forEachPlace(static_cast<std::size_t>(t), [&](std::span<const PackedPlace> places) {
                    if (pieces++ % 1024 == 0)
                        progress.check();
                    for (const PackedPlace& place : places) {
                        if (place.output < 0)
                            continue;
                        const float product =
                            static_cast<float>(place.value) *
                            partialDot(X.values.data() + place.row * X.ld, Y.values.data() + place.col * Y.ld, k, end);
                        float& target = out.values[at(place.output)];
                        target = add ? target + product : product;
                    }
                });
            }
    });
    return out;
}

} // namespace

const OperatorDefinition& sddmmDefinition()
{
    static const OperatorDefinition definition = {
        .kind = OperatorKind::SDDMM,
        .name = "sddmm",
        .label = "SDDMM",
        .formula = "C[i,j] = A[i,j] sum_k X[i,k] Y[j,k]",
        .axis = "K",
        .sampled = true,
        .operands = {{.name = "X", .rows = RowsOf::Rows}, {.name = "Y"}},
        .measuredParts = {32, 128, 512},
        .baselines = {"cusparse:sddmm", "cusparse:sddmm_bsr16", "cusparse:sddmm_bsr32"},
        .program = R"(program sddmm stage 1
param m, n, nnz, d
axis I = dense_fixed(m)
axis J = sparse_variable(I, n, nnz, J_indptr, J_indices)
axis J_ = dense_fixed(n)
axis K = dense_fixed(d)
buffer A(I, J): f32
buffer X(I, K): f32
buffer Y(J_, K): f32
buffer C(I, J): f32
iter sddmm [I: S, J: S, K: R] as i, j, k {
  init {
    C[i, j] = 0
  }
  C[i, j] += A[i, j] * X[i, k] * Y[j, k]
}
)",
        .reference = reference,
        .execute = execute};
    return definition;
}

} // namespace sparsescope
