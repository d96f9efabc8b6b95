// What is being looked at as a record, and back.
#include "views/session/view_keeper.h"

#include "engine/core/at.h"
#include "views/canvas/canvas_link.h"
#include "views/heatmap/heatmap_view.h"
#include "views/pages/pages.h"
#include "views/parts/numbers.h"
#include "views/workspace/shown_order.h"
#include "views/workspace/workspace.h"

#include <QDateTime>

#include <algorithm>
#include <array>

namespace sparsescope {

namespace {

// In the order of CanvasColouring and ValueLayer; files hold these names.
constexpr std::array colouringNames = {"format", "level", "round",    "padding", "redundant",
                                       "atomic", "cost",  "measured", "error"};
constexpr std::array valueNames = {"count", "any", "magnitude", "sign"};

template <std::size_t n>
int indexOf(const std::array<const char*, n>& names, const std::string& name)
{
    const auto found = std::find(names.begin(), names.end(), name);
    return found == names.end() ? -1 : static_cast<int>(found - names.begin());
}

template <std::size_t n>
std::string nameOf(const std::array<const char*, n>& names, int index)
{
    return index >= 0 && index < static_cast<int>(n) ? names[at(index)] : names[0];
}

} // namespace

ViewKeeper::ViewKeeper(Workspace& workspace, HeatMapView& canvas, CanvasLink& link, std::function<const char*()> page,
                       std::function<void(std::string_view)> showPage, QObject* parent)
    : QObject(parent), m_workspace(workspace), m_canvas(canvas), m_link(link), m_page(std::move(page)),
      m_showPage(std::move(showPage))
{
    listen(m_workspace.attention(), Attention::PlanChanged | Attention::StepChanged | Attention::SelectionChanged, this,
           &ViewKeeper::changed);
    connect(&m_canvas, &HeatMapView::viewChanged, this, &ViewKeeper::changed);
    connect(&m_link, &CanvasLink::layersChanged, this, &ViewKeeper::changed);
}

session::SavedView ViewKeeper::now() const
{
    session::SavedView view;
    view.created = QDateTime::currentDateTimeUtc().toString(Qt::ISODate).toStdString();
    view.page = m_page();
    view.plan = m_workspace.attention().currentPlan();
    view.step = m_workspace.attention().step() >= m_workspace.attention().steps() ? -1 : m_workspace.attention().step();
    const HeatMapView::State state = m_canvas.state();
    view.box = state.view;
    view.fitted = state.fitted;
    const Selection& selection = m_workspace.attention().selection();
    view.tile = selection.tile;
    if (selection.cells)
        view.cells = raster::ElementRect{selection.cells->row0, selection.cells->row1, selection.cells->col0,
                                         selection.cells->col1};
    // Without a plan there was no choice, and tiles are shown once there is one.
    if (m_link.tilesShown())
        view.colouring = nameOf(colouringNames, static_cast<int>(m_link.colouring()));
    else if (m_workspace.attention().planFacts())
        view.colouring = nameOf(valueNames, static_cast<int>(m_link.valueLayer()));
    view.order = name(m_workspace.attention().order().order());
    return view;
}

void ViewKeeper::show(const session::SavedView& view)
{
    if (!m_workspace.document().matrix())
        return;
    m_showPage(view.page);
    if (view.plan >= 0)
        m_workspace.attention().setCurrentPlan(view.plan);
    m_workspace.attention().setStep(view.step < 0 ? m_workspace.attention().steps() : view.step);
    if (const int colouring = indexOf(colouringNames, view.colouring); colouring >= 0)
        m_link.setColouring(static_cast<CanvasColouring>(colouring));
    else if (const int values = indexOf(valueNames, view.colouring); values >= 0)
        m_link.setValueLayer(static_cast<raster::ValueLayer>(values));
    // A rectangle and a part of the matrix are those of an order.
    const auto named = std::find_if(matrixOrders.begin(), matrixOrders.end(),
                                    [&](MatrixOrder order) { return view.order == name(order); });
    m_link.inOrder(named == matrixOrders.end() ? MatrixOrder::File : *named, [this, view] {
        Selection selection;
        selection.tile = view.tile;
        if (view.cells)
            selection.cells =
                CellRange{view.cells->rowBegin, view.cells->rowEnd, view.cells->colBegin, view.cells->colEnd};
        m_workspace.attention().select(selection);
        // A file holds the view alone, whose scales tell.
        const Matrix& matrix = *m_workspace.document().matrix();
        m_canvas.setStretched(raster::ViewSpace::wasStretched(matrix.rows(), matrix.cols(), view.box));
        if (view.fitted)
            m_canvas.fitAll();
        else
            m_canvas.setView(view.box);
    });
}

QString ViewKeeper::pageTitle(const session::SavedView& view)
{
    const PageDefinition* page = pageOf(view.page);
    return (page ? page : allPages().front())->plainTitle();
}

QString ViewKeeper::describe(const session::SavedView& view) const
{
    QStringList parts{pageTitle(view)};
    if (view.plan >= 0 && view.plan < m_workspace.document().plans().size()) {
        const OpenPlan& plan = m_workspace.document().plans()[view.plan];
        parts << plan.title;
        if (view.step >= 0)
            parts << tr("tile %1 of %2")
                         .arg(countText(view.step),
                              countText(static_cast<std::int64_t>(plan.plan->tiling().tiles.size())));
    }
    if (view.fitted)
        parts << tr("all of the matrix");
    else
        parts << tr("rows from %1, columns from %2")
                     .arg(countText(std::max<std::int64_t>(0, static_cast<std::int64_t>(view.box.row0))),
                          countText(std::max<std::int64_t>(0, static_cast<std::int64_t>(view.box.col0))));
    return parts.join(QStringLiteral(", "));
}

} // namespace sparsescope
