// A cloud of points as a picture.
#include "views/pages/measure/scatter_cloud.h"

#include <QPainter>

#include <algorithm>
#include <cmath>
#include <limits>

namespace sparsescope {

namespace {

constexpr double radius = 3; // logical pixels

// Logarithmic coordinates to pixels.
struct Projection {
    double x0, xScale, y0, yScale, height;

    Projection(const LogRange& x, const LogRange& y, QSize size)
        : x0(std::log(x.low)), xScale(size.width() / (std::log(x.high) - std::log(x.low))), y0(std::log(y.low)),
          yScale(size.height() / (std::log(y.high) - std::log(y.low))), height(size.height())
    {
    }
    QPointF operator()(const CostPoint& p) const
    {
        return {(std::log(p.predicted) - x0) * xScale, height - (std::log(p.measured) - y0) * yScale};
    }
};

bool drawable(const CostPoint& p)
{
    return p.predicted > 0 && p.measured > 0 && std::isfinite(p.predicted) && std::isfinite(p.measured);
}

void drawSeries(QPainter& painter, const CloudRequest& request, const std::vector<CostPoint>& points, bool filled,
                Progress& progress)
{
    const double ratio = request.pixelRatio;
    std::vector<QImage> stamps;
    for (std::size_t i = 0; i < request.tileColors.size(); ++i)
        stamps.push_back(pointPicture(i < request.tileShapes.size() ? request.tileShapes[i] : FormatFamily::OneD,
                                      request.tileColors[i], filled, ratio));
    if (stamps.empty())
        return;
    const int width = static_cast<int>(std::ceil(request.size.width() * ratio));
    const int height = static_cast<int>(std::ceil(request.size.height() * ratio));
    const std::size_t pixels = static_cast<std::size_t>(width) * static_cast<std::size_t>(height);
    std::vector<bool> taken(pixels * stamps.size(), false);
    const Projection project(request.x, request.y, request.size);
    std::size_t seen = 0;
    for (const CostPoint& point : points) {
        if ((++seen & 0xFFFF) == 0)
            progress.check();
        if (!drawable(point))
            continue;
        const QPointF at = project(point) * ratio;
        const auto x = static_cast<int>(std::floor(at.x()));
        const auto y = static_cast<int>(std::floor(at.y()));
        if (x < 0 || y < 0 || x >= width || y >= height)
            continue;
        const auto format = static_cast<std::size_t>((*request.tileFormats)[static_cast<std::size_t>(point.tile)]);
        const std::size_t slot = format * pixels + static_cast<std::size_t>(y) * static_cast<std::size_t>(width) +
                                 static_cast<std::size_t>(x);
        if (taken[slot])
            continue;
        taken[slot] = true;
        const QImage& image = stamps[format];
        painter.drawImage(QPointF(at.x() - image.width() / 2.0, at.y() - image.height() / 2.0), image);
    }
}

} // namespace

QImage pointPicture(FormatFamily family, const QColor& color, bool filled, double ratio)
{
    const int side = static_cast<int>(std::ceil((2 * radius + 5) * ratio));
    QImage image(side, side, QImage::Format_ARGB32_Premultiplied);
    image.fill(Qt::transparent);
    QPainter painter(&image);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.translate(side / 2.0, side / 2.0);
    painter.scale(ratio, ratio);
    QColor tint = color;
    tint.setAlphaF(0.75F);
    if (filled) {
        painter.setPen(Qt::NoPen);
        painter.setBrush(tint);
    } else {
        painter.setPen(QPen(color, 1.2));
    }
    const double r = radius;
    switch (family) {
    case FormatFamily::Block:
        painter.drawRect(QRectF(-r + 0.3, -r + 0.3, 2 * r - 0.6, 2 * r - 0.6));
        break;
    case FormatFamily::Ell:
        painter.drawPolygon(QPolygonF({{0, -r - 0.6}, {r + 0.4, r - 0.2}, {-r - 0.4, r - 0.2}}));
        break;
    case FormatFamily::CsrLike:
        painter.drawPolygon(QPolygonF({{0, -r - 0.8}, {r + 0.8, 0}, {0, r + 0.8}, {-r - 0.8, 0}}));
        break;
    case FormatFamily::Diagonal:
        painter.drawPolygon(QPolygonF({{0, r + 0.6}, {r + 0.4, -r + 0.2}, {-r - 0.4, -r + 0.2}}));
        break;
    case FormatFamily::Other:
        painter.setPen(QPen(color, filled ? 2.4 : 1.2));
        painter.drawLine(QPointF(-r, -r), QPointF(r, r));
        painter.drawLine(QPointF(-r, r), QPointF(r, -r));
        break;
    default:
        painter.drawEllipse(QPointF(0, 0), r, r);
    }
    return image;
}

QImage drawCloud(const CloudRequest& request, Progress& progress)
{
    const QSize device = (QSizeF(request.size) * request.pixelRatio).toSize();
    QImage image(device, QImage::Format_ARGB32_Premultiplied);
    image.fill(Qt::transparent);
    if (!request.facts || device.isEmpty())
        return image;
    QPainter painter(&image);
    if (request.inSitu)
        drawSeries(painter, request, request.facts->inSitu, false, progress);
    if (request.saturated)
        drawSeries(painter, request, request.facts->saturated, true, progress);
    painter.end();
    image.setDevicePixelRatio(request.pixelRatio);
    return image;
}

LogRange rangeOf(const RunFacts& facts, bool saturated, bool inSitu, RangeAxis one)
{
    double low = std::numeric_limits<double>::infinity();
    double high = 0;
    const auto take = [&](const std::vector<CostPoint>& points) {
        for (const CostPoint& p : points) {
            if (!drawable(p))
                continue;
            if (one != RangeAxis::Measured) {
                low = std::min(low, p.predicted);
                high = std::max(high, p.predicted);
            }
            if (one != RangeAxis::Predicted) {
                low = std::min(low, p.measured);
                high = std::max(high, p.measured);
            }
        }
    };
    if (saturated)
        take(facts.saturated);
    if (inSitu)
        take(facts.inSitu);
    if (!(high > 0))
        return {10, 10000};
    // At least a factor of ten, so that noise does not look like structure.
    const double middle = std::sqrt(low * high);
    const double factor = std::max(std::sqrt(high / low) * 1.15, std::sqrt(10.0));
    return {middle / factor, middle * factor};
}

std::int64_t tileNear(const CloudRequest& request, double x, double y, double reach)
{
    if (!request.facts || request.size.isEmpty())
        return -1;
    const Projection project(request.x, request.y, request.size);
    double best = reach * reach;
    std::int64_t tile = -1;
    const auto look = [&](const std::vector<CostPoint>& points) {
        for (const CostPoint& point : points) {
            if (!drawable(point))
                continue;
            const QPointF d = project(point) - QPointF(x, y);
            const double distance = d.x() * d.x() + d.y() * d.y();
            if (distance < best) {
                best = distance;
                tile = point.tile;
            }
        }
    };
    if (request.saturated)
        look(request.facts->saturated);
    if (request.inSitu)
        look(request.facts->inSitu);
    return tile;
}

} // namespace sparsescope
