// A sparse convolution as relations, after SparseTIR's figure 22: each offset of a kernel of 3 x 3 is one, between the
// voxels of a small grid and themselves (a submanifold convolution). One feature in and one out, all weights 1.
#pragma once

#include "engine/matrix/matrix.h"

#include <cstdint>
#include <string>
#include <vector>

namespace sparsescope::learn {

struct GridPlace {
    std::int32_t row = 0, col = 0;
};

class Convolution {
public:
    static constexpr std::int64_t mostVoxels = 80;

    // The grid's non-zeros are voxels, numbered row by row. Throws Error(Input) where there are more than mostVoxels.
    explicit Convolution(const Matrix& grid);

    static const std::vector<GridPlace>& offsets(); // (-1, -1) to (1, 1), row by row: nine
    static std::string name(std::int64_t offset);   // "(0, 1)"

    std::int64_t voxels() const { return static_cast<std::int64_t>(m_places.size()); }
    GridPlace place(std::int64_t voxel) const { return m_places[static_cast<std::size_t>(voxel)]; }
    // X: what the grid holds there, or 1, 2, ... where it is a pattern.
    double x(std::int64_t voxel) const { return m_x[static_cast<std::size_t>(voxel)]; }
    // A[r, i, j] = 1 where voxel j is voxel i + offset r: nine slices, voxels() rows.
    const Matrix& relations() const { return *m_relations; }
    // CSR positions of a relation, by row.
    const std::vector<std::int64_t>& pairs(std::int64_t offset) const
    {
        return m_pairs[static_cast<std::size_t>(offset)];
    }
    std::int64_t target(std::int64_t position) const { return m_relations->rowOf(position); } // i
    std::int64_t source(std::int64_t position) const                                          // j
    {
        return m_relations->colIdx()[static_cast<std::size_t>(position)] % voxels();
    }
    // Y after the first so many offsets.
    std::vector<double> result(std::int64_t offsets) const;

private:
    std::vector<GridPlace> m_places;
    std::vector<double> m_x;
    MatrixPtr m_relations;
    std::vector<std::vector<std::int64_t>> m_pairs; // of each offset
};

} // namespace sparsescope::learn
