// Ties the canvas to the document.
#include "views/canvas/canvas_link.h"

#include "engine/core/at.h"
#include "views/heatmap/heatmap_view.h"
#include "views/parts/theme.h"
#include "views/replay/round_text.h"
#include "views/workspace/shown_order.h"
#include "views/workspace/workspace.h"

#include <QEvent>
#include <QScopedValueRollback>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace sparsescope {

CanvasLink::CanvasLink(Workspace& workspace, HeatMapView& canvas, QObject* parent)
    : QObject(parent), m_workspace(workspace), m_canvas(canvas)
{
    m_settle.setSingleShot(true);
    m_settle.setInterval(500);
    connect(&m_settle, &QTimer::timeout, this, &CanvasLink::remember);
    connect(&m_workspace.document(), &Document::changed, this, [this](Document::Changes changes) {
        if (changes & Document::MatrixChanged)
            showMatrix(changes & Document::MasksChanged || !m_workspace.document().masks());
    });
    connect(&m_workspace.attention().order(), &ShownOrder::changed, this, &CanvasLink::showOrder);
    connect(&m_workspace.attention().order(), &ShownOrder::planReady, this, &CanvasLink::showPlan);
    connect(&m_workspace.attention().order(), &ShownOrder::liveReady, this, &CanvasLink::showLive);
    listen(m_workspace.attention(), Attention::PlanChanged, this, &CanvasLink::showPlan);
    listen(m_workspace.document(), Document::PlanFactsChanged, this, &CanvasLink::showPlan);
    listen(m_workspace.attention(), Attention::LiveChanged, this, &CanvasLink::showLive);
    listen(m_workspace.document(), Document::RunsChanged, this, &CanvasLink::showLayers);
    listen(m_workspace.attention(), Attention::StepChanged, this, &CanvasLink::showStep);
    listen(m_workspace.attention(), Attention::SelectionChanged, this, &CanvasLink::showSelection);
    connect(&m_canvas, &HeatMapView::tileSelected, this, [this](qint64 tile) {
        if (m_quiet)
            return;
        Selection s = m_workspace.attention().selection();
        (live() ? s.liveTile : s.tile) = tile;
        m_workspace.attention().select(s);
    });
    connect(&m_canvas, &HeatMapView::rectangleSelected, this, [this](qint64 r0, qint64 r1, qint64 c0, qint64 c1) {
        if (m_quiet)
            return;
        Selection s = m_workspace.attention().selection();
        s.cells.reset();
        if (r1 > r0 && c1 > c0) {
            s.cells = CellRange{r0, r1, c0, c1};
            s.tile = -1;
        }
        m_workspace.attention().select(s);
    });
    connect(&m_canvas, &HeatMapView::viewChanged, this, [this] {
        if (!m_quiet)
            m_settle.start();
    });
    connectPick();
    m_canvas.installEventFilter(this);
    applyTheme();
}

// Masks of one sequence are looked at in one place, of what is chosen.
void CanvasLink::showMatrix(bool ofItsOwn)
{
    const HeatMapView::State before = m_canvas.state();
    m_awaited.reset();
    m_canvas.setMatrix(m_workspace.document().matrix());
    m_order = MatrixOrder::File;
    if (ofItsOwn) {
        m_history.clear();
        m_now = 0;
        m_tiles = true;
    } else {
        m_canvas.restore({before.view, before.fitted, {}, {}, -1, before.stretched});
    }
    showLayers();
}

// When the canvas has its new palette, not when the window has: the window hears of it first.
bool CanvasLink::eventFilter(QObject* object, QEvent* event)
{
    if (object == &m_canvas && event->type() == QEvent::PaletteChange)
        applyTheme();
    return QObject::eventFilter(object, event);
}

void CanvasLink::applyTheme()
{
    const Colors& c = colorsOf(m_canvas);
    HeatMapColours colours;
    colours.background = c.background;
    colours.panel = c.panel;
    colours.hairline = c.hairline;
    colours.text = c.text;
    colours.secondary = c.secondary;
    colours.accent = c.accent;
    colours.dark = c.dark;
    m_canvas.setColours(colours);
    Q_EMIT coloursChanged();
}

const LiveSearch* CanvasLink::live() const
{
    return m_workspace.attention().live();
}

