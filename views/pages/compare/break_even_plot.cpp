#include "views/pages/compare/break_even_plot.h"

#include "engine/core/at.h"
#include "views/parts/numbers.h"

#include <QKeyEvent>
#include <QLineF>
#include <QMouseEvent>
#include <QToolTip>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace sparsescope {

namespace {

using sparda::BreakEvens;
using sparda::MaskSweepPoint;

double known(double ns)
{
    return std::isfinite(ns) && ns > 0 ? ns : std::numeric_limits<double>::quiet_NaN();
}

} // namespace

BreakEvenPlot::BreakEvenPlot(QWidget* parent) : Plot(parent)
{
    setMinimumSize(240, 140);
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    setAccessibleName(tr("Predicted time against the share of non-zeros"));
    xAxis->setScaleType(QCPAxis::stLogarithmic);
    xAxis->setTicker(QSharedPointer<FewTickerLog>::create(7, percentText));
    xAxis->setLabel(tr("non-zeros, share of all places"));
    yAxis->setScaleType(QCPAxis::stLogarithmic);
    yAxis->setTicker(QSharedPointer<FewTickerLog>::create(4, durationText));
    m_measured = addGraph();
    m_measuredDense = addGraph();
    m_evens = addGraph();
    m_ring = addGraph();
    for (QCPGraph* graph : {m_measured, m_measuredDense, m_evens, m_ring})
        graph->setLineStyle(QCPGraph::lsNone);
    legend->setVisible(false);
    connect(this, &QCustomPlot::afterLayout, this, &BreakEvenPlot::placeLabels);
    fit();
}

void BreakEvenPlot::clear()
{
    for (const Line& line : m_lines) {
        removeGraph(line.pairing);
        removeGraph(line.dense);
    }
    for (const Crossing& crossing : m_crossings) {
        removeItem(crossing.down);
        removeItem(crossing.label);
    }
    m_lines.clear();
    m_crossings.clear();
    m_drawn.clear();
    m_current.reset();
    for (QCPGraph* graph : {m_measured, m_measuredDense, m_evens, m_ring})
        graph->data()->clear();
}

void BreakEvenPlot::setPoints(const sparda::MaskSweep& sweep, std::vector<MaskSweepPoint> points,
                              const std::vector<MeasuredMask>& measured)
{
    clear();
    m_sweep = sweep;
    m_points = std::move(points);
    m_breakEvens = sparda::breakEvens(m_sweep, m_points);
    for (sparda::MaskSweepLine& of : sparda::linesOf(m_sweep, m_points)) {
        Line line{std::move(of), addGraph(), addGraph()};
        for (const std::size_t point : line.of.points) {
            m_drawn.push_back(point);
            line.pairing->addData(m_points[point].nonZeros, known(m_points[point].pairingNs));
            line.dense->addData(m_points[point].nonZeros, known(m_points[point].denseNs));
        }
        m_lines.push_back(std::move(line));
        addCrossings(static_cast<int>(m_lines.size()) - 1);
    }
    addMeasured(measured);
    fit();
    restyle();
    replot(rpQueuedReplot);
}

void BreakEvenPlot::addMeasured(const std::vector<MeasuredMask>& measured)
{
    for (const MeasuredMask& mask : measured) {
        if (std::isfinite(known(mask.planNs)))
            m_measured->addData(mask.nonZeros, mask.planNs);
        if (std::isfinite(known(mask.denseNs)))
            m_measuredDense->addData(mask.nonZeros, mask.denseNs);
    }
}

void BreakEvenPlot::addCrossings(int line)
{
    for (const BreakEvens& found : m_breakEvens)
        for (std::size_t i = 0; found.of == m_lines[at(line)].of.of && i < found.nonZeros.size(); ++i) {
            const double x = found.nonZeros[i];
            m_evens->addData(x, found.ns[i]);
            Crossing crossing{new QCPItemLine(this), new QCPItemText(this)};
            crossing.down->start->setCoords(x, found.ns[i]);
            crossing.down->end->setTypeY(QCPItemPosition::ptAxisRectRatio);
            crossing.down->end->setCoords(x, 1);
            crossing.label->setText(m_breakEvens.size() == 1 ? tr("break‑even %1").arg(percentText(x))
                                                             : percentText(x));
            crossing.label->position->setTypeY(QCPItemPosition::ptAxisRectRatio);
            crossing.label->setPadding({4, 0, 4, 0});
            m_crossings.push_back(crossing);
        }
}

