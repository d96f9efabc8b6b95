// What the tests of programs share: operands of small whole numbers, with which every sum is exact, and the example
// that SPARSETIR's section 7 works by hand.
#pragma once

#include "engine/ir/decompose.h"
#include "engine/ir/interpret.h"
#include "engine/ir/parts.h"
#include "engine/ir/text.h"
#include "tests/engine/format_fixtures.h"

namespace sparsescope {

inline std::vector<Dense> wholeOperands(const Operator& op, const Matrix& matrix, std::uint64_t seed)
{
    std::mt19937_64 random(seed);
    std::uniform_int_distribution<int> value(-8, 8);
    std::vector<Dense> operands;
    for (const OperandDefinition& operand : op.definition().operands) {
        const OperandShape shape = operandShape(op, operand, shapeOf(matrix));
        Dense dense{shape.rows, shape.cols, shape.cols, {}};
        for (std::int64_t i = 0; i < dense.rows * dense.ld; ++i)
            dense.values.push_back(static_cast<float>(value(random)));
        operands.push_back(std::move(dense));
    }
    return operands;
}

// The same non-zeros with values from -8 to 8.
inline MatrixPtr withWholeValues(const Matrix& matrix, std::uint64_t seed)
{
    std::mt19937_64 random(seed);
    std::uniform_int_distribution<int> value(-8, 8);
    std::vector<double> values(static_cast<std::size_t>(matrix.nnz()));
    std::generate(values.begin(), values.end(), [&] { return value(random); });
    return std::make_shared<const Matrix>(matrix.rows(), matrix.cols(),
                                          std::vector(matrix.rowPtr().begin(), matrix.rowPtr().end()),
                                          std::vector(matrix.colIdx().begin(), matrix.colIdx().end()),
                                          std::move(values), matrix.source(), matrix.slices());
}

// Section 7's SpMM, lowered to stage 2.
inline constexpr const char* spmmPositions = R"(program spmm stage 2
param m, n, nnz, d
axis I = dense_fixed(m)
axis J = sparse_variable(I, n, nnz, J_indptr, J_indices)
axis J_ = dense_fixed(n)
axis K = dense_fixed(d)
axis J_dense = dense_variable(I, n, nnz, J_indptr)
buffer A(I, J): f32
buffer B(J_, K): f32
buffer C(I, K): f32
buffer J_indptr(I) extra 1: i32
buffer J_indices(I, J_dense): i32
domain J_indptr [0, nnz + 1)
domain J_indices [0, n)
for i: S in m {
  block spmm0 {
    for k: S in d {
      C[i, k] = 0
    }
    for j: R in J_indptr[i + 1] - J_indptr[i] {
      for k: S in d {
        block spmm1 {
          C[i, k] += A[i, j] * B[J_indices[i, j], k]
        }
      }
    }
  }
}
)";

// Section 7's A: row 0 (1: 2), row 1 (0: 3, 2: 5, 3: 7), row 2 empty, row 3 (1: 11, 3: 13).
inline MatrixPtr workedMatrix()
{
    return std::make_shared<const Matrix>(4, 4, std::vector<std::int64_t>{0, 1, 4, 4, 6},
                                          std::vector<std::int32_t>{1, 0, 2, 3, 1, 3},
                                          std::vector<double>{2, 3, 5, 7, 11, 13}, MatrixSource{});
}

// The operator's program on CSR, in float64: what plans have to give.
inline std::vector<double> resultOf(const Operator& op, const Matrix& matrix, const std::vector<Dense>& operands)
{
    const ir::Bindings bound = ir::bind(op, matrix, operands);
    return ir::interpret(ir::programOf(op), bound, noProgress()).launch.arrays.at("C").values;
}

} // namespace sparsescope
