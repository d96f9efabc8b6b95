// What the tests of hyb and CELL share: matrices, searches, and what the ELL tiles of a plan store.
#pragma once

#include "tests/engine/search_fixtures.h"

#include <map>

namespace sparsescope {

using nlohmann::json;

using Ids = std::vector<std::int32_t>;

inline Searched searchedBy(const std::string& name, const Matrix& matrix, const Operator& op, const json& options,
                           const Calibration& calibration = everything())
{
    const auto model = makeCostModel(calibration, op);
    Searched s;
    s.plan = planner(name).search(matrix, op, ModelEvaluator(*model), options, s.trace, noProgress());
    return s;
}

// The 8 x 8 matrix of LiteForm's slide on formats: a at (0, 1), b at (0, 6), c at (1, 2) ... o at (7, 5).
inline MatrixPtr liteformSlide()
{
    return matrixFromCoordinates(8, 8,
                                 {{0, 1},
                                  {0, 6},
                                  {1, 2},
                                  {2, 0},
                                  {2, 1},
                                  {2, 5},
                                  {4, 0},
                                  {4, 1},
                                  {4, 2},
                                  {4, 3},
                                  {4, 5},
                                  {4, 6},
                                  {6, 1},
                                  {6, 3},
                                  {7, 5}},
                                 "LiteForm's slide");
}

inline std::vector<MatrixPtr> someMatrices()
{
    return {figure1(),
            liteformSlide(),
            strided(100),
            randomUniform(40, 300, 0.05, 3),
            randomUniform(300, 40, 0.1, 4),
            rmat(256, 3000, 5),
            randomUniform(1, 500, 0.5, 6),
            randomUniform(500, 1, 0.5, 7),
            matrixFromCoordinates(5, 7, {}, "empty"),
            crossing(256, 1)};
}

// Stored places of the rows alone, without rows that the last tile of a bucket lacks.
inline double paddingOfRows(const Plan& plan)
{
    std::int64_t stored = 0;
    for (const Tile& tile : plan.tiling().tiles) {
        const Format& format = plan.tiling().formatOf(tile);
        stored += tile.rows.size() * format.packedCols() / format.packedRows();
    }
    return 1 - static_cast<double>(plan.nnz) / static_cast<double>(stored);
}

struct StoredRow {
    std::int32_t row;
    Ids cols;
    bool operator==(const StoredRow&) const = default;
};

// What the ELL tiles of each width store, row by row, padding left out.
inline std::map<std::int64_t, std::vector<StoredRow>> storedRows(const Plan& plan, const Matrix& matrix)
{
    std::map<std::int64_t, std::vector<StoredRow>> rows;
    for (const Tile& tile : plan.tiling().tiles) {
        const Format& format = plan.tiling().formatOf(tile);
        const TileView view = plan.tiling().view(tile);
        const std::int64_t width = format.packedCols() / format.packedRows();
        std::vector<std::int64_t> places(static_cast<std::size_t>(format.packedValues()));
        format.places(view, matrix, plan.op.dtype, places);
        for (std::size_t r = 0; r < view.rowIds.size(); ++r) {
            StoredRow stored{view.rowIds[r], {}};
            for (std::int64_t k = 0; k < width; ++k)
                if (const std::int64_t e = places[r * static_cast<std::size_t>(width) + static_cast<std::size_t>(k)];
                    e != Format::padding)
                    stored.cols.push_back(matrix.colIdx()[static_cast<std::size_t>(e)]);
            rows[width].push_back(stored);
        }
    }
    return rows;
}

inline const json oneTile = {{"column-parts", "1"}, {"block-rows", 1}, {"compete", false}};

inline json with(json options, const json& more)
{
    options.update(more);
    return options;
}

} // namespace sparsescope