// All that is drawn; below it room for the labels.
void BreakEvenPlot::fit()
{
    constexpr double most = std::numeric_limits<double>::infinity();
    double left = most, right = 0, low = most, high = 0;
    for (const std::size_t i : m_drawn) {
        left = std::min(left, m_points[i].nonZeros);
        right = std::max(right, m_points[i].nonZeros);
        for (const double ns : {known(m_points[i].pairingNs), known(m_points[i].denseNs)})
            if (std::isfinite(ns)) {
                low = std::min(low, ns);
                high = std::max(high, ns);
            }
    }
    for (const QCPGraph* graph : {m_measured, m_measuredDense})
        for (const QCPGraphData& point : *graph->data()) {
            left = std::min(left, point.key);
            right = std::max(right, point.key);
            low = std::min(low, point.value);
            high = std::max(high, point.value);
        }
    yAxis->setLabel(measuredPoints() > 0 ? tr("time of a mask") : tr("predicted time"));
    const bool any = right > 0 && high > 0;
    const double air = std::pow(any ? right / left : 1, 0.05);
    xAxis->setRange(any ? left / std::max(1.05, air) : 0.01,
                    any ? std::max(right, std::min(1.0, right * std::max(1.05, air))) : 1);
    const double labels = any && !m_crossings.empty() ? std::pow(std::max(3.0, high / low), 0.15) : 1;
    yAxis->setRange(any ? low / 1.2 / labels : 1e3, any ? high * 1.3 : 1e6);
}

