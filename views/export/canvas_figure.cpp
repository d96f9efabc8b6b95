// The canvas as a figure.
#include "views/export/canvas_figure.h"

#include "engine/core/error.h"
#include "engine/core/files.h"
#include "views/parts/numbers.h"
#include "views/parts/picture_file.h"
#include "views/parts/theme.h"
#include "views/parts/words.h"

#include <QDir>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace sparsescope {

namespace {

constexpr double gap = 8;       // between the parts of a figure
constexpr double edge = 3;      // right of a legend: letters lean out of their widths
constexpr double tick = 4;      // length of its line
constexpr double tallest = 1.5; // a matrix in a figure, for a width of 1

// Round numbers in [low, high], at least so many pixels apart.
std::vector<std::int64_t> ticks(double low, double high, double pixels, double apart)
{
    const double span = std::max(1.0, high - low);
    const double rough = span / std::clamp(pixels / apart, 1.0, 8.0);
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

// Where everything lies.
struct Sheet {
    QSizeF size;
    QRectF matrix;        // its part of the figure
    raster::ViewBox view; // in logical pixels of it
    QFont font, strong;
    QFontMetricsF metrics;
    double labels = 0; // width of the rows' numbers
    QPointF legend;
};

QFont fontOf(const FigureStyle& style, bool strong)
{
    QFont font = typeFace(TypeSize::Small, strong);
    if (!style.family.isEmpty())
        font.setFamilies({style.family});
    font.setPointSizeF(style.points);
    return font;
}

// As every figure's devices measure it, whatever the screen is.
QFontMetricsF metricsOf(const QFont& font)
{
    static const QImage device = [] {
        QImage image(1, 1, QImage::Format_RGB32);
        image.setDotsPerMeterX(3780); // 96 an inch
        image.setDotsPerMeterY(3780);
        return image;
    }();
    return QFontMetricsF(font, &device);
}

struct Part {
    double begin = 0, end = 0;
};

// Rows and columns of the matrix in view.
Part shownRows(const CanvasShot& shot)
{
    const raster::ViewBox& view = shot.request.view;
    return {std::max(0.0, view.row0),
            std::min(static_cast<double>(shot.request.matrix->rows()), view.rowAt(view.height))};
}

Part shownCols(const CanvasShot& shot)
{
    const raster::ViewBox& view = shot.request.view;
    return {std::max(0.0, view.col0),
            std::min(static_cast<double>(shot.request.matrix->cols()), view.colAt(view.width))};
}

double labelWidth(const CanvasShot& shot, const QFontMetricsF& metrics)
{
    const Part rows = shownRows(shot);
    return std::max(metrics.horizontalAdvance(countText(std::llround(rows.begin))),
                    metrics.horizontalAdvance(countText(std::llround(rows.end))));
}

// Above and left of the matrix: numbers, and what they count.
double roomLeft(const FigureStyle& style, double labels, const QFontMetricsF& metrics)
{
    return style.axes ? std::ceil(metrics.height() + labels + tick + 6) : 0;
}

double roomAbove(const FigureStyle& style, const QFontMetricsF& metrics, const QFontMetricsF& strong)
{
    return (style.title.isEmpty() ? 0 : std::ceil(strong.height() + 4)) +
           (style.axes ? std::ceil(2 * metrics.height() + tick + 2) : 0);
}

double roomRight(const CanvasShot& shot, const FigureStyle& style, const QFontMetricsF& metrics)
{
    // The last column's number stands in its middle.
    return style.axes ? std::ceil(metrics.horizontalAdvance(countText(std::llround(shownCols(shot).end))) / 2) : 0;
}

// `legend`: its size, as far as it is known.
Sheet sheetOf(const CanvasShot& shot, const FigureStyle& style, QSizeF legend)
{
    Sheet sheet{{}, {}, shot.request.view, fontOf(style, false), fontOf(style, true), metricsOf(fontOf(style, false)),
                0,  {}};
    const bool beside = style.legend == FigureStyle::Legend::Right;
    sheet.labels = labelWidth(shot, sheet.metrics);
    const double left = roomLeft(style, sheet.labels, sheet.metrics);
    const double above = roomAbove(style, sheet.metrics, metricsOf(sheet.strong));
    const double right = roomRight(shot, style, sheet.metrics);
    const double width = widthOf(shot, style);
    double x = left;
    const Part rows = shownRows(shot), cols = shownCols(shot);
    if (style.width > 0 && rows.end > rows.begin && cols.end > cols.begin) {
        // Exactly what is in view, at the scale that fills the width.
        const double room = std::max(24.0, width - left - right - (beside ? legend.width() + gap : 0));
        const double shape = (rows.end - rows.begin) / shot.request.view.rowsPerPixel /
                             std::max(1e-9, (cols.end - cols.begin) / shot.request.view.colsPerPixel);
        const double most = std::min(room, std::max(24.0, tallest * width / std::max(shape, 1e-9)));
        raster::ViewBox& view = sheet.view;
        view.width = std::max(1, static_cast<int>(std::lround(most)));
        view.height = std::max(1, static_cast<int>(std::lround(most * shape)));
        view.row0 = rows.begin;
        view.col0 = cols.begin;
        view.rowsPerPixel = (rows.end - rows.begin) / view.height;
        view.colsPerPixel = (cols.end - cols.begin) / view.width;
        x += std::floor((room - view.width) / 2);
    }
    sheet.matrix = QRectF(x, above, sheet.view.width, sheet.view.height);
    const double below = sheet.matrix.bottom() + (style.axes ? sheet.metrics.height() / 2 : 0);
    if (beside)
        sheet.legend = QPointF(sheet.matrix.right() + right + gap, sheet.matrix.top());
    else
        sheet.legend =
            QPointF(std::clamp(width - legend.width(), 0.0, left), sheet.matrix.bottom() + gap + (style.axes ? 2 : 0));
    const bool none = style.legend == FigureStyle::Legend::None;
    sheet.size = QSizeF(width, std::ceil(none     ? below
                                         : beside ? std::max(below, sheet.legend.y() + legend.height())
                                                  : sheet.legend.y() + legend.height()));
    return sheet;
}

LegendBlock blockOf(const Legend& legend, const FigureStyle& style, const CanvasShot& shot,
                    const QFontMetricsF& metrics)
{
    const bool beside = style.legend == FigureStyle::Legend::Right;
    return LegendBlock(legend, fontOf(style, false), metrics,
                       {beside ? 0 : 12 * metrics.height(), widthOf(shot, style) * (beside ? 0.32 : 1) - edge, false});
}

void drawAxes(QPainter& painter, const CanvasShot& shot, const Sheet& sheet)
{
    const QRectF& area = sheet.matrix;
    const QColor& ink = shot.colours.text;
    const double line = std::ceil(sheet.metrics.height());
    const auto put = [&](const QRectF& place, int flags, const QString& text) {
        putText(painter, place, flags | Qt::AlignVCenter, text, ink);
    };
    painter.setPen(QPen(shot.colours.secondary, 1));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(area.adjusted(-0.5, -0.5, 0.5, 0.5));
    const Part rows = shownRows(shot), cols = shownCols(shot);
    const double widest = sheet.metrics.horizontalAdvance(countText(std::llround(cols.end)));
    for (const std::int64_t col : ticks(cols.begin, cols.end, area.width(), 2 * line + widest)) {
        const double x = area.left() + sheet.view.xOf(static_cast<double>(col));
        painter.setPen(QPen(shot.colours.secondary, 1));
        painter.drawLine(QPointF(x, area.top() - tick), QPointF(x, area.top()));
        put(QRectF(x - 50, area.top() - tick - 1 - line, 100, line), Qt::AlignHCenter, countText(col));
    }
    for (const std::int64_t row : ticks(rows.begin, rows.end, area.height(), 4 * line)) {
        const double y = area.top() + sheet.view.yOf(static_cast<double>(row));
        painter.setPen(QPen(shot.colours.secondary, 1));
        painter.drawLine(QPointF(area.left() - tick, y), QPointF(area.left(), y));
        put(QRectF(area.left() - tick - 4 - sheet.labels - 1, y - line / 2, sheet.labels + 1, line), Qt::AlignRight,
            countText(row));
    }
    // What is reordered is counted by its place.
    const LineOrder* lines = shot.request.lines.get();
    put(QRectF(area.left() + area.width() / 2 - 200, area.top() - tick - 1 - 2 * line, 400, line), Qt::AlignHCenter,
        lines && !lines->cols.empty() ? tr("place of the column") : tr("column"));
    painter.save();
    painter.translate(area.left() - tick - 6 - sheet.labels - line / 2, area.center().y());
    painter.rotate(-90);
    put(QRectF(-200, -line / 2, 400, line), Qt::AlignHCenter,
        lines && !lines->rows.empty() ? tr("place of the row") : tr("row"));
    painter.restore();
}

// Contiguous tiles that are large enough to be seen as rectangles.
void drawFrames(QPainter& painter, const CanvasShot& shot, const Sheet& sheet, Progress& progress)
{
    const HeatMapRequest& request = shot.request;
    if (!request.plan || !request.owner || !request.tiles.outlines)
        return;
    constexpr double least = 6;
    const QRectF& area = sheet.matrix;
    const raster::ViewBox& view = sheet.view;
    const raster::TileLayer layer(request.matrix, request.plan, request.owner);
    const raster::TileScale scale = layer.scale(request.tiles);
    painter.setBrush(Qt::NoBrush);
    progress.check();
    for (const std::int64_t tile : layer.roomy(view, request.tiles, least)) {
        const raster::ElementRect& rect = layer.bounds(tile).rect;
        const QRectF place(QPointF(area.left() + view.xOf(static_cast<double>(rect.colBegin)),
                                   area.top() + view.yOf(static_cast<double>(rect.rowBegin))),
                           QPointF(area.left() + view.xOf(static_cast<double>(rect.colEnd)),
                                   area.top() + view.yOf(static_cast<double>(rect.rowEnd))));
        painter.setPen(
            QPen(QColor::fromRgb(layer.colour(tile, request.tiles, scale)).darker(shot.colours.dark ? 80 : 140), 1));
        painter.drawRect(place);
    }
}

// Letters of formats and numbers of levels, in the corner of their tiles.
void drawLabels(QPainter& painter, const CanvasShot& shot, const Sheet& sheet, const HeatMapPicture& picture)
{
    QColor veil = shot.colours.background;
    veil.setAlphaF(0.88F);
    for (const HeatMapPicture::Label& label : picture.labels) {
        const QPointF corner(sheet.matrix.left() + sheet.view.xOf(static_cast<double>(label.place.colBegin)),
                             sheet.matrix.top() + sheet.view.yOf(static_cast<double>(label.place.rowBegin)));
        const QRectF badge(
            corner + QPointF(2, 2),
            QSizeF(std::max(sheet.metrics.horizontalAdvance(label.text), sheet.metrics.height() * 0.6) + 6,
                   sheet.metrics.height() + 1));
        painter.setPen(Qt::NoPen);
        painter.setBrush(veil);
        painter.drawRoundedRect(badge, 3, 3);
        putText(painter, badge, Qt::AlignCenter, label.text, shot.colours.text);
    }
}

struct Figure {
    Sheet sheet;
    std::shared_ptr<const HeatMapPicture> picture;
};

// Frames of tiles that are lines of the figure are no part of the image.
std::shared_ptr<const HeatMapPicture> drawMatrix(const CanvasShot& shot, const Sheet& sheet, double ratio, bool frames,
                                                 Progress& progress)
{
    HeatMapRenderer renderer([](const std::shared_ptr<const HeatMapPicture>&) {});
    HeatMapRequest request = shot.request;
    request.view = sheet.view;
    request.pixelRatio = ratio;
    request.tiles.pixelRatio = ratio;
    request.tiles.frames = frames;
    return renderer.make(request, progress);
}

Figure figureOf(const CanvasShot& shot, const FigureStyle& style, bool frames, Progress& progress)
{
    const bool beside = style.legend == FigureStyle::Legend::Right;
    const bool none = style.legend == FigureStyle::Legend::None;
    Figure figure{sheetOf(shot, style, beside ? QSizeF(widthOf(shot, style) * 0.32, 0) : QSizeF()), nullptr};
    figure.picture = drawMatrix(shot, figure.sheet, style.ratio, frames, progress);
    if (none)
        return figure;
    // Now the legend is known, and with it the room that it leaves.
    const QSizeF legend = blockOf(figure.picture->legend, style, shot, figure.sheet.metrics).size() + QSizeF(edge, 0);
    const raster::ViewBox before = figure.sheet.view;
    figure.sheet = sheetOf(shot, style, legend);
    if (!(figure.sheet.view == before))
        figure.picture = drawMatrix(shot, figure.sheet, style.ratio, frames, progress);
    return figure;
}

void paintFigure(QPainter& painter, const CanvasShot& shot, const FigureStyle& style, const Figure& figure, bool frames,
                 Progress& progress)
{
    const Sheet& sheet = figure.sheet;
    const HeatMapPicture& picture = *figure.picture;
    // On whole pixels, so that each of the image is one of the figure.
    const auto whole = [&](double at) { return std::round(at * style.ratio) / style.ratio; };
    painter.fillRect(QRectF(0, 0, whole(sheet.size.width()), whole(sheet.size.height())), shot.colours.background);
    painter.drawImage(QRectF(whole(sheet.matrix.left()), whole(sheet.matrix.top()), picture.image.width() / style.ratio,
                             picture.image.height() / style.ratio),
                      picture.image, QRectF(picture.image.rect()));
    painter.setFont(sheet.font);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.save();
    painter.setClipRect(sheet.matrix);
    if (!frames)
        drawFrames(painter, shot, sheet, progress);
    drawLabels(painter, shot, sheet, picture);
    painter.restore();
    if (style.axes)
        drawAxes(painter, shot, sheet);
    if (!style.title.isEmpty()) {
        const QFontMetricsF strong = metricsOf(sheet.strong);
        painter.setFont(sheet.strong);
        const double left = std::min(sheet.matrix.left(), roomLeft(style, sheet.labels, sheet.metrics));
        const double width = sheet.size.width() - left;
        putText(painter, QRectF(left, 0, width, std::ceil(strong.height())), Qt::AlignLeft | Qt::AlignVCenter,
                strong.elidedText(style.title, Qt::ElideMiddle, width), shot.colours.text);
    }
    if (style.legend != FigureStyle::Legend::None)
        blockOf(picture.legend, style, shot, sheet.metrics).paint(painter, sheet.legend, shot.colours, style.ratio);
}

Drawing drawingOf(const CanvasShot& shot, const FigureStyle& style, const Figure& figure, bool frames,
                  Progress& progress)
{
    const auto paint = [&shot, &style, &figure, &progress, frames](QPaintDevice& to, double ratio) {
        QPainter painter(&to);
        painter.scale(ratio, ratio);
        paintFigure(painter, shot, style, figure, frames, progress);
    };
    return {figure.sheet.size, style.ratio, style.title, paint};
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

double widthOf(const CanvasShot& shot, const FigureStyle& style)
{
    if (style.width > 0)
        return style.width;
    const QFontMetricsF metrics = metricsOf(fontOf(style, false));
    const double matrix =
        roomLeft(style, labelWidth(shot, metrics), metrics) + shot.request.view.width + roomRight(shot, style, metrics);
    return style.legend == FigureStyle::Legend::Right ? (matrix + gap) / 0.68 : matrix;
}

CanvasShot shotOf(const HeatMapView& canvas)
{
    CanvasShot shot;
    const HeatMapView::Ordered ordered = canvas.ordered();
    shot.request.matrix = ordered.matrix;
    shot.request.lines = ordered.lines;
    shot.request.pyramid = ordered.pyramid;
    shot.request.order = ordered.title;
    shot.request.view = cropped(canvas.view(), *ordered.matrix);
    shot.request.density = canvas.densityStyle();
    shot.request.density.dark = canvas.colours().dark;
    shot.request.tiles = canvas.tileStyle();
    shot.request.tiles.dark = canvas.colours().dark;
    shot.request.tiles.highlight = -1;
    shot.request.values = canvas.valueLayer();
    shot.request.meaning = canvas.valueMeaning();
    if (canvas.tilesShown() && ordered.owner && ordered.plan) {
        shot.request.plan = ordered.plan;
        shot.request.owner = ordered.owner;
        if (canvas.step() >= 0)
            shot.request.tiles.step = canvas.step();
    }
    shot.colours = canvas.colours();
    return shot;
}

QImage drawFigure(const CanvasShot& shot, const FigureStyle& style, Progress& progress)
{
    const Figure figure = figureOf(shot, style, true, progress);
    return imageOf(drawingOf(shot, style, figure, true, progress));
}

void writeFigure(const CanvasShot& shot, const FigureStyle& style, const QString& path, Progress& progress)
{
    const bool pixels = formatOfPath(path) == PictureFormat::Png;
    const Figure figure = figureOf(shot, style, pixels, progress);
    writeDrawing(drawingOf(shot, style, figure, pixels, progress), path, progress);
}

int writeFrames(const FramesRequest& request, Progress& progress)
{
    if (!request.shot.request.plan)
        failUsage("there is no plan whose search could be drawn");
    const auto tiles = static_cast<std::int64_t>(request.shot.request.plan->tiling().tiles.size());
    const int frames = std::max(2, request.frames);
    CanvasShot shot = request.shot;
    FigureStyle style = request.style;
    progress.check();
    const auto figureAt = [&](std::int64_t step) {
        shot.request.tiles.step = step;
        style.title = tr("%1, tile %2 of %3").arg(request.style.title, countText(step), countText(tiles));
        return figureOf(shot, style, true, progress);
    };
    // A film has one size; the legend has less to say at some steps.
    const QSizeF size = figureAt(0).sheet.size.expandedTo(figureAt(tiles).sheet.size);
    writeSet(request.folder.toStdString(), [&] {
        for (int frame = 0; frame < frames; ++frame) {
            progress.check();
            progress.report("drawing frames", static_cast<double>(frame) / frames);
            Figure figure = figureAt(static_cast<std::int64_t>(
                std::llround(static_cast<double>(tiles) * frame / static_cast<double>(frames - 1))));
            figure.sheet.size = size;
            const QString path =
                QDir(request.folder).filePath(QStringLiteral("frame-%1.png").arg(frame + 1, 4, 10, QLatin1Char('0')));
            writeDrawing(drawingOf(shot, style, figure, true, progress), path, progress);
        }
    });
    return frames;
}

} // namespace sparsescope