// The tiles that a running search has chosen so far; those without an owner yet are no tile of it.
void CanvasLink::showLive()
{
    const LiveSearch* shown = live();
    if (!shown)
        return showPlan();
    if (!m_hasPlan && !std::exchange(m_hasLive, true))
        m_tiles = true;
    const auto tiles = m_workspace.attention().order().live(*shown);
    if (!tiles)
        return m_canvas.setPlan(nullptr, nullptr); // for a moment: they are moved to where they are shown
    if (m_canvas.plan() != tiles->plan)
        m_canvas.setPlan(tiles->plan, tiles->owner, true);
    m_canvas.setStep(std::ssize(tiles->plan->tiling().tiles));
    showLayers();
    showSelection();
}

void CanvasLink::showPlan()
{
    if (live())
        return;
    m_hasLive = false;
    const PlanFactsPtr facts = m_workspace.attention().planFacts();
    const bool plan = m_workspace.attention().plan() && facts;
    // A plan that comes where none was is shown.
    if (plan && !m_hasPlan)
        m_tiles = true;
    m_hasPlan = plan;
    const auto shown =
        plan ? m_workspace.attention().order().plan(m_workspace.attention().plan(), facts) : std::nullopt;
    if (!shown) {
        m_canvas.setPlan(nullptr, nullptr);
        showLayers();
        return;
    }
    if (m_canvas.plan() != shown->plan)
        m_canvas.setPlan(shown->plan, shown->owner);
    showLayers();
    showSelection();
    showStep();
}

void CanvasLink::setCandidatesShown(bool shown)
{
    if (shown == m_candidatesShown)
        return;
    m_candidatesShown = shown;
    showStep();
}

// The best of the round's candidates that are not chosen yet. Where the losers of a round lie in the columns, a trace
// does not say; they stand in words beside the curves.
void CanvasLink::showStep()
{
    constexpr std::int64_t mostCandidates = 12;
    const std::int64_t step = m_workspace.attention().step();
    if (live())
        return;
    if (step >= m_workspace.attention().steps()) {
        m_canvas.setStep(-1);
        return;
    }
    std::vector<std::int64_t> candidates;
    const TracePtr trace = m_workspace.attention().trace();
    if (m_candidatesShown && trace) {
        const int index = roundAtStep(trace->rounds, step + 1);
        const std::int64_t end = index < 0 ? 0 : trace->rounds[at(index)].tileEnd;
        for (std::int64_t tile = step; tile < std::min(end, step + mostCandidates); ++tile)
            candidates.push_back(tile);
    }
    m_canvas.setStep(step, std::move(candidates));
}

bool CanvasLink::hasMeasured() const
{
    const OpenRun* run = m_workspace.attention().run();
    return run && run->facts;
}

void CanvasLink::setValueLayer(raster::ValueLayer layer)
{
    m_values = layer;
    m_tiles = false;
    showLayers();
}

void CanvasLink::setColouring(CanvasColouring colouring)
{
    m_colouring = colouring;
    m_tiles = true;
    showLayers();
}

void CanvasLink::setMeasured(Origin origin)
{
    m_measured = origin;
    showLayers();
}

bool CanvasLink::saturatedShown() const
{
    const CanvasColouring now = colouring();
    return m_measured == Origin::Saturated && (now == CanvasColouring::Measured || now == CanvasColouring::ModelError);
}

void CanvasLink::setTilesShown(bool shown)
{
    m_tiles = shown;
    showLayers();
}

bool CanvasLink::tilesShown() const
{
    return m_tiles && (live() || (m_workspace.attention().plan() && m_workspace.attention().planFacts()));
}

raster::ValueLayer CanvasLink::valueLayer() const
{
    return whyNot(m_values).isEmpty() ? m_values : raster::ValueLayer::Count;
}

CanvasColouring CanvasLink::colouring() const
{
    return whyNot(m_colouring).isEmpty() ? m_colouring : CanvasColouring::Format;
}

QString CanvasLink::whyNot(raster::ValueLayer layer) const
{
    const MatrixPtr matrix = m_workspace.document().matrix();
    if (!matrix)
        return tr("No matrix is open.");
    if ((layer == raster::ValueLayer::Magnitude || layer == raster::ValueLayer::Sign) && !matrix->hasValues())
        return tr("This matrix is a pattern: its file holds no values.");
    return {};
}

