#include "views/pages/explore/packed_view.h"

#include "engine/core/at.h"
#include "views/parts/numbers.h"
#include "views/parts/theme.h"
#include "views/workspace/workspace.h"

#include <QApplication>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QScrollBar>
#include <QToolTip>
#include <QWheelEvent>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace sparsescope {

namespace {

constexpr std::array scales = {0.0625, 0.125, 0.25, 0.5, 1.0, 2.0, 4.0, 8.0, 16.0};
constexpr int firstHeight = 40, firstWidth = 384; // of a dense tile, at most
constexpr int roomyHeight = 72;                   // the same, where two buckets are in sight, all of them
constexpr int leastTile = 3;
constexpr std::size_t mostShown = 1024; // micro-tiles of a dense tile; kernels have up to 256, files what they like

} // namespace

PackedView::PackedView(Workspace& workspace, QWidget* parent) : QAbstractScrollArea(parent), m_workspace(workspace)
{
    setFrameShape(QFrame::NoFrame);
    setFocusPolicy(Qt::StrongFocus);
    setAccessibleName(tr("Dense tiles, bucket by bucket"));
    m_pictures.setMaxCost(64 << 20);
    viewport()->setAutoFillBackground(false); // painted whole
    connect(&m_motion, &QVariantAnimation::valueChanged, this, [this](const QVariant& value) {
        m_way = value.toDouble();
        viewport()->update();
        Q_EMIT moved();
    });
    listen(m_workspace.attention(), Attention::SelectionChanged | Attention::PickChanged, this,
           &PackedView::followSelection);
}

void PackedView::setTiles(std::shared_ptr<const DenseTiles> tiles)
{
    const bool first = !m_tiles;
    const DenseTiles::Largest before = m_largest;
    setChosen(-1);
    m_tiles = std::move(tiles);
    m_pictures.clear();
    m_largest = m_tiles ? m_tiles->largest() : DenseTiles::Largest();
    if (first || before.rows != m_largest.rows || before.columns != m_largest.columns) {
        m_zoom = firstZoom();
        verticalScrollBar()->setValue(0);
        horizontalScrollBar()->setValue(0);
    }
    layOut();
    followSelection();
    Q_EMIT chosenChanged();
}

bool PackedView::current() const
{
    return m_tiles && m_tiles->plan() == m_workspace.attention().plan();
}

// Among the steps of a tile the one that holds what is picked, else the first, unless one of them is looked at.
void PackedView::followSelection()
{
    if (!current())
        return setChosen(-1);
    const std::int64_t tile = m_workspace.attention().selection().tile;
    const auto& pick = m_workspace.attention().pick();
    const std::int64_t held = tile >= 0 && pick ? m_tiles->holding(tile, pick->row, pick->col) : -1;
    if (held >= 0)
        setChosen(held);
    else if (tile < 0 || m_chosen < 0 || m_tiles->tiles()[at(m_chosen)].tile != tile)
        setChosen(m_tiles->firstOf(tile));
}

void PackedView::choose(std::int64_t dense)
{
    if (!current() || dense < 0)
        return;
    setChosen(dense);
    m_workspace.attention().selectTile(m_tiles->tiles()[at(dense)].tile);
}

void PackedView::setChosen(std::int64_t dense)
{
    if (dense == m_chosen)
        return;
    m_motion.stop();
    m_chosen = dense;
    m_micro = dense < 0 ? std::vector<DenseTiles::Gathered>() : m_tiles->microTiles(dense);
    m_micro.resize(std::min(m_micro.size(), mostShown));
    m_gathered = false;
    m_way = 0;
    if (dense >= 0)
        keepInSight(dense);
    setAccessibleDescription(dense < 0 ? QString() : describe(dense));
    viewport()->update();
    Q_EMIT chosenChanged();
}

void PackedView::gather()
{
    if (m_chosen < 0)
        return;
    m_gathered = !m_gathered;
    setWay(m_gathered);
    Q_EMIT chosenChanged();
}

