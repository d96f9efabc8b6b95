// Mouse and keys on a scene.
#include "views/scene/scene_view.h"

#include "views/scene/scene_paint.h"

#include <QApplication>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QScrollBar>
#include <QToolTip>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace sparsescope {

namespace {

// "row 3", "col 5".
bool lineOf(const std::string& id, bool& row, std::int64_t& line)
{
    long long n = 0;
    row = std::sscanf(id.c_str(), "row %lld", &n) == 1;
    if (!row && std::sscanf(id.c_str(), "col %lld", &n) != 1)
        return false;
    line = n;
    return true;
}

double gap(double a0, double a1, double b0, double b1)
{
    return std::max({0.0, b0 - a1, a0 - b1});
}

} // namespace

std::vector<std::int32_t> SceneView::order(bool rows) const
{
    std::vector<std::pair<double, std::int32_t>> lines;
    for (const Shape& shape : m_scene.shapes) {
        bool isRow = false;
        std::int64_t line = 0;
        if (lineOf(shape.id, isRow, line) && isRow == rows)
            lines.emplace_back(rows ? shape.y : shape.x, static_cast<std::int32_t>(line));
    }
    std::sort(lines.begin(), lines.end());
    std::vector<std::int32_t> order;
    for (const auto& [place, line] : lines)
        order.push_back(line);
    return order;
}

bool SceneView::cellOf(const std::string& id, std::int64_t& row, std::int64_t& col) const
{
    long long r = 0, c = 0; // a point of the iteration space is one of A's places, for some j
    if (std::sscanf(id.c_str(), "cell %lld %lld", &r, &c) != 2 &&
        std::sscanf(id.c_str(), "point %lld %lld", &r, &c) != 2)
        return false;
    row = r;
    col = c;
    return true;
}

bool SceneView::showsPlaces() const
{
    std::int64_t row = 0, col = 0;
    return std::any_of(m_scene.shapes.begin(), m_scene.shapes.end(),
                       [&](const Shape& shape) { return cellOf(shape.id, row, col); });
}

std::string SceneView::cellAt(QPointF scene) const
{
    std::int64_t row = 0, col = 0;
    for (std::size_t s = m_scene.shapes.size(); s-- > 0;)
        if (const Shape& shape = m_scene.shapes[s]; cellOf(shape.id, row, col) && boundsOf(shape).contains(scene))
            return shape.id;
    return {};
}

bool SceneView::event(QEvent* event)
{
    // These keys mean other things elsewhere in the window.
    if (event->type() == QEvent::ShortcutOverride) {
        const auto* key = static_cast<QKeyEvent*>(event);
        const bool arrow = key->key() == Qt::Key_Left || key->key() == Qt::Key_Right || key->key() == Qt::Key_Up ||
                           key->key() == Qt::Key_Down;
        if (arrow && m_hand == Hand::Move && key->modifiers() == Qt::AltModifier) {
            event->accept();
            return true;
        }
    }
    return QAbstractScrollArea::event(event);
}

bool SceneView::viewportEvent(QEvent* event)
{
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        const Shape* shape = m_scene.find(m_hovered);
        QToolTip::showText(help->globalPos(), shape ? QString::fromStdString(shape->hint).toHtmlEscaped() : QString(),
                           viewport());
        return true;
    }
    if (event->type() == QEvent::Leave) {
        setHovered({});
        m_at.reset();
        viewport()->update();
    }
    return QAbstractScrollArea::viewportEvent(event);
}

void SceneView::mousePressEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton)
        return;
    m_press = m_last = event->pos();
    const QPointF at = toScene(event->position());
    m_pressed = m_hand == Hand::Draw ? cellAt(at) : std::string(); // tiles may lie on it
    if (m_pressed.empty())
        m_pressed = m_scene.at({at.x(), at.y()});
    m_drag = Drag::Press;
    std::int64_t row = 0, col = 0;
    bool isRow = false;
    if (m_hand == Hand::Draw && cellOf(m_pressed, row, col)) {
        m_drag = Drag::Draw;
        m_filling = !(m_filled && m_filled(row, col));
        const std::string pressed = m_pressed;
        Q_EMIT strokeBegan();
        Q_EMIT cellDrawn(row, col, m_filling);
        setPick(pressed);
    } else if (m_hand == Hand::Move && lineOf(m_pressed, isRow, m_line)) {
        m_drag = isRow ? Drag::Row : Drag::Column;
        Q_EMIT strokeBegan();
    }
}

