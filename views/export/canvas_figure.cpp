// The canvas as a figure.
#include "views/export/canvas_figure.h"

#include "engine/core/error.h"
#include "engine/core/files.h"
#include "views/parts/numbers.h"
#include "views/parts/picture_file.h"
#include "views/parts/theme.h"

#include <QCoreApplication>
#include <QDir>
#include <QPainter>
#include <QPdfWriter>
#include <QSvgGenerator>

#include <algorithm>
#include <cmath>

namespace sparsescope {

namespace {

constexpr int left = 72, top = 56, right = 24, bottom = 40; // room for axes and legend

QString figureText(const char* text)
{
    return QCoreApplication::translate("figure", text);
}

// About five round numbers in [low, high].
std::vector<std::int64_t> ticks(double low, double high, double pixels)
{
    const double span = std::max(1.0, high - low);
    const double rough = span / std::clamp(pixels / 110, 1.0, 8.0);
    const double power = std::pow(10, std::floor(std::log10(rough)));
    double step = power;
    for (const double factor : {1.0, 2.0, 5.0, 10.0})
        if (power * factor >= rough) {
            step = power * factor;
            break;
        }
    step = std::max(1.0, std::round(step));
    std::vector<std::int64_t> out;
    for (double at = std::ceil(low / step) * step; at <= high; at += step)
        out.push_back(static_cast<std::int64_t>(at));
    return out;
}

void drawAxes(QPainter& painter, const CanvasShot& shot, const QRectF& area)
{
    const raster::ViewBox& view = shot.request.view;
    const Matrix& matrix = *shot.request.matrix;
    const QFontMetricsF metrics(painter.font());
    painter.setPen(QPen(shot.colours.hairline, 1));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(area);
    for (const std::int64_t col :
         ticks(std::max(0.0, view.col0), std::min(static_cast<double>(matrix.cols()), view.colAt(view.width)),
               area.width())) {
        const double x = area.left() + view.xOf(static_cast<double>(col));
        painter.setPen(QPen(shot.colours.hairline, 1));
        painter.drawLine(QPointF(x, area.top() - 4), QPointF(x, area.top()));
        painter.setPen(shot.colours.secondary);
        painter.drawText(QRectF(x - 50, area.top() - 6 - metrics.height(), 100, metrics.height()), Qt::AlignCenter,
                         countText(col));
    }
    for (const std::int64_t row :
         ticks(std::max(0.0, view.row0), std::min(static_cast<double>(matrix.rows()), view.rowAt(view.height)),
               area.height())) {
        const double y = area.top() + view.yOf(static_cast<double>(row));
        painter.setPen(QPen(shot.colours.hairline, 1));
        painter.drawLine(QPointF(area.left() - 4, y), QPointF(area.left(), y));
        painter.setPen(shot.colours.secondary);
        painter.drawText(QRectF(0, y - metrics.height() / 2, area.left() - 8, metrics.height()),
                         Qt::AlignRight | Qt::AlignVCenter, countText(row));
    }
}

// Contiguous tiles that are large enough to be seen as rectangles.
void drawOutlines(QPainter& painter, const CanvasShot& shot, const QRectF& area, Progress& progress)
{
    const HeatMapRequest& request = shot.request;
    if (!request.plan || !request.owner || !request.tiles.outlines)
        return;
    constexpr double least = 6;
    const raster::ViewBox& view = request.view;
    const raster::TileLayer layer(request.matrix, request.plan, request.owner);
    const raster::TileScale scale = layer.scale(request.tiles);
    const std::int64_t end =
        std::min(request.tiles.step, static_cast<std::int64_t>(request.plan->tiling().tiles.size()));
    painter.setBrush(Qt::NoBrush);
    for (std::int64_t tile = 0; tile < end; ++tile) {
        if (tile % 4096 == 0)
            progress.check();
        const raster::TileLayer::Bounds& bounds = layer.bounds(tile);
        if (!bounds.contiguous)
            continue;
        const QRectF place(QPointF(area.left() + view.xOf(static_cast<double>(bounds.rect.colBegin)),
                                   area.top() + view.yOf(static_cast<double>(bounds.rect.rowBegin))),
                           QPointF(area.left() + view.xOf(static_cast<double>(bounds.rect.colEnd)),
                                   area.top() + view.yOf(static_cast<double>(bounds.rect.rowEnd))));
        if (!place.intersects(area) || std::min(place.width(), place.height()) < least)
            continue;
        painter.setPen(
            QPen(QColor::fromRgb(layer.colour(tile, request.tiles, scale)).darker(shot.colours.dark ? 80 : 140), 1));
        painter.drawRect(place);
    }
}

void paintFigure(QPainter& painter, const CanvasShot& shot, const HeatMapPicture& picture, Progress& progress)
{
    const QSize size = shot.size();
    painter.fillRect(QRect(QPoint(0, 0), size), shot.colours.background);
    const QRectF area(left, top, shot.request.view.width, shot.request.view.height);
    painter.drawImage(area, picture.image, QRectF(picture.image.rect()));
    painter.save();
    painter.setClipRect(area);
    painter.setRenderHint(QPainter::Antialiasing);
    drawOutlines(painter, shot, area, progress);
    painter.restore();
    painter.setFont(typeFace(TypeSize::Middle, true));
    painter.setPen(shot.colours.text);
    painter.drawText(QRectF(left, 6, area.width(), 26), Qt::AlignLeft | Qt::AlignVCenter, shot.title);
    painter.setFont(typeFace(TypeSize::Small));
    drawAxes(painter, shot, area);
    const double line = QFontMetricsF(painter.font()).height();
    paintLegendLine(painter, {area.left(), area.bottom() + 12, size.width() - area.left() - 8, line}, picture.legend,
                    shot.colours, painter.font());
}

// Outlines are lines of the figure, not part of the image.
std::shared_ptr<const HeatMapPicture> drawMatrix(const CanvasShot& shot, double ratio, HeatMapRenderer& renderer,
                                                 Progress& progress)
{
    HeatMapRequest request = shot.request;
    request.pixelRatio = ratio;
    request.tiles.pixelRatio = ratio;
    request.tiles.outlines = false;
    return renderer.make(request, progress);
}

// The part of the view that shows the matrix: a figure has no empty room beside it.
raster::ViewBox cropped(raster::ViewBox view, const Matrix& matrix)
{
    const auto crop = [](double& origin, double scale, int& pixels, std::int64_t size) {
        const double begin = std::max(0.0, std::floor(-origin / scale));
        const double end = std::min<double>(pixels, std::ceil((static_cast<double>(size) - origin) / scale));
        if (end - begin < 1)
            return;
        origin += begin * scale;
        pixels = static_cast<int>(end - begin);
    };
    crop(view.col0, view.colsPerPixel, view.width, matrix.cols());
    crop(view.row0, view.rowsPerPixel, view.height, matrix.rows());
    return view;
}

} // namespace

QSize CanvasShot::size() const
{
    return {left + request.view.width + right, top + request.view.height + bottom};
}

CanvasShot shotOf(const HeatMapView& canvas, std::shared_ptr<const std::vector<std::uint32_t>> owner,
                  const QString& title)
{
    CanvasShot shot;
    shot.request.matrix = canvas.matrix();
    shot.request.view = cropped(canvas.view(), *canvas.matrix());
    shot.request.density = canvas.densityStyle();
    shot.request.density.dark = canvas.colours().dark;
    shot.request.tiles = canvas.tileStyle();
    shot.request.tiles.dark = canvas.colours().dark;
    shot.request.tiles.highlight = -1;
    shot.request.values = canvas.valueLayer();
    shot.request.meaning = canvas.valueMeaning();
    if (canvas.tilesShown() && owner && canvas.plan()) {
        shot.request.plan = canvas.plan();
        shot.request.owner = std::move(owner);
        if (canvas.step() >= 0)
            shot.request.tiles.step = canvas.step();
    }
    shot.colours = canvas.colours();
    shot.title = title;
    return shot;
}

QImage drawFigure(const CanvasShot& shot, double ratio, HeatMapRenderer& renderer, Progress& progress)
{
    const auto matrix = drawMatrix(shot, ratio, renderer, progress);
    QImage image((QSizeF(shot.size()) * ratio).toSize(), QImage::Format_RGB32);
    if (image.isNull())
        failUsage("a picture of that size does not fit into memory");
    QPainter painter(&image);
    painter.scale(ratio, ratio);
    paintFigure(painter, shot, *matrix, progress);
    return image;
}

void writeFigure(const CanvasShot& shot, double ratio, const QString& path, Progress& progress)
{
    HeatMapRenderer renderer([](const std::shared_ptr<const HeatMapPicture>&) {});
    const auto draw = [&](QIODevice& to) {
        const PictureFormat format = formatOfPath(path);
        if (format == PictureFormat::Png)
            return putPng(drawFigure(shot, ratio, renderer, progress), to);
        const auto matrix = drawMatrix(shot, ratio, renderer, progress);
        if (format == PictureFormat::Svg) {
            QSvgGenerator svg;
            svg.setOutputDevice(&to);
            svg.setSize(shot.size());
            svg.setViewBox(QRect(QPoint(0, 0), shot.size()));
            svg.setTitle(shot.title.toHtmlEscaped()); // written as it is
            QPainter painter(&svg);
            paintFigure(painter, shot, *matrix, progress);
        } else {
            QPdfWriter pdf(&to);
            pdf.setTitle(shot.title);
            pdf.setResolution(96);
            pdf.setPageSize(QPageSize(QSizeF(shot.size()) * 72 / 96, QPageSize::Point, {}, QPageSize::ExactMatch));
            pdf.setPageMargins({});
            QPainter painter(&pdf);
            paintFigure(painter, shot, *matrix, progress);
        }
    };
    writePicture(path, draw, progress);
}

int writeFrames(const FramesRequest& request, Progress& progress)
{
    if (!request.shot.request.plan)
        failUsage("there is no plan whose search could be drawn");
    HeatMapRenderer renderer([](const std::shared_ptr<const HeatMapPicture>&) {});
    const auto tiles = static_cast<std::int64_t>(request.shot.request.plan->tiling().tiles.size());
    const int frames = std::max(2, request.frames);
    CanvasShot shot = request.shot;
    progress.check();
    writeSet(request.folder.toStdString(), [&] {
        for (int frame = 0; frame < frames; ++frame) {
            progress.check();
            progress.report("drawing frames", static_cast<double>(frame) / frames);
            shot.request.tiles.step = static_cast<std::int64_t>(
                std::llround(static_cast<double>(tiles) * frame / static_cast<double>(frames - 1)));
            shot.title = figureText("%1, tile %2 of %3")
                             .arg(request.shot.title, countText(shot.request.tiles.step), countText(tiles));
            const QString path =
                QDir(request.folder).filePath(QStringLiteral("frame-%1.png").arg(frame + 1, 4, 10, QLatin1Char('0')));
            writePng(drawFigure(shot, request.ratio, renderer, progress), path, progress);
        }
    });
    return frames;
}

} // namespace sparsescope