void PackedView::setWay(bool gathered)
{
    m_motion.stop();
    const double to = gathered ? 1 : 0;
    m_motion.setStartValue(m_way);
    m_motion.setEndValue(to);
    m_motion.setDuration(static_cast<int>(std::lround(gatherMilliseconds * std::abs(to - m_way))));
    if (!m_reducedMotion && isVisible())
        return m_motion.start();
    m_way = to;
    viewport()->update();
    Q_EMIT moved();
}

// One after another: the last sets out in the middle, each takes half of the time.
double PackedView::wayOf(std::int64_t micro) const
{
    const std::int64_t last = std::ssize(m_micro) - 1;
    const double begin = last > 0 ? 0.5 * static_cast<double>(micro) / static_cast<double>(last) : 0;
    return std::clamp((m_way - begin) / 0.5, 0.0, 1.0);
}

void PackedView::setReducedMotion(bool reduced)
{
    m_reducedMotion = reduced;
    if (reduced && m_motion.state() == QAbstractAnimation::Running)
        setWay(m_gathered);
}

double PackedView::scale() const
{
    return scales[at(m_zoom)];
}

// Some rows are in sight at once, and places where there is room for them.
int PackedView::firstZoom() const
{
    const auto tooLarge = [this](double scale) {
        const double width = scale * static_cast<double>(m_largest.columns);
        const double height = scale * static_cast<double>(m_largest.rows);
        const bool roomy = static_cast<double>(m_largest.size) * (width + 4) < 0.6 * viewport()->width() &&
                           2 * (height + 8) < viewport()->height();
        return width > firstWidth || (height > (roomy ? roomyHeight : firstHeight) && scale > picturesFrom);
    };
    int level = std::ssize(scales) - 1;
    while (level > 0 && tooLarge(scales[at(level)]))
        --level;
    return std::min(level, mostZoom());
}

// Scroll bars count pixels in 31 bits.
int PackedView::mostZoom() const
{
    const double rows = m_tiles ? static_cast<double>(std::ssize(m_tiles->buckets())) : 0;
    int level = std::ssize(scales) - 1;
    const auto tooFar = [&](double tiles, std::int64_t places) {
        return tiles * (scales[at(level)] * static_cast<double>(places) + 8) > (1 << 30);
    };
    while (level > 0 &&
           (tooFar(rows, m_largest.rows) || tooFar(static_cast<double>(m_largest.size), m_largest.columns)))
        --level;
    return level;
}

void PackedView::zoom(int steps)
{
    const bool seen = m_chosen >= 0 && tilesRect().intersects(placeOf(m_chosen));
    zoomTo(m_zoom + steps, seen ? placeOf(m_chosen).center() : tilesRect().center());
}

// What is under `about` stays there.
void PackedView::zoomTo(int level, QPointF about)
{
    const int wanted = std::clamp(level, 0, mostZoom());
    if (wanted == m_zoom)
        return;
    const double x = (about.x() - m_header + horizontalScrollBar()->value()) / across();
    const double y = (about.y() + verticalScrollBar()->value()) / down();
    m_zoom = wanted;
    layOut();
    horizontalScrollBar()->setValue(static_cast<int>(std::lround(x * across() - about.x() + m_header)));
    verticalScrollBar()->setValue(static_cast<int>(std::lround(y * down() - about.y())));
}

QSize PackedView::tileSize() const
{
    const auto pixels = [&](std::int64_t places) {
        return std::max(leastTile, static_cast<int>(std::lround(scale() * static_cast<double>(places))));
    };
    return {pixels(m_largest.columns), pixels(m_largest.rows)};
}

int PackedView::down() const
{
    const int height = tileSize().height();
    return height + (height >= 24 ? 8 : height >= 8 ? 3 : 1);
}

int PackedView::across() const
{
    const int width = tileSize().width();
    return width + (width >= 16 ? 4 : 1);
}

