// The schedule of thread blocks on SMs: what is shown and how hands move it. Drawing is in schedule_paint.cpp.
#include "views/pages/measure/schedule_view.h"

#include "engine/raster/colour_map.h"
#include "engine/raster/tile_layer.h"
#include "views/pages/measure/call_bars.h"
#include "views/parts/numbers.h"
#include "views/parts/theme.h"
#include "views/parts/within.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QToolTip>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>

namespace sparsescope {

namespace {
constexpr double blockReach = 5;   // pixels beside a block that still mean it
constexpr double leastSpan = 4;    // ns that the widget's width can show
constexpr double errorRange = 2.0; // of log2(measured / predicted): the ends of the colours
} // namespace

ScheduleView::ScheduleView(Workspace& workspace, QWidget* parent) : QWidget(parent), m_workspace(workspace)
{
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
    setAccessibleName(tr("Schedule of thread blocks on SMs, predicted and measured"));
    listen(m_workspace.attention(), Attention::SelectionChanged, this, &ScheduleView::adoptSelection);
}

void ScheduleView::setSchedules(SchedulePairPtr schedules, PlanPtr plan, RunFactsPtr facts, bool recorded)
{
    m_schedules = std::move(schedules);
    m_plan = std::move(plan);
    m_facts = std::move(facts);
    m_recorded = recorded;
    m_current = {};
    m_begin = 0;
    m_blocksEnd = 1;
    if (m_schedules)
        m_blocksEnd =
            std::max({1.0, m_schedules->predicted.balance.longestNs, m_schedules->measured.balance.longestNs});
    m_end = m_blocksEnd;
    for (const Half half : {Half::Predicted, Half::Measured})
        for (const CallBand& band : bands(half)) {
            m_begin = std::min(m_begin, band.begin);
            m_end = std::max(m_end, band.end);
        }
    updateLook();
    fit();
    adoptSelection();
}

void ScheduleView::setColouring(Colouring colouring)
{
    m_colouring = colouring;
    updateLook();
    update();
}

void ScheduleView::updateLook()
{
    m_look = std::make_shared<const TileLook>();
    if (!m_plan)
        return;
    TileLook look;
    const bool dark = colorsOf(*this).dark;
    const std::size_t n = m_plan->tiling().tiles.size();
    look.colour.assign(n, raster::TileLayer::noValue(dark));
    if (m_colouring == Colouring::Format)
        look.family.resize(n);
    const raster::Ramp& ramp = raster::divergingRamp(dark);
    for (std::size_t i = 0; i < n; ++i) {
        const Tile& tile = m_plan->tiling().tiles[i];
        if (m_colouring == Colouring::Format) {
            const FormatFamily family = m_plan->tiling().formatOf(tile).family();
            look.colour[i] = raster::familyColour(family);
            look.family[i] = static_cast<std::uint8_t>(family);
        } else if (m_facts && i < m_facts->inSituNs.size() && tile.cost > 0 && m_facts->inSituNs[i] > 0) {
            const double error = std::log2(static_cast<double>(m_facts->inSituNs[i]) / tile.cost);
            look.colour[i] =
                ramp[static_cast<std::size_t>(std::lround(std::clamp(error / errorRange, -1.0, 1.0) * 127.5 + 127.5))];
        }
    }
    m_look = std::make_shared<const TileLook>(std::move(look));
}

const BlockSchedule& ScheduleView::of(Half half) const
{
    static const BlockSchedule none;
    return !m_schedules ? none : half == Half::Predicted ? m_schedules->predicted : m_schedules->measured;
}

const std::vector<CallBand>& ScheduleView::bands(Half half) const
{
    static const std::vector<CallBand> none;
    return !m_schedules ? none : half == Half::Predicted ? m_schedules->predictedBands : m_schedules->measuredBands;
}

void ScheduleView::fit()
{
    const double sms = std::max({1, of(Half::Predicted).sms(), of(Half::Measured).sms()});
    showPart(m_begin, m_end * 1.02, 0, sms);
}

void ScheduleView::fitKernel()
{
    showPart(0, m_blocksEnd * 1.02, m_shown.row0, m_shown.row1);
}

// Pans and zooms end where there is nothing more to see.
void ScheduleView::showPart(double t0, double t1, double row0, double row1)
{
    const double most = m_end * 1.02;
    const double span = within(t1 - t0, std::min(leastSpan, most), most - m_begin);
    const double sms = std::max({1, of(Half::Predicted).sms(), of(Half::Measured).sms()});
    const double rows = within(row1 - row0, std::min(2.0, sms), sms);
    m_shown.t0 = within(t0, m_begin, most - span);
    m_shown.t1 = m_shown.t0 + span;
    m_shown.row0 = within(row0, 0.0, sms - rows);
    m_shown.row1 = m_shown.row0 + rows;
    update();
}

void ScheduleView::zoom(double factor, double atTime, bool rows, double atRow)
{
    const ScheduleFrame& f = m_shown;
    if (rows)
        showPart(f.t0, f.t1, atRow - (atRow - f.row0) * factor, atRow + (f.row1 - atRow) * factor);
    else
        showPart(atTime - (atTime - f.t0) * factor, atTime + (f.t1 - atTime) * factor, f.row0, f.row1);
}

ScheduleFrame ScheduleView::frame(Half half) const
{
    ScheduleFrame f = m_shown;
    f.size = halfRect(half).size();
    return f;
}

ScheduleView::Hit ScheduleView::hitAt(QPointF at) const
{
    for (const Half half : {Half::Predicted, Half::Measured}) {
        const QRect place = halfRect(half);
        if (place.contains(at.toPoint()))
            return {half, blockAt(of(half), frame(half), at - place.topLeft(), blockReach)};
    }
    return {};
}

QPointF ScheduleView::placeInWidget(Half half, std::int64_t block) const
{
    const BlockSchedule& schedule = of(half);
    if (block < 0 || block >= static_cast<std::int64_t>(schedule.blocks.size()))
        return {};
    const QRect place = halfRect(half);
    const QPointF middle =
        placeOf(schedule, schedule.blocks[static_cast<std::size_t>(block)], frame(half)).center() + place.topLeft();
    return place.contains(middle.toPoint()) ? middle : QPointF();
}

QString ScheduleView::tipOf(Half half, std::int64_t block) const
{
    const BlockSchedule& schedule = of(half);
    if (block < 0 || block >= static_cast<std::int64_t>(schedule.blocks.size()) || !m_plan)
        return {};
    const ScheduledBlock& b = schedule.blocks[static_cast<std::size_t>(block)];
    if (static_cast<std::size_t>(b.tile) >= m_plan->tiling().tiles.size())
        return {};
    const Tile& tile = m_plan->tiling().tiles[static_cast<std::size_t>(b.tile)];
    QString text = tr("tile %1, part %2: %3\nSM %4, %5 to %6: %7")
                       .arg(countText(b.tile))
                       .arg(b.part)
                       .arg(QString::fromStdString(kindLabel(m_plan->tiling().formatOf(tile), tile.atomic, m_plan->op)))
                       .arg(b.sm)
                       .arg(durationText(b.start), durationText(b.end), durationText(b.end - b.start));
    if (half == Half::Measured) {
        text += tr(" on the SM");
        const float inSitu = m_facts ? m_facts->inSituNs[static_cast<std::size_t>(b.tile)] : std::nanf("");
        if (std::isfinite(inSitu))
            text += tr("\nits share of the SM %1, predicted %2")
                        .arg(durationText(static_cast<double>(inSitu)), durationText(tile.cost));
    }
    return text;
}

QString ScheduleView::tipAt(QPointF at) const
{
    const Hit hit = hitAt(at);
    if (hit.block >= 0)
        return tipOf(hit.half, hit.block);
    for (const Half half : {Half::Predicted, Half::Measured}) {
        const QRect place = halfRect(half);
        const double t = frame(half).time(at.x() - place.left());
        for (const CallBand& band : bands(half))
            if (place.contains(at.toPoint()) && t >= band.begin && t < band.end)
                return tr("%1, %2: %3\n%4")
                    .arg(partName(band.part), half == Half::Predicted ? tr("predicted") : tr("measured"),
                         durationText(band.end - band.begin), QString::fromStdString(meaning(band.part)));
    }
    return {};
}

// The block that the keys start from follows a selection that was made elsewhere.
void ScheduleView::adoptSelection()
{
    const std::int64_t tile = m_workspace.attention().selection().tile;
    const auto isOf = [&](Half half, std::int64_t block) {
        const auto& blocks = of(half).blocks;
        return block >= 0 && block < static_cast<std::int64_t>(blocks.size()) &&
               blocks[static_cast<std::size_t>(block)].tile == tile;
    };
    if (!isOf(m_current.half, m_current.block)) {
        m_current = {};
        for (const Half half : {Half::Measured, Half::Predicted}) {
            const auto& blocks = of(half).blocks;
            const auto found =
                std::find_if(blocks.begin(), blocks.end(), [&](const ScheduledBlock& b) { return b.tile == tile; });
            if (found != blocks.end()) {
                m_current = {half, found - blocks.begin()};
                break;
            }
        }
    }
    update();
}

void ScheduleView::fitSelection()
{
    const std::int64_t tile = m_workspace.attention().selection().tile;
    double t0 = std::numeric_limits<double>::infinity();
    double t1 = 0;
    for (const Half half : {Half::Predicted, Half::Measured})
        for (const ScheduledBlock& b : of(half).blocks)
            if (b.tile == tile) {
                t0 = std::min(t0, b.start);
                t1 = std::max(t1, b.end);
            }
    if (!(t1 > t0))
        return fit();
    const double air = (t1 - t0) * 0.25;
    showPart(t0 - air, t1 + air, m_shown.row0, m_shown.row1);
}

void ScheduleView::go(Half half, std::int64_t block)
{
    m_current = {half, block};
    const ScheduledBlock& b = of(half).blocks[static_cast<std::size_t>(block)];
    keepInSight(b);
    m_workspace.attention().selectTile(b.tile);
    update();
}

void ScheduleView::keepInSight(const ScheduledBlock& b)
{
    const double span = m_shown.t1 - m_shown.t0;
    const double rows = m_shown.row1 - m_shown.row0;
    const double t0 = b.start < m_shown.t0 || b.start > m_shown.t1 ? b.start - span / 4 : m_shown.t0;
    const double row0 = b.sm < m_shown.row0 || b.sm + 1 > m_shown.row1 ? b.sm - rows / 2 : m_shown.row0;
    showPart(t0, t0 + span, row0, row0 + rows);
}

// To the block before or after on the same SM.
void ScheduleView::moveInTime(int by)
{
    const BlockSchedule& schedule = of(m_current.half);
    if (schedule.blocks.empty())
        return;
    const std::int64_t now = std::max<std::int64_t>(0, m_current.block);
    const auto sm = static_cast<std::size_t>(schedule.blocks[static_cast<std::size_t>(now)].sm);
    go(m_current.half, m_current.block < 0 ? 0 : std::clamp(now + by, schedule.first[sm], schedule.first[sm + 1] - 1));
}

// To the block of a neighbouring SM that is on it at the same moment, or the last one before.
void ScheduleView::moveToSm(int by)
{
    const BlockSchedule& schedule = of(m_current.half);
    if (m_current.block < 0)
        return moveInTime(0);
    const ScheduledBlock& now = schedule.blocks[static_cast<std::size_t>(m_current.block)];
    for (int sm = now.sm + by; sm >= 0 && sm < schedule.sms(); sm += by) {
        const std::int64_t first = schedule.first[static_cast<std::size_t>(sm)];
        const std::int64_t end = schedule.first[static_cast<std::size_t>(sm) + 1];
        if (first == end)
            continue;
        std::int64_t best = first;
        for (std::int64_t i = first; i < end && schedule.blocks[static_cast<std::size_t>(i)].start <= now.start; ++i)
            best = i;
        return go(m_current.half, best);
    }
}

void ScheduleView::keyPressEvent(QKeyEvent* event)
{
    const ScheduleFrame& f = m_shown;
    const double middle = m_current.block >= 0
                              ? of(m_current.half).blocks[static_cast<std::size_t>(m_current.block)].start
                              : (f.t0 + f.t1) / 2;
    switch (event->key()) {
    case Qt::Key_Left:
        return moveInTime(-1);
    case Qt::Key_Right:
        return moveInTime(1);
    case Qt::Key_Up:
        return moveToSm(-1);
    case Qt::Key_Down:
        return moveToSm(1);
    case Qt::Key_PageUp:
    case Qt::Key_PageDown: {
        // The same tile in the other half.
        const Half other = event->key() == Qt::Key_PageUp ? Half::Predicted : Half::Measured;
        const auto& blocks = of(other).blocks;
        const auto found = std::find_if(blocks.begin(), blocks.end(), [&](const ScheduledBlock& b) {
            return b.tile == m_workspace.attention().selection().tile;
        });
        if (found != blocks.end())
            go(other, found - blocks.begin());
        return;
    }
    case Qt::Key_Plus:
    case Qt::Key_Equal:
        return zoom(1 / 1.5, std::clamp(middle, f.t0, f.t1), false);
    case Qt::Key_Minus:
        return zoom(1.5, std::clamp(middle, f.t0, f.t1), false);
    case Qt::Key_0:
        return fit();
    case Qt::Key_K:
        return fitKernel();
    case Qt::Key_F:
        return fitSelection();
    default:
        QWidget::keyPressEvent(event);
    }
}

void ScheduleView::wheelEvent(QWheelEvent* event)
{
    const QRect place =
        halfRect(event->position().y() < halfRect(Half::Measured).top() ? Half::Predicted : Half::Measured);
    ScheduleFrame f = m_shown;
    f.size = place.size();
    const QPoint turn = event->angleDelta();
    const double steps = (turn.y() != 0 ? turn.y() : turn.x()) / 120.0;
    const double span = f.t1 - f.t0;
    if ((event->modifiers() & Qt::ShiftModifier) || turn.y() == 0)
        showPart(f.t0 - steps * span / 8, f.t1 - steps * span / 8, f.row0, f.row1);
    else
        zoom(std::pow(1.25, -steps),
             f.time(std::clamp(event->position().x() - place.left(), 0.0, double(place.width()))),
             event->modifiers() & Qt::ControlModifier,
             f.row(std::clamp(event->position().y() - place.top(), 0.0, double(place.height()))));
    event->accept();
}

void ScheduleView::mousePressEvent(QMouseEvent* event)
{
    m_pressed = m_last = event->position();
    m_dragging = false;
}

void ScheduleView::mouseMoveEvent(QMouseEvent* event)
{
    if (!(event->buttons() & Qt::LeftButton)) {
        setCursor(hitAt(event->position()).block >= 0 ? Qt::PointingHandCursor : Qt::ArrowCursor);
        return;
    }
    m_dragging = m_dragging || (event->position() - m_pressed).manhattanLength() > 4;
    if (!m_dragging)
        return;
    setCursor(Qt::ClosedHandCursor);
    const QRect place = halfRect(Half::Predicted);
    const QPointF by = event->position() - m_last;
    const double dt = by.x() / std::max(1, place.width()) * (m_shown.t1 - m_shown.t0);
    const double dr = by.y() / std::max(1, place.height()) * (m_shown.row1 - m_shown.row0);
    m_last = event->position();
    showPart(m_shown.t0 - dt, m_shown.t1 - dt, m_shown.row0 - dr, m_shown.row1 - dr);
}

void ScheduleView::mouseReleaseEvent(QMouseEvent* event)
{
    setCursor(Qt::ArrowCursor);
    if (event->button() != Qt::LeftButton || m_dragging)
        return;
    if (const Hit hit = hitAt(event->position()); hit.block >= 0)
        go(hit.half, hit.block);
}

void ScheduleView::mouseDoubleClickEvent(QMouseEvent*)
{
    fit();
}

bool ScheduleView::event(QEvent* event)
{
    if (event->type() != QEvent::ToolTip)
        return QWidget::event(event);
    auto* help = static_cast<QHelpEvent*>(event);
    if (const QString tip = tipAt(help->pos()); !tip.isEmpty())
        QToolTip::showText(help->globalPos(), tip, this);
    else
        QToolTip::hideText();
    return true;
}

void ScheduleView::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::StyleChange) {
        updateLook();
        update();
    }
    QWidget::changeEvent(event);
}

} // namespace sparsescope