void SceneView::mouseMoveEvent(QMouseEvent* event)
{
    const QPointF at = toScene(event->position());
    const QPoint by = event->pos() - m_press;
    m_at = event->position();
    if (m_pointer)
        viewport()->update();
    if (m_drag == Drag::Press && by.manhattanLength() >= QApplication::startDragDistance()) {
        std::int64_t row = 0, col = 0;
        if (m_hand == Hand::Move && cellOf(m_pressed, row, col)) {
            // A cell takes its row with it, or its column, whichever way it is pulled.
            m_drag = std::abs(by.y()) >= std::abs(by.x()) ? Drag::Row : Drag::Column;
            m_line = m_drag == Drag::Row ? row : col;
            Q_EMIT strokeBegan();
        } else {
            m_drag = Drag::Pan;
            viewport()->setCursor(Qt::ClosedHandCursor);
        }
    }
    switch (m_drag) {
    case Drag::Pan: {
        const QPoint moved = event->pos() - m_last;
        horizontalScrollBar()->setValue(horizontalScrollBar()->value() - moved.x());
        verticalScrollBar()->setValue(verticalScrollBar()->value() - moved.y());
        viewport()->update();
        break;
    }
    case Drag::Draw:
        drawAt(at);
        break;
    case Drag::Row:
    case Drag::Column:
        moveTo(at);
        break;
    case Drag::Press:
    case Drag::None:
        setHovered(m_scene.at({at.x(), at.y()}));
    }
    m_last = event->pos();
}

void SceneView::drawAt(QPointF scene)
{
    const std::string id = cellAt(scene);
    std::int64_t row = 0, col = 0;
    if (id == m_pick || !cellOf(id, row, col))
        return;
    Q_EMIT cellDrawn(row, col, m_filling);
    setPick(id);
}

// The line goes where the pointer is, over whichever line is there.
void SceneView::moveTo(QPointF scene)
{
    const bool row = m_drag == Drag::Row;
    for (const Shape& shape : m_scene.shapes) {
        bool isRow = false;
        std::int64_t line = 0;
        if (!lineOf(shape.id, isRow, line) || isRow != row)
            continue;
        const bool inside = row ? scene.y() >= shape.y && scene.y() < shape.y + shape.h
                                : scene.x() >= shape.x && scene.x() < shape.x + shape.w;
        if (inside && line != m_line) {
            Q_EMIT lineMoved(row, m_line, line); // gives another scene
            return;
        }
    }
}

void SceneView::mouseReleaseEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton || m_drag == Drag::None)
        return;
    const Drag drag = m_drag;
    m_drag = Drag::None;
    if (drag == Drag::Press) {
        const std::string pressed = m_pressed;
        setPick(pressed == m_pick ? std::string() : pressed);
        Q_EMIT chosen(pressed);
    } else if (drag != Drag::Pan) {
        Q_EMIT strokeEnded();
    }
    setHand(m_hand);
}

void SceneView::mouseDoubleClickEvent(QMouseEvent* event)
{
    const QPointF at = toScene(event->position());
    if (m_scene.at({at.x(), at.y()}).empty())
        fit();
    else
        mousePressEvent(event);
}

void SceneView::wheelEvent(QWheelEvent* event)
{
    const int turned = event->angleDelta().y();
    if (event->modifiers() & Qt::ShiftModifier)
        return QAbstractScrollArea::wheelEvent(event);
    setScale(m_scale * std::pow(1.2, turned / 120.0), event->position());
    event->accept();
}