void PackedView::layOut()
{
    const QFontMetrics metrics(font());
    const QString number = down() < 2 * metrics.height() ? tr("%1: ").arg(countText(m_largest.number)) : QString();
    m_header = 2 +
               metrics.horizontalAdvance(
                   number + tr("%1 members, %2 groups").arg(countText(m_largest.members), countText(m_largest.size))) +
               2 * headerMargin;
    m_header = std::min(m_header, viewport()->width() / 2);
    const std::int64_t rows = m_tiles ? std::ssize(m_tiles->buckets()) : 0;
    const auto give = [](QScrollBar* bar, std::int64_t all, int seen, int step) {
        bar->setRange(0, static_cast<int>(std::max<std::int64_t>(0, all - seen)));
        bar->setPageStep(seen);
        bar->setSingleStep(step);
    };
    give(verticalScrollBar(), rows * down() + 4, viewport()->height(), std::max(20, down()));
    give(horizontalScrollBar(), m_largest.size * across() + 4, viewport()->width() - m_header,
         std::max(20, across() / 2));
    viewport()->update();
    Q_EMIT moved();
}

QRectF PackedView::tilesRect() const
{
    return QRectF(viewport()->rect()).adjusted(m_header, 0, 0, 0);
}

QRectF PackedView::placeOf(std::int64_t dense) const
{
    const DenseTile& tile = m_tiles->tiles()[at(dense)];
    const DenseTiles::Bucket& bucket = m_tiles->buckets()[at(tile.bucket)];
    const double x = m_header + static_cast<double>((dense - bucket.first) * across() - horizontalScrollBar()->value());
    const double y = 4 + static_cast<double>(std::int64_t{tile.bucket} * down() - verticalScrollBar()->value());
    const auto pixels = [&](std::int64_t places) {
        return std::max<double>(leastTile, std::round(scale() * static_cast<double>(places)));
    };
    return {x, y, pixels(bucket.shape.columns), pixels(bucket.shape.rows)};
}

QRectF PackedView::placeOf(std::int64_t dense, const MatrixArea& part) const
{
    const QRectF all = placeOf(dense);
    const GatheredShape& shape = m_tiles->shapeOf(dense);
    const double width = all.width() / static_cast<double>(shape.columns);
    const double height = all.height() / static_cast<double>(shape.rows);
    return {all.left() + width * static_cast<double>(part.colBegin),
            all.top() + height * static_cast<double>(part.rowBegin),
            width * static_cast<double>(part.colEnd - part.colBegin),
            height * static_cast<double>(part.rowEnd - part.rowBegin)};
}

std::int64_t PackedView::bucketAt(int y) const
{
    return std::max(0, y - 4 + verticalScrollBar()->value()) / down();
}

std::int64_t PackedView::tileAt(QPoint position) const
{
    if (!m_tiles || position.x() < m_header)
        return -1;
    const std::int64_t bucket = bucketAt(position.y());
    if (bucket >= std::ssize(m_tiles->buckets()))
        return -1;
    const DenseTiles::Bucket& of = m_tiles->buckets()[at(bucket)];
    const std::int64_t tile = of.first + (position.x() - m_header + horizontalScrollBar()->value()) / across();
    return tile < of.end ? tile : -1;
}

void PackedView::keepInSight(std::int64_t dense)
{
    const QRectF place = placeOf(dense), seen = tilesRect();
    const auto follow = [](QScrollBar* bar, double begin, double end, double from, double to) {
        const double by = begin < from ? begin - from : end > to ? std::min(end - to, begin - from) : 0;
        bar->setValue(bar->value() + static_cast<int>(std::lround(by)));
    };
    follow(verticalScrollBar(), place.top() - 4, place.bottom() + 4, seen.top(), seen.bottom());
    follow(horizontalScrollBar(), place.left(), place.right() + 2, seen.left(), seen.right());
}

void PackedView::moveInBucket(std::int64_t by)
{
    const DenseTiles::Bucket& bucket = m_tiles->bucketOf(m_chosen);
    choose(std::clamp(m_chosen + by, bucket.first, bucket.end - 1));
}

void PackedView::moveToBucket(std::int64_t by)
{
    const std::int64_t now = m_tiles->tiles()[at(m_chosen)].bucket;
    const std::int64_t column = m_chosen - m_tiles->buckets()[at(now)].first;
    const DenseTiles::Bucket& next =
        m_tiles->buckets()[at(std::clamp<std::int64_t>(now + by, 0, std::ssize(m_tiles->buckets()) - 1))];
    choose(std::min(next.first + column, next.end - 1));
}

