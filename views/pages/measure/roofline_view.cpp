// The roofline of a run on logarithmic axes.
#include "views/pages/measure/roofline_view.h"

#include "views/parts/numbers.h"

#include <QHelpEvent>
#include <QToolTip>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>

namespace sparsescope {

namespace {

constexpr double pointReach = 10; // pixels

// FLOP per ns as FLOP/s.
QString rateText(double flopsPerNs)
{
    const double perSecond = flopsPerNs * 1e9;
    return perSecond >= 1e12 ? figureText(perSecond / 1e12) + QStringLiteral(" TFLOP/s")
                             : figureText(perSecond / 1e9) + QStringLiteral(" GFLOP/s");
}

QString bandwidthText(double bytesPerNs)
{
    return bytesPerNs >= 1000 ? figureText(bytesPerNs / 1000) + QStringLiteral(" TB/s")
                              : figureText(bytesPerNs) + QStringLiteral(" GB/s");
}

class RateTicker : public QCPAxisTickerLog {
protected:
    QString getTickLabel(double tick, const QLocale&, QChar, int) override { return rateText(tick); }
};

class FigureTicker : public QCPAxisTickerLog {
protected:
    QString getTickLabel(double tick, const QLocale&, QChar, int) override { return figureText(tick); }
};

} // namespace

RooflineView::RooflineView(QWidget* parent) : Plot(parent)
{
    setMinimumSize(320, 180);
    setAccessibleName(RooflineView::tr("Roofline: FLOP/s against FLOP per byte"));
    for (QCPAxis* axis : {xAxis, yAxis})
        axis->setScaleType(QCPAxis::stLogarithmic);
    xAxis->setTicker(QSharedPointer<FigureTicker>::create());
    yAxis->setTicker(QSharedPointer<RateTicker>::create());
    xAxis->setLabel(RooflineView::tr("arithmetic intensity, FLOP per byte"));
    setInteractions(QCP::Interactions(QCP::iRangeDrag) | QCP::iRangeZoom);
    connect(this, &QCustomPlot::beforeReplot, this, &RooflineView::placeNames);
}

QCPGraph* RooflineView::addLine(const QVector<double>& x, const QVector<double>& y)
{
    QCPGraph* line = addGraph();
    line->setData(x, y, true);
    return line;
}

void RooflineView::addName(const QString& text, double x, double y, Qt::Alignment alignment, bool strong)
{
    auto* item = new QCPItemText(this);
    item->setText(text);
    item->setFont(typeFace(TypeSize::Small, strong));
    item->setPadding({8, 3, 8, 3});
    item->setPositionAlignment(alignment);
    item->position->setCoords(x, y);
    m_names.push_back(item);
}

void RooflineView::setRoofline(const Roofline& roofline)
{
    clearPlottables();
    clearItems();
    m_slopes.clear();
    m_points.clear();
    m_names.clear();
    m_named.clear();
    m_kindNames.clear();
    m_peak = m_kinds = m_marked = nullptr;
    m_mark = -1;
    m_roofline = roofline;

    const double peak = roofline.peakFlopsPerNs;
    constexpr double farLeft = 1e-4;
    constexpr double farRight = 1e7;
    // From the left end to where the slope meets the peak.
    for (const Ceiling& ceiling : roofline.ceilings) {
        const double end = peak > 0 ? peak / ceiling.bytesPerNs : farRight;
        m_slopes.push_back(addLine({farLeft, end}, {farLeft * ceiling.bytesPerNs, end * ceiling.bytesPerNs}));
    }
    if (peak > 0) {
        const double knee = roofline.ceilings.empty() ? farLeft : peak / roofline.ceilings.front().bytesPerNs;
        m_peak = addLine({knee, farRight}, {peak, peak});
    }
    if (!roofline.kinds.empty()) {
        QVector<double> x, y;
        for (const RooflinePoint& kind : roofline.kinds) {
            x.push_back(kind.intensity());
            y.push_back(kind.rate());
        }
        m_kinds = addGraph();
        m_kinds->setLineStyle(QCPGraph::lsNone);
        m_kinds->setData(x, y);
    }
    // Predicted and measured, joined.
    if (roofline.predicted && roofline.l2) {
        auto* line = new QCPCurve(xAxis, yAxis);
        line->setData(QVector<double>{0, 1}, {roofline.predicted->intensity(), roofline.l2->intensity()},
                      {roofline.predicted->rate(), roofline.l2->rate()});
        line->setSelectable(QCP::stNone);
        line->setObjectName(QStringLiteral("joint"));
    }
    const auto big = [&](const std::optional<RooflinePoint>& point, const QString& name) {
        if (point)
            m_named.emplace_back(*point, name);
    };
    big(roofline.predicted, RooflineView::tr("predicted"));
    big(roofline.l2, RooflineView::tr("measured (L2)"));
    big(roofline.fused, RooflineView::tr("kernel alone"));
    big(roofline.dram, RooflineView::tr("measured (DRAM)"));
    big(roofline.l1, RooflineView::tr("measured (L1)"));
    for (const auto& [point, name] : m_named) {
        QCPGraph* graph = addGraph();
        graph->setLineStyle(QCPGraph::lsNone);
        graph->setData({point.intensity()}, {point.rate()});
        m_points.push_back(graph);
    }
    m_marked = addGraph();
    m_marked->setLineStyle(QCPGraph::lsNone);
    fit();

    // The first slope is named above it; the others below, from the upper end of the second to the lower of the last.
    const QCPRange x = xAxis->range();
    const std::size_t slopes = roofline.ceilings.size();
    for (std::size_t i = 0; i < slopes; ++i) {
        const Ceiling& ceiling = roofline.ceilings[i];
        const double end = peak > 0 ? std::min(x.upper, peak / ceiling.bytesPerNs) : x.upper;
        const double part =
            i == 0 || slopes < 3 ? 0.55 : 0.85 - 0.5 * static_cast<double>(i - 1) / static_cast<double>(slopes - 2);
        const double at = x.lower * std::pow(end / x.lower, part);
        addName(QString::fromStdString(ceiling.name) + QLatin1Char(' ') + bandwidthText(ceiling.bytesPerNs), at,
                at * ceiling.bytesPerNs, i == 0 ? Qt::AlignRight | Qt::AlignBottom : Qt::AlignLeft | Qt::AlignTop,
                false);
    }
    if (peak > 0)
        addName(RooflineView::tr("peak %1").arg(rateText(peak)), x.upper, peak, Qt::AlignRight | Qt::AlignBottom,
                false);
    for (const auto& [point, name] : m_named)
        addName(name, point.intensity(), point.rate(), Qt::AlignCenter, true);
    // Kinds that take the longest are named first.
    std::vector<std::size_t> byTime(roofline.kinds.size());
    std::iota(byTime.begin(), byTime.end(), std::size_t{0});
    std::stable_sort(byTime.begin(), byTime.end(),
                     [&](std::size_t a, std::size_t b) { return roofline.kinds[a].ns > roofline.kinds[b].ns; });
    for (const std::size_t i : byTime) {
        const RooflinePoint& kind = roofline.kinds[i];
        addName(QString::fromStdString(kind.name), kind.intensity(), kind.rate(), Qt::AlignCenter, false);
        m_kindNames.emplace_back(m_names.back(), i);
        m_names.pop_back();
    }
    restyle();
    replot(rpQueuedReplot);
}

// Names of points stand beside them, where no other name and no large point is: first as close as can be, then further
// above and below.
void RooflineView::placeNames()
{
    if (m_names.size() < m_named.size())
        return;
    const QRectF room = QRectF(axisRect()->rect()).adjusted(2, 2, -2, -2);
    const auto sizeOf = [](const QCPItemText& item) {
        return QFontMetricsF(item.font()).size(0, item.text()) + QSizeF(8, 2);
    };
    std::vector<QRectF> taken;
    for (const auto& [point, name] : m_named)
        taken.emplace_back(pixelsOf(point) - QPointF(7, 7), QSizeF(14, 14));
    const std::size_t first = m_names.size() - m_named.size();
    for (std::size_t i = 0; i < first; ++i) {
        const QSizeF size = sizeOf(*m_names[i]);
        const QPointF at = m_names[i]->position->pixelPosition();
        const Qt::Alignment a = m_names[i]->positionAlignment();
        taken.emplace_back(QPointF(a & Qt::AlignRight ? at.x() - size.width() - 8 : at.x() + 8,
                                   a & Qt::AlignBottom ? at.y() - size.height() - 3 : at.y() + 3),
                           size);
    }
    for (std::size_t i = 0; i < m_named.size(); ++i) {
        QCPItemText& item = *m_names[first + i];
        const QSizeF size = sizeOf(item);
        const QPointF at = pixelsOf(m_named[i].first);
        const double aside = size.width() / 2 + 10;
        const double line = size.height() / 2 + 8;
        std::optional<QRectF> free;
        for (int ring = 0; ring < 6 && !free; ++ring)
            for (const QPointF& off :
                 {QPointF(aside, ring * size.height()), QPointF(-aside, ring * size.height()),
                  QPointF(aside, -ring * size.height()), QPointF(-aside, -ring * size.height()),
                  QPointF(0, line + ring * size.height()), QPointF(0, -line - ring * size.height())}) {
                const QRectF place(at + off - QPointF(size.width() / 2, size.height() / 2), size);
                if (!free && room.contains(place) &&
                    std::none_of(taken.begin(), taken.end(), [&](const QRectF& r) { return r.intersects(place); }))
                    free = place;
            }
        const QRectF place = free.value_or(QRectF(at + QPointF(10, -size.height() / 2), size));
        taken.push_back(place);
        item.position->setType(QCPItemPosition::ptAbsolute);
        item.position->setPixelPosition(place.center());
    }
    // Names of kinds stand close to their points, and only where there is room for them.
    for (const RooflinePoint& kind : m_roofline.kinds)
        taken.emplace_back(pixelsOf(kind) - QPointF(4, 4), QSizeF(8, 8));
    for (const auto& [item, kind] : m_kindNames) {
        const QSizeF size = sizeOf(*item);
        const QPointF at = pixelsOf(m_roofline.kinds[kind]);
        std::optional<QRectF> free;
        for (const QPointF& off : {QPointF(size.width() / 2 + 6, 0), QPointF(-size.width() / 2 - 6, 0),
                                   QPointF(0, size.height() / 2 + 5), QPointF(0, -size.height() / 2 - 5)}) {
            const QRectF place(at + off - QPointF(size.width() / 2, size.height() / 2), size);
            if (!free && room.contains(place) &&
                std::none_of(taken.begin(), taken.end(), [&](const QRectF& r) { return r.intersects(place); }))
                free = place;
        }
        item->setVisible(free.has_value());
        if (!free)
            continue;
        taken.push_back(*free);
        item->position->setType(QCPItemPosition::ptAbsolute);
        item->position->setPixelPosition(free->center());
    }
}

void RooflineView::fit()
{
    double left = std::numeric_limits<double>::infinity(), low = left, right = 0, high = 0;
    const auto take = [&](const RooflinePoint& p) {
        left = std::min(left, p.intensity());
        right = std::max(right, p.intensity());
        low = std::min(low, p.rate());
        high = std::max(high, p.rate());
    };
    for (const auto& [point, name] : m_named)
        take(point);
    for (const RooflinePoint& kind : m_roofline.kinds)
        take(kind);
    if (!(right > 0)) {
        left = 0.1;
        right = 1000;
        low = 1;
        high = 1e5;
    }
    if (const double peak = m_roofline.peakFlopsPerNs; peak > 0) {
        high = std::max(high, peak);
        for (const Ceiling& ceiling : m_roofline.ceilings)
            right = std::max(right, peak / ceiling.bytesPerNs);
    }
    xAxis->setRange(left / 6, right * 4); // the names of the points need room
    yAxis->setRange(low / 4, high * 4);
    replot(rpQueuedReplot);
}

void RooflineView::markKind(int kind)
{
    m_mark = kind;
    if (!m_marked)
        return;
    QVector<double> x, y;
    if (kind >= 0 && static_cast<std::size_t>(kind) < m_roofline.kinds.size()) {
        x = {m_roofline.kinds[static_cast<std::size_t>(kind)].intensity()};
        y = {m_roofline.kinds[static_cast<std::size_t>(kind)].rate()};
    }
    m_marked->setData(x, y);
    replot(rpQueuedReplot);
}

QPointF RooflineView::pixelsOf(const RooflinePoint& point) const
{
    return {xAxis->coordToPixel(point.intensity()), yAxis->coordToPixel(point.rate())};
}

QPointF RooflineView::placeOfKind(int kind) const
{
    return pixelsOf(m_roofline.kinds[static_cast<std::size_t>(kind)]);
}

int RooflineView::kindAt(QPointF position) const
{
    int best = -1;
    double nearest = pointReach;
    for (std::size_t i = 0; i < m_roofline.kinds.size(); ++i)
        if (const double d = QLineF(pixelsOf(m_roofline.kinds[i]), position).length(); d < nearest) {
            nearest = d;
            best = static_cast<int>(i);
        }
    return best;
}

QString RooflineView::tipAt(QPointF position) const
{
    const auto words = [](const QString& name, const RooflinePoint& p) {
        return RooflineView::tr("%1: %2 FLOP per byte, %3\n%4 FLOPs, %5, %6")
            .arg(name, figureText(p.intensity()), rateText(p.rate()), shortCount(p.flops), bytesText(p.bytes),
                 durationText(p.ns));
    };
    for (const auto& [point, name] : m_named)
        if (QLineF(pixelsOf(point), position).length() < pointReach)
            return words(name, point);
    if (const int kind = kindAt(position); kind >= 0) {
        const RooflinePoint& p = m_roofline.kinds[static_cast<std::size_t>(kind)];
        return words(QString::fromStdString(p.name), p);
    }
    return {};
}

void RooflineView::restyle()
{
    const Colors& c = colors();
    for (QCPGraph* slope : m_slopes)
        slope->setPen(QPen(c.text, slope == m_slopes.front() ? 1.6 : 1.0));
    if (m_peak)
        m_peak->setPen(QPen(c.text, 1.6));
    if (auto* joint = findChild<QCPCurve*>(QStringLiteral("joint")))
        joint->setPen(QPen(c.accent, 1.4, Qt::DashLine));
    if (m_kinds)
        m_kinds->setScatterStyle(QCPScatterStyle(QCPScatterStyle::ssDiamond, QPen(c.secondary, 1), Qt::NoBrush, 7));
    // Predicted is open, measured filled, the kernel alone a square, DRAM a triangle.
    for (std::size_t i = 0; i < m_points.size(); ++i) {
        const RooflinePoint& p = m_named[i].first;
        const auto is = [&](const std::optional<RooflinePoint>& o) {
            return o && o->bytes == p.bytes && o->ns == p.ns;
        };
        const QPen pen(c.accent, 2);
        const QBrush full(c.accent);
        QCPScatterStyle style(QCPScatterStyle::ssDisc, pen, full, 11);
        if (is(m_roofline.predicted))
            style = QCPScatterStyle(QCPScatterStyle::ssCircle, pen, QBrush(c.background), 11);
        else if (is(m_roofline.l1))
            style = QCPScatterStyle(QCPScatterStyle::ssTriangleInverted, pen, full, 11);
        else if (is(m_roofline.dram))
            style = QCPScatterStyle(QCPScatterStyle::ssTriangle, pen, full, 11);
        else if (is(m_roofline.fused) && !is(m_roofline.l2))
            style = QCPScatterStyle(QCPScatterStyle::ssSquare, pen, QBrush(c.background), 10);
        m_points[i]->setScatterStyle(style);
    }
    if (m_marked)
        m_marked->setScatterStyle(QCPScatterStyle(QCPScatterStyle::ssCircle, QPen(c.accent, 2.5), Qt::NoBrush, 15));
    for (const auto& [item, kind] : m_kindNames)
        item->setColor(c.secondary);
    for (QCPItemText* item : m_names)
        item->setColor(item->font().bold() || item->font().weight() >= QFont::DemiBold ? c.text : c.secondary);
}

void RooflineView::mousePressEvent(QMouseEvent* event)
{
    m_pressed = event->position();
    Plot::mousePressEvent(event);
}

void RooflineView::mouseReleaseEvent(QMouseEvent* event)
{
    Plot::mouseReleaseEvent(event);
    if (event->button() != Qt::LeftButton || (event->position() - m_pressed).manhattanLength() > 4)
        return;
    if (const int kind = kindAt(event->position()); kind >= 0)
        Q_EMIT kindClicked(kind);
}

void RooflineView::mouseDoubleClickEvent(QMouseEvent*)
{
    fit();
}

bool RooflineView::event(QEvent* event)
{
    if (event->type() != QEvent::ToolTip)
        return Plot::event(event);
    auto* help = static_cast<QHelpEvent*>(event);
    QToolTip::showText(help->globalPos(), tipAt(help->pos()), this);
    return true;
}

} // namespace sparsescope
