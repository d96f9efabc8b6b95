// A scene drawn with QPainter.
#include "views/scene/scene_paint.h"

#include "engine/core/error.h"
#include "engine/core/files.h"
#include "views/parts/picture_file.h"
#include "views/parts/theme.h"

#include <QPainter>
#include <QPainterPath>
#include <QPolygonF>
#include <QTextLayout>

#include <cmath>
#include <utility>

namespace sparsescope {

using learn::Hatch;
using learn::RoleStyle;
using learn::Shape;

namespace {

QColor colour(std::uint32_t argb)
{
    return QColor::fromRgba(argb);
}

bool drawn(std::uint32_t argb)
{
    return (argb >> 24) != 0;
}

constexpr double hatchPeriod = 6; // units

// A pattern of lines, clipped to the shape.
void paintHatch(QPainter& painter, const QRectF& box, const RoleStyle& style)
{
    if (style.hatch == Hatch::None)
        return;
    constexpr double period = hatchPeriod;
    // Slanted lines end outside of it.
    const bool cut = style.hatch == Hatch::Slanted || style.hatch == Hatch::Crossed;
    painter.save();
    if (cut)
        painter.setClipRect(box, Qt::IntersectClip);
    QPen pen(colour(style.stroke), 0.7, Qt::SolidLine, Qt::FlatCap);
    if (style.hatch == Hatch::Dots)
        pen = QPen(colour(style.stroke), 1, Qt::SolidLine, Qt::RoundCap);
    painter.setPen(pen);
    const auto first = [](double edge) { return std::ceil((edge - 3) / period) * period + 3; };
    const double left = first(box.left()), top = first(box.top());
    if (style.hatch == Hatch::Horizontal)
        for (double y = top; y < box.bottom(); y += period)
            painter.drawLine(QLineF(box.left(), y, box.right(), y));
    if (style.hatch == Hatch::Vertical)
        for (double x = left; x < box.right(); x += period)
            painter.drawLine(QLineF(x, box.top(), x, box.bottom()));
    if (style.hatch == Hatch::Dots)
        for (double y = top; y < box.bottom(); y += period)
            for (double x = left; x < box.right(); x += period)
                painter.drawPoint(QPointF(x, y));
    if (style.hatch == Hatch::Slanted || style.hatch == Hatch::Crossed)
        for (double x = left - 3 - box.height() - period; x < box.right() + box.height() + period; x += period) {
            painter.drawLine(QLineF(x, box.bottom(), x + box.height(), box.top()));
            if (style.hatch == Hatch::Crossed)
                painter.drawLine(QLineF(x, box.top(), x + box.height(), box.bottom()));
        }
    painter.restore();
}

QPen outline(const RoleStyle& style, std::uint32_t ink)
{
    QPen pen(colour(ink), style.width);
    pen.setJoinStyle(Qt::MiterJoin);
    if (style.dashed)
        pen.setDashPattern({2 / style.width, 2 / style.width});
    return pen;
}

QFont fontOf(const Shape& shape)
{
    QFont font = shape.monospaced ? monospaced() : typeFace(TypeSize::Small, shape.strong);
    if (shape.strong)
        font.setWeight(QFont::DemiBold);
    // In the scene's units; the painter scales it.
    font.setPixelSize(static_cast<int>(shape.size));
    font.setHintingPreference(QFont::PreferNoHinting);
    return font;
}

} // namespace

QRectF boxOf(const Shape& shape)
{
    return {shape.x, shape.y, shape.w, shape.h};
}

QRectF boundsOf(const Shape& shape)
{
    return boxOf(shape).normalized();
}

void paintShape(QPainter& painter, const Shape& shape, const QRectF& box, bool dark, double pixel, double opacity)
{
    const RoleStyle style = styleOf(shape.role, dark);
    painter.setOpacity(opacity);
    switch (shape.kind) {
    case Shape::Kind::Rectangle: {
        // Thin outlines lie on the middle of a pixel.
        const auto snap = [pixel](double at) { return (std::floor(at / pixel) + 0.5) * pixel; };
        const QRectF crisp(QPointF(snap(box.left()), snap(box.top())), QPointF(snap(box.right()), snap(box.bottom())));
        const double round = std::min(2.0, std::min(box.width(), box.height()) / 3);
        if (drawn(style.fill)) {
            painter.setPen(Qt::NoPen);
            painter.setBrush(colour(style.fill));
            painter.drawRoundedRect(crisp, round, round);
        }
        paintHatch(painter, crisp, style);
        if (drawn(style.stroke)) {
            painter.setBrush(Qt::NoBrush);
            painter.setPen(outline(style, style.stroke));
            painter.drawRoundedRect(crisp, round, round);
        }
        break;
    }
    case Shape::Kind::Polygon: {
        QPolygonF polygon;
        for (const learn::Point& p : shape.points)
            polygon << QPointF(p.x + box.left() - shape.x, p.y + box.top() - shape.y);
        painter.setPen(drawn(style.stroke) ? outline(style, style.stroke) : QPen(Qt::NoPen));
        painter.setBrush(drawn(style.fill) ? QBrush(colour(style.fill)) : QBrush(Qt::NoBrush));
        painter.drawPolygon(polygon);
        if (style.hatch != Hatch::None) {
            painter.save();
            QPainterPath path;
            path.addPolygon(polygon);
            painter.setClipPath(path, Qt::IntersectClip);
            paintHatch(painter, polygon.boundingRect(), style);
            painter.restore();
        }
        break;
    }
    case Shape::Kind::Line:
    case Shape::Kind::Arrow: {
        const QPointF from = box.topLeft(), to(box.left() + box.width(), box.top() + box.height());
        QPen pen = outline(style, style.ink);
        pen.setCapStyle(Qt::FlatCap);
        painter.setPen(pen);
        painter.drawLine(from, to);
        const double length = std::hypot(box.width(), box.height());
        if (shape.kind == Shape::Kind::Arrow && length > 0) {
            const QPointF along = (to - from) / length * 6, across(-along.y() / 2, along.x() / 2);
            painter.drawPolyline(QPolygonF() << to - along + across << to << to - along - across);
        }
        break;
    }
    case Shape::Kind::Text: {
        painter.setFont(fontOf(shape));
        painter.setPen(colour(style.ink));
        const int align = shape.align == learn::Align::Left     ? Qt::AlignLeft
                          : shape.align == learn::Align::Centre ? Qt::AlignHCenter
                                                                : Qt::AlignRight;
        painter.drawText(box, align | Qt::AlignVCenter | Qt::TextDontClip | Qt::TextSingleLine,
                         QString::fromStdString(shape.text));
        break;
    }
    }
    painter.setOpacity(1);
}

bool BoxPictures::paint(QPainter& painter, const Shape& shape, const QRectF& box, bool dark, double pixel)
{
    constexpr double least = 6, most = 40; // with the corners of all boxes; few are larger
    const RoleStyle style = styleOf(shape.role, dark);
    if (shape.kind != Shape::Kind::Rectangle || std::min(box.width(), box.height()) < least ||
        std::max(box.width(), box.height()) > most || style.dashed)
        return false;
    const double ratio = painter.device()->devicePixelRatio();
    const QPointF origin = QPointF(painter.worldTransform().dx(), painter.worldTransform().dy()) * ratio;
    if (origin != QPointF(origin.toPoint()))
        return false;
    if (std::exchange(m_dark, dark) != dark || std::exchange(m_pixel, pixel) != pixel ||
        std::exchange(m_ratio, ratio) != ratio)
        m_pictures.clear();
    const auto at = [pixel](double place) { return static_cast<int>(std::floor(place / pixel)); };
    const QPoint corner(at(box.left()), at(box.top()));
    const QSize size(at(box.right()) - corner.x(), at(box.bottom()) - corner.y());
    const int margin = static_cast<int>(std::ceil(style.width / 2 / pixel)) + 1;
    // A hatch goes on from box to box: where it begins in this one, closer than can be seen.
    const auto phase = [pixel](int place) {
        const double periods = place * pixel / hatchPeriod;
        return static_cast<std::uint64_t>((periods - std::floor(periods)) * 64);
    };
    const std::uint64_t across = style.hatch == Hatch::None || style.hatch == Hatch::Horizontal ? 0 : phase(corner.x());
    const std::uint64_t down = style.hatch == Hatch::None || style.hatch == Hatch::Vertical ? 0 : phase(corner.y());
    const auto key = static_cast<std::uint64_t>(shape.role) << 48 | static_cast<std::uint64_t>(size.width()) << 32 |
                     static_cast<std::uint64_t>(size.height()) << 16 | across << 8 | down;
    constexpr std::size_t mostPictures = 4096;
    if (m_pictures.size() > mostPictures)
        m_pictures.clear();
    QImage& picture = m_pictures[key];
    if (picture.isNull()) {
        picture = QImage(size + QSize(2 * margin + 1, 2 * margin + 1), QImage::Format_ARGB32_Premultiplied);
        picture.fill(Qt::transparent);
        QPainter inside(&picture);
        inside.setRenderHint(QPainter::Antialiasing);
        inside.translate(QPointF(margin, margin) - corner);
        inside.scale(1 / pixel, 1 / pixel);
        Shape alike;
        alike.role = shape.role;
        const double in = pixel / 4; // well inside of the pixel
        paintShape(
            inside, alike,
            QRectF(corner.x() * pixel + in, corner.y() * pixel + in, size.width() * pixel, size.height() * pixel), dark,
            pixel);
        inside.end();
        picture.setDevicePixelRatio(ratio);
    }
    painter.setOpacity(1);
    painter.setWorldMatrixEnabled(false);
    painter.drawImage((origin + corner - QPointF(margin, margin)) / ratio, picture);
    painter.setWorldMatrixEnabled(true);
    return true;
}

TextLayouts::TextLayouts() = default;
TextLayouts::~TextLayouts() = default;

bool TextLayouts::paint(QPainter& painter, const Shape& shape, const QRectF& box, bool dark)
{
    if (shape.kind != Shape::Kind::Text)
        return false;
    constexpr std::size_t most = 4096; // several large pictures
    if (m_layouts.size() > most)
        m_layouts.clear();
    const char face =
        static_cast<char>(static_cast<int>(shape.size) * 4 + (shape.monospaced ? 2 : 0) + (shape.strong ? 1 : 0));
    std::unique_ptr<QTextLayout>& layout = m_layouts[face + shape.text];
    if (!layout) {
        layout = std::make_unique<QTextLayout>(QString::fromStdString(shape.text), fontOf(shape));
        layout->setCacheEnabled(true);
        QTextOption option;
        option.setFlags(QTextOption::IncludeTrailingSpaces);
        layout->setTextOption(option);
        layout->beginLayout();
        layout->createLine();
        layout->endLayout();
    }
    const QTextLine line = layout->lineAt(0);
    if (!line.isValid())
        return true; // nothing is written
    const double more = box.width() - line.horizontalAdvance();
    const double left = shape.align == learn::Align::Left ? 0 : shape.align == learn::Align::Centre ? more / 2 : more;
    painter.setPen(colour(styleOf(shape.role, dark).ink));
    const double height = line.ascent() + line.descent(); // line.height() is rounded
    line.draw(&painter, box.topLeft() + QPointF(left, (box.height() - height) / 2));
    return true;
}

void paintScene(QPainter& painter, const learn::Scene& scene, bool dark, double pixel)
{
    painter.setRenderHint(QPainter::Antialiasing);
    for (const Shape& shape : scene.shapes)
        paintShape(painter, shape, boxOf(shape), dark, pixel);
}

QImage sceneImage(const learn::Scene& scene, bool dark, double ratio)
{
    QImage image(
        QSize(static_cast<int>(std::ceil(scene.width * ratio)), static_cast<int>(std::ceil(scene.height * ratio))),
        QImage::Format_RGB32);
    if (image.isNull())
        failUsage("a picture of that size does not fit into memory");
    image.fill(QColor::fromRgba(styleOf(learn::Role::Ground, dark).fill));
    QPainter painter(&image);
    painter.scale(ratio, ratio);
    paintScene(painter, scene, dark, 1 / ratio);
    return image;
}

void writeScene(const learn::Scene& scene, bool dark, const QString& path)
{
    const PictureFormat format = formatOfPath(path);
    if (format == PictureFormat::Svg)
        return writeText(path.toStdString(), sceneSvg(scene, dark));
    if (format == PictureFormat::Png)
        return writePng(sceneImage(scene, dark, 2), path);
    const QSizeF size(scene.width, scene.height);
    writeDrawing({size,
                  2,
                  {},
                  [&](QPaintDevice& to, double) {
                      QPainter painter(&to);
                      if (dark)
                          painter.fillRect(QRectF(QPointF(), size), colour(styleOf(learn::Role::Ground, dark).fill));
                      paintScene(painter, scene, dark, 0.25);
                  }},
                 path);
}

} // namespace sparsescope
