// Relational gather-matmul-scatter (SparseTIR 4.4): the slices of the matrix are relations, each with weights of its
// own. As these do not depend on the column, the rows of X that a row of a relation names are summed before they are
// multiplied.
#include "engine/core/at.h"
#include "engine/core/parallel.h"
#include "engine/plan/operators/shared.h"
#include "engine/plan/packed.h"

#include <algorithm>
#include <cmath>

namespace sparsescope {

namespace {

// What one row of one relation has summed so far, and its product with the relation's weights.
template <class T>
struct RowSum {
    const Dense& W;
    std::vector<T> sum;
    std::vector<T> magnitude = {}; // empty: not asked for

    void add(T a, const float* x)
    {
        for (std::size_t k = 0; k < sum.size(); ++k) {
            const T product = a * static_cast<T>(x[k]);
            sum[k] += product;
            if (!magnitude.empty())
                magnitude[k] += std::fabs(product);
        }
    }

    // Adds the product to y and y's magnitudes, and begins anew.
    void multiply(std::int64_t relation, T* y, T* yMagnitude)
    {
        for (std::size_t k = 0; k < sum.size(); ++k) {
            const float* w = W.values.data() + (relation * std::ssize(sum) + static_cast<std::int64_t>(k)) * W.ld;
            for (std::int64_t l = 0; l < W.cols; ++l) {
                y[l] += sum[k] * static_cast<T>(w[l]);
                if (yMagnitude)
                    yMagnitude[l] += magnitude[k] * std::fabs(static_cast<T>(w[l]));
            }
        }
        std::fill(sum.begin(), sum.end(), T(0));
        std::fill(magnitude.begin(), magnitude.end(), T(0));
    }
};

Reference relationalReference(const Matrix& matrix, DataType dtype, std::span<const Dense> operands, Progress& progress)
{
    const Dense& X = operands[0];
    const Dense& W = operands[1];
    const std::int64_t n = matrix.sliceCols();
    Reference reference = emptyReference(matrix.rows(), W.cols);
    parallelRanges(matrix.rows(), 64, [&](std::int64_t begin, std::int64_t end) {
        RowSum<double> of{W, std::vector<double>(at(X.cols), 0.0), std::vector<double>(at(X.cols), 0.0)};
        for (std::int64_t r = begin; r < end; ++r) {
            if (r % 64 == 0)
                progress.check();
            double* const y = reference.values.data() + r * W.cols;
            double* const magnitude = reference.magnitudes.data() + r * W.cols;
            const std::int64_t last = matrix.rowPtr()[at(r) + 1];
            for (std::int64_t p = matrix.rowPtr()[at(r)]; p < last; ++p) {
                const std::int64_t relation = matrix.colIdx()[at(p)] / n;
                of.add(rounded(dtype, matrix.value(p)), X.values.data() + matrix.colIdx()[at(p)] % n * X.ld);
                if (p + 1 == last || matrix.colIdx()[at(p) + 1] / n != relation)
                    of.multiply(relation, y, magnitude);
            }
            std::transform(magnitude, magnitude + W.cols, magnitude, [&](double m) { return scaleOf(dtype, m); });
        }
    });
    return reference;
}

Dense relationalExecute(const Packed& packed, std::span<const Dense> operands, Progress& progress)
{
    const Dense& X = operands[0];
    const Dense& W = operands[1];
    const std::int64_t n = packed.shape().sliceCols();
    const bool rounds = narrow(packed.op.dtype) && !packed.multipliesFirst;
    Dense Y{packed.rows, W.cols, W.ld, std::vector<float>(at(packed.rows * W.ld))};
    // Jobs take rows of Y, so that tiles which share rows never meet. Each goes through all places, which takes little
    // beside the products.
    constexpr std::int64_t jobs = 16;
    const std::int64_t rowsOfJob = (packed.rows + jobs - 1) / jobs;
    parallelRanges(jobs, 1, [&](std::int64_t firstJob, std::int64_t lastJob) {
        RowSum<float> of{W, std::vector<float>(at(X.cols), 0.0f)};
        std::int64_t row = -1, relation = 0;
        const auto finishRow = [&] {
            if (row < 0)
                return;
            if (rounds)
                for (float& s : of.sum)
                    s = roundedOutput(packed.op.dtype, s);
            of.multiply(relation, Y.values.data() + row * Y.ld, nullptr);
            row = -1;
        };
        std::int64_t pieces = 0; // of tiles, the largest of which holds all of the matrix
        for (std::size_t t = 0; t < packed.tiles.size(); ++t) {
            packed.forEachPlace(t, [&](std::span<const PackedPlace> places) {
                if (pieces++ % 1024 == 0)
                    progress.check();
                for (const PackedPlace& place : places) {
                    if (place.value == 0 || place.row < firstJob * rowsOfJob || place.row >= lastJob * rowsOfJob)
                        continue;
                    if (place.row != row || place.col / n != relation)
                        finishRow();
                    row = place.row;
                    relation = place.col / n;
                    of.add(static_cast<float>(place.value), X.values.data() + place.col % n * X.ld);
                }
            });
            finishRow();
        }
    });
    return Y;
}

} // namespace

const OperatorDefinition& rgmsDefinition()
{
    static const OperatorDefinition definition = {.kind = OperatorKind::RGMS,
                                                  .name = "rgms",
                                                  .label = "RGMS",
                                                  .formula = "Y[i,l] += A[r,i,j] X[j,k] W[r,k,l]",
                                                  .axis = "L",
                                                  .inner = "K",
                                                  .operands = {{.name = "X"}, {.name = "W", .rows = RowsOf::Inner}},
                                                  .measuredParts = {32, 64, 128},
                                                  .baselines = {"two-stage", "gather-gemm-scatter", "per-relation"},
                                                  .program = R"(program rgms stage 1
param m, n, nnz, nr, kr, e, d
axis I = dense_fixed(m)
axis J = sparse_variable(I, n, nnz, J_indptr, J_indices)
axis J_ = dense_fixed(nr)
axis K = dense_fixed(e)
axis K_ = dense_fixed(kr)
axis L = dense_fixed(d)
buffer A(I, J): f32
buffer X(J_, K): f32
buffer W(K_, L): f32
buffer C(I, L): f32
iter rgms [I: S, J: R, K: R, L: S] as i, j, k, l {
  init {
    C[i, l] = 0
  }
  C[i, l] += A[i, j] * X[j % nr, k] * W[j / nr * e + k, l]
}
)",
                                                  .reference = relationalReference,
                                                  .execute = relationalExecute};
    return definition;
}

} // namespace sparsescope
