#include "engine/learn/convolution.h"

#include "engine/core/at.h"
#include "engine/core/error.h"
#include "engine/matrix/patterns/build.h"

#include <fmt/format.h>
#include <map>
#include <utility>

namespace sparsescope::learn {

Convolution::Convolution(const Matrix& grid)
{
    if (grid.nnz() > mostVoxels)
        failInput(fmt::format("a convolution is drawn of at most {} voxels, and here are {}: draw fewer", mostVoxels,
                              grid.nnz()));
    std::map<std::pair<std::int32_t, std::int32_t>, std::int64_t> voxelAt;
    for (std::int64_t row = 0; row < grid.rows(); ++row)
        for (const std::int32_t col : grid.row(row)) {
            const std::int64_t voxel = voxels();
            voxelAt[{static_cast<std::int32_t>(row), col}] = voxel;
            m_places.push_back({static_cast<std::int32_t>(row), col});
            m_x.push_back(grid.hasValues() ? grid.value(voxel) : static_cast<double>(voxel + 1));
        }
    std::vector<std::uint64_t> places;
    const auto count = static_cast<std::int64_t>(offsets().size());
    for (std::int64_t i = 0; i < voxels(); ++i)
        for (std::int64_t r = 0; r < count; ++r) {
            const GridPlace from = place(i), by = offsets()[at(r)];
            const auto j = voxelAt.find({from.row + by.row, from.col + by.col});
            if (j != voxelAt.end())
                places.push_back(static_cast<std::uint64_t>(i) << 32 |
                                 static_cast<std::uint64_t>(r * voxels() + j->second));
        }
    m_relations = matrixFromPlaces(voxels(), count * voxels(), std::move(places), "convolution", count);
    m_pairs.resize(at(count));
    for (std::int64_t p = 0; p < m_relations->nnz(); ++p)
        m_pairs[at(m_relations->colIdx()[at(p)] / voxels())].push_back(p);
}

const std::vector<GridPlace>& Convolution::offsets()
{
    static const std::vector<GridPlace> all = {{-1, -1}, {-1, 0}, {-1, 1}, {0, -1}, {0, 0},
                                               {0, 1},   {1, -1}, {1, 0},  {1, 1}};
    return all;
}

std::string Convolution::name(std::int64_t offset)
{
    const GridPlace by = offsets()[at(offset)];
    return fmt::format("({}, {})", by.row, by.col);
}

std::vector<double> Convolution::result(std::int64_t count) const
{
    std::vector<double> y(m_places.size());
    for (std::int64_t r = 0; r < count; ++r)
        for (const std::int64_t p : pairs(r))
            y[at(target(p))] += m_relations->value(p) * x(source(p));
    return y;
}

} // namespace sparsescope::learn
