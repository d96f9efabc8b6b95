#include "views/pages/batch/search_time_plot.h"

#include "engine/core/at.h"
#include "views/pages/batch/contestant_mark.h"
#include "views/parts/numbers.h"

#include <QLineF>
#include <QMouseEvent>
#include <QToolTip>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace sparsescope {

namespace {

double searchNs(const SearchTime& time)
{
    return time.searchSeconds * 1e9;
}

} // namespace

SearchTimePlot::SearchTimePlot(QWidget* parent) : Plot(parent)
{
    setAccessibleName(tr("Search time against run time"));
    setMinimumSize(240, 180);
    setMouseTracking(true);
    axisRect()->setMinimumMargins({0, space::inside, 24, 0}); // for the last number
    for (QCPAxis* axis : {xAxis, yAxis})
        axis->setScaleType(QCPAxis::stLogarithmic);
    yAxis->setLabel(tr("search time"));
    m_rings = addGraph(); // its points lie on a line from the fastest to the slowest plan
    fit();
}

void SearchTimePlot::setTimes(std::vector<SearchTime> times, bool measured,
                              std::function<QString(const SearchTime&)> tip)
{
    m_times = std::move(times);
    m_tip = std::move(tip);
    for (const Marks& marks : m_marks)
        removeGraph(marks.graph);
    m_marks.clear();
    int most = -1;
    for (const SearchTime& time : m_times)
        most = std::max(most, static_cast<int>(time.contestant));
    std::vector<QVector<double>> x(at(most + 1)), y(at(most + 1));
    for (const SearchTime& time : m_times) {
        x[time.contestant] << time.ns;
        y[time.contestant] << searchNs(time);
    }
    for (int contestant = 0; contestant <= most; ++contestant) {
        if (x[at(contestant)].isEmpty())
            continue;
        QCPGraph* graph = addGraph();
        graph->setLineStyle(QCPGraph::lsNone);
        graph->setData(x[at(contestant)], y[at(contestant)]);
        m_marks.push_back({contestant, graph});
    }
    xAxis->setLabel(measured ? tr("one run, measured") : tr("one run, predicted"));
    fit();
    setChosen(-1);
    light(m_lit);
}

void SearchTimePlot::fit()
{
    constexpr double most = std::numeric_limits<double>::infinity();
    double left = most, right = 0, low = most, high = 0;
    for (const SearchTime& time : m_times) {
        left = std::min(left, time.ns);
        right = std::max(right, time.ns);
        low = std::min(low, searchNs(time));
        high = std::max(high, searchNs(time));
    }
    if (m_times.empty())
        left = 1e3, right = 1e6, low = 1e6, high = 1e9;
    const auto fitAxis = [](QCPAxis& axis, double least, double last) {
        constexpr double air = 1.2;
        axis.setRange(least / air, last * air);
        // Few and near times have no 1, 2 or 5 of a decade between them.
        if (last < 5 * least) {
            axis.setTicker(QSharedPointer<DurationTicker>::create());
            axis.ticker()->setTickCount(4);
        } else
            axis.setTicker(QSharedPointer<FewTickerLog>::create(7, durationText));
    };
    fitAxis(*xAxis, left, right);
    fitAxis(*yAxis, low, high);
}

void SearchTimePlot::light(int contestant)
{
    m_lit = contestant;
    for (const Marks& marks : m_marks)
        if (marks.contestant == contestant)
            marks.graph->setLayer(marks.graph->layer()); // the last that is drawn
    m_rings->setLayer(m_rings->layer());
    restyle();
    replot(rpQueuedReplot);
}

void SearchTimePlot::setChosen(std::int64_t time)
{
    m_rings->data()->clear();
    if (time >= 0)
        for (const SearchTime& other : m_times)
            if (other.matrix == m_times[at(time)].matrix && other.contest == m_times[at(time)].contest)
                m_rings->addData(other.ns, searchNs(other));
    replot(rpQueuedReplot);
}

void SearchTimePlot::restyle()
{
    for (const Marks& marks : m_marks) {
        const bool lit = marks.contestant == m_lit;
        QCPScatterStyle style = contestantDot(marks.contestant, lit ? 9 : 7);
        QColor colour = style.pen().color();
        colour.setAlphaF(lit ? 1.0F : 0.8F);
        style.setPen(QPen(colour, lit ? 2 : 1.4));
        style.setBrush(colour);
        marks.graph->setScatterStyle(style);
    }
    m_rings->setPen(QPen(colors().text, 1, Qt::DotLine));
    m_rings->setScatterStyle(QCPScatterStyle(QCPScatterStyle::ssCircle, QPen(colors().text, 1.6), Qt::NoBrush, 15));
}

QPointF SearchTimePlot::positionOf(std::size_t time) const
{
    return {xAxis->coordToPixel(m_times[time].ns), yAxis->coordToPixel(searchNs(m_times[time]))};
}

std::int64_t SearchTimePlot::timeAt(QPointF position) const
{
    std::int64_t best = -1;
    double nearest = 12;
    for (std::size_t i = 0; i < m_times.size(); ++i)
        if (const double distance = QLineF(positionOf(i), position).length(); distance < nearest) {
            nearest = distance;
            best = static_cast<std::int64_t>(i);
        }
    return best;
}

void SearchTimePlot::mousePressEvent(QMouseEvent* event)
{
    if (event->button() == Qt::LeftButton)
        Q_EMIT timeClicked(timeAt(event->position()));
}

void SearchTimePlot::mouseMoveEvent(QMouseEvent* event)
{
    const std::int64_t time = timeAt(event->position());
    setCursor(time >= 0 ? Qt::PointingHandCursor : Qt::ArrowCursor);
    if (time < 0)
        return QToolTip::hideText();
    QToolTip::showText(event->globalPosition().toPoint(), m_tip(m_times[at(time)]), this);
}

} // namespace sparsescope
