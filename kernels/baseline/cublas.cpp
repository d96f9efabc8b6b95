#include "kernels/baseline/cublas.h"

#include "engine/core/error.h"
#include "kernels/baseline/storage.h"
#include "kernels/device/dense_product.h"

namespace sparsescope {

void runCublas(Race& race)
{
    const BaselineInput& input = race.input;
    const Matrix& matrix = input.matrix;
    const DataType dtype = input.op.dtype;
    const std::int64_t ldA = (matrix.cols() + 7) / 8 * 8; // rows at multiples of 16 bytes, for the fastest kernels
    const std::int64_t stored = matrix.rows() * ldA;
    if (const std::string refusal = storageRefusal("The dense matrix", stored, matrix.nnz(), dtype, freeMemory().free);
        !refusal.empty())
        throw Error(ErrorKind::Device, refusal);
    const Buffer A(std::span<const std::uint8_t>(storedValues(matrix, densePlaces(matrix, ldA), stored, dtype)),
                   "A as a dense matrix");
    const DenseProduct product(dtype, {matrix.rows(), matrix.cols(), input.op.dense, ldA, input.ld, input.ld});
    race.run(input.C, input.ld, [&] { product.run(race.stream, A.address(), input.B, input.C.address()); });
}

} // namespace sparsescope