// The nearest shape in that direction: on a grid the neighbour, at its edge what stands beside it.
bool SceneView::movePick(Qt::Key direction)
{
    const Shape* now = m_scene.find(m_pick);
    if (!now)
        return false;
    const QRectF from = boundsOf(*now);
    const bool across = direction == Qt::Key_Left || direction == Qt::Key_Right;
    const double sign = direction == Qt::Key_Right || direction == Qt::Key_Down ? 1 : -1;
    const Shape* best = nullptr;
    double least = 0;
    for (const Shape& shape : m_scene.shapes) {
        if (shape.id.empty() || shape.id == m_pick)
            continue;
        const QRectF box = boundsOf(shape);
        const QPointF by = box.center() - from.center();
        const double along = sign * (across ? by.x() : by.y());
        const double half = (across ? from.width() : from.height()) / 2;
        if (along < half - 0.5)
            continue;
        const double apart = across ? gap(from.top(), from.bottom(), box.top(), box.bottom())
                                    : gap(from.left(), from.right(), box.left(), box.right());
        const double askew = std::abs(across ? by.y() : by.x());
        const double score = along + 4 * apart + askew / 4;
        if (!best || score < least) {
            best = &shape;
            least = score;
        }
    }
    if (best)
        setPick(best->id);
    return true;
}

bool SceneView::nudge(Qt::Key direction)
{
    const bool row = direction == Qt::Key_Up || direction == Qt::Key_Down;
    const int by = direction == Qt::Key_Right || direction == Qt::Key_Down ? 1 : -1;
    std::int64_t r = 0, c = 0, line = -1;
    bool isRow = false;
    if (cellOf(m_pick, r, c))
        line = row ? r : c;
    else if (!lineOf(m_pick, isRow, line) || isRow != row)
        return false;
    Q_EMIT lineNudged(row, line, by);
    return true;
}

// The first cell of the matrix, or the first thing that can be picked.
void SceneView::pickSomething()
{
    const Shape* first = nullptr;
    for (const Shape& shape : m_scene.shapes) {
        std::int64_t row = 0, col = 0;
        if (cellOf(shape.id, row, col))
            return setPick(shape.id);
        if (!first && !shape.id.empty())
            first = &shape;
    }
    if (first)
        setPick(first->id);
}

void SceneView::keyPressEvent(QKeyEvent* event)
{
    const auto key = static_cast<Qt::Key>(event->key());
    switch (key) {
    case Qt::Key_Left:
    case Qt::Key_Right:
    case Qt::Key_Up:
    case Qt::Key_Down:
        if (event->modifiers() == Qt::AltModifier && m_hand == Hand::Move && nudge(key))
            return;
        if (event->modifiers() & (Qt::AltModifier | Qt::ControlModifier))
            break;
        if (m_pick.empty() && m_hand != Hand::Look)
            return pickSomething();
        if (movePick(key))
            return;
        break;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (m_pick.empty()) {
            pickSomething();
            return;
        }
        Q_EMIT chosen(std::string(m_pick));
        [[fallthrough]];
    case Qt::Key_Space: {
        std::int64_t row = 0, col = 0;
        if (m_hand == Hand::Draw && cellOf(m_pick, row, col)) {
            Q_EMIT cellDrawn(row, col, !(m_filled && m_filled(row, col)));
            return;
        }
        break;
    }
    case Qt::Key_Escape:
        if (!m_pick.empty()) {
            setPick({});
            return;
        }
        break;
    case Qt::Key_Plus:
    case Qt::Key_Equal:
        return zoom(1.25);
    case Qt::Key_Minus:
        return zoom(0.8);
    case Qt::Key_0:
    case Qt::Key_F:
        return fitAgain();
    default:
        break;
    }
    event->ignore();
}

void SceneView::focusInEvent(QFocusEvent* event)
{
    QAbstractScrollArea::focusInEvent(event);
    viewport()->update();
}

void SceneView::focusOutEvent(QFocusEvent* event)
{
    QAbstractScrollArea::focusOutEvent(event);
    viewport()->update();
}

} // namespace sparsescope
