// Times of a search among graphs over its evaluations.
#include "views/pages/search/history_curve.h"

#include "engine/core/at.h"
#include "views/pages/search/verdict_mark.h"
#include "views/parts/numbers.h"

#include <QHelpEvent>
#include <QToolTip>

#include <algorithm>
#include <cmath>

namespace sparsescope {

using alphasparse::Evaluation;

namespace {

constexpr double reach = 9; // pixels
constexpr double hottest = 0.25;

class HeatTicker : public QCPAxisTicker {
protected:
    QString getTickLabel(double tick, const QLocale&, QChar, int) override { return figureText(tick); }
};

} // namespace

HistoryCurve::HistoryCurve(ShownHistory& shown, QWidget* parent)
    : Plot(parent), m_shown(shown), m_phases(new QCPAxisTickerText)
{
    setMinimumSize(200, 110);
    setAccessibleName(tr("Time of each graph over the evaluations of the search, and the best so far"));
    setMouseTracking(true);
    const auto durations = QSharedPointer<DurationTickerLog>::create();
    yAxis->setScaleType(QCPAxis::stLogarithmic);
    yAxis->setTicker(durations);
    yAxis2->setVisible(true);
    yAxis2->setTicks(true);
    yAxis2->setTickLabels(true);
    yAxis2->setTickLengthIn(0);
    yAxis2->setTickLengthOut(0);
    yAxis2->grid()->setVisible(false);
    yAxis2->setRange(0, hottest);
    const auto heat = QSharedPointer<HeatTicker>::create();
    heat->setTickCount(3);
    yAxis2->setTicker(heat);
    yAxis2->setLabel(tr("temperature"));
    const auto counts = QSharedPointer<ShortTicker>::create();
    counts->setTickCount(5);
    counts->setTickStepStrategy(QCPAxisTicker::tssReadability);
    xAxis->setTicker(counts);
    xAxis2->setVisible(true);
    xAxis2->setTicks(true);
    xAxis2->setTickLabels(true);
    xAxis2->setTickLengthIn(0);
    xAxis2->setTickLengthOut(0);
    xAxis2->setTicker(m_phases);
    xAxis2->grid()->setVisible(false);

    m_temperature = addGraph(xAxis, yAxis2);
    m_predicted = addGraph();
    m_predicted->setLineStyle(QCPGraph::lsNone);
    m_predicted->setVisible(false);
    for (QCPGraph*& points : m_points) {
        points = addGraph();
        points->setLineStyle(QCPGraph::lsNone);
    }
    m_best = addGraph();
    m_best->setLineStyle(QCPGraph::lsStepLeft);
    m_cursor.emplace(*this);
    m_way = addGraph();
    m_current = addGraph();
    m_current->setLineStyle(QCPGraph::lsNone);
    for (QCPGraph* graph : {m_way, m_current})
        graph->setLayer(&m_cursor->layer());

    connect(this, &QCustomPlot::afterLayout, this, &HistoryCurve::nameAxes);
    // A search that runs tells of more many times a second.
    m_due.setSingleShot(true);
    connect(&m_due, &QTimer::timeout, this, &HistoryCurve::load);
    connect(&m_shown, &ShownHistory::changed, this, [this] {
        if (!m_due.isActive())
            m_due.start(m_shown.live() ? 100 : 0);
    });
    connect(&m_shown, &ShownHistory::currentChanged, this, &HistoryCurve::showCurrent);
    connect(&m_shown, &ShownHistory::stepChanged, this, &HistoryCurve::moveCursor);
    load();
}

void HistoryCurve::setPredicted(bool on)
{
    m_predicted->setVisible(on);
    load();
}

double HistoryCurve::heightOf(int evaluation) const
{
    const double time = m_shown.evaluations()[at(evaluation)].time();
    return time > 0 ? time : m_edge;
}

void HistoryCurve::load()
{
    m_due.stop();
    const std::vector<Evaluation>& all = m_shown.evaluations();
    const auto n = static_cast<int>(all.size());
    double least = 0, most = 0;
    const auto widen = [&](double ns) {
        if (ns <= 0)
            return;
        least = least == 0 ? ns : std::min(least, ns);
        most = std::max(most, ns);
    };
    for (const Evaluation& one : all) {
        widen(one.time());
        if (m_predicted->visible())
            widen(one.predictedNs);
    }
    if (least == 0)
        least = most = 1000;
    // The lowest and the highest keep off the edges; a tick at least is to be seen.
    const double low = std::pow(10, std::floor(10 * std::log10(least / 1.12)) / 10);
    const double high = std::max(most, 1.6 * least);
    const double air = std::pow(high / low, 0.14);
    yAxis->setRange(low, high * air);
    m_edge = low * std::pow(high * air / low, 0.955);

    std::array<QVector<double>, alphasparse::verdictCount> x, y;
    QVector<double> bestX, bestY, predictedX, predictedY, heatX, heatY;
    const std::vector<double> best = alphasparse::bestSoFar(all);
    m_parts.clear();
    for (int i = 0; i < n; ++i) {
        const Evaluation& one = all[at(i)];
        const auto verdict = static_cast<std::size_t>(one.verdict);
        x[verdict].push_back(i + 1);
        y[verdict].push_back(heightOf(i));
        if (best[at(i)] > 0) {
            bestX.push_back(i + 1);
            bestY.push_back(best[at(i)]);
        }
        if (one.ns > 0 && one.predictedNs > 0) {
            predictedX.push_back(i + 1);
            predictedY.push_back(one.predictedNs);
        }
        if (one.temperature > 0) {
            heatX.push_back(i + 1);
            heatY.push_back(one.temperature);
        }
        const QString name = QString::fromLatin1(alphasparse::name(one.phase));
        if (m_parts.empty() || m_parts.back().name != name)
            m_parts.push_back({i + 0.5, i + 1.5, name});
        m_parts.back().end = i + 1.5;
    }
    for (std::size_t v = 0; v < m_points.size(); ++v)
        m_points[v]->setData(x[v], y[v], true);
    m_best->setData(bestX, bestY, true);
    m_predicted->setData(predictedX, predictedY, true);
    m_temperature->setData(heatX, heatY, true);
    yAxis2->setVisible(!heatX.isEmpty());
    xAxis->setRange(0.5 - 0.01 * n, 0.5 + 1.01 * std::max(1, n));
    xAxis2->setRange(xAxis->range());
    nameAxes();
    moveCursor();
    showCurrent();
    replot(rpQueuedReplot);
}

// Each phase has its name above the part of the evaluations that it took, where there is room.
void HistoryCurve::nameAxes()
{
    QMap<double, QString> names;
    const QFontMetrics metrics(xAxis2->tickLabelFont());
    for (const Part& part : m_parts)
        if (xAxis->coordToPixel(part.end) - xAxis->coordToPixel(part.begin) > metrics.horizontalAdvance(part.name) + 6)
            names[(part.begin + part.end) / 2] = part.name;
    if (names == m_phases->ticks())
        return;
    m_phases->setTicks(names);
    replot(rpQueuedReplot); // the labels of this one were made before
}

void HistoryCurve::moveCursor()
{
    const bool part = m_shown.step() < std::ssize(m_shown.evaluations());
    m_cursor->move(static_cast<double>(m_shown.step()) + 0.5, part, part);
}

// The evaluation that is picked, and how the search came to its graph.
void HistoryCurve::showCurrent()
{
    QVector<double> x, y;
    for (int i = m_shown.current(); i >= 0; i = m_shown.evaluations()[at(i)].parent) {
        x.push_front(i + 1);
        y.push_front(heightOf(i));
    }
    m_way->setData(x, y, true);
    m_current->setData(x.isEmpty() ? x : QVector{x.back()}, y.isEmpty() ? y : QVector{y.back()}, true);
    m_cursor->redraw();
}

void HistoryCurve::restyle()
{
    const Colors& c = colors();
    for (std::size_t v = 0; v < m_points.size(); ++v) {
        const VerdictMark mark = verdictMark(static_cast<alphasparse::Verdict>(v), c);
        m_points[v]->setScatterStyle(QCPScatterStyle(mark.path, QPen(mark.color, 1.4),
                                                     mark.filled ? QBrush(mark.color) : QBrush(Qt::NoBrush), 6));
    }
    m_best->setPen(QPen(c.accent, 2));
    m_predicted->setScatterStyle(QCPScatterStyle(QCPScatterStyle::ssPlus, familyColor(FormatFamily::Ell), 5));
    m_temperature->setPen(QPen(familyColor(FormatFamily::Ell), 1.5, Qt::DotLine));
    QColor way = c.text;
    way.setAlphaF(0.45F);
    m_way->setPen(QPen(way, 1.2));
    m_current->setScatterStyle(QCPScatterStyle(QCPScatterStyle::ssCircle, QPen(c.text, 1.6), Qt::NoBrush, 13));
    m_cursor->setColors(c, 0.75F);
}

QPointF HistoryCurve::placeOf(int evaluation) const
{
    return {xAxis->coordToPixel(evaluation + 1), yAxis->coordToPixel(heightOf(evaluation))};
}

int HistoryCurve::evaluationAt(QPointF position) const
{
    const auto n = static_cast<int>(m_shown.evaluations().size());
    const auto first = static_cast<int>(std::floor(xAxis->pixelToCoord(position.x() - reach))) - 1;
    const auto last = static_cast<int>(std::ceil(xAxis->pixelToCoord(position.x() + reach))) - 1;
    int nearest = -1;
    double least = reach * reach;
    for (int i = std::max(0, first); i <= std::min(last, n - 1); ++i) {
        const QPointF away = placeOf(i) - position;
        if (const double square = QPointF::dotProduct(away, away); square <= least) {
            least = square;
            nearest = i;
        }
    }
    return nearest;
}

bool HistoryCurve::event(QEvent* event)
{
    if (event->type() != QEvent::ToolTip)
        return Plot::event(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    const int found = evaluationAt(help->pos());
    if (found < 0)
        QToolTip::hideText();
    else
        QToolTip::showText(help->globalPos(), m_shown.linesOf(found).join(QLatin1Char('\n')), this);
    return true;
}

void HistoryCurve::scrubTo(double x)
{
    m_shown.setStep(static_cast<std::int64_t>(std::llround(xAxis->pixelToCoord(x))));
}

// On a mark: that graph. Beside them: as far as there.
void HistoryCurve::mousePressEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton)
        return;
    m_pressed = evaluationAt(event->position());
    m_scrubs = m_pressed < 0;
    if (m_scrubs)
        scrubTo(event->position().x());
}

void HistoryCurve::mouseMoveEvent(QMouseEvent* event)
{
    if (m_scrubs && event->buttons() & Qt::LeftButton)
        scrubTo(event->position().x());
    else
        setCursor(evaluationAt(event->position()) >= 0 ? Qt::PointingHandCursor : Qt::ArrowCursor);
}

void HistoryCurve::mouseReleaseEvent(QMouseEvent* event)
{
    if (event->button() == Qt::LeftButton && m_pressed >= 0 && evaluationAt(event->position()) == m_pressed)
        m_shown.plan(m_pressed);
    m_pressed = -1;
    m_scrubs = false;
}

} // namespace sparsescope
