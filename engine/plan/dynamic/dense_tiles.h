// The dense tiles that a plan's micro-tiles are gathered into, bucket by bucket: what shared memory holds, one after
// another, and where in the matrix each of its parts lies.
#pragma once

#include "engine/core/at.h"
#include "engine/core/progress.h"
#include "engine/plan/formats/micro.h"

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace sparsescope {

struct Plan;

// A tile of the plan; Inner: a step of it, of which a tile has as many as it needs.
struct DenseTile {
    std::int32_t tile = 0;   // of the plan
    std::int32_t bucket = 0; // index into DenseTiles::buckets()
    std::int64_t step = 0;   // in the tile
    std::int64_t owned = 0;  // places that hold a non-zero of the tile
    std::int64_t zeros = 0;  // others that its micro-tiles cover
};

class DenseTiles {
public:
    // One that has members.
    struct Bucket {
        std::int64_t number = 0;         // of the strip: of rows, or where rows are gathered of columns
        GatheredShape shape;             // of its micro-tiles
        std::int64_t first = 0, end = 0; // of tiles()
        std::int64_t members = 0;
        std::int64_t owned = 0, zeros = 0;
        std::int64_t size() const { return end - first; }
        std::int64_t padding() const { return size() * shape.rows * shape.columns - owned - zeros; }
    };
    // The largest number of any bucket, and so on.
    struct Largest {
        std::int64_t number = 0, members = 0, size = 0;
        std::int64_t rows = 1, columns = 1; // of a dense tile
    };
    enum class Place : std::uint8_t { Padding, Zero, Owned };

    // There may be none: the plan has no tiles of the format `micro`. Throws Error(Cancelled).
    DenseTiles(std::shared_ptr<const Plan> plan, MatrixPtr matrix, Progress& progress);

    const std::shared_ptr<const Plan>& plan() const { return m_plan; }
    const MatrixPtr& matrix() const { return m_matrix; }
    std::span<const Bucket> buckets() const { return m_buckets; }
    std::span<const DenseTile> tiles() const { return m_tiles; }
    const Bucket& bucketOf(std::int64_t dense) const { return m_buckets[at(m_tiles[at(dense)].bucket)]; }
    const GatheredShape& shapeOf(std::int64_t dense) const { return bucketOf(dense).shape; }
    std::int64_t members() const { return m_members; } // of all buckets
    const Largest& largest() const { return m_largest; }
    // The first dense tile of a plan's tile; -1: it gathers nothing. That of it which holds an element: else -1.
    std::int64_t firstOf(std::int64_t tile) const;
    std::int64_t holding(std::int64_t tile, std::int64_t row, std::int64_t col) const;
    std::int64_t padding(std::int64_t dense) const;

    // Rows x columns of the shape, row by row.
    std::vector<Place> places(std::int64_t dense) const;
    // Its micro-tiles, ascending: where each lies in the matrix, cut off at its edge, and where in the dense tile (rows
    // and columns of that).
    struct Gathered {
        MatrixArea from, to;
    };
    std::vector<Gathered> microTiles(std::int64_t dense) const;

private:
    struct Lines {
        std::span<const std::int32_t> rows, cols; // of the matrix
    };
    Lines linesOf(const DenseTile& dense, const GatheredShape& shape) const;
    template <class Body>
    void forOwned(const DenseTile& dense, const GatheredShape& shape, const Body& body) const;

    std::shared_ptr<const Plan> m_plan;
    MatrixPtr m_matrix;
    std::vector<Bucket> m_buckets;
    std::vector<DenseTile> m_tiles;
    std::vector<std::int64_t> m_firstOf; // one a tile of the plan
    std::int64_t m_members = 0;
    Largest m_largest;
};

// Does a plan have any?
bool hasDenseTiles(const Plan& plan);

} // namespace sparsescope