void PackedView::keyPressEvent(QKeyEvent* event)
{
    if (!current() || m_tiles->tiles().empty())
        return event->ignore();
    const bool control = event->modifiers() & Qt::ControlModifier;
    const std::int64_t all = std::ssize(m_tiles->tiles());
    const std::int64_t screen = std::max(1, viewport()->height() / down() - 1);
    switch (event->key()) {
    case Qt::Key_Plus:
    case Qt::Key_Equal:
        return zoom(1);
    case Qt::Key_Minus:
        return zoom(-1);
    case Qt::Key_Return:
    case Qt::Key_Enter:
        return gather();
    case Qt::Key_Left:
    case Qt::Key_Right:
    case Qt::Key_Up:
    case Qt::Key_Down:
    case Qt::Key_Home:
    case Qt::Key_End:
    case Qt::Key_PageUp:
    case Qt::Key_PageDown:
        break;
    default:
        return event->ignore(); // the window's
    }
    if (m_chosen < 0) // what is in sight
        return choose(m_tiles->buckets()[at(std::min(bucketAt(4), std::ssize(m_tiles->buckets()) - 1))].first);
    switch (event->key()) {
    case Qt::Key_Left:
        return moveInBucket(-1);
    case Qt::Key_Right:
        return moveInBucket(1);
    case Qt::Key_Up:
        return moveToBucket(-1);
    case Qt::Key_Down:
        return moveToBucket(1);
    case Qt::Key_PageUp:
        return moveToBucket(-screen);
    case Qt::Key_PageDown:
        return moveToBucket(screen);
    case Qt::Key_Home:
        return control ? choose(0) : moveInBucket(-all);
    default:
        return control ? choose(all - 1) : moveInBucket(all);
    }
}

void PackedView::wheelEvent(QWheelEvent* event)
{
    const QPoint angle = event->angleDelta();
    if (event->modifiers() & Qt::ControlModifier) {
        if (angle.y() != 0)
            zoomTo(m_zoom + (angle.y() > 0 ? 1 : -1), event->position());
        return event->accept();
    }
    const QPoint pixels = event->pixelDelta();
    QPoint by = pixels.isNull() ? angle / 2 : pixels;
    if (event->modifiers() & Qt::ShiftModifier && by.x() == 0)
        by = {by.y(), 0};
    horizontalScrollBar()->setValue(horizontalScrollBar()->value() - by.x());
    verticalScrollBar()->setValue(verticalScrollBar()->value() - by.y());
    event->accept();
}

void PackedView::mousePressEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton)
        return QAbstractScrollArea::mousePressEvent(event);
    m_pressing = true;
    m_pans = false;
    m_pressed = m_last = event->position();
}

void PackedView::mouseMoveEvent(QMouseEvent* event)
{
    if (!m_pressing)
        return;
    if (!m_pans && (event->position() - m_pressed).manhattanLength() > QApplication::startDragDistance()) {
        m_pans = true;
        viewport()->setCursor(Qt::ClosedHandCursor);
    }
    if (!m_pans)
        return;
    const QPoint by = (event->position() - m_last).toPoint();
    m_last = event->position();
    horizontalScrollBar()->setValue(horizontalScrollBar()->value() - by.x());
    verticalScrollBar()->setValue(verticalScrollBar()->value() - by.y());
}

void PackedView::mouseReleaseEvent(QMouseEvent* event)
{
    viewport()->unsetCursor();
    if (std::exchange(m_pressing, false) && !m_pans)
        choose(tileAt(event->position().toPoint()));
}

bool PackedView::viewportEvent(QEvent* event)
{
    if (event->type() == QEvent::ToolTip) {
        const auto& help = *static_cast<QHelpEvent*>(event);
        const std::int64_t tile = tileAt(help.pos());
        QToolTip::showText(help.globalPos(), tile < 0 ? QString() : describe(tile), viewport(),
                           tile < 0 ? QRect() : placeOf(tile).toAlignedRect());
        return true;
    }
    return QAbstractScrollArea::viewportEvent(event);
}

void PackedView::scrollContentsBy(int, int)
{
    viewport()->update();
    Q_EMIT moved();
}

void PackedView::resizeEvent(QResizeEvent*)
{
    layOut();
}

void PackedView::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange)
        layOut();
    QAbstractScrollArea::changeEvent(event);
}

} // namespace sparsescope
