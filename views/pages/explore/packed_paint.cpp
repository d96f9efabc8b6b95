// Painting the packed view, and what it says of its tiles.
#include "engine/core/at.h"
#include "views/pages/explore/packed_view.h"
#include "views/parts/numbers.h"
#include "views/parts/theme.h"

#include <QPainter>
#include <QScrollBar>
#include <QTimer>

#include <algorithm>
#include <array>
#include <cmath>

namespace sparsescope {

namespace {

constexpr auto mostPlaces = std::int64_t{1 << 21}; // of a picture
constexpr int paintMilliseconds = 12;              // for new pictures, before the rest waits for the next turn
constexpr double leastOutlined = 6;                // pixels; of smaller tiles padding is all outline
constexpr double linesFrom = 6;                    // pixels a place, or a micro-tile, from which lines are between them
constexpr double inMatrix = 0.3;                   // opacity of what is not gathered yet

// Groups are multiplied side by side, steps one after another.
QString stepsText(const DenseTiles::Bucket& bucket)
{
    return bucket.shape.axis == GatheredAxis::Inner
               ? countOf(bucket.size(), PackedView::tr("step"), PackedView::tr("steps"))
               : countOf(bucket.size(), PackedView::tr("group"), PackedView::tr("groups"));
}

QString membersText(const DenseTiles::Bucket& bucket)
{
    return countOf(bucket.members, PackedView::tr("member"), PackedView::tr("members"));
}

} // namespace

QColor ownedColor()
{
    return familyColor(FormatFamily::Block);
}

QColor zeroColor()
{
    QColor pale = ownedColor();
    pale.setAlphaF(0.35f);
    return pale;
}

QString PackedView::tileName(std::int64_t dense) const
{
    const DenseTiles::Bucket& bucket = m_tiles->bucketOf(dense);
    const QString step = countText(dense - bucket.first + 1), steps = countText(bucket.size());
    return (bucket.shape.axis == GatheredAxis::Inner ? tr("Strip %1, step %2 of %3") : tr("Strip %1, group %2 of %3"))
        .arg(countText(bucket.number), step, steps);
}

QString PackedView::describe(std::int64_t dense) const
{
    const DenseTile& tile = m_tiles->tiles()[at(dense)];
    const GatheredShape& shape = m_tiles->shapeOf(dense);
    const auto micro = m_tiles->microTiles(dense);
    const bool byRows = shape.axis == GatheredAxis::Rows;
    const std::int64_t first = byRows ? micro.front().from.rowBegin : micro.front().from.colBegin;
    const std::int64_t last = (byRows ? micro.back().from.rowEnd : micro.back().from.colEnd) - 1;
    return tr("%1: %2, %3 %4 to %5; owned %6, zeros %7, padding %8")
        .arg(tileName(dense), countOf(std::ssize(micro), tr("micro-tile"), tr("micro-tiles")),
             byRows ? tr("rows") : tr("columns"), countText(first), countText(last), countText(tile.owned),
             countText(tile.zeros), countText(m_tiles->padding(dense)));
}

QString PackedView::about() const
{
    if (!m_tiles || m_tiles->tiles().empty())
        return {};
    const GatheredShape& shape = m_tiles->buckets().front().shape;
    const bool byRows = shape.axis == GatheredAxis::Rows;
    const Matrix& matrix = *m_tiles->matrix();
    const std::int64_t strips =
        byRows ? (matrix.cols() + shape.width - 1) / shape.width : (matrix.rows() + shape.height - 1) / shape.height;
    const std::int64_t filled = std::ssize(m_tiles->buckets());
    const QString all = countOf(strips, tr("strip"), tr("strips"));
    return tr("%1 of %2 x %3 in %4. Choose one to see where its micro-tiles lie.")
        .arg(countOf(std::ssize(m_tiles->tiles()), tr("dense tile"), tr("dense tiles")), countText(shape.rows),
             countText(shape.columns), filled == strips ? all : tr("%1 of %2").arg(countText(filled), all));
}

const QImage* PackedView::pictureOf(std::int64_t dense)
{
    if (const QImage* kept = m_pictures.object(dense))
        return kept;
    const GatheredShape& shape = m_tiles->shapeOf(dense);
    if (shape.rows * shape.columns > mostPlaces)
        return nullptr;
    auto* image =
        new QImage(static_cast<int>(shape.columns), static_cast<int>(shape.rows), QImage::Format_ARGB32_Premultiplied);
    const std::array<QRgb, 3> colours = {0, qPremultiply(zeroColor().rgba()), ownedColor().rgba()};
    const std::vector<DenseTiles::Place> places = m_tiles->places(dense);
    auto place = places.begin();
    for (int y = 0; y < image->height(); ++y) {
        auto* line = reinterpret_cast<QRgb*>(image->scanLine(y));
        for (int x = 0; x < image->width(); ++x, ++place)
            line[x] = colours[static_cast<std::size_t>(*place)];
    }
    m_pictures.insert(dense, image, image->sizeInBytes());
    return m_pictures.object(dense);
}

void PackedView::paintEvent(QPaintEvent*)
{
    QPainter painter(viewport());
    painter.fillRect(viewport()->rect(), colorsOf(*this).panel);
    m_unfinished = false;
    if (!m_tiles)
        return;
    m_painted.start();
    const std::int64_t end = std::min(bucketAt(viewport()->height()) + 1, std::ssize(m_tiles->buckets()));
    for (std::int64_t bucket = bucketAt(0); bucket < end; ++bucket)
        paintBucket(painter, bucket);
    if (hasFocus()) {
        painter.setBrush(Qt::NoBrush);
        painter.setPen(colorsOf(*this).accent);
        painter.drawRect(viewport()->rect().adjusted(0, 0, -1, -1));
    }
    if (m_unfinished)
        QTimer::singleShot(0, viewport(), qOverload<>(&QWidget::update));
}

void PackedView::paintBucket(QPainter& painter, std::int64_t bucket)
{
    const DenseTiles::Bucket& of = m_tiles->buckets()[at(bucket)];
    paintHeader(painter, bucket, static_cast<int>(placeOf(of.first).top()));
    painter.save();
    painter.setClipRect(tilesRect().adjusted(-2, 0, 0, 0)); // the outline of the chosen one
    const std::int64_t first = horizontalScrollBar()->value() / across();
    const std::int64_t count = static_cast<std::int64_t>(tilesRect().width()) / across() + 2;
    for (std::int64_t tile = of.first + first; tile < std::min(of.first + first + count, of.end); ++tile)
        paintTile(painter, tile);
    painter.restore();
}

// Where rows are lower than a line, some of them.
void PackedView::paintHeader(QPainter& painter, std::int64_t bucket, int top) const
{
    const Colors& c = colorsOf(*this);
    const DenseTiles::Bucket& of = m_tiles->buckets()[at(bucket)];
    const bool chosen = m_chosen >= 0 && m_tiles->tiles()[at(m_chosen)].bucket == bucket;
    const QFontMetrics metrics(font());
    const int line = metrics.height();
    const std::int64_t each = (line + down() - 1) / down();
    const std::int64_t anchor = m_chosen >= 0 ? m_tiles->tiles()[at(m_chosen)].bucket : 0;
    if ((bucket - anchor) % each != 0) // the chosen one has its words
        return;
    const QRect room(headerMargin, top - (down() - tileSize().height()) / 2, m_header - 2 * headerMargin, down());
    const auto write = [&](const QRect& place, const QString& words, const QColor& colour) {
        painter.setPen(colour);
        painter.drawText(place, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextDontClip,
                         metrics.elidedText(words, Qt::ElideRight, place.width()));
    };
    const QString number = countText(of.number);
    const QString counts = tr("%1, %2").arg(membersText(of), stepsText(of));
    if (room.height() < 2 * line)
        return write(room, tr("%1: %2").arg(number, counts), chosen ? c.accent : c.secondary);
    const int above = std::min((room.height() - 2 * line) / 2, line); // the tiles may be higher than the viewport
    write({room.left(), room.top() + above, room.width(), line}, tr("strip %1").arg(number),
          chosen ? c.accent : c.text);
    write({room.left(), room.top() + above + line, room.width(), line}, counts, c.secondary);
}

void PackedView::paintTile(QPainter& painter, std::int64_t dense)
{
    const Colors& c = colorsOf(*this);
    const QRectF place = placeOf(dense);
    const bool chosen = dense == m_chosen;
    const bool outlined = std::min(place.width(), place.height()) >= leastOutlined;
    painter.fillRect(place, outlined ? c.background : c.hairline);
    const QImage* picture = nullptr;
    if (scale() >= picturesFrom) {
        if (m_pictures.contains(dense) || chosen || m_painted.elapsed() < paintMilliseconds)
            picture = pictureOf(dense);
        else
            m_unfinished = true;
    }
    if (chosen && m_way < 1)
        painter.setOpacity(inMatrix);
    if (picture) {
        painter.setRenderHint(QPainter::SmoothPixmapTransform, scale() < 1);
        painter.drawImage(place, *picture);
        paintPadding(painter, place, dense);
    } else {
        paintParts(painter, place, dense);
    }
    painter.setOpacity(1);
    if (chosen)
        paintMicroTiles(painter, dense, picture);
    if (!outlined && !chosen)
        return;
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(chosen ? c.accent : c.hairline, chosen ? 2 : 1));
    painter.drawRect(chosen ? place.adjusted(-1, -1, 1, 1) : place.adjusted(-0.5, -0.5, 0.5, 0.5));
}

