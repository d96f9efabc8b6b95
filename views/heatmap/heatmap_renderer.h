// Makes the pictures of a heat map on one worker thread; only the latest request counts.
#pragma once

#include "engine/core/progress.h"
#include "engine/matrix/permuted.h"
#include "engine/raster/density.h"
#include "engine/raster/tile_counts.h"
#include "engine/raster/tile_layer.h"
#include "engine/raster/value_layer.h"
#include "views/heatmap/legend.h"
#include "views/parts/latest_work.h"

#include <QImage>
#include <QSize>
#include <QString>

#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

namespace sparsescope {

struct HeatMapRequest {
    quint64 generation = 0;
    MatrixPtr matrix;
    std::shared_ptr<const LineOrder> lines; // of the matrix; only passed on
    std::shared_ptr<const Pyramid> pyramid; // of the matrix; null: made when it is needed
    QString order;                          // of the rows and columns, for the legend
    std::shared_ptr<const Plan> plan;       // null: density alone
    std::shared_ptr<const std::vector<std::uint32_t>> owner;
    bool growing = false; // the plan is of a search under way: the next picture has another
    raster::ViewBox view; // logical pixels
    double pixelRatio = 1;
    raster::DensityStyle density;
    raster::ValueLayer values = raster::ValueLayer::Count; // below tiles always Count
    raster::TileStyle tiles;
    ValueMeaning meaning;                 // of the numbers in the tiles' style
    std::vector<std::int64_t> candidates; // outlined
    QColor candidateColour;
    QSize minimap; // device pixels; empty: none
};

// What was made; never changed afterwards.
struct HeatMapPicture {
    struct Label {
        raster::ElementRect place;
        QString text;
    };
    quint64 generation = 0;
    MatrixPtr matrix;
    std::shared_ptr<const LineOrder> lines;
    raster::ViewBox view; // logical, as asked
    double pixelRatio = 1;
    QImage image; // of the view, device pixels; transparent where there is nothing
    QImage minimap;
    raster::DensityStyle density;
    std::shared_ptr<const std::vector<double>> columnProfile, rowProfile; // device pixels
    raster::CountHistogram histogram;
    raster::TileScale tileScale;
    Legend legend;
    std::vector<Label> labels;        // letters of tiles, or numbers of levels, where there is room
    std::shared_ptr<const Plan> plan; // whose tiles are drawn
    std::int64_t step = 0;            // as many of them
    double milliseconds = 0;
    QString problem; // why there is no picture
};

class HeatMapRenderer {
public:
    // `done` is called on the worker thread.
    using Done = std::function<void(std::shared_ptr<const HeatMapPicture>)>;

    explicit HeatMapRenderer(Done done) : m_done(std::move(done)) {}

    // Replaces a request that has not begun. One that is under way is finished, unless it is for another matrix.
    void request(HeatMapRequest request);
    void cancel() { m_work.cancel(); } // forgets everything asked for
    bool waitIdle(int milliseconds) { return m_work.waitIdle(milliseconds); }

    // Makes a picture on the calling thread. Throws Error.
    std::shared_ptr<HeatMapPicture> make(const HeatMapRequest& request, Progress& progress)
    {
        return make(request, progress, nullptr);
    }

private:
    std::shared_ptr<HeatMapPicture> make(const HeatMapRequest& request, Progress& progress, raster::TileCounts* kept);
    std::shared_ptr<const Pyramid> pyramidOf(const HeatMapRequest& request, Progress& progress);
    std::shared_ptr<const raster::ValuePyramid> valuePyramidOf(const HeatMapRequest& request, Progress& progress);
    std::shared_ptr<const raster::TileLayer> layerOf(const HeatMapRequest& request);

    // The heat map below the tiles: the same at every step of a search.
    struct Ground {
        MatrixPtr matrix;
        raster::ViewBox view; // device pixels
        raster::DensityStyle style;
        bool neutral = false; // grey, under tiles
        raster::ValueLayer values = raster::ValueLayer::Count;
        raster::ValueScale scale; // of values that are not counts
        raster::Image image;
        std::shared_ptr<const std::vector<double>> columnProfile, rowProfile;
        raster::CountHistogram histogram;
    };
    std::shared_ptr<const Ground> groundOf(const HeatMapRequest& request, Progress& progress);

    Done m_done;
    std::mutex m_mutex; // of what was prepared, once for a matrix and for a plan
    MatrixPtr m_pyramidMatrix;
    std::shared_ptr<const Pyramid> m_pyramid;
    MatrixPtr m_valuePyramidMatrix;
    std::shared_ptr<const raster::ValuePyramid> m_valuePyramid;
    std::shared_ptr<const Ground> m_ground;
    std::shared_ptr<const raster::TileLayer> m_layer;
    std::shared_ptr<const Plan> m_layerPlan;
    std::shared_ptr<const std::vector<std::uint32_t>> m_layerOwner;

    raster::TileCounts m_counts; // of the thread's pictures
    LatestWork m_work;           // last: its thread uses all of the above
};

} // namespace sparsescope
