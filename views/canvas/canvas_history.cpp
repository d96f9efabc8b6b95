// The canvas' link to the order of rows and columns, to the element that is picked, and the history of views.
#include "views/canvas/canvas_link.h"
#include "views/heatmap/heatmap_view.h"
#include "views/workspace/shown_order.h"
#include "views/workspace/workspace.h"

#include <QScopedValueRollback>

#include <utility>

namespace sparsescope {

void CanvasLink::connectPick()
{
    connect(&m_canvas, &HeatMapView::picked, this, [this](qint64 row, qint64 col) {
        m_workspace.attention().setPick(row < 0 ? std::nullopt : std::optional(raster::Element{row, col}));
    });
    listen(m_workspace.attention(), Attention::PickChanged, this, [this] {
        if (m_canvas.pick() != m_workspace.attention().pick())
            m_canvas.setPick(m_workspace.attention().pick());
    });
}

void CanvasLink::setOrder(MatrixOrder order)
{
    m_awaited.reset();
    m_workspace.attention().order().show(order);
}

MatrixOrder CanvasLink::order() const
{
    return m_workspace.attention().order().wanted();
}

QString CanvasLink::whyNot(MatrixOrder order) const
{
    return m_workspace.attention().order().whyNot(order);
}

void CanvasLink::inOrder(MatrixOrder order, const std::function<void()>& then)
{
    ShownOrder& shown = m_workspace.attention().order();
    if (!shown.whyNot(order).isEmpty()) {
        then();
        return;
    }
    m_awaited = Awaited{order, then};
    shown.show(order);
    showOrder();
}

void CanvasLink::showOrder()
{
    const ShownOrder::Shown& shown = m_workspace.attention().order().shown();
    const MatrixOrder order = m_workspace.attention().order().order();
    if (shown.matrix && shown.matrix != m_canvas.matrix()) {
        // What was looked at before is a place of its own.
        if (m_settle.isActive() && !m_awaited)
            remember();
        m_settle.stop();
        // A rectangle is one of its order.
        Selection selection = m_workspace.attention().selection();
        selection.cells.reset();
        m_workspace.attention().select(selection);
        HeatMapView::Ordered ordered{shown.matrix, shown.lines, shown.pyramid, {}, nullptr, nullptr};
        if (order != MatrixOrder::File)
            ordered.title = tr("order: %1").arg(ShownOrder::title(order));
        if (const PlanFactsPtr facts = m_workspace.attention().planFacts(); facts && m_workspace.attention().plan())
            if (const auto plan = m_workspace.attention().order().plan(m_workspace.attention().plan(), facts)) {
                ordered.plan = plan->plan;
                ordered.owner = plan->owner;
            }
        m_canvas.setOrdered(ordered);
        m_order = order;
        if (m_workspace.attention().live())
            showLive();
        if (!m_awaited)
            remember();
    }
    if (m_awaited && (m_awaited->order == order || m_workspace.attention().order().wanted() != m_awaited->order)) {
        const Awaited awaited = *std::exchange(m_awaited, std::nullopt);
        if (awaited.order == order)
            awaited.then();
    }
    Q_EMIT layersChanged();
}

// Views count once the hand has come to rest.
void CanvasLink::remember()
{
    const Place place{m_canvas.view(), m_order, m_canvas.stretched()};
    if (!m_history.empty() && m_history[m_now] == place)
        return;
    if (!m_history.empty())
        m_history.resize(m_now + 1);
    m_history.push_back(place);
    if (m_history.size() > 200)
        m_history.erase(m_history.begin());
    m_now = m_history.size() - 1;
}

void CanvasLink::goBack()
{
    if (m_settle.isActive()) {
        m_settle.stop();
        remember();
    }
    if (!canGoBack())
        return;
    --m_now;
    visit();
}

void CanvasLink::goForward()
{
    if (!canGoForward())
        return;
    ++m_now;
    visit();
}

void CanvasLink::visit()
{
    const Place place = m_history[m_now];
    inOrder(place.order, [this, view = place.view, stretched = place.stretched] {
        const QScopedValueRollback quiet(m_quiet, true);
        m_canvas.setStretched(stretched);
        m_canvas.setView(view);
    });
}

} // namespace sparsescope
