// Matrices, views and plans for the tests of pictures. Plans here are cut by hand, so that what is drawn is known.
#pragma once

#include "engine/core/error.h"
#include "engine/core/parallel.h"
#include "engine/matrix/patterns.h"
#include "engine/plan/plan.h"
#include "engine/raster/view_box.h"

#include <memory>
#include <nlohmann/json.hpp>
#include <random>
#include <vector>

namespace sparsescope {

// A format that is only looked at.
class PaintedFormat : public Format {
public:
    PaintedFormat(FormatFamily family, std::int64_t places) : m_family(family), m_places(places) {}
    std::string name() const override { return "painted"; }
    nlohmann::json parameters() const override { return nlohmann::json::object(); }
    std::string label() const override { return "painted"; }
    std::string letter() const override { return "P"; }
    FormatFamily family() const override { return m_family; }
    std::string description() const override { return {}; }
    std::int64_t packedRows() const override { return 1; }
    std::int64_t packedCols() const override { return m_places; }
    std::int64_t packedValues() const override { return m_places; }
    void validate(const TileView&, const Matrix&) const override {}
    void places(const TileView&, const Matrix&, DataType, std::span<std::int64_t>) const override {}
    std::span<const StoredArray> arrays() const override
    {
        static const std::vector<StoredArray> all = {
            {"rowIds", "", ElementType::Row}, {"colIdx", "", ElementType::Column}, {"values", "", ElementType::Value}};
        return all;
    }
    ArraySizes sizes(const TileView&) const override { return {1, m_places, m_places}; }
    void pack(const TileView&, const Matrix&, const PackedSpans&) const override {}
    void cover(const Matrix&, std::span<const std::uint32_t>, TileSet&, Progress&) const override {}
    TileFeatures features(const TileView&, const Matrix&) const override { return {this, 1, m_places, m_places}; }
    void forEachPlace(const PackedTileView&, DataType, const PlacesBody&) const override {}

private:
    FormatFamily m_family;
    std::int64_t m_places;
};

struct PaintedPlan {
    MatrixPtr matrix;
    std::shared_ptr<Plan> plan;
    std::shared_ptr<std::vector<std::uint32_t>> owner;
};

// The matrix in square pieces of `side`, row by row: each piece with non-zeros is a tile with rows and columns of its
// own, of the families in turn, level 1 + (tile mod 5), cost 1 + tile.
inline PaintedPlan checkered(MatrixPtr matrix, std::int64_t side)
{
    PaintedPlan p{matrix, std::make_shared<Plan>(), std::make_shared<std::vector<std::uint32_t>>(matrix->nnz())};
    Plan& plan = *p.plan;
    plan.rows = matrix->rows();
    plan.cols = matrix->cols();
    plan.nnz = matrix->nnz();
    plan.matrix = matrix->fingerprint();
    for (int f = 0; f < 6; ++f)
        plan.tiling().formats.push_back(std::make_shared<PaintedFormat>(static_cast<FormatFamily>(f), side * side));
    plan.tiling().partitions.push_back({-1, 0, 0, matrix->rows(), 0, matrix->cols(), 0});
    for (std::int64_t r = 0; r < matrix->rows(); r += side)
        for (std::int64_t c = 0; c < matrix->cols(); c += side) {
            Tile tile;
            tile.rows.begin = static_cast<std::int64_t>(plan.tiling().rowIds.size());
            tile.cols.begin = static_cast<std::int64_t>(plan.tiling().colIds.size());
            tile.entries.begin = static_cast<std::int64_t>(plan.tiling().entries.size());
            for (std::int64_t i = r; i < std::min(matrix->rows(), r + side); ++i) {
                const auto columns = matrix->row(i);
                const auto b = std::lower_bound(columns.begin(), columns.end(), c) - columns.begin();
                const auto e = std::lower_bound(columns.begin(), columns.end(), c + side) - columns.begin();
                for (auto k = b; k < e; ++k) {
                    const auto at = static_cast<std::uint32_t>(matrix->rowPtr()[static_cast<std::size_t>(i)] + k);
                    plan.tiling().entries.push_back(at);
                    (*p.owner)[at] = static_cast<std::uint32_t>(plan.tiling().tiles.size());
                }
            }
            tile.entries.end = static_cast<std::int64_t>(plan.tiling().entries.size());
            if (tile.entries.size() == 0)
                continue;
            for (std::int64_t i = r; i < std::min(matrix->rows(), r + side); ++i)
                plan.tiling().rowIds.push_back(static_cast<std::int32_t>(i));
            for (std::int64_t j = c; j < std::min(matrix->cols(), c + side); ++j)
                plan.tiling().colIds.push_back(static_cast<std::int32_t>(j));
            tile.rows.end = static_cast<std::int64_t>(plan.tiling().rowIds.size());
            tile.cols.end = static_cast<std::int64_t>(plan.tiling().colIds.size());
            const auto number = static_cast<std::int32_t>(plan.tiling().tiles.size());
            tile.format = number % 6;
            tile.level = 1 + number % 5;
            tile.cost = 1 + number;
            plan.tiling().tiles.push_back(tile);
        }
    return p;
}

inline MatrixPtr randomMatrix(std::mt19937_64& random)
{
    const auto side = [&] { return static_cast<std::int64_t>(1) << std::uniform_int_distribution<int>(0, 9)(random); };
    const std::int64_t rows = side() + std::uniform_int_distribution<std::int64_t>(0, 30)(random);
    const std::int64_t cols = side() + std::uniform_int_distribution<std::int64_t>(0, 30)(random);
    const double density = std::pow(10.0, std::uniform_real_distribution<>(-3, -0.2)(random));
    return randomUniform(rows, cols, density, random());
}

// Anything from far out to a few elements, also beside the matrix, in an image of up to 90 pixels a side.
inline raster::ViewBox randomView(const Matrix& matrix, std::mt19937_64& random)
{
    const auto pixels = [&] { return std::uniform_int_distribution<int>(1, 90)(random); };
    const raster::ViewSpace space(matrix.rows(), matrix.cols(), pixels(), pixels());
    raster::ViewBox view = space.fit();
    if (std::bernoulli_distribution(0.15)(random)) {
        view.rowsPerPixel = std::exp2(std::uniform_int_distribution<int>(-4, 4)(random));
        view.colsPerPixel = std::exp2(std::uniform_int_distribution<int>(-4, 4)(random));
        view.row0 = std::uniform_int_distribution<int>(-8, 8)(random);
        view.col0 = std::uniform_int_distribution<int>(-8, 8)(random);
        return view;
    }
    for (int i = 0; i < 3; ++i) {
        const double x = std::uniform_real_distribution<>(0, view.width)(random);
        const double y = std::uniform_real_distribution<>(0, view.height)(random);
        view = space.zoomedAt(view, x, y, std::exp(std::uniform_real_distribution<>(-1.5, 2.5)(random)));
        view = space.panned(view, std::uniform_real_distribution<>(-40, 40)(random),
                            std::uniform_real_distribution<>(-40, 40)(random));
    }
    return view;
}

} // namespace sparsescope