QString CanvasLink::whyNot(CanvasColouring colouring) const
{
    const bool fromRun = colouring == CanvasColouring::Measured || colouring == CanvasColouring::ModelError;
    if (live())
        return fromRun ? tr("The search is still running: nothing was measured yet.") : QString();
    if (!m_workspace.attention().plan())
        return tr("There is no plan yet: search one (Ctrl+R) or open one.");
    if (!m_workspace.attention().planFacts())
        return tr("The plan is being read.");
    if (fromRun && !hasMeasured())
        return tr("This plan was not measured: run it on a GPU (Ctrl+Return) or open a session with a run.");
    return {};
}

void CanvasLink::showLayers()
{
    m_canvas.setValueLayer(valueLayer());
    m_canvas.setTilesShown(tilesShown() || (!m_workspace.attention().plan() && !live()));
    showStyle();
    Q_EMIT layersChanged();
}

void CanvasLink::setMap(raster::ColourMap map)
{
    m_map = map;
    raster::DensityStyle density = m_canvas.densityStyle();
    density.map = map;
    m_canvas.setDensityStyle(density);
    showStyle();
}

void CanvasLink::showStyle()
{
    raster::TileStyle style = m_canvas.tileStyle();
    style.map = m_map;
    style.values.reset();
    style.diverging = false;
    style.logarithmic = false;
    style.low.reset();
    style.high.reset();
    switch (colouring()) {
    case CanvasColouring::Format:
        style.colouring = raster::TileColouring::Format;
        break;
    case CanvasColouring::Level:
        style.colouring = raster::TileColouring::Level;
        break;
    case CanvasColouring::Round:
        style.colouring = raster::TileColouring::Round;
        break;
    case CanvasColouring::Padding:
        style.colouring = raster::TileColouring::Padding;
        break;
    case CanvasColouring::Redundant:
        style.colouring = raster::TileColouring::Redundant;
        break;
    case CanvasColouring::Atomic:
        style.colouring = raster::TileColouring::Atomic;
        break;
    case CanvasColouring::Cost:
        style.colouring = raster::TileColouring::Cost;
        break;
    case CanvasColouring::Measured:
    case CanvasColouring::ModelError:
        showRun(style);
        break;
    }
    m_canvas.setTileStyle(style);
}

// The numbers of the run, one a tile; a tile that was not measured so has none.
void CanvasLink::showRun(raster::TileStyle& style)
{
    const OpenRun& run = *m_workspace.attention().run();
    const auto& times = m_measured == Origin::Saturated ? run.facts->saturatedNs : run.facts->inSituNs;
    auto values = std::make_shared<std::vector<double>>(times.size(), std::numeric_limits<double>::quiet_NaN());
    const bool error = colouring() == CanvasColouring::ModelError;
    for (std::size_t i = 0; i < values->size(); ++i) {
        const auto measured = static_cast<double>(times[i]);
        const double predicted = run.plan->tiling().tiles[i].cost;
        (*values)[i] = !error                          ? measured
                       : measured > 0 && predicted > 0 ? std::log2(measured / predicted)
                                                       : std::numeric_limits<double>::quiet_NaN();
    }
    style.colouring = raster::TileColouring::Value;
    style.values = values;
    style.diverging = error;
    style.logarithmic = !error;
    const Basis basis = sparsescope::measured(m_measured, *run.profile, run.recorded);
    const QString what =
        QString::fromStdString(error ? differenceLabel(basis, predictedBy(run.plan->calibration)) : words(basis));
    const QString recorded = run.recorded ? tr(", recorded") : QString();
    m_canvas.setValueMeaning(
        error ? ValueMeaning{what + recorded, LegendUnit::Factor}
              : ValueMeaning{tr("time of a sub-task %1").arg(what) + recorded, LegendUnit::Nanoseconds});
}

void CanvasLink::showSelection()
{
    const QScopedValueRollback quiet(m_quiet, true);
    const Selection& s = m_workspace.attention().selection();
    const std::int64_t tile = live() ? s.liveTile : s.tile;
    if (m_canvas.selectedTile() != tile)
        m_canvas.setSelectedTile(tile);
    std::optional<raster::ElementRect> rectangle;
    if (s.cells)
        rectangle = raster::ElementRect{s.cells->row0, s.cells->row1, s.cells->col0, s.cells->col1};
    if (m_canvas.selectedRectangle() != rectangle)
        m_canvas.setSelectedRectangle(rectangle);
}

} // namespace sparsescope
