#include "views/pages/measure/mask_scatter.h"

#include "engine/core/at.h"
#include "views/pages/measure/mask_times.h"
#include "views/parts/numbers.h"

#include <QLineF>
#include <QMouseEvent>
#include <QToolTip>

#include <algorithm>
#include <cmath>

namespace sparsescope {

namespace {
constexpr MaskTime maskTimes[] = {MaskTime::Index, MaskTime::Kernel, MaskTime::Total};
} // namespace

MaskScatter::MaskScatter(QWidget* parent) : Plot(parent)
{
    setMinimumSize(160, 120);
    setMouseTracking(true);
    setAccessibleName(tr("Predicted against measured time of each mask"));
    legend->setVisible(false);
    for (QCPAxis* axis : {xAxis, yAxis}) {
        axis->setScaleType(QCPAxis::stLogarithmic);
        axis->setTicker(QSharedPointer<FewTickerLog>::create(4, durationText));
    }
    xAxis->setLabel(tr("predicted"));
    yAxis->setLabel(tr("measured"));
    m_identity = new QCPItemStraightLine(this);
    m_identity->point1->setCoords(10, 10);
    m_identity->point2->setCoords(1000, 1000);
    for (int i = 0; i < 3; ++i)
        m_points << addGraph();
    for (int i = 0; i < 2; ++i)
        m_counted << addGraph();
    m_ring = addGraph();
    for (QCPGraph* graph : m_points + m_counted + QList<QCPGraph*>{m_ring})
        graph->setLineStyle(QCPGraph::lsNone);
}

bool MaskScatter::known(std::int64_t mask, MaskTime which) const
{
    return m_run && mask >= 0 && mask < std::ssize(m_run->masks) &&
           std::isfinite(predictedNs(m_run->masks[at(mask)], which)) &&
           std::isfinite(measuredNs(m_run->masks[at(mask)], which));
}

void MaskScatter::setRun(SequenceRunPtr run, const std::vector<CountedKernel>& counted, DataType dtype,
                         std::function<QString(std::int64_t)> title)
{
    m_run = std::move(run);
    m_dtype = dtype;
    m_title = std::move(title);
    double low = std::numeric_limits<double>::infinity(), high = 0;
    const auto add = [&](QCPGraph& graph, double predicted, double measured) {
        if (!std::isfinite(predicted) || !std::isfinite(measured))
            return;
        graph.addData(predicted, measured);
        low = std::min({low, predicted, measured});
        high = std::max({high, predicted, measured});
    };
    for (QCPGraph* graph : m_points + m_counted)
        graph->data()->clear();
    for (const MaskTime which : maskTimes)
        if (m_run)
            for (const MaskRun& mask : m_run->masks)
                add(*m_points[static_cast<int>(which)], predictedNs(mask, which), measuredNs(mask, which));
    for (const CountedKernel& kernel : counted)
        add(*m_counted[static_cast<int>(kernel.which)], predictedNs(m_run->masks.front(), kernel.which), kernel.ns);
    if (!(high > 0))
        low = 100, high = 10'000;
    for (QCPAxis* axis : {xAxis, yAxis})
        axis->setRange(low / 1.3, high * 1.3);
    setChosen(m_chosen);
    Q_EMIT keyChanged();
}

void MaskScatter::setChosen(std::int64_t mask)
{
    m_chosen = mask;
    m_ring->data()->clear();
    for (const MaskTime which : maskTimes)
        if (known(mask, which))
            m_ring->addData(predictedNs(m_run->masks[at(mask)], which), measuredNs(m_run->masks[at(mask)], which));
    replot(rpQueuedReplot);
}

QColor MaskScatter::colorOf(MaskTime which) const
{
    return which == MaskTime::Index    ? partColor(MaskPart::Index, colors())
           : which == MaskTime::Kernel ? partColor(MaskPart::Kernel, colors())
                                       : colors().text;
}

QString MaskScatter::key() const
{
    const auto entry = [](const QColor& colour, const QString& mark, const QString& name) {
        return QStringLiteral("<span style='color: %1'>%2</span>&nbsp;%3").arg(colour.name(), mark, name);
    };
    QStringList entries{entry(colorOf(MaskTime::Total), QStringLiteral("●"), tr("total")),
                        entry(colorOf(MaskTime::Kernel), QStringLiteral("■"), tr("kernel")),
                        entry(colorOf(MaskTime::Index), QStringLiteral("▲"), tr("index"))};
    if (countedPoints() > 0)
        entries << entry(colors().text, QStringLiteral("◇"), tr("CUPTI"));
    return entries.join(QStringLiteral("  "));
}

void MaskScatter::restyle()
{
    const Colors& c = colors();
    m_identity->setPen(QPen(c.secondary, 1, Qt::DashLine));
    for (const MaskTime which : maskTimes) {
        const int i = static_cast<int>(which);
        QColor filled = colorOf(which);
        filled.setAlphaF(0.6f);
        m_points[i]->setScatterStyle(QCPScatterStyle(which == MaskTime::Index    ? QCPScatterStyle::ssTriangle
                                                     : which == MaskTime::Kernel ? QCPScatterStyle::ssSquare
                                                                                 : QCPScatterStyle::ssDisc,
                                                     QPen(filled), filled, 5));
        if (i < m_counted.size())
            m_counted[i]->setScatterStyle(
                QCPScatterStyle(QCPScatterStyle::ssDiamond, QPen(colorOf(which), 2), Qt::NoBrush, 10));
    }
    m_ring->setScatterStyle(QCPScatterStyle(QCPScatterStyle::ssCircle, QPen(c.text, 1.6), Qt::NoBrush, 12));
    Q_EMIT keyChanged();
}

QPointF MaskScatter::placeOf(std::int64_t mask, MaskTime which) const
{
    return {xAxis->coordToPixel(predictedNs(m_run->masks[at(mask)], which)),
            yAxis->coordToPixel(measuredNs(m_run->masks[at(mask)], which))};
}

QPointF MaskScatter::placeOf(std::int64_t mask) const
{
    return placeOf(mask, MaskTime::Total);
}

std::int64_t MaskScatter::maskAt(QPointF position) const
{
    std::int64_t best = -1;
    double nearest = 12;
    for (std::int64_t t = 0; m_run && t < std::ssize(m_run->masks); ++t)
        for (const MaskTime which : maskTimes)
            if (known(t, which))
                if (const double distance = QLineF(placeOf(t, which), position).length(); distance < nearest) {
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