// At the foot of their lines, each at the side that has room, above those that it would cover; where that would hide
// the lines, there are none: the words above the plot tell.
void BreakEvenPlot::placeLabels()
{
    const QRect room = axisRect()->rect();
    const QFontMetrics metrics(typeFace(TypeSize::Small, true));
    std::vector<QRectF> placed;
    for (const Crossing& crossing : m_crossings) {
        const double key = crossing.down->start->key(), x = xAxis->coordToPixel(key);
        const double wide = metrics.horizontalAdvance(crossing.label->text()) + 8.0;
        const bool right = x + wide < room.right();
        QRectF place(right ? x : x - wide, room.bottom() - 2.0 - metrics.height(), wide, metrics.height());
        while (std::any_of(placed.begin(), placed.end(), [&](const QRectF& other) { return other.intersects(place); }))
            place.translate(0, -metrics.height());
        placed.push_back(place);
        crossing.label->position->setCoords(key, (place.bottom() - room.top()) / std::max(1, room.height()));
        crossing.label->setPositionAlignment((right ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignBottom);
    }
    const bool fit = std::all_of(placed.begin(), placed.end(), [&](const QRectF& place) {
        return room.bottom() - place.top() < 2.5 * metrics.height() ||
               3 * (room.bottom() - place.top()) < room.height();
    });
    for (const Crossing& crossing : m_crossings)
        crossing.label->setVisible(fit);
}

QColor BreakEvenPlot::colourAt(int line) const
{
    return m_lines.size() == 1 ? colors().accent : seriesMark(line).colour;
}

QColor BreakEvenPlot::colourOf(const std::string& line) const
{
    const auto found =
        std::find_if(m_lines.begin(), m_lines.end(), [&](const Line& known) { return known.of.of == line; });
    return found == m_lines.end() ? colors().text : colourAt(static_cast<int>(found - m_lines.begin()));
}

QString BreakEvenPlot::key() const
{
    const auto entry = [](const QColor& colour, const QString& mark, const QString& name) {
        return QStringLiteral("<span style='color: %1'>%2</span>&nbsp;%3")
            .arg(colour.name(), mark, name.toHtmlEscaped().replace(QLatin1Char(' '), QStringLiteral("&nbsp;")));
    };
    QStringList entries;
    if (m_lines.empty())
        return {};
    for (int i = 0; m_lines.size() > 1 && i < std::ssize(m_lines); ++i)
        if (std::none_of(m_breakEvens.begin(), m_breakEvens.end(),
                         [&](const BreakEvens& found) { return found.of == m_lines[at(i)].of.of; }))
            entries << entry(colourAt(i), QStringLiteral("■"), QString::fromStdString(m_lines[at(i)].of.of));
    const QColor one = m_lines.size() == 1 ? colourAt(0) : colors().text;
    entries << entry(one, QStringLiteral("━"), tr("fastest pairing"))
            << entry(m_lines.size() == 1 ? colors().secondary : one, QStringLiteral("╍"), tr("dense product"));
    if (!m_crossings.empty())
        entries << entry(colors().text, QStringLiteral("○"), tr("break‑even")); // on one line
    if (m_measured->dataCount() > 0)
        entries << entry(colors().text, QStringLiteral("×"), tr("measured"));
    if (m_measuredDense->dataCount() > 0)
        entries << entry(colors().text, QStringLiteral("+"), tr("cublas:dense"));
    return entries.join(QStringLiteral("   "));
}

void BreakEvenPlot::restyle()
{
    const Colors& c = colors();
    for (int i = 0; i < std::ssize(m_lines); ++i) {
        SeriesMark mark = seriesMark(i);
        mark.colour = colourAt(i);
        m_lines[at(i)].pairing->setPen(QPen(mark.colour, 2));
        m_lines[at(i)].pairing->setScatterStyle(mark.style());
        m_lines[at(i)].dense->setPen(QPen(m_lines.size() == 1 ? c.secondary : mark.colour, 2, Qt::DashLine));
    }
    QColor veil = c.background;
    veil.setAlphaF(0.85F);
    for (const Crossing& crossing : m_crossings) {
        crossing.down->setPen(QPen(c.text, 1, Qt::DotLine));
        crossing.label->setColor(c.text);
        crossing.label->setFont(typeFace(TypeSize::Small, true));
        crossing.label->setBrush(veil);
    }
    m_measured->setScatterStyle(QCPScatterStyle(QCPScatterStyle::ssCross, QPen(c.text, 1.4), Qt::NoBrush, 7));
    m_measuredDense->setScatterStyle(QCPScatterStyle(QCPScatterStyle::ssPlus, QPen(c.text, 1.4), Qt::NoBrush, 8));
    m_evens->setScatterStyle(QCPScatterStyle(QCPScatterStyle::ssCircle, QPen(c.text, 2), c.background, 9));
    m_ring->setScatterStyle(QCPScatterStyle(QCPScatterStyle::ssCircle, QPen(c.accent, 2), Qt::NoBrush, 16));
    Q_EMIT keyChanged();
}

QStringList BreakEvenPlot::labels() const
{
    QStringList labels;
    for (const Crossing& crossing : m_crossings)
        labels << crossing.label->text();
    return labels;
}

std::optional<QPointF> BreakEvenPlot::positionOf(std::size_t point) const
{
    if (std::find(m_drawn.begin(), m_drawn.end(), point) == m_drawn.end())
        return {};
    return QPointF(xAxis->coordToPixel(m_points[point].nonZeros), yAxis->coordToPixel(m_points[point].pairingNs));
}

std::optional<std::size_t> BreakEvenPlot::placeAt(QPointF position) const
{
    std::optional<std::size_t> best;
    double nearest = 16;
    for (std::size_t place = 0; place < m_drawn.size(); ++place)
        if (const double distance = QLineF(*positionOf(m_drawn[place]), position).length(); distance < nearest) {
            nearest = distance;
            best = place;
        }
    return best;
}

QString BreakEvenPlot::textOf(std::size_t point) const
{
    const MaskSweepPoint& of = m_points[point];
    QStringList values;
    for (std::size_t a = 0; a < of.values.size(); ++a)
        values << QString::fromStdString(m_sweep.axes[a].name + " " + of.values[a]);
    QStringList lines{
        tr("%1: %2 non-zeros").arg(values.join(QStringLiteral(", ")), percentText(of.nonZeros)),
        tr("%1: %2, %3 of its micro-tiles are members")
            .arg(QString::fromStdString(of.pairing->label()), durationText(of.pairingNs), percentText(of.members)),
        tr("the dense product: %1").arg(durationText(known(of.denseNs)))};
    lines << (of.dense ? tr("The dense product is chosen.") : tr("The pairing is chosen."));
    if (!of.measured)
        lines << tr("Estimated: the calibration has no times of pairings.");
    return lines.join(QLatin1Char('\n'));
}

void BreakEvenPlot::mouseMoveEvent(QMouseEvent* event)
{
    const auto place = placeAt(event->position());
    place ? QToolTip::showText(event->globalPosition().toPoint(), textOf(m_drawn[*place]), this) : QToolTip::hideText();
}

void BreakEvenPlot::walk(int by)
{
    if (m_drawn.empty())
        return;
    const auto last = static_cast<int>(m_drawn.size()) - 1;
    const int place = m_current ? std::clamp(static_cast<int>(*m_current) + by, 0, last) : by > 0 ? 0 : last;
    m_current = static_cast<std::size_t>(place);
    const std::size_t point = m_drawn[*m_current];
    m_ring->data()->clear();
    m_ring->addData(m_points[point].nonZeros, m_points[point].pairingNs);
    setAccessibleDescription(textOf(point));
    QToolTip::showText(mapToGlobal(positionOf(point)->toPoint()), textOf(point), this);
    replot(rpQueuedReplot);
}

void BreakEvenPlot::keyPressEvent(QKeyEvent* event)
{
    switch (event->key()) {
    case Qt::Key_Left:
        return walk(-1);
    case Qt::Key_Right:
        return walk(1);
    default:
        Plot::keyPressEvent(event);
    }
}

} // namespace sparsescope
