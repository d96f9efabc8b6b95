// A scene on the screen. Mouse and keys are in scene_input.cpp.
#include "views/scene/scene_view.h"

#include "engine/core/at.h"
#include "views/parts/theme.h"
#include "views/scene/scene_paint.h"

#include <QAccessible>
#include <QEvent>
#include <QPaintEvent>
#include <QPainter>
#include <QPolygonF>
#include <QScrollBar>

#include <algorithm>
#include <cmath>
#include <string_view>
#include <unordered_map>
#include <utility>

namespace sparsescope {

namespace {

constexpr double margin = 4; // around the picture, pixels
constexpr double leastScale = 0.25, mostScale = 8;
constexpr double legible = 0.8; // a picture is not made smaller than this to be seen whole

} // namespace

SceneView::SceneView(QWidget* parent) : QAbstractScrollArea(parent)
{
    setFrameShape(QFrame::NoFrame);
    setFocusPolicy(Qt::StrongFocus);
    viewport()->setMouseTracking(true);
    viewport()->setAutoFillBackground(false);
    setAccessibleName(tr("Picture of the lesson"));
    m_glide.setDuration(glideMilliseconds);
    m_glide.setStartValue(0.0);
    m_glide.setEndValue(1.0);
    m_glide.setEasingCurve(QEasingCurve::InOutCubic);
    connect(&m_glide, &QVariantAnimation::valueChanged, viewport(), [this] { viewport()->update(); });
    connect(&m_glide, &QVariantAnimation::finished, viewport(), [this] { viewport()->update(); });
}

void SceneView::setScene(learn::Scene scene, bool glide, bool keepScale)
{
    std::vector<int> shapes = scene.named();
    std::vector<QRectF> before; // of each of those; null: it is new
    if (glide && !m_reducedMotion && isVisible()) {
        const auto idOf = [](const learn::Scene& of, int shape) -> const std::string& {
            return of.shapes[at(shape)].id;
        };
        // From step to step there are mostly the same things.
        const bool same = std::ranges::equal(
            shapes, m_shapes, [&](int now, int then) { return idOf(scene, now) == idOf(m_scene, then); });
        std::unordered_map<std::string_view, int> then;
        for (const int shape : m_shapes)
            if (same)
                before.push_back(boxNow(shape));
            else
                then.emplace(idOf(m_scene, shape), shape);
        for (std::size_t k = 0; k < shapes.size() && !same; ++k) {
            const auto found = then.find(idOf(scene, shapes[k]));
            before.push_back(found == then.end() ? QRectF() : boxNow(found->second));
        }
    }
    m_glide.stop();
    const bool sameSize = m_scene.width == scene.width && m_scene.height == scene.height;
    m_scene = std::move(scene);
    m_shapes = std::move(shapes);
    m_lit.reset();
    if (setOut(before))
        m_glide.start();
    if (!m_scene.find(m_pick))
        m_pick.clear();
    if (!m_scene.find(m_hovered))
        m_hovered.clear();
    if (!sameSize && m_fitted && !keepScale)
        fit();
    else
        placeBars();
    if (!glide && !keepScale) { // something else: from its beginning
        horizontalScrollBar()->setValue(0);
        verticalScrollBar()->setValue(0);
    }
    followStep();
    hintNow();
    viewport()->update();
}

// Each shape on its way from where it was; false: none was elsewhere.
bool SceneView::setOut(const std::vector<QRectF>& before)
{
    bool moves = false;
    for (std::size_t k = 0; k < before.size() && !moves; ++k)
        moves = !before[k].isNull() && before[k] != boxOf(m_scene.shapes[at(m_shapes[k])]);
    if (!moves)
        return false;
    const std::size_t n = m_scene.shapes.size();
    m_carrier.assign(n, -1);
    m_from.assign(n, QRectF());
    int carrier = -1;
    std::size_t named = 0;
    for (std::size_t i = 0; i < n; ++i) {
        const Shape& shape = m_scene.shapes[i];
        const QRectF box = boxOf(shape);
        m_from[i] = box;
        if (!shape.id.empty()) {
            carrier = static_cast<int>(i);
            if (const QRectF& then = before[named++]; !then.isNull())
                m_from[i] = then;
        } else if (carrier >= 0 && boxOf(m_scene.shapes[at(carrier)]).adjusted(-0.5, -0.5, 0.5, 0.5).contains(box)) {
            m_carrier[i] = carrier;
        }
    }
    return true;
}

int SceneView::shapeOf(const std::string& id) const
{
    const Shape* shape = m_scene.find(id);
    return shape ? static_cast<int>(shape - m_scene.shapes.data()) : -1;
}

// Where a shape is now, on its way.
QRectF SceneView::boxNow(int shape) const
{
    const auto i = static_cast<std::size_t>(shape);
    const QRectF to = boxOf(m_scene.shapes[i]);
    if (m_glide.state() != QAbstractAnimation::Running)
        return to;
    const double t = m_glide.currentValue().toDouble();
    if (m_carrier[i] >= 0)
        return to.translated(boxNow(m_carrier[i]).topLeft() - boxOf(m_scene.shapes[at(m_carrier[i])]).topLeft());
    const QRectF& from = m_from[i];
    return {from.x() + (to.x() - from.x()) * t, from.y() + (to.y() - from.y()) * t,
            from.width() + (to.width() - from.width()) * t, from.height() + (to.height() - from.height()) * t};
}

void SceneView::setHand(Hand hand)
{
    m_hand = hand;
    viewport()->setCursor(m_pointer ? Qt::BlankCursor : hand == Hand::Draw ? Qt::CrossCursor : Qt::ArrowCursor);
    viewport()->update();
}

void SceneView::setStage(bool stage)
{
    m_stage = stage;
    const Qt::ScrollBarPolicy bars = stage ? Qt::ScrollBarAlwaysOff : Qt::ScrollBarAsNeeded;
    setHorizontalScrollBarPolicy(bars);
    setVerticalScrollBarPolicy(bars);
    if (!stage) {
        m_leastScale = 0;
        setPointer(false);
    }
    fit();
}

void SceneView::setLeastScale(double least)
{
    m_leastScale = least;
    if (m_fitted)
        fit();
}

void SceneView::setPointer(bool pointer)
{
    m_pointer = pointer;
    const QPoint at = viewport()->mapFromGlobal(QCursor::pos());
    m_at = viewport()->rect().contains(at) ? std::optional(QPointF(at)) : std::nullopt;
    setHand(m_hand);
}

double SceneView::wholeScale() const
{
    const QSizeF room = QSizeF(maximumViewportSize()) - QSizeF(2 * margin, 2 * margin);
    return std::min(room.width() / m_scene.width, room.height() / m_scene.height);
}

// The whole width, and the whole height too as long as that can still be read.
void SceneView::fit()
{
    m_fitted = true;
    const double greatest = m_stage ? 4 : 2;
    if (m_scene.width > 0 && m_scene.height > 0 && maximumViewportSize().width() > 2 * margin) {
        double scale = wholeScale();
        if (m_stage) {
            scale = std::max(scale, m_leastScale);
        } else if (scale < legible) {
            const double bar = verticalScrollBar()->sizeHint().width();
            scale = std::min(1.0, (maximumViewportSize().width() - 2 * margin - bar) / m_scene.width);
        }
        m_scale = std::clamp(scale, leastScale, greatest);
    }
    placeBars();
    if (m_stage)
        followStep();
    viewport()->update();
}

void SceneView::fitAgain()
{
    if (!m_stage || !m_fitted || whole())
        return fit();
    m_fitted = false;
    m_scale = std::clamp(wholeScale(), leastScale, mostScale);
    placeBars();
    viewport()->update();
}

bool SceneView::whole() const
{
    return horizontalScrollBar()->maximum() == 0 && verticalScrollBar()->maximum() == 0;
}

std::optional<SceneView::Look> SceneView::look() const
{
    return m_fitted ? std::nullopt : std::optional(Look{m_scale, toScene(viewport()->rect().center())});
}

void SceneView::setLook(const std::optional<Look>& look)
{
    if (!look)
        return fit();
    m_fitted = false;
    m_scale = look->scale;
    placeBars();
    const QPointF by = origin() + look->middle * m_scale - viewport()->rect().center();
    horizontalScrollBar()->setValue(horizontalScrollBar()->value() + static_cast<int>(std::lround(by.x())));
    verticalScrollBar()->setValue(verticalScrollBar()->value() + static_cast<int>(std::lround(by.y())));
    viewport()->update();
}

void SceneView::zoom(double factor)
{
    setScale(m_scale * factor, QPointF(viewport()->rect().center()));
}

void SceneView::setScale(double scale, QPointF fixed)
{
    const QPointF point = toScene(fixed);
    m_fitted = false;
    m_scale = std::clamp(scale, leastScale, mostScale);
    placeBars();
    const QPointF now = origin() + point * m_scale;
    horizontalScrollBar()->setValue(horizontalScrollBar()->value() +
                                    static_cast<int>(std::lround(now.x() - fixed.x())));
    verticalScrollBar()->setValue(verticalScrollBar()->value() + static_cast<int>(std::lround(now.y() - fixed.y())));
    viewport()->update();
}

void SceneView::placeBars()
{
    const auto place = [](QScrollBar* bar, double content, int room) {
        bar->setRange(0, std::max(0, static_cast<int>(std::ceil(content - 1e-6)) - room));
        bar->setPageStep(room);
        bar->setSingleStep(24);
    };
    place(horizontalScrollBar(), m_scene.width * m_scale + 2 * margin, viewport()->width());
    place(verticalScrollBar(), m_scene.height * m_scale + 2 * margin, viewport()->height());
}

// At the upper left: nothing moves sideways when the picture becomes wider. On a stage all steps are as wide.
QPointF SceneView::origin() const
{
    const QSizeF free =
        m_stage ? QSizeF(viewport()->size()) - QSizeF(m_scene.width, m_scene.height) * m_scale : QSizeF();
    return {std::max(margin, std::floor(free.width() / 2)) - horizontalScrollBar()->value(),
            std::max(margin, std::floor(free.height() / 2)) - verticalScrollBar()->value()};
}

QPointF SceneView::toScene(QPointF viewport) const
{
    return (viewport - origin()) / m_scale;
}

QPoint SceneView::placeOf(const std::string& id) const
{
    const int shape = shapeOf(id);
    return shape < 0 ? QPoint(-1, -1) : (origin() + boxNow(shape).normalized().center() * m_scale).toPoint();
}

void SceneView::keepInSight(const QRectF& box)
{
    const QRectF seen(origin() + box.topLeft() * m_scale, box.size() * m_scale);
    const auto bring = [](QScrollBar* bar, double begin, double end, int room) {
        if (begin < margin)
            bar->setValue(bar->value() + static_cast<int>(begin - room / 4.0));
        else if (end > room - margin)
            bar->setValue(bar->value() + static_cast<int>(end - room * 3 / 4.0));
    };
    bring(verticalScrollBar(), seen.top(), seen.bottom(), viewport()->height());
    bring(horizontalScrollBar(), seen.left(), seen.right(), viewport()->width());
}

// As much of what the step is about as there is room for: all that it lights and the line that runs, or what it lights,
// or the first of that.
QRectF SceneView::stepBox() const
{
    QRectF all, lit, first;
    for (const Shape& shape : m_scene.shapes) {
        const bool light = shape.role == learn::Role::Highlight;
        if (!light && shape.role != learn::Role::CodeHere)
            continue;
        const QRectF box = boundsOf(shape);
        all = all.isNull() ? box : all.united(box);
        if (light)
            lit = lit.isNull() ? box : lit.united(box);
        if (light && first.isNull())
            first = box;
    }
    for (const QRectF& box : {all, lit})
        if (box.width() * m_scale < viewport()->width() && box.height() * m_scale < viewport()->height())
            return box;
    return first;
}

// What the step is about stays in sight where not all of the picture is.
void SceneView::followStep()
{
    if (const QRectF box = whole() ? QRectF() : stepBox(); !box.isNull())
        keepInSight(box);
}

void SceneView::setPick(const std::string& id)
{
    const std::string there = m_scene.find(id) ? id : std::string();
    if (there == m_pick)
        return;
    m_pick = there;
    m_lit.reset();
    if (const int shape = shapeOf(m_pick); shape >= 0)
        keepInSight(boundsOf(m_scene.shapes[at(shape)]));
    hintNow();
    viewport()->update();
    Q_EMIT pickChanged();
}

void SceneView::setHovered(const std::string& id)
{
    if (id == m_hovered)
        return;
    m_hovered = id;
    m_lit.reset();
    hintNow();
    viewport()->update();
}

void SceneView::hintNow()
{
    const std::string& id = m_hovered.empty() ? m_pick : m_hovered;
    const Shape* shape = m_scene.find(id);
    const QString hint = shape ? QString::fromStdString(shape->hint) : QString();
    if (!m_pick.empty() && accessibleDescription() != hint) {
        setAccessibleDescription(hint);
        QAccessibleEvent changed(this, QAccessible::DescriptionChanged);
        QAccessible::updateAccessibility(&changed);
    }
    Q_EMIT hintChanged(hint);
}

std::vector<std::string> SceneView::lit() const
{
    std::vector<std::string> ids;
    for (const int shape : litShapes())
        ids.push_back(m_scene.shapes[at(shape)].id);
    return ids;
}

// Lit with one array element: its place in the matrix, and through that the elements of the other formats.
const std::vector<int>& SceneView::litShapes() const
{
    if (m_lit)
        return *m_lit;
    std::vector<int> lit; // places in m_shapes
    const auto shapeAt = [&](int named) -> const Shape& { return m_scene.shapes[at(m_shapes[at(named)])]; };
    const auto addLinked = [&](int named) { // returns the only cell of the matrix among them, or -1
        int cells = 0, cell = -1;
        for (const learn::Link& link : m_scene.links) {
            if (link.from != named && link.to != named)
                continue;
            const int other = link.from == named ? link.to : link.from;
            lit.push_back(other);
            if (shapeAt(other).id.rfind("cell ", 0) == 0) {
                ++cells;
                cell = other;
            }
        }
        return cells == 1 ? cell : -1;
    };
    std::vector<int> themselves;
    for (const std::string* id : {&m_pick, &m_hovered})
        if (const auto named = std::find(m_shapes.begin(), m_shapes.end(), shapeOf(*id)); named != m_shapes.end()) {
            themselves.push_back(static_cast<int>(named - m_shapes.begin()));
            if (const int cell = addLinked(themselves.back()); cell >= 0)
                addLinked(cell);
        }
    std::sort(lit.begin(), lit.end());
    lit.erase(std::unique(lit.begin(), lit.end()), lit.end());
    std::erase_if(lit, [&](int named) { return std::ranges::find(themselves, named) != themselves.end(); });
    for (int& named : lit)
        named = m_shapes[at(named)];
    return m_lit.emplace(std::move(lit));
}

void SceneView::paintEvent(QPaintEvent* event)
{
    const Colors& c = colorsOf(*this);
    QPainter painter(viewport());
    painter.fillRect(event->rect(), c.background);
    painter.translate(origin());
    painter.scale(m_scale, m_scale);
    painter.setRenderHint(QPainter::Antialiasing);
    const double pixel = 1 / (m_scale * devicePixelRatioF());
    const QRectF seen = QRectF(toScene(event->rect().topLeft()), toScene(event->rect().bottomRight() + QPoint(1, 1)));
    for (std::size_t i = 0; i < m_scene.shapes.size(); ++i) {
        const QRectF box = boxNow(static_cast<int>(i));
        const bool text = m_scene.shapes[i].kind == Shape::Kind::Text;
        if (!box.normalized().adjusted(text ? -200 : -4, -4, text ? 200 : 4, 4).intersects(seen))
            continue;
        if (!m_texts.paint(painter, m_scene.shapes[i], box, c.dark) &&
            !m_boxes.paint(painter, m_scene.shapes[i], box, c.dark, pixel))
            paintShape(painter, m_scene.shapes[i], box, c.dark, pixel);
    }
    const auto mark = [&](int shape, double fill, double width, double grow) {
        if (shape < 0)
            return;
        QColor tint = c.accent;
        tint.setAlphaF(static_cast<float>(fill));
        painter.setBrush(tint);
        painter.setPen(width > 0 ? QPen(c.accent, width) : QPen(Qt::NoPen));
        painter.drawRoundedRect(boxNow(shape).normalized().adjusted(-grow, -grow, grow, grow), 2, 2);
    };
    for (const int shape : litShapes())
        mark(shape, 0.22, 1.5, 0);
    const int hovered = shapeOf(m_hovered), pick = shapeOf(m_pick);
    mark(hovered, 0.14, 1, 0);
    if (pick != hovered)
        mark(pick, 0.14, 1, 0);
    mark(pick, 0, hasFocus() ? 2.5 : 1.5, 1);
    if (!m_stage)
        return;
    painter.resetTransform();
    paintMore(painter);
    paintPointer(painter);
}

// Arrows at the edges behind which there is more of the picture.
void SceneView::paintMore(QPainter& painter) const
{
    const QRectF seen = viewport()->rect();
    painter.setPen(Qt::NoPen);
    painter.setBrush(colorsOf(*this).accent);
    const auto arrow = [&](const QScrollBar* bar, bool end, QPointF tip, QPointF back) {
        if (end ? bar->value() == bar->maximum() : bar->value() == 0)
            return;
        const QPointF side(back.y(), back.x());
        painter.drawPolygon(QPolygonF() << tip << tip + back + side << tip + back - side);
    };
    constexpr double away = 3, size = 9;
    const QPointF middle = seen.center();
    arrow(horizontalScrollBar(), false, {seen.left() + away, middle.y()}, {size, 0});
    arrow(horizontalScrollBar(), true, {seen.right() - away, middle.y()}, {-size, 0});
    arrow(verticalScrollBar(), false, {middle.x(), seen.top() + away}, {0, size});
    arrow(verticalScrollBar(), true, {middle.x(), seen.bottom() - away}, {0, -size});
}

void SceneView::paintPointer(QPainter& painter) const
{
    if (!m_pointer || !m_at)
        return;
    constexpr double radius = 26;
    // On white, on black and on every fill.
    for (const auto& [colour, width] : {std::pair(QColor(255, 255, 255, 230), 9.0), {QColor(213, 94, 0), 5.0}}) {
        painter.setPen(QPen(colour, width));
        painter.setBrush(Qt::NoBrush);
        painter.drawEllipse(*m_at, radius, radius);
    }
}

void SceneView::resizeEvent(QResizeEvent*)
{
    Q_EMIT roomChanged(QSizeF(maximumViewportSize()) - QSizeF(2 * margin, 2 * margin));
    m_fitted ? fit() : placeBars();
}

void SceneView::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::PaletteChange)
        viewport()->update();
    QAbstractScrollArea::changeEvent(event);
}

} // namespace sparsescope
