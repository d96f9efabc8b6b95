// Covered non-zeros and the sum of costs over the steps of a search.
#include "views/search/search_curves.h"

#include "views/numbers.h"

#include <cmath>

namespace sparsescope {

CurvePoints curvePoints(const PlanFacts& facts, std::int64_t nnz, std::int64_t most)
{
    CurvePoints points;
    const auto n = static_cast<std::int64_t>(facts.covered.size()) - 1;
    const std::int64_t stride = std::max<std::int64_t>(1, (n + most - 1) / most);
    const auto add = [&](std::int64_t i) {
        points.steps.push_back(static_cast<double>(i));
        points.covered.push_back(
            nnz > 0 ? static_cast<double>(facts.covered[static_cast<std::size_t>(i)]) / static_cast<double>(nnz) : 0);
        points.cost.push_back(facts.costSum[static_cast<std::size_t>(i)]);
    };
    for (std::int64_t i = 0; i < n; i += stride)
        add(i);
    if (n >= 0)
        add(n);
    return points;
}

CurvePoints curvePoints(const std::vector<TraceRound>& rounds, std::int64_t nnz)
{
    CurvePoints points;
    points.steps.push_back(0);
    points.covered.push_back(0);
    points.cost.push_back(0);
    for (const TraceRound& round : rounds) {
        points.steps.push_back(static_cast<double>(round.tileEnd));
        points.covered.push_back(nnz > 0 ? static_cast<double>(round.covered) / static_cast<double>(nnz) : 0);
        points.cost.push_back(round.costSum);
    }
    return points;
}

SearchCurves::SearchCurves(Workspace& workspace, QWidget* parent) : Plot(parent), m_workspace(workspace)
{
    setMinimumSize(200, 110);
    setAccessibleName(tr("Covered non-zeros and cost over the steps of the search"));
    setCursor(Qt::PointingHandCursor);
    yAxis2->setVisible(true);
    yAxis2->setTicks(true);
    yAxis2->setTickLabels(true);
    yAxis2->setTickLengthIn(0);
    yAxis2->grid()->setVisible(false);
    for (QCPAxis* axis : {yAxis, yAxis2})
        axis->ticker()->setTickCount(3);
    const auto percent = QSharedPointer<PercentTicker>::create();
    percent->setTickCount(3);
    yAxis->setTicker(percent);
    const auto duration = QSharedPointer<DurationTicker>::create();
    duration->setTickCount(3);
    yAxis2->setTicker(duration);
    const auto count = QSharedPointer<ShortTicker>::create();
    count->setTickCount(5);
    count->setTickStepStrategy(QCPAxisTicker::tssReadability);
    xAxis->setTicker(count);
    xAxis->setLabel(tr("tiles chosen"));
    m_covered = addGraph(xAxis, yAxis);
    m_cost = addGraph(xAxis, yAxis2);

    addLayer(QStringLiteral("cursor"));
    layer(QStringLiteral("cursor"))->setMode(QCPLayer::lmBuffered);
    m_ahead = new QCPItemRect(this);
    m_ahead->setLayer(QStringLiteral("cursor"));
    m_ahead->setPen(Qt::NoPen);
    m_ahead->topLeft->setTypeX(QCPItemPosition::ptPlotCoords);
    m_ahead->topLeft->setTypeY(QCPItemPosition::ptAxisRectRatio);
    m_ahead->bottomRight->setType(QCPItemPosition::ptAxisRectRatio);
    m_ahead->bottomRight->setCoords(1, 1);
    m_cursor = new QCPItemStraightLine(this);
    m_cursor->setLayer(QStringLiteral("cursor"));
    m_coveredName = new QCPItemText(this);
    m_costName = new QCPItemText(this);
    for (QCPItemText* text : {m_coveredName, m_costName}) {
        text->position->setType(QCPItemPosition::ptAxisRectRatio);
        text->setFont(typeFace(TypeSize::Small));
        text->setPadding({4, 0, 4, 0});
    }
    m_coveredName->setText(tr("covered non-zeros"));
    m_coveredName->position->setCoords(0.01, 0.02);
    m_coveredName->setPositionAlignment(Qt::AlignLeft | Qt::AlignTop);
    m_costName->setText(tr("sum of costs"));
    m_costName->position->setCoords(0.99, 0.98);
    m_costName->setPositionAlignment(Qt::AlignRight | Qt::AlignBottom);

    connect(&m_workspace, &Workspace::planChanged, this, &SearchCurves::load);
    connect(&m_workspace, &Workspace::planFactsChanged, this, &SearchCurves::load);
    connect(&m_workspace, &Workspace::liveRoundsChanged, this, &SearchCurves::load);
    connect(&m_workspace, &Workspace::stepChanged, this, &SearchCurves::moveCursor);
    load();
}

void SearchCurves::load()
{
    const std::int64_t nnz = m_workspace.matrix() ? m_workspace.matrix()->nnz() : 0;
    CurvePoints points;
    if (!m_workspace.liveRounds().empty())
        points = curvePoints(m_workspace.liveRounds(), nnz);
    else if (m_workspace.planFacts())
        points = curvePoints(*m_workspace.planFacts(), nnz, 2000);
    m_covered->setData(points.steps, points.covered, true);
    m_cost->setData(points.steps, points.cost, true);
    xAxis->setRange(0, points.steps.isEmpty() ? 1 : std::max(1.0, points.steps.back()));
    yAxis->setRange(0, 1.04);
    yAxis2->setRange(0, points.cost.isEmpty() || points.cost.back() <= 0 ? 1 : points.cost.back() * 1.04);
    moveCursor();
    replot(rpQueuedReplot);
}

void SearchCurves::moveCursor()
{
    const double step = static_cast<double>(m_workspace.step());
    m_cursor->setVisible(m_workspace.steps() > 0 && m_workspace.liveRounds().empty());
    m_ahead->setVisible(m_cursor->visible() && m_workspace.step() < m_workspace.steps());
    m_ahead->topLeft->setCoords(step, 0);
    m_cursor->point1->setCoords(step, 0);
    m_cursor->point2->setCoords(step, 1);
    // Only this layer is drawn anew; the curves stay as they are in their buffer.
    if (isVisible())
        layer(QStringLiteral("cursor"))->replot();
}

void SearchCurves::restyle()
{
    const Colors& c = colors();
    m_covered->setPen(QPen(c.accent, 2));
    m_cost->setPen(QPen(c.secondary, 2));
    m_cursor->setPen(QPen(c.text, 1));
    QColor veil = c.background;
    veil.setAlphaF(0.75F);
    m_ahead->setBrush(veil);
    m_coveredName->setColor(c.accent);
    m_costName->setColor(c.secondary);
    yAxis->setTickLabelColor(c.accent);
}

void SearchCurves::scrubTo(double x)
{
    m_workspace.setStep(static_cast<std::int64_t>(std::llround(xAxis->pixelToCoord(x))));
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
