// A second heat map beside the canvas.
#include "views/compare/twin_canvas.h"

#include "views/heatmap/heatmap_view.h"
#include "views/theme.h"
#include "views/workspace/shown_order.h"

#include <QApplication>
#include <QEvent>
#include <QGridLayout>
#include <QLabel>
#include <QScopedValueRollback>
#include <QVBoxLayout>

namespace sparsescope {

TwinCanvas::TwinCanvas(QMainWindow& panels, HeatMapView& canvas, Workspace& workspace)
    : m_panels(panels), m_canvas(canvas), m_workspace(workspace)
{
    hide();
    auto* grid = new QGridLayout(this);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setSpacing(0);
    const auto caption = [&](int column) {
        auto* label = new QLabel;
        label->setContentsMargins(space::inside, 4, space::inside, 4);
        label->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
        grid->addWidget(label, 0, column);
        return label;
    };
    m_firstCaption = caption(0);
    m_secondCaption = caption(2);
    m_line = new QWidget;
    m_line->setObjectName(QStringLiteral("hairline"));
    m_line->setAttribute(Qt::WA_StyledBackground);
    m_line->setFixedWidth(1);
    grid->addWidget(m_line, 0, 1, 2, 1);
    m_second = new HeatMapView;
    m_second->setObjectName(QStringLiteral("secondMap"));
    m_second->setAccessibleName(tr("Heat map of the plan that is compared"));
    auto* below = new QWidget;
    m_besideCanvas = new QVBoxLayout(below);
    m_besideCanvas->setContentsMargins(0, 0, 0, 0);
    m_besideCanvas->addWidget(m_second);
    grid->addWidget(below, 1, 2);
    grid->setColumnStretch(0, 1);
    grid->setColumnStretch(2, 1);
    grid->setRowStretch(1, 1);

    connect(&m_canvas, &HeatMapView::viewChanged, this, &TwinCanvas::follow);
    connect(&m_canvas, &HeatMapView::picked, this, &TwinCanvas::follow);
    connect(&m_canvas, &HeatMapView::rendered, this, &TwinCanvas::followStyle);
    // States, not views: what is fitted stays fitted, also when the room changes.
    connect(m_second, &HeatMapView::viewChanged, this, [this] {
        if (m_following || !m_shown)
            return;
        const QScopedValueRollback following(m_following, true);
        HeatMapView::State state = m_second->state();
        state.tile = m_canvas.selectedTile();
        m_canvas.restore(state);
    });
    connect(m_second, &HeatMapView::picked, this, [this](qint64 row, qint64 col) {
        m_workspace.setPick(row < 0 ? std::nullopt : std::optional(Element{row, col}));
    });
    connect(m_second, &HeatMapView::rectangleSelected, this, [this](qint64 r0, qint64 r1, qint64 c0, qint64 c1) {
        if (m_following)
            return;
        Selection selection;
        if (r1 > r0 && c1 > c0)
            selection.cells = CellRange{r0, r1, c0, c1};
        m_workspace.select(selection);
    });
    connect(m_second, &HeatMapView::statusText, this, &TwinCanvas::statusText);
    // The plan was of the matrix before.
    connect(&m_workspace, &Workspace::matrixChanged, this, [this] { setSecond(nullptr, nullptr); });
    connect(&m_workspace.order(), &ShownOrder::changed, this, &TwinCanvas::showSecond);
    connect(&m_workspace.order(), &ShownOrder::planReady, this, &TwinCanvas::showSecond);
    // From the document: the canvas may hear of it later.
    connect(&m_workspace, &Workspace::selectionChanged, this, [this] {
        std::optional<ElementRect> rectangle;
        if (const auto& cells = m_workspace.selection().cells)
            rectangle = ElementRect{cells->row0, cells->row1, cells->col0, cells->col1};
        m_second->setSelectedRectangle(rectangle);
    });
    m_canvas.installEventFilter(this);
}

TwinCanvas::~TwinCanvas() = default;

// The canvas is resized before it is drawn anew: both have the same size then. What stands above the canvas leaves as much
// room above the other.
bool TwinCanvas::eventFilter(QObject* object, QEvent* event)
{
    if (object == &m_canvas && (event->type() == QEvent::Resize || event->type() == QEvent::Move) && m_shown) {
        m_besideCanvas->setContentsMargins(0, m_canvas.mapTo(m_first.data(), QPoint()).y(), 0, 0);
        QMetaObject::invokeMethod(this, &TwinCanvas::follow, Qt::QueuedConnection);
    }
    return QWidget::eventFilter(object, event);
}

// Both halves have the same width, so that their views are the same, pixel by pixel.
void TwinCanvas::resizeEvent(QResizeEvent* event)
{
    m_line->setFixedWidth(width() % 2 == 0 ? 2 : 1);
    QWidget::resizeEvent(event);
}

void TwinCanvas::setShown(bool shown)
{
    m_wanted = shown;
    arrange();
}

void TwinCanvas::setSecond(PlanPtr plan, PlanFactsPtr facts)
{
    m_secondPlan = facts ? std::move(plan) : nullptr;
    m_secondFacts = std::move(facts);
    showSecond();
    arrange();
    followStyle();
    follow();
}

// In the order in which the canvas shows the matrix, too.
void TwinCanvas::showSecond()
{
    const QScopedValueRollback following(m_following, true);
    if (!m_secondPlan || m_workspace.matrix() != m_matrix) {
        m_matrix = m_secondPlan ? m_workspace.matrix() : nullptr;
        m_second->setMatrix(m_matrix);
    }
    if (!m_matrix)
        return;
    const ShownOrder::Shown& shown = m_workspace.order().shown();
    const auto plan = m_workspace.order().plan(m_secondPlan, m_secondFacts).value_or(ShownOrder::ShownPlan{});
    if (shown.matrix != m_second->matrix())
        m_second->setOrdered({shown.matrix, shown.lines, shown.pyramid, {}, plan.plan, plan.owner});
    else if (m_second->plan() != plan.plan)
        m_second->setPlan(plan.plan, plan.owner);
}

void TwinCanvas::setCaptions(const QString& first, const QString& second)
{
    m_firstCaption->setText(first);
    m_firstCaption->setToolTip(first);
    m_secondCaption->setText(second);
    m_secondCaption->setToolTip(second);
}

void TwinCanvas::arrange()
{
    const bool show = m_wanted && m_second->matrix();
    if (show == m_shown)
        return;
    m_shown = show;
    const QPointer<QWidget> focus = QApplication::focusWidget();
    if (show) {
        m_first = m_panels.takeCentralWidget();
        static_cast<QGridLayout*>(layout())->addWidget(m_first, 1, 0);
        m_panels.setCentralWidget(this);
        m_first->show();
        m_besideCanvas->setContentsMargins(0, m_canvas.mapTo(m_first.data(), QPoint()).y(), 0, 0);
        this->show();
    } else {
        m_panels.takeCentralWidget();
        setParent(&m_panels); // which owns it, shown or not
        hide();
        layout()->removeWidget(m_first);
        m_panels.setCentralWidget(m_first);
        m_first->show();
    }
    if (focus)
        focus->setFocus();
    followStyle();
    follow();
}

void TwinCanvas::follow()
{
    if (m_following || !m_shown)
        return;
    const QScopedValueRollback following(m_following, true);
    HeatMapView::State state = m_canvas.state();
    state.tile = m_second->selectedTile();
    m_second->restore(state);
}

// Colours and layers as on the canvas. Values of tiles belong to the canvas' plan; the other is coloured by format
// then.
void TwinCanvas::followStyle()
{
    if (!m_shown)
        return;
    const HeatMapColours& colours = m_canvas.colours();
    if (m_second->colours().background != colours.background || m_second->colours().accent != colours.accent)
        m_second->setColours(colours);
    if (!(m_second->densityStyle() == m_canvas.densityStyle()))
        m_second->setDensityStyle(m_canvas.densityStyle());
    TileStyle style = m_canvas.tileStyle();
    style.values.reset();
    if (style.colouring == TileColouring::Value) {
        style.colouring = TileColouring::Format;
        style.diverging = style.logarithmic = false;
    }
    style.highlight = m_second->selectedTile();
    if (!(style == m_second->tileStyle()))
        m_second->setTileStyle(style);
    m_second->setTilesShown(m_canvas.tilesShown());
}

} // namespace sparsescope
