// Thin outlines of tiles that are not drawn yet.
#include "views/heatmap/candidates.h"

#include "engine/core/at.h"

#include <QPainter>

#include <algorithm>
#include <cmath>

namespace sparsescope {

namespace {

constexpr std::size_t mostOutlined = 1'000'000;

// The pixels that a tile's own non-zeros take; kept from tile to tile.
class PixelSet {
public:
    PixelSet(int width, int height)
        : m_width(width), m_height(height),
          m_inside(static_cast<std::size_t>(width) * static_cast<std::size_t>(height), 0)
    {
    }
    void add(int x, int y)
    {
        std::uint8_t& inside = m_inside[index(x, y)];
        if (!inside)
            m_pixels.push_back({x, y});
        inside = 1;
    }
    // Colours the pixels around the set and not the set itself, so that thin shapes are outlined and not filled.
    void drawBorder(QImage& image, QRgb colour, int thickness) const
    {
        for (const auto& [x, y] : m_pixels)
            for (int v = std::max(0, y - thickness); v <= std::min(m_height - 1, y + thickness); ++v) {
                auto* line = reinterpret_cast<QRgb*>(image.scanLine(v));
                for (int u = std::max(0, x - thickness); u <= std::min(m_width - 1, x + thickness); ++u)
                    if (!m_inside[index(u, v)])
                        line[u] = colour;
            }
    }
    void clear()
    {
        for (const auto& [x, y] : m_pixels)
            m_inside[index(x, y)] = 0;
        m_pixels.clear();
    }

private:
    std::size_t index(int x, int y) const
    {
        return static_cast<std::size_t>(y) * static_cast<std::size_t>(m_width) + static_cast<std::size_t>(x);
    }
    int m_width, m_height;
    std::vector<std::uint8_t> m_inside;
    std::vector<std::pair<int, int>> m_pixels;
};

raster::PixelAxis::Span pixelsOf(const raster::PixelAxis& axis, std::int64_t element)
{
    if (axis.magnified())
        return axis.pixelsOf(element);
    const std::int64_t p = axis.pixelOf(element);
    return p < 0 || p >= axis.pixels() ? raster::PixelAxis::Span{} : raster::PixelAxis::Span{p, p + 1};
}

void addEntries(PixelSet& pixels, const TileView& tile, const Matrix& matrix, const raster::PixelAxis& rows,
                const raster::PixelAxis& cols)
{
    const auto rowPtr = matrix.rowPtr();
    const auto colIdx = matrix.colIdx();
    std::int64_t row = -1;
    raster::PixelAxis::Span ys;
    for (const std::uint32_t entry : tile.entries) {
        if (Entry::redundant(entry))
            continue;
        const auto position = static_cast<std::int64_t>(Entry::position(entry));
        // Entries stand row by row: the row is sought only when it changes.
        if (row < 0 || position < rowPtr[at(row)] || position >= rowPtr[static_cast<std::size_t>(row) + 1]) {
            row = std::upper_bound(rowPtr.begin(), rowPtr.end(), position) - rowPtr.begin() - 1;
            ys = pixelsOf(rows, row);
        }
        const raster::PixelAxis::Span xs = pixelsOf(cols, colIdx[at(position)]);
        for (std::int64_t y = ys.begin; y < ys.end; ++y)
            for (std::int64_t x = xs.begin; x < xs.end; ++x)
                pixels.add(static_cast<int>(x), static_cast<int>(y));
    }
}

} // namespace

void drawCandidates(QImage& image, const raster::TileLayer& layer, const raster::ViewBox& device,
                    const std::vector<std::int64_t>& tiles, const QColor& colour, int thickness)
{
    const Plan& plan = layer.plan();
    const Matrix& matrix = layer.matrix();
    const raster::PixelAxis rows(device.row0, device.rowsPerPixel, matrix.rows(), device.height);
    const raster::PixelAxis cols(device.col0, device.colsPerPixel, matrix.cols(), device.width);
    PixelSet pixels(device.width, device.height);
    for (const std::int64_t t : tiles) {
        if (t < 0 || t >= static_cast<std::int64_t>(plan.tiling().tiles.size()))
            continue;
        const raster::TileLayer::Bounds& bounds = layer.bounds(t);
        const TileView tile = plan.tiling().view(plan.tiling().tiles[at(t)]);
        if (bounds.contiguous || tile.entries.size() > mostOutlined) {
            const QRectF place(QPointF(device.xOf(static_cast<double>(bounds.rect.colBegin)),
                                       device.yOf(static_cast<double>(bounds.rect.rowBegin))),
                               QPointF(device.xOf(static_cast<double>(bounds.rect.colEnd)),
                                       device.yOf(static_cast<double>(bounds.rect.rowEnd))));
            const double half = thickness / 2.0;
            QPainter painter(&image);
            painter.scale(1 / image.devicePixelRatio(), 1 / image.devicePixelRatio());
            painter.setPen(QPen(colour, thickness, Qt::SolidLine, Qt::SquareCap, Qt::MiterJoin));
            painter.drawRect(place.toAlignedRect().toRectF().adjusted(-half, -half, half, half));
            continue;
        }
        addEntries(pixels, tile, matrix, rows, cols);
        pixels.drawBorder(image, qPremultiply(colour.rgba()), thickness);
        pixels.clear();
    }
}

} // namespace sparsescope
