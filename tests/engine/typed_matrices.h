// Matrices of several relations, for tests of RGMS.
#pragma once

#include "engine/matrix/patterns.h"
#include "tests/engine/plans_by_hand.h"

#include <cstdint>
#include <memory>
#include <random>
#include <vector>

namespace sparsescope {

// Voxels (0, 0), (0, 1) and (1, 1) under a kernel of 3 x 3, whose offsets are the relations, (-1, -1) first: row i of
// one holds column j where voxel j lies at that offset from voxel i.
inline MatrixPtr threeVoxels()
{
    std::vector<std::int64_t> rowPtr{0, 3, 6, 9};
    const auto at = [](int relation, int column) { return static_cast<std::int32_t>(3 * relation + column); };
    std::vector<std::int32_t> colIdx{at(4, 0), at(5, 1), at(8, 2), at(3, 0), at(4, 1),
                                     at(7, 2), at(0, 0), at(1, 1), at(4, 2)};
    MatrixSource source;
    source.name = "three voxels";
    return std::make_shared<const Matrix>(3, 27, std::move(rowPtr), std::move(colIdx), std::vector<double>(),
                                          std::move(source), 9);
}

// The same non-zeros with random values.
inline MatrixPtr withRandomValues(const Matrix& matrix, std::uint64_t seed)
{
    std::mt19937_64 random(seed);
    std::normal_distribution<double> value;
    std::vector<double> values(static_cast<std::size_t>(matrix.nnz()));
    for (double& v : values)
        v = value(random);
    return std::make_shared<const Matrix>(matrix.rows(), matrix.cols(),
                                          std::vector(matrix.rowPtr().begin(), matrix.rowPtr().end()),
                                          std::vector(matrix.colIdx().begin(), matrix.colIdx().end()),
                                          std::move(values), matrix.source(), matrix.slices());
}

// A graph, a convolution, one with relations that are empty, one that has only one relation.
inline std::vector<MatrixPtr> typedMatrices()
{
    return {withRandomValues(*typedGraph({.nodes = 200, .edges = 2'500, .relations = 7}), 1),
            surface(SurfaceKernel::Submanifold, 150, 2), threeVoxels(), randomWithEmptyRows(60, 90, 0.1, 3)};
}

} // namespace sparsescope
