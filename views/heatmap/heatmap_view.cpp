#include "views/heatmap/heatmap_view.h"

#include "views/heatmap/go_to.h"
#include "views/heatmap/heatmap_renderer.h"
#include "views/heatmap/line_motion.h"

#include <QCoreApplication>
#include <QElapsedTimer>
#include <QPainter>
#include <QThreadPool>

#include <cmath>
#include <utility>

namespace sparsescope {

namespace {

constexpr int topStrip = 44; // profiles, logical pixels
constexpr int sideStrip = 52;
constexpr double minimapSide = 128;
constexpr int smallWidth = 480; // of a canvas that a legend on it would hide

std::uint32_t argb(const QColor& colour)
{
    return colour.rgb() | 0xFF000000u;
}

} // namespace

HeatMapColours HeatMapColours::day()
{
    return {QColor(0xFF, 0xFF, 0xFF),
            QColor(0xF6, 0xF7, 0xF8),
            QColor(0xD9, 0xDC, 0xDF),
            QColor(0x1B, 0x1E, 0x22),
            QColor(0x5B, 0x63, 0x6C),
            QColor(0x0B, 0x66, 0xC3),
            false};
}

HeatMapColours HeatMapColours::night()
{
    return {QColor(0x15, 0x17, 0x1A),
            QColor(0x1C, 0x1F, 0x23),
            QColor(0x30, 0x35, 0x3B),
            QColor(0xE8, 0xEA, 0xED),
            QColor(0x9A, 0xA3, 0xAD),
            QColor(0x5A, 0xA9, 0xF7),
            true};
}

HeatMapView::HeatMapView(QWidget* parent) : QWidget(parent)
{
    makeAccessible(); // before a name asks for what screen readers are told
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    setAccessibleName(tr("Heat map of the matrix"));
    setAccessibleDescription(tr("Wheel zooms, drag pans, arrows move the pick, G goes to a row and column."));
    m_goTo = new GoToField(this);
    connect(m_goTo, &GoToField::entered, this, qOverload<const raster::ElementRect&>(&HeatMapView::goTo));
    m_fade.setDuration(fadeMilliseconds);
    m_fade.setStartValue(0.0);
    m_fade.setEndValue(1.0);
    m_fade.setEasingCurve(QEasingCurve::OutQuad);
    connect(&m_fade, &QVariantAnimation::valueChanged, this, [this] { update(canvas().toAlignedRect()); });
    connect(&m_fade, &QVariantAnimation::finished, this, [this] { m_fadeFrom = QImage(); });
    m_slide.setStartValue(0.0);
    m_slide.setEndValue(1.0);
    connect(&m_slide, &QVariantAnimation::valueChanged, this, [this] { update(canvas().toAlignedRect()); });
    connect(&m_slide, &QVariantAnimation::finished, this, &HeatMapView::endSlide);
    m_renderer = std::make_unique<HeatMapRenderer>([this](std::shared_ptr<const HeatMapPicture> picture) {
        QMetaObject::invokeMethod(
            this, [this, picture] { accept(picture); }, Qt::QueuedConnection);
    });
}

HeatMapView::~HeatMapView() = default;

void HeatMapView::setMatrix(MatrixPtr matrix)
{
    if (matrix == m_matrix)
        return;
    m_renderer->cancel();
    m_matrix = std::move(matrix);
    m_lines.reset();
    m_pyramid.reset();
    m_orderTitle.clear();
    endSlide();
    m_plan.reset();
    m_owner.reset();
    m_picture.reset();
    m_minimap = QImage();
    m_minimapMatrix.reset();
    m_tileStyle.highlight = -1;
    m_tileStyle.values.reset();
    m_step = -1;
    m_candidates.clear();
    m_fade.stop();
    m_fadeFrom = QImage();
    m_pick.reset();
    m_ghost.reset();
    m_hover.reset();
    m_selection.reset();
    m_goTo->hide();
    m_drag = Drag::None;
    const bool stretched = std::exchange(m_stretched, false);
    changeView(space().fit(), true);
    if (stretched)
        Q_EMIT stretchedChanged(false);
}

void HeatMapView::setPlan(std::shared_ptr<const Plan> plan, std::shared_ptr<const std::vector<std::uint32_t>> owner,
                          bool growing)
{
    m_plan = std::move(plan);
    m_owner = std::move(owner);
    m_growing = growing;
    m_tileStyle.highlight = -1;
    m_tileStyle.values.reset();
    m_step = -1;
    m_candidates.clear();
    requestRender();
}

void HeatMapView::setTilesShown(bool shown)
{
    if (shown == m_tilesShown)
        return;
    m_tilesShown = shown;
    requestRender();
}

void HeatMapView::setTileStyle(const raster::TileStyle& style)
{
    const std::int64_t highlight = m_tileStyle.highlight;
    m_tileStyle = style;
    m_tileStyle.highlight = highlight;
    requestRender();
}

void HeatMapView::setValueMeaning(const ValueMeaning& meaning)
{
    m_meaning = meaning;
    requestRender();
}

void HeatMapView::setValueLayer(raster::ValueLayer layer)
{
    if (layer == m_valueLayer)
        return;
    m_valueLayer = layer;
    requestRender();
}

void HeatMapView::setLegendShown(bool shown)
{
    if (shown == m_legendShown)
        return;
    m_legendShown = shown;
    keepView();
}

void HeatMapView::setLegendBelow(bool below)
{
    if (below == m_legendBelow)
        return;
    m_legendBelow = below;
    keepView();
}

bool HeatMapView::legendHasRoom() const
{
    return m_legendShown && width() > 240 + (m_profilesShown ? sideStrip : 0) &&
           height() > 160 + (m_profilesShown ? topStrip : 0);
}

QRectF HeatMapView::legendStrip() const
{
    const int room = width() - (m_profilesShown ? sideStrip : 0);
    if (!legendHasRoom() || !(m_legendBelow || room < smallWidth))
        return {};
    const double high = legendStripHeight(smallFont());
    return QRectF(0, height() - high, width(), high);
}

QFont HeatMapView::smallFont() const
{
    QFont small = font();
    small.setPointSizeF(std::max(7.0, 0.82 * small.pointSizeF()));
    return small;
}

const Legend* HeatMapView::legend() const
{
    return legendHasRoom() ? drawnLegend() : nullptr;
}

const Legend* HeatMapView::drawnLegend() const
{
    return m_matrix && m_picture && m_picture->problem.isEmpty() ? &m_picture->legend : nullptr;
}

void HeatMapView::setStretched(bool stretched)
{
    if (stretched == m_stretched)
        return;
    m_stretched = stretched;
    keepView();
    Q_EMIT stretchedChanged(stretched);
}

void HeatMapView::keepView()
{
    changeView(m_fitted ? space().fit() : space().adopted(m_view), m_fitted);
}

void HeatMapView::setDensityStyle(const raster::DensityStyle& style)
{
    m_densityStyle = style;
    m_densityStyle.dark = m_colours.dark;
    requestRender();
}

void HeatMapView::setColours(const HeatMapColours& colours)
{
    m_colours = colours;
    m_densityStyle.dark = colours.dark;
    requestRender();
}

void HeatMapView::setProfilesShown(bool shown)
{
    if (shown == m_profilesShown)
        return;
    m_profilesShown = shown;
    keepView();
}

void HeatMapView::setProfilesLit(bool rows, bool columns)
{
    if (rows == m_rowsLit && columns == m_columnsLit)
        return;
    m_rowsLit = rows;
    m_columnsLit = columns;
    update();
}

void HeatMapView::setMinimapShown(bool shown)
{
    m_minimapShown = shown;
    requestRender();
}

void HeatMapView::setSelectedTile(qint64 tile)
{
    if (tile == m_tileStyle.highlight)
        return;
    m_tileStyle.highlight = tile;
    requestRender();
    tellPicked();
}

void HeatMapView::setSelectedRectangle(std::optional<raster::ElementRect> rectangle)
{
    m_selection = rectangle && !rectangle->empty() ? rectangle : std::nullopt;
    update();
    tellPicked();
}

void HeatMapView::setPick(std::optional<raster::Element> pick)
{
    m_pick = pick;
    update();
    tellPicked();
}

HeatMapView::State HeatMapView::state() const
{
    return {m_view, m_fitted, m_pick, m_selection, m_tileStyle.highlight, m_stretched};
}

void HeatMapView::restore(const State& state)
{
    m_pick = state.pick;
    m_selection = state.selection;
    m_tileStyle.highlight = state.tile;
    tellPicked();
    setStretched(state.stretched);
    changeView(state.fitted ? space().fit() : space().adopted(state.view), state.fitted);
}

void HeatMapView::setView(const raster::ViewBox& view)
{
    changeView(space().adopted(view));
}

QRectF HeatMapView::canvas() const
{
    const int top = m_profilesShown ? topStrip : 0;
    const int side = m_profilesShown ? sideStrip : 0;
    const int strip = static_cast<int>(legendStrip().height());
    return QRectF(0, top, std::max(1, width() - side), std::max(1, height() - top - strip));
}

raster::ViewSpace HeatMapView::space() const
{
    const QRectF area = canvas();
    return raster::ViewSpace(m_matrix ? m_matrix->rows() : 1, m_matrix ? m_matrix->cols() : 1,
                             static_cast<int>(area.width()), static_cast<int>(area.height()), m_stretched);
}

void HeatMapView::changeView(const raster::ViewBox& view, bool fitted)
{
    const bool moved = !(view == m_view);
    if (moved)
        endSlide();
    m_view = view;
    m_fitted = fitted;
    requestRender();
    if (moved)
        Q_EMIT viewChanged(m_view);
    if (m_hover)
        updateHover(*m_hover);
}

raster::TileStyle HeatMapView::styleToDraw() const
{
    raster::TileStyle style = m_tileStyle;
    style.dark = m_colours.dark;
    style.accent = argb(m_colours.accent);
    style.step = m_step < 0 ? std::numeric_limits<std::int64_t>::max() : m_step;
    return style;
}

void HeatMapView::requestRender()
{
    update();
    if (!m_matrix)
        return;
    HeatMapRequest request;
    request.generation = ++m_generation;
    request.matrix = m_matrix;
    request.lines = m_lines;
    request.pyramid = m_pyramid;
    request.order = m_orderTitle;
    if (m_tilesShown && m_owner) {
        request.plan = m_plan;
        request.owner = m_owner;
        request.growing = m_growing;
        request.candidates = m_candidates;
        request.candidateColour = m_colours.text;
    }
    request.view = m_view;
    request.pixelRatio = devicePixelRatioF();
    request.density = m_densityStyle;
    request.values = m_valueLayer;
    request.tiles = styleToDraw();
    request.meaning = m_meaning;
    // The minimap is made again only when its matrix or colours change.
    if (m_minimapShown &&
        (m_minimapMatrix != m_matrix || !(m_minimapStyle == m_densityStyle) || m_minimapRatio != request.pixelRatio))
        request.minimap = (minimapRect().size() * request.pixelRatio).toSize().expandedTo({1, 1});
    m_renderer->request(std::move(request));
}

void HeatMapView::accept(std::shared_ptr<const HeatMapPicture> picture)
{
    if (picture->matrix != m_matrix)
        return;
    if (m_picture && m_picture->matrix == m_matrix)
        startFade(*m_picture, *picture);
    else if (m_picture)
        startSlide(*m_picture, *picture);
    std::shared_ptr<const HeatMapPicture> before = std::exchange(m_picture, std::move(picture));
    // Whoever lets go last of a large plan that is over gives back its memory, which takes its time.
    if (before && before->plan && before->plan != m_picture->plan)
        QThreadPool::globalInstance()->start([before = std::move(before)] {});
    if (!m_picture->minimap.isNull()) {
        m_minimap = m_picture->minimap;
        m_minimapMatrix = m_matrix;
        m_minimapStyle = m_picture->density;
        m_minimapRatio = m_picture->pixelRatio;
    }
    m_renderMs = m_picture->milliseconds;
    m_histogram = m_picture->histogram;
    update();
    if (!m_picture->problem.isEmpty())
        Q_EMIT statusText(m_picture->problem);
    Q_EMIT histogramChanged(m_histogram);
    Q_EMIT rendered(m_renderMs);
}

QImage HeatMapView::renderNow(QSize logicalSize, qreal devicePixelRatio)
{
    if (!m_matrix || logicalSize.isEmpty())
        return QImage();
    const raster::ViewSpace target(m_matrix->rows(), m_matrix->cols(), logicalSize.width(), logicalSize.height(),
                                   m_stretched);
    HeatMapRequest request;
    request.matrix = m_matrix;
    request.lines = m_lines;
    request.pyramid = m_pyramid;
    request.order = m_orderTitle;
    if (m_tilesShown && m_owner) {
        request.plan = m_plan;
        request.owner = m_owner;
    }
    request.view = m_fitted ? target.fit() : target.adopted(m_view);
    request.pixelRatio = devicePixelRatio;
    request.density = m_densityStyle;
    request.values = m_valueLayer;
    request.tiles = styleToDraw();
    request.meaning = m_meaning;
    Progress progress;
    const std::shared_ptr<HeatMapPicture> picture = m_renderer->make(request, progress);
    QImage out(picture->image.size(), QImage::Format_ARGB32);
    out.setDevicePixelRatio(devicePixelRatio);
    out.fill(m_colours.background);
    QPainter painter(&out);
    painter.drawImage(QPointF(0, 0), picture->image);
    return out;
}

bool HeatMapView::waitForRendered(int milliseconds)
{
    QElapsedTimer timer;
    timer.start();
    while (m_matrix && !(m_picture && m_picture->generation == m_generation)) {
        if (timer.elapsed() > milliseconds)
            return false;
        m_renderer->waitIdle(20);
        QCoreApplication::sendPostedEvents(this, QEvent::MetaCall);
    }
    return true;
}

raster::TileScale HeatMapView::tileScale() const
{
    return m_picture ? m_picture->tileScale : raster::TileScale{};
}

QRectF HeatMapView::minimapRect() const
{
    const QRectF area = canvas();
    const double rows = m_matrix ? static_cast<double>(std::max<std::int64_t>(1, m_matrix->rows())) : 1;
    const double cols = m_matrix ? static_cast<double>(std::max<std::int64_t>(1, m_matrix->cols())) : 1;
    const double longest = std::max(rows, cols);
    const double w = std::round(minimapSide * std::max(cols / longest, 0.125));
    const double h = std::round(minimapSide * std::max(rows / longest, 0.125));
    return QRectF(area.right() - w - 16, area.bottom() - h - 16, w, h);
}

bool HeatMapView::minimapVisible() const
{
    return m_matrix && m_minimapShown && !m_minimap.isNull() && space().zoomOf(m_view) > 1.2 &&
           canvas().width() > 3 * minimapSide && canvas().height() > 2 * minimapSide;
}

QRectF HeatMapView::onScreen(const raster::ElementRect& r) const
{
    const QPointF origin = canvas().topLeft();
    return QRectF(
        QPointF(m_view.xOf(static_cast<double>(r.colBegin)), m_view.yOf(static_cast<double>(r.rowBegin))) + origin,
        QPointF(m_view.xOf(static_cast<double>(r.colEnd)), m_view.yOf(static_cast<double>(r.rowEnd))) + origin);
}

raster::ElementRect HeatMapView::rectBetween(QPointF a, QPointF b) const
{
    if (!m_matrix)
        return {};
    a = toCanvas(a);
    b = toCanvas(b);
    const auto part = [](double low, double high, std::int64_t size) {
        const auto limit = static_cast<double>(size);
        return std::pair(static_cast<std::int64_t>(std::clamp(std::floor(low), 0.0, limit)),
                         static_cast<std::int64_t>(std::clamp(std::ceil(high), 0.0, limit)));
    };
    const auto [r0, r1] =
        part(m_view.rowAt(std::min(a.y(), b.y())), m_view.rowAt(std::max(a.y(), b.y())), m_matrix->rows());
    const auto [c0, c1] =
        part(m_view.colAt(std::min(a.x(), b.x())), m_view.colAt(std::max(a.x(), b.x())), m_matrix->cols());
    return {r0, r1, c0, c1};
}

} // namespace sparsescope