// A bar: owned, covered zeros, and the rest is padding.
void PackedView::paintParts(QPainter& painter, const QRectF& place, std::int64_t dense) const
{
    const DenseTile& tile = m_tiles->tiles()[at(dense)];
    const GatheredShape& shape = m_tiles->shapeOf(dense);
    const double stored = static_cast<double>(shape.rows) * static_cast<double>(shape.columns);
    const double owned = place.width() * static_cast<double>(tile.owned) / stored;
    const double zeros = place.width() * static_cast<double>(tile.zeros) / stored;
    painter.fillRect(QRectF(place.left(), place.top(), owned, place.height()), ownedColor());
    painter.fillRect(QRectF(place.left() + owned, place.top(), zeros, place.height()), zeroColor());
}

// Empty cells with a thin outline, where there is room for cells.
void PackedView::paintPadding(QPainter& painter, const QRectF& place, std::int64_t dense) const
{
    if (scale() < linesFrom)
        return;
    const GatheredShape& shape = m_tiles->shapeOf(dense);
    const auto micro = m_tiles->microTiles(dense);
    const std::int64_t heldRows = micro.back().to.rowEnd, heldColumns = micro.back().to.colEnd;
    painter.setPen(QPen(colorsOf(*this).hairline, 1));
    const double side = scale();
    const auto x = [&](std::int64_t column) { return place.left() + side * static_cast<double>(column); };
    const auto y = [&](std::int64_t row) { return place.top() + side * static_cast<double>(row); };
    QList<QLineF> lines;
    for (std::int64_t column = heldColumns; column < shape.columns; ++column)
        lines.append(QLineF(x(column), y(0), x(column), y(shape.rows)));
    for (std::int64_t column = 0; heldRows < shape.rows && column < heldColumns; ++column)
        lines.append(QLineF(x(column), y(heldRows), x(column), y(shape.rows)));
    for (std::int64_t row = heldRows; row < shape.rows; ++row)
        lines.append(QLineF(x(0), y(row), x(heldColumns), y(row)));
    for (std::int64_t row = 0; heldColumns < shape.columns && row < shape.rows; ++row)
        lines.append(QLineF(x(heldColumns), y(row), x(shape.columns), y(row)));
    painter.drawLines(lines);
}

// Those of the chosen one: the places that wait for them, and what has arrived.
void PackedView::paintMicroTiles(QPainter& painter, std::int64_t dense, const QImage* picture) const
{
    QColor thin = colorsOf(*this).accent;
    thin.setAlphaF(0.6f);
    for (std::int64_t i = 0; i < std::ssize(m_micro); ++i) {
        const MatrixArea& to = m_micro[at(i)].to;
        const QRectF place = placeOf(dense, to);
        if (picture && m_way < 1 && wayOf(i) >= 1)
            painter.drawImage(place, *picture,
                              QRectF(static_cast<double>(to.colBegin), static_cast<double>(to.rowBegin),
                                     static_cast<double>(to.colEnd - to.colBegin),
                                     static_cast<double>(to.rowEnd - to.rowBegin)));
        if (std::min(place.width(), place.height()) >= linesFrom) {
            painter.setBrush(Qt::NoBrush);
            painter.setPen(QPen(thin, 1));
            painter.drawRect(place.adjusted(0.5, 0.5, -0.5, -0.5));
        }
    }
}

} // namespace sparsescope
