// Objective, coverage, padding and share of split tiles over the steps of a search.
#include "views/pages/search/search_curves.h"

#include "views/parts/numbers.h"

#include <algorithm>
#include <cmath>

namespace sparsescope {

CurvePoints curvePoints(const PlanFacts& facts, std::int64_t nnz, std::int64_t most, const Plan* plan)
{
    CurvePoints points;
    const auto n = static_cast<std::int64_t>(facts.covered.size()) - 1;
    const std::int64_t stride = std::max<std::int64_t>(1, (n + most - 1) / most);
    const bool places = static_cast<std::int64_t>(facts.stored.size()) == n;
    const bool tiles = plan && static_cast<std::int64_t>(plan->tiling().tiles.size()) == n;
    std::int64_t stored = 0, atomic = 0; // of the tiles before the point
    const auto share = [](std::int64_t part, std::int64_t all) {
        return all > 0 ? static_cast<double>(part) / static_cast<double>(all) : 0;
    };
    const auto add = [&](std::int64_t i) {
        points.steps.push_back(static_cast<double>(i));
        points.covered.push_back(share(facts.covered[static_cast<std::size_t>(i)], nnz));
        points.cost.push_back(facts.costSum[static_cast<std::size_t>(i)]);
        if (places)
            points.padding.push_back(share(stored - facts.covered[static_cast<std::size_t>(i)], stored));
        if (tiles)
            points.atomic.push_back(share(atomic, i));
    };
    for (std::int64_t i = 0; i <= n; ++i) {
        if (i % stride == 0 || i == n)
            add(i);
        if (places && i < n)
            stored += facts.stored[static_cast<std::size_t>(i)];
        if (tiles && i < n)
            atomic += plan->tiling().tiles[static_cast<std::size_t>(i)].atomic ? 1 : 0;
    }
    return points;
}

CurvePoints curvePoints(const std::vector<TraceRound>& rounds, std::int64_t nnz, std::int64_t most)
{
    CurvePoints points;
    const auto share = [](std::int64_t part, std::int64_t all) {
        return all > 0 ? static_cast<double>(part) / static_cast<double>(all) : 0;
    };
    const auto add = [&](const TraceRound& round) {
        points.steps.push_back(static_cast<double>(round.tileEnd));
        points.covered.push_back(share(round.covered, nnz));
        points.cost.push_back(round.costSum);
        points.padding.push_back(share(round.storedPlaces - round.covered, round.storedPlaces));
        points.atomic.push_back(share(round.atomicTiles, round.tileEnd));
    };
    add({});
    const auto n = static_cast<std::int64_t>(rounds.size());
    const std::int64_t stride = std::max<std::int64_t>(1, (n + most - 1) / most);
    for (std::int64_t i = 0; i < n; ++i)
        if (i % stride == 0 || i + 1 == n)
            add(rounds[static_cast<std::size_t>(i)]);
    return points;
}

QString SearchCurves::nameOf(Curve curve)
{
    switch (curve) {
    case Curve::Cost:
        return tr("sum of costs");
    case Curve::Covered:
        return tr("covered");
    case Curve::Padding:
        return tr("padding");
    case Curve::Atomic:
        break;
    }
    return tr("split rows");
}

// No ticks where only the names stand.
class SearchCurves::StepTicker : public ShortTicker {
public:
    double end = 1;

protected:
    QVector<double> createTickVector(double tickStep, const QCPRange& range) override
    {
        QVector<double> ticks = ShortTicker::createTickVector(tickStep, range);
        ticks.removeIf([this](double tick) { return tick > end; });
        return ticks;
    }
};

SearchCurves::~SearchCurves() = default;

SearchCurves::SearchCurves(Workspace& workspace, QWidget* parent) : Plot(parent), m_workspace(workspace)
{
    setMinimumSize(200, 110);
    setAccessibleName(
        tr("Sum of costs, covered non-zeros, padding and share of tiles with split rows over the steps of the search"));
    setCursor(Qt::PointingHandCursor);
    yAxis2->setVisible(true);
    yAxis2->setTicks(true);
    yAxis2->setTickLabels(true);
    yAxis2->setTickLengthIn(0);
    yAxis2->grid()->setVisible(false);
    const auto percent = QSharedPointer<PercentTicker>::create();
    percent->setTickCount(3);
    yAxis->setTicker(percent);
    const auto duration = QSharedPointer<DurationTicker>::create();
    duration->setTickCount(3);
    yAxis2->setTicker(duration);
    m_steps = QSharedPointer<StepTicker>::create();
    m_steps->setTickCount(5);
    m_steps->setTickStepStrategy(QCPAxisTicker::tssReadability);
    xAxis->setTicker(m_steps);
    xAxis->setLabel(tr("tiles chosen"));

    m_cursor.emplace(*this);
    // Names stand over the veil and the cursor.
    addLayer(QStringLiteral("names"));
    layer(QStringLiteral("names"))->setMode(QCPLayer::lmBuffered);
    for (int i = 0; i < curveCount; ++i) {
        Line& line = m_lines[static_cast<std::size_t>(i)];
        line.graph = addGraph(xAxis, static_cast<Curve>(i) == Curve::Cost ? yAxis2 : yAxis);
        line.name = new QCPItemText(this);
        line.name->setLayer(QStringLiteral("names"));
        line.name->position->setType(QCPItemPosition::ptAbsolute);
        line.name->setPositionAlignment(Qt::AlignLeft | Qt::AlignVCenter);
        line.name->setFont(typeFace(TypeSize::Small));
        line.name->setPadding({4, 0, 4, 0});
        line.name->setText(nameOf(static_cast<Curve>(i)));
        line.name->setClipToAxisRect(false);
    }

    // The places of the names follow from that of the axes.
    connect(this, &QCustomPlot::afterLayout, this, [this] {
        fitSteps();
        placeNames();
    });
    m_due.setSingleShot(true);
    m_due.setInterval(0);
    connect(&m_due, &QTimer::timeout, this, &SearchCurves::load);
    listen(m_workspace.document(), Document::PlanFactsChanged, &m_due, qOverload<>(&QTimer::start));
    listen(m_workspace.attention(), Attention::PlanChanged | Attention::LiveChanged, &m_due,
           qOverload<>(&QTimer::start));
    listen(m_workspace.attention(), Attention::StepChanged, this, &SearchCurves::moveCursor);
    load();
}

void SearchCurves::setShown(Curve curve, bool shown)
{
    m_lines[static_cast<std::size_t>(curve)].wanted = shown;
    load();
}

void SearchCurves::load()
{
    const std::int64_t nnz = m_workspace.document().matrix() ? m_workspace.document().matrix()->nnz() : 0;
    CurvePoints points;
    if (const LiveSearch* live = m_workspace.attention().live())
        points = curvePoints(live->rounds, nnz, 500);
    else if (m_workspace.attention().planFacts())
        points = curvePoints(*m_workspace.attention().planFacts(), nnz, 2000, m_workspace.attention().plan().get());
    const QVector<double>* values[curveCount] = {&points.cost, &points.covered, &points.padding, &points.atomic};
    for (int i = 0; i < curveCount; ++i) {
        Line& line = m_lines[static_cast<std::size_t>(i)];
        line.known = !values[i]->isEmpty();
        line.last = line.known ? values[i]->back() : 0;
        line.graph->setData(line.known ? points.steps : QVector<double>(), *values[i], true);
        line.graph->setVisible(line.wanted);
    }
    const bool cost = m_lines[static_cast<std::size_t>(Curve::Cost)].wanted;
    yAxis2->setVisible(cost);
    m_steps->end = points.steps.isEmpty() ? 1 : std::max(1.0, points.steps.back());
    m_nameWidth = 0;
    for (const Line& line : m_lines)
        if (line.wanted && line.known)
            m_nameWidth =
                std::max(m_nameWidth, QFontMetrics(line.name->font()).horizontalAdvance(line.name->text()) + 12);
    yAxis->setRange(0, 1.04);
    yAxis2->setRange(0, points.cost.isEmpty() || points.cost.back() <= 0 ? 1 : points.cost.back() * 1.04);
    moveCursor();
    replot(rpQueuedReplot);
}

// The steps take what the names leave.
void SearchCurves::fitSteps()
{
    const double width = std::max(1, axisRect()->width());
    const QCPRange range(0, m_steps->end * width / std::max(width / 2, width - m_nameWidth));
    if (range == xAxis->range())
        return;
    xAxis->setRange(range);
    replot(rpQueuedReplot); // the ticks of this one were made for the range before
}

// At the ends of their lines, and where these come together, below each other.
void SearchCurves::placeNames()
{
    const QRect inside = axisRect()->rect();
    const double height = QFontMetrics(typeFace(TypeSize::Small)).height();
    std::vector<Line*> lines;
    for (Line& line : m_lines) {
        line.name->setVisible(line.wanted && line.known);
        if (line.name->visible())
            lines.push_back(&line);
    }
    const auto end = [&](const Line* line) { return line->graph->valueAxis()->coordToPixel(line->last); };
    std::stable_sort(lines.begin(), lines.end(), [&](const Line* a, const Line* b) { return end(a) < end(b); });
    double next = inside.top() + height / 2;
    std::vector<double> places;
    for (const Line* line : lines) {
        const double y = std::max(next, end(line));
        places.push_back(y);
        next = y + height;
    }
    // What was pushed out at the bottom pushes the others up again.
    double most = inside.bottom() - height / 2;
    for (std::size_t i = lines.size(); i-- > 0;) {
        places[i] = std::min(places[i], most);
        most = places[i] - height;
        lines[i]->name->position->setCoords(xAxis->coordToPixel(m_steps->end) + 2, places[i]);
    }
}

void SearchCurves::moveCursor()
{
    const Attention& attention = m_workspace.attention();
    const bool line = attention.steps() > 0 && !attention.live();
    m_cursor->move(static_cast<double>(attention.step()), line, line && attention.step() < attention.steps());
}

void SearchCurves::restyle()
{
    const Colors& c = colors();
    const QColor colours[curveCount] = {c.secondary, c.accent, familyColor(FormatFamily::Ell),
                                        familyColor(FormatFamily::CsrLike)};
    const Qt::PenStyle styles[curveCount] = {Qt::SolidLine, Qt::SolidLine, Qt::DashLine, Qt::DotLine};
    for (std::size_t i = 0; i < m_lines.size(); ++i) {
        m_lines[i].graph->setPen(QPen(colours[i], 2, styles[i]));
        // The line has the colour, the name that of text or a darker one, so that it can be read.
        m_lines[i].name->setColor(i < 2 ? colours[i] : c.text);
    }
    m_cursor->setColors(c, 0.75F);
}

void SearchCurves::scrubTo(double x)
{
    m_workspace.attention().setStep(
        static_cast<std::int64_t>(std::llround(std::min(m_steps->end, xAxis->pixelToCoord(x)))));
}

void SearchCurves::mousePressEvent(QMouseEvent* event)
{
    if (event->button() == Qt::LeftButton)
        scrubTo(event->position().x());
}

void SearchCurves::mouseMoveEvent(QMouseEvent* event)
{
    if (event->buttons() & Qt::LeftButton)
        scrubTo(event->position().x());
}

} // namespace sparsescope
