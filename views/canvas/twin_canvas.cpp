// A second heat map beside the canvas.
#include "views/canvas/twin_canvas.h"

#include "views/canvas/place_between.h"
#include "views/parts/numbers.h"
#include "views/parts/theme.h"
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
    m_second->setLegendBelow(true);
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
    connect(&m_canvas, &HeatMapView::stretchedChanged, this, &TwinCanvas::follow);
    connect(m_second, &HeatMapView::viewChanged, this, &TwinCanvas::lead);
    connect(m_second, &HeatMapView::stretchedChanged, this, &TwinCanvas::lead);
    connect(m_second, &HeatMapView::picked, this, [this](qint64 row, qint64 col) {
        m_workspace.attention().setPick(row < 0 ? std::nullopt : std::optional(back().element({row, col})));
    });
    connect(m_second, &HeatMapView::rectangleSelected, this, [this](qint64 r0, qint64 r1, qint64 c0, qint64 c1) {
        if (m_following)
            return;
        Selection selection;
        if (r1 > r0 && c1 > c0) {
            const raster::ElementRect r = back().rectangle({r0, r1, c0, c1});
            selection.cells = CellRange{r.rowBegin, r.rowEnd, r.colBegin, r.colEnd};
        }
        m_workspace.attention().select(selection);
    });
    connect(m_second, &HeatMapView::tileSelected, this, [this](qint64 tile) {
        if (m_what == What::Linked)
            Q_EMIT linkedTileSelected(tile);
    });
    connect(m_second, &HeatMapView::statusText, this, &TwinCanvas::statusText);
    // The mouse is in one of them; the other shows where that is in it.
    connect(&m_canvas, &HeatMapView::hovered, this, [this](qint64 row, qint64 col) {
        if (m_shown)
            m_second->setGhost(row < 0 ? std::nullopt : std::optional(there().element({row, col})));
    });
    connect(m_second, &HeatMapView::hovered, this, [this](qint64 row, qint64 col) {
        m_canvas.setGhost(row < 0 || !m_shown ? std::nullopt : std::optional(back().element({row, col})));
    });
    for (const auto signal : {&ShownOrder::changed, &ShownOrder::planReady})
        connect(&m_workspace.attention().order(), signal, this, [this] {
            if (m_what == What::Compared)
                arrange();
        });
    listen(m_workspace.attention(), Attention::StepChanged, this, [this] {
        if (m_what == What::Compared)
            m_second->setStep(comparedStep());
    });
    // From the document: the canvas may hear of it later.
    listen(m_workspace.attention(), Attention::SelectionChanged, this, &TwinCanvas::followSelection);
    listen(m_workspace.document(), Document::MatrixChanged, this, [this] { setSecond(nullptr, nullptr); });
    m_canvas.installEventFilter(this);
}

TwinCanvas::~TwinCanvas() = default;

// The canvas is resized before it is drawn anew: both have the same size then. What stands above the canvas leaves as
// much room above the other.
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
    if (m_what == What::Linked)
        showCaptions();
    QWidget::resizeEvent(event);
}

void TwinCanvas::setShown(bool shown)
{
    m_wanted = shown;
    arrange();
}

void TwinCanvas::setSecond(PlanPtr plan, PlanFactsPtr facts)
{
    const bool any = plan && facts;
    m_comparedPlan = any ? std::move(plan) : nullptr;
    m_comparedFacts = any ? std::move(facts) : nullptr;
    arrange();
}

void TwinCanvas::setCaptions(const QString& first, const QString& second)
{
    m_comparedCaptions[0] = first;
    m_comparedCaptions[1] = second;
    showCaptions();
}

void TwinCanvas::setLinked(const LinkedMap& map)
{
    m_linked = map;
    arrange();
}

void TwinCanvas::showCaptions()
{
    QString texts[2] = {m_comparedCaptions[0], m_comparedCaptions[1]};
    QString tips[2] = {texts[0], texts[1]};
    if (m_what == What::Linked && m_workspace.document().matrix()) {
        const QString secondary = colorsOf(*this).secondary.name();
        const QFontMetrics metrics(m_firstCaption->font());
        const int room = width() / 2 - 4 * space::inside;
        const auto words = [&](const QString& title, const Matrix& matrix, QString& text, QString& tip) {
            const QString shape = tr("%1 × %2").arg(countText(matrix.rows()), countText(matrix.cols()));
            const QString all = shape + QStringLiteral(", ") + countOf(matrix.nnz(), tr("non-zero"), tr("non-zeros"));
            const auto fits = [&](const QString& more) {
                return metrics.horizontalAdvance(title + QStringLiteral("    ") + more) < room;
            };
            tip = title.toHtmlEscaped() + QStringLiteral("<br>") + all;
            text = QStringLiteral("<b>%1</b> &nbsp;<span style=\"color:%2\">%3</span>")
                       .arg(title.toHtmlEscaped(), secondary,
                            fits(all)     ? all
                            : fits(shape) ? shape
                                          : QString());
        };
        words(m_linked.title, *m_workspace.document().matrix(), texts[0], tips[0]);
        words(m_linked.otherTitle, *m_linked.matrix, texts[1], tips[1]);
    }
    QLabel* labels[2] = {m_firstCaption, m_secondCaption};
    for (int i = 0; i < 2; ++i) {
        labels[i]->setText(texts[i]);
        labels[i]->setToolTip(tips[i]);
    }
}

void TwinCanvas::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::PaletteChange && m_what == What::Linked)
        showCaptions();
    QWidget::changeEvent(event);
}

