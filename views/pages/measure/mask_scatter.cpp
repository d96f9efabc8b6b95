#include "views/pages/measure/mask_scatter.h"

#include "engine/core/at.h"
#include "views/pages/measure/masks_text.h"

#include <QLineF>
#include <QMouseEvent>
#include <QToolTip>

#include <algorithm>
#include <cmath>

namespace sparsescope {

MaskScatter::MaskScatter(QWidget* parent) : Plot(parent)
{
    setMinimumSize(160, 120);
    setMouseTracking(true);
    setAccessibleName(tr("Predicted against measured time of each mask"));
    legend->setVisible(false);
    for (QCPAxis* axis : {xAxis, yAxis}) {
        axis->setScaleType(QCPAxis::stLogarithmic);
        axis->setTicker(QSharedPointer<DurationTickerLog>::create());
    }
    xAxis->setLabel(tr("predicted"));
    yAxis->setLabel(tr("measured"));
    m_identity = new QCPItemStraightLine(this);
    m_identity->point1->setCoords(10, 10);
    m_identity->point2->setCoords(1000, 1000);
    m_points = addGraph();
    m_ring = addGraph();
    for (QCPGraph* graph : {m_points, m_ring})
        graph->setLineStyle(QCPGraph::lsNone);
}

bool MaskScatter::known(std::int64_t mask) const
{
    return m_run && mask >= 0 && mask < std::ssize(m_run->masks) &&
           std::isfinite(soundNs(m_run->masks[at(mask)].totalNs)) &&
           std::isfinite(soundNs(m_run->masks[at(mask)].predictedNs()));
}

void MaskScatter::setRun(SequenceRunPtr run, DataType dtype, std::function<QString(std::int64_t)> title)
{
    m_run = std::move(run);
    m_dtype = dtype;
    m_title = std::move(title);
    QVector<QCPGraphData> points;
    double low = std::numeric_limits<double>::infinity(), high = 0;
    for (std::int64_t t = 0; m_run && t < std::ssize(m_run->masks); ++t) {
        if (!known(t))
            continue;
        const MaskRun& mask = m_run->masks[at(t)];
        points.push_back({mask.predictedNs(), mask.totalNs});
        low = std::min({low, mask.predictedNs(), mask.totalNs});
        high = std::max({high, mask.predictedNs(), mask.totalNs});
    }
    if (points.isEmpty())
        low = 100, high = 10'000;
    m_points->data()->set(points);
    for (QCPAxis* axis : {xAxis, yAxis})
        axis->setRange(low / 1.3, high * 1.3);
    setChosen(m_chosen);
}

void MaskScatter::setChosen(std::int64_t mask)
{
    m_chosen = mask;
    m_ring->data()->clear();
    if (known(mask))
        m_ring->addData(m_run->masks[at(mask)].predictedNs(), m_run->masks[at(mask)].totalNs);
    replot(rpQueuedReplot);
}

void MaskScatter::restyle()
{
    const Colors& c = colors();
    QColor filled = c.accent;
    filled.setAlphaF(0.6f);
    m_identity->setPen(QPen(c.secondary, 1, Qt::DashLine));
    m_points->setScatterStyle(QCPScatterStyle(QCPScatterStyle::ssDisc, filled, filled, 5));
    m_ring->setScatterStyle(QCPScatterStyle(QCPScatterStyle::ssCircle, QPen(c.text, 2), Qt::NoBrush, 12));
}

QPointF MaskScatter::placeOf(std::int64_t mask) const
{
    const MaskRun& of = m_run->masks[at(mask)];
    return {xAxis->coordToPixel(of.predictedNs()), yAxis->coordToPixel(of.totalNs)};
}

std::int64_t MaskScatter::maskAt(QPointF position) const
{
    std::int64_t best = -1;
    double nearest = 12;
    for (std::int64_t t = 0; m_run && t < std::ssize(m_run->masks); ++t)
        if (known(t))
            if (const double distance = QLineF(placeOf(t), position).length(); distance < nearest) {
                nearest = distance;
                best = t;
            }
    return best;
}

void MaskScatter::mousePressEvent(QMouseEvent* event)
{
    if (const std::int64_t mask = maskAt(event->position()); event->button() == Qt::LeftButton && mask >= 0)
        Q_EMIT maskClicked(mask);
}

void MaskScatter::mouseMoveEvent(QMouseEvent* event)
{
    const std::int64_t mask = maskAt(event->position());
    setCursor(mask >= 0 ? Qt::PointingHandCursor : Qt::ArrowCursor);
    if (mask < 0)
        return QToolTip::hideText();
    QToolTip::showText(
        event->globalPosition().toPoint(),
        maskTip(*m_run, m_dtype, mask, m_title(mask)) + QLatin1Char('\n') + tr("Click to choose this mask"), this);
}

} // namespace sparsescope
