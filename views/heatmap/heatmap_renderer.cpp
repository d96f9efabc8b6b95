#include "views/heatmap/heatmap_renderer.h"

#include "engine/core/at.h"
#include "engine/core/error.h"
#include "views/heatmap/candidates.h"

#include <QElapsedTimer>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <exception>

namespace sparsescope {

namespace {

// Tiles over density. Where there is no non-zero, the tint of padding keeps its alpha.
void layOver(raster::Image& under, const raster::Image& over)
{
    for (std::size_t i = 0; i < under.pixels.size(); ++i) {
        const std::uint32_t alpha = over.pixels[i] >> 24;
        if (alpha == 255 || under.pixels[i] >> 24 == 0)
            under.pixels[i] = over.pixels[i];
        else if (alpha > 0)
            under.pixels[i] = raster::mixed(under.pixels[i], over.pixels[i], alpha / 255.0);
    }
}

QImage toQImage(const raster::Image& image)
{
    QImage out(image.width, image.height, QImage::Format_ARGB32);
    for (int y = 0; y < image.height; ++y)
        std::memcpy(out.scanLine(y),
                    image.pixels.data() + static_cast<std::size_t>(y) * static_cast<std::size_t>(image.width),
                    static_cast<std::size_t>(image.width) * sizeof(std::uint32_t));
    return std::move(out).convertToFormat(QImage::Format_ARGB32_Premultiplied);
}

raster::ViewBox wholeMatrix(const Matrix& matrix, QSize size)
{
    raster::ViewBox view;
    view.width = size.width();
    view.height = size.height();
    view.rowsPerPixel = static_cast<double>(std::max<std::int64_t>(matrix.rows(), 1)) / view.height;
    view.colsPerPixel = static_cast<double>(std::max<std::int64_t>(matrix.cols(), 1)) / view.width;
    return view;
}

constexpr std::int64_t countsFrom = 4'000'000; // non-zeros: below, every picture is quick and needs no memory
constexpr double labelPixels = 26;             // logical, least side of a tile with a letter

} // namespace

void HeatMapRenderer::request(HeatMapRequest request)
{
    const void* const about = request.matrix.get();
    // The view is at rest: its key frames are prepared, as a scrub is likely next.
    LatestWork::Work after;
    if (!request.growing)
        after = [this](Progress& progress) {
            std::unique_lock lock(m_mutex);
            const std::shared_ptr<const raster::TileLayer> layer = m_layer;
            lock.unlock();
            if (layer)
                m_counts.makeFrames(*layer, progress);
        };
    m_work.start(
        [this, request = std::move(request)](Progress& progress) {
            std::shared_ptr<HeatMapPicture> picture;
            try {
                picture = make(request, progress, &m_counts);
            } catch (const std::exception& error) {
                if (progress.cancelled())
                    return;
                picture = std::make_shared<HeatMapPicture>();
                picture->generation = request.generation;
                picture->matrix = request.matrix;
                picture->view = request.view;
                picture->pixelRatio = request.pixelRatio;
                picture->problem = QString::fromUtf8(error.what());
            }
            m_done(std::move(picture));
        },
        about, std::move(after));
}

std::shared_ptr<const Pyramid> HeatMapRenderer::pyramidOf(const HeatMapRequest& request, Progress& progress)
{
    // Matrices that are always counted entry by entry need none.
    if (request.matrix->nnz() <= raster::exactDensityLimit)
        return nullptr;
    if (request.pyramid)
        return request.pyramid;
    {
        const std::lock_guard lock(m_mutex);
        if (m_pyramidMatrix == request.matrix)
            return m_pyramid;
    }
    auto pyramid = std::make_shared<const Pyramid>(Pyramid::build(*request.matrix, progress));
    const std::lock_guard lock(m_mutex);
    m_pyramidMatrix = request.matrix;
    m_pyramid = pyramid;
    return pyramid;
}

// Made when magnitudes or signs are first asked for.
std::shared_ptr<const raster::ValuePyramid> HeatMapRenderer::valuePyramidOf(const HeatMapRequest& request,
                                                                            Progress& progress)
{
    const std::shared_ptr<const Pyramid> counts = pyramidOf(request, progress);
    if (!counts)
        return nullptr;
    {
        const std::lock_guard lock(m_mutex);
        if (m_valuePyramidMatrix == request.matrix)
            return m_valuePyramid;
    }
    auto pyramid =
        std::make_shared<const raster::ValuePyramid>(raster::ValuePyramid::build(*request.matrix, *counts, progress));
    const std::lock_guard lock(m_mutex);
    m_valuePyramidMatrix = request.matrix;
    m_valuePyramid = pyramid;
    return pyramid;
}

std::shared_ptr<const raster::TileLayer> HeatMapRenderer::layerOf(const HeatMapRequest& request)
{
    {
        const std::lock_guard lock(m_mutex);
        if (m_layer && m_layerPlan == request.plan && m_layerOwner == request.owner)
            return m_layer;
    }
    auto layer = std::make_shared<const raster::TileLayer>(request.matrix, request.plan, request.owner);
    const std::lock_guard lock(m_mutex);
    m_layer = layer;
    m_layerPlan = request.plan;
    m_layerOwner = request.owner;
    return layer;
}

std::shared_ptr<const HeatMapRenderer::Ground> HeatMapRenderer::groundOf(const HeatMapRequest& request,
                                                                         Progress& progress)
{
    const raster::ViewBox device = scaledToDevice(request.view, request.pixelRatio);
    const bool neutral = request.plan != nullptr;
    const raster::ValueLayer values = neutral ? raster::ValueLayer::Count : request.values;
    {
        const std::lock_guard lock(m_mutex);
        if (m_ground && m_ground->matrix == request.matrix && m_ground->view == device &&
            m_ground->style == request.density && m_ground->neutral == neutral && m_ground->values == values)
            return m_ground;
    }
    auto ground = std::make_shared<Ground>();
    ground->matrix = request.matrix;
    ground->view = device;
    ground->style = request.density;
    ground->neutral = neutral;
    ground->values = values;
    raster::DensityCounts counts =
        raster::densityCounts(*request.matrix, pyramidOf(request, progress).get(), device, progress);
    ground->histogram = countHistogram(counts.counts, request.density);
    // Under tiles, what they do not cover is neutral.
    raster::DensityStyle style = request.density;
    if (neutral)
        style.map = raster::ColourMap::Grey;
    switch (values) {
    case raster::ValueLayer::Count:
        ground->image = colourDensity(counts, style, ground->histogram.range);
        break;
    case raster::ValueLayer::Any:
        ground->image = colourAny(counts, style.map, style.dark);
        break;
    case raster::ValueLayer::Magnitude:
    case raster::ValueLayer::Sign: {
        const raster::ValuePixels pixels =
            valuePixels(*request.matrix, pyramidOf(request, progress).get(), valuePyramidOf(request, progress).get(),
                        device, values, progress);
        ground->scale = valueScale(pixels, values);
        ground->image = colourValues(pixels, ground->scale, style.map, style.dark);
        break;
    }
    }
    ground->columnProfile = std::make_shared<const std::vector<double>>(std::move(counts.columnProfile));
    ground->rowProfile = std::make_shared<const std::vector<double>>(std::move(counts.rowProfile));
    const std::lock_guard lock(m_mutex);
    m_ground = ground;
    return ground;
}

std::shared_ptr<HeatMapPicture> HeatMapRenderer::make(const HeatMapRequest& request, Progress& progress,
                                                      raster::TileCounts* kept)
{
    QElapsedTimer timer;
    timer.start();
    auto picture = std::make_shared<HeatMapPicture>();
    picture->generation = request.generation;
    picture->matrix = request.matrix;
    picture->lines = request.lines;
    picture->view = request.view;
    picture->pixelRatio = request.pixelRatio;
    picture->density = request.density;

    const Matrix& matrix = *request.matrix;
    const raster::ViewBox device = scaledToDevice(request.view, request.pixelRatio);
    const std::shared_ptr<const Ground> ground = groundOf(request, progress);
    picture->histogram = ground->histogram;
    picture->columnProfile = ground->columnProfile;
    picture->rowProfile = ground->rowProfile;
    raster::Image image = ground->image;
    std::shared_ptr<const raster::TileLayer> layer;
    if (kept && matrix.nnz() < countsFrom)
        kept->clear(); // of a larger matrix
    if (request.plan) {
        picture->plan = request.plan;
        picture->step = std::min(request.tiles.step, static_cast<std::int64_t>(request.plan->tiling().tiles.size()));
        layer = layerOf(request);
        raster::TileStyle tiles = request.tiles;
        tiles.pixelRatio = request.pixelRatio;
        layOver(image, layer->render(device, tiles, progress, matrix.nnz() >= countsFrom ? kept : nullptr));
        picture->tileScale = layer->scale(tiles);
        picture->legend = tileLegend(*layer, tiles, picture->tileScale, request.meaning);
        const bool levels = tiles.colouring == raster::TileColouring::Level;
        if (tiles.outlines && (levels || tiles.colouring == raster::TileColouring::Format))
            for (const std::int64_t t : layer->roomy(request.view, tiles, labelPixels)) {
                const Tile& tile = request.plan->tiling().tiles[at(t)];
                picture->labels.push_back(
                    {layer->bounds(t).rect,
                     levels ? QString::number(tile.level)
                            : QString::fromStdString(request.plan->tiling().formatOf(tile).letter())});
            }
    }
    if (!layer)
        picture->legend = valueLegend(ground->values, ground->histogram, ground->scale, request.density);
    picture->legend.pixel = pixelText(device);
    picture->legend.order = request.order;
    picture->legend.stretched = device.stretched();
    picture->image = toQImage(image);
    picture->image.setDevicePixelRatio(request.pixelRatio);
    if (layer && !request.candidates.empty())
        drawCandidates(picture->image, *layer, device, request.candidates, request.candidateColour,
                       std::max(1, static_cast<int>(std::lround(request.pixelRatio))));
    if (!request.minimap.isEmpty()) {
        const raster::DensityCounts small = raster::densityCounts(matrix, pyramidOf(request, progress).get(),
                                                                  wholeMatrix(matrix, request.minimap), progress);
        raster::DensityStyle own = request.density;
        own.low.reset();
        own.high.reset();
        picture->minimap = toQImage(colourDensity(small, own));
        picture->minimap.setDevicePixelRatio(request.pixelRatio);
    }
    picture->milliseconds = static_cast<double>(timer.nsecsElapsed()) / 1e6;
    return picture;
}

} // namespace sparsescope