PlaceBetween TwinCanvas::there() const
{
    const MatrixPtr own = m_workspace.document().matrix() ? m_workspace.document().matrix() : m_second->matrix();
    return {*own, *m_second->matrix()};
}

PlaceBetween TwinCanvas::back() const
{
    const MatrixPtr own = m_workspace.document().matrix() ? m_workspace.document().matrix() : m_second->matrix();
    return {*m_second->matrix(), *own};
}

void TwinCanvas::fill(What what)
{
    const QScopedValueRollback filling(m_following, true);
    m_what = what;
    const bool linked = what == What::Linked;
    const MatrixPtr matrix = linked                   ? m_linked.matrix
                             : what == What::Compared ? m_workspace.document().matrix()
                                                      : nullptr;
    if (matrix != m_matrix)
        m_second->setMatrix(matrix);
    m_matrix = matrix;
    if (matrix) {
        const HeatMapView::Ordered shown = linked ? m_linked.shown : compared();
        if (shown.matrix != m_second->matrix())
            m_second->setOrdered(shown);
        else if (m_second->plan() != shown.plan)
            m_second->setPlan(shown.plan, shown.owner);
        m_second->setStep(linked ? m_linked.step : comparedStep());
    }
    if (linked)
        m_second->setSelectedTile(m_linked.shown.plan ? m_linked.tile : -1);
    m_second->setAccessibleName(linked ? tr("Heat map of the linked matrix")
                                       : tr("Heat map of the plan that is compared"));
    showCaptions();
}

// In the order in which the canvas shows the matrix.
HeatMapView::Ordered TwinCanvas::compared() const
{
    const ShownOrder::Shown& shown = m_workspace.attention().order().shown();
    const auto plan =
        m_workspace.attention().order().plan(m_comparedPlan, m_comparedFacts).value_or(ShownOrder::ShownPlan{});
    return {shown.matrix, shown.lines, shown.pyramid, {}, plan.plan, plan.owner};
}

// As far in its own search as the replay is in the canvas' one: the same share of the tiles.
qint64 TwinCanvas::comparedStep() const
{
    const std::int64_t step = m_workspace.attention().step(), steps = m_workspace.attention().steps();
    if (step >= steps)
        return -1;
    const auto all = static_cast<double>(m_comparedPlan->tiling().tiles.size());
    return static_cast<qint64>(all * static_cast<double>(step) / static_cast<double>(steps));
}

void TwinCanvas::arrange()
{
    const MatrixPtr own = m_workspace.document().matrix();
    const What what = !own                         ? What::Nothing
                      : m_wanted && m_comparedPlan ? What::Compared
                      : m_linked.matrix            ? What::Linked
                                                   : What::Nothing;
    fill(what);
    const bool show = what != What::Nothing;
    if (show == m_shown) {
        followStyle();
        follow();
        followSelection();
        return;
    }
    m_shown = show;
    m_canvas.setLegendBelow(show); // halves have no room for a legend on them
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
        m_canvas.setGhost(std::nullopt);
    }
    if (focus)
        focus->setFocus();
    followStyle();
    follow();
    followSelection();
}

void TwinCanvas::follow()
{
    if (m_following || !m_shown)
        return;
    const QScopedValueRollback following(m_following, true);
    HeatMapView::State state = there().state(m_canvas.state());
    state.tile = m_second->selectedTile();
    m_second->restore(state);
}

// States, not views: what is fitted stays fitted, also when the room changes.
void TwinCanvas::lead()
{
    if (m_following || !m_shown)
        return;
    const QScopedValueRollback following(m_following, true);
    HeatMapView::State state = back().state(m_second->state());
    state.tile = m_canvas.selectedTile();
    m_canvas.restore(state);
}

void TwinCanvas::followSelection()
{
    std::optional<raster::ElementRect> rectangle;
    if (const auto& cells = m_workspace.attention().selection().cells; cells && m_second->matrix())
        rectangle = there().rectangle({cells->row0, cells->row1, cells->col0, cells->col1});
    m_second->setSelectedRectangle(rectangle);
}

// Colours and layers as on the canvas, as far as there is data for them; counts of another matrix have a range of their
// own. Values of tiles belong to the canvas' plan; the other is coloured by format then.
void TwinCanvas::followStyle()
{
    if (!m_shown)
        return;
    const HeatMapColours& colours = m_canvas.colours();
    if (m_second->colours().background != colours.background || m_second->colours().accent != colours.accent)
        m_second->setColours(colours);
    raster::DensityStyle density = m_canvas.densityStyle();
    if (m_what == What::Linked) {
        density.low = m_linked.low;
        density.high = m_linked.high;
    }
    if (!(density == m_second->densityStyle()))
        m_second->setDensityStyle(density);
    const raster::ValueLayer values = m_canvas.valueLayer();
    const bool needsValues = values == raster::ValueLayer::Magnitude || values == raster::ValueLayer::Sign;
    m_second->setValueLayer(needsValues && !m_second->matrix()->hasValues() ? raster::ValueLayer::Count : values);
    raster::TileStyle style = m_canvas.tileStyle();
    style.values.reset();
    if (style.colouring == raster::TileColouring::Value) {
        style.colouring = raster::TileColouring::Format;
        style.diverging = style.logarithmic = false;
    }
    style.highlight = m_second->selectedTile();
    if (!(style == m_second->tileStyle()))
        m_second->setTileStyle(style);
    m_second->setTilesShown(m_canvas.tilesShown());
    m_second->setLegendShown(m_canvas.legendShown());
    m_second->setReducedMotion(m_canvas.reducedMotion());
}

} // namespace sparsescope
