#include "views/pages/measure/mask_times.h"

#include "engine/core/at.h"
#include "views/pages/measure/call_bars.h"
#include "views/parts/numbers.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainterPath>
#include <QToolTip>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace sparsescope {

namespace {

constexpr int leastColumn = 3;         // pixels
constexpr int leastPair = 9;           // the same, of two bars beside each other
constexpr std::int64_t mostMarks = 64; // of masks whose points are marked on the lines
constexpr double farAway = 6;          // a rival that takes so many times the slowest mask wants a logarithmic axis

// Whole masks alone, as many as have room.
class MaskTicker : public QCPAxisTickerFixed {
public:
    MaskTicker() { setScaleStrategy(ssMultiples); }

protected:
    QString getTickLabel(double tick, const QLocale&, QChar, int) override
    {
        return countText(static_cast<std::int64_t>(tick));
    }
};

} // namespace

QColor partColor(MaskPart part, const Colors& colors)
{
    switch (part) {
    case MaskPart::Select:
        return partColor(CallPart::Launch, colors);
    case MaskPart::Index:
        return familyColor(FormatFamily::Ell);
    case MaskPart::Zero:
        return partColor(CallPart::Zeroing, colors);
    case MaskPart::Kernel:
        return partColor(CallPart::Kernel, colors);
    case MaskPart::Convert:
        break;
    }
    return partColor(CallPart::Conversion, colors);
}

MaskTimes::MaskTimes(QWidget* parent) : Plot(parent), m_cursor(*this)
{
    setMinimumSize(220, 120);
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    setAccessibleName(tr("Time of each mask"));
    setInteractions(QCP::iRangeDrag | QCP::iRangeZoom);
    axisRect()->setRangeDrag(Qt::Horizontal);
    axisRect()->setRangeZoom(Qt::Horizontal);
    xAxis->setLabel(tr("mask"));
    xAxis->setTicker(QSharedPointer<MaskTicker>::create());
    xAxis->grid()->setVisible(false);
    m_bars = makeBars();
    m_otherBars = makeBars();
    m_totals = addGraph();
    m_totals->setLineStyle(QCPGraph::lsNone);
    m_totals->setAdaptiveSampling(false);
    m_wrong = addGraph();
    m_wrong->setLineStyle(QCPGraph::lsNone);
    connect(xAxis, qOverload<const QCPRange&>(&QCPAxis::rangeChanged), this, &MaskTimes::chooseRange);
    connect(this, &QCustomPlot::afterLayout, this, &MaskTimes::placeNames);
    legend->setVisible(false);
}

QList<QCPBars*> MaskTimes::makeBars()
{
    QList<QCPBars*> all;
    for (std::size_t i = 0; i < std::size(maskParts); ++i) {
        auto* bars = new QCPBars(xAxis, yAxis);
        bars->setPen(Qt::NoPen);
        bars->setWidthType(QCPBars::wtPlotCoords);
        bars->setAntialiased(false);
        bars->setStackingGap(0);
        if (!all.isEmpty())
            bars->moveAbove(all.back());
        all << bars;
    }
    return all;
}

std::vector<MaskTimes::Beside> MaskTimes::besides() const
{
    if (m_show == Show::Orders)
        return {{m_orders.unordered.get(), m_bars, -0.2}, {m_orders.ordered.get(), m_otherBars, 0.2}};
    return {{m_run.get(), m_bars, 0}};
}

void MaskTimes::setRun(SequenceRunPtr run, DataType dtype, std::function<QString(std::int64_t)> title,
                       BothOrders orders)
{
    m_run = std::move(run);
    m_dtype = dtype;
    m_title = std::move(title);
    m_orders = std::move(orders);
    if (!m_orders && m_show == Show::Orders)
        m_show = Show::Times;
    makeLines();
    fit();
    Q_EMIT keyChanged();
}

void MaskTimes::fit()
{
    xAxis->setRange(-0.5, static_cast<double>(std::max<std::int64_t>(1, size())) - 0.5);
    choose();
}

// No further than there are masks, and at least some of them.
void MaskTimes::chooseRange()
{
    if (std::exchange(m_arranging, true))
        return;
    const double most = static_cast<double>(std::max<std::int64_t>(1, size()));
    const double wide = std::clamp(xAxis->range().size(), std::min(4.0, most), most);
    const double from = std::clamp(xAxis->range().center() - wide / 2, -0.5, most - 0.5 - wide);
    xAxis->setRange(from, from + wide);
    choose();
    m_arranging = false;
}

// Which masks stand in the columns that there is room for.
void MaskTimes::choose()
{
    m_columns.clear();
    const auto from = static_cast<std::int64_t>(std::floor(xAxis->range().lower + 0.5));
    const auto to = std::min(size(), static_cast<std::int64_t>(std::ceil(xAxis->range().upper + 0.5)));
    const std::int64_t room = std::max(32, axisRect()->width() / (m_show == Show::Orders ? leastPair : leastColumn));
    const std::int64_t each = std::max<std::int64_t>(1, (to - from + room - 1) / room);
    const auto wrongs = [&](std::int64_t t) { return !m_run->masks[at(t)].accepted(m_dtype); };
    // Whole columns of the sequence, so that they stay what they are while it is moved.
    for (std::int64_t first = std::max<std::int64_t>(0, from) / each * each; first < to; first += each) {
        Column column{first, std::min(size(), first + each), first};
        for (std::int64_t t = column.first; t < column.last; ++t) {
            if (partsNs(m_run->masks[at(t)]) > partsNs(m_run->masks[at(column.shown)]))
                column.shown = t;
            column.wrong = column.wrong || wrongs(t);
        }
        m_columns.push_back(column);
    }
    load();
}

void MaskTimes::load()
{
    const bool shares = m_show == Show::Shares, times = m_show == Show::Times;
    double slowest = 0, most = 0, least = std::numeric_limits<double>::infinity();
    if (size() > 0)
        for (const Beside& beside : besides())
            for (const MaskRun& mask : beside.run->masks)
                for (const double ns : {soundNs(partsNs(mask)), soundNs(mask.totalNs)})
                    if (std::isfinite(ns)) {
                        slowest = std::max(slowest, ns);
                        least = std::min(least, ns);
                    }
    most = slowest;
    for (const Line& line : m_lines)
        for (const double ns : line.ns)
            if (times && std::isfinite(ns)) {
                most = std::max(most, ns);
                least = std::min(least, ns);
            }
    if (!(most > 0))
        slowest = most = least = 1;
    m_logarithmic = times && most > farAway * slowest;
    const double low = m_logarithmic ? least / 2 : 0;
    const bool anyWrong =
        std::any_of(m_columns.begin(), m_columns.end(), [](const Column& column) { return column.wrong; });
    const double air = anyWrong ? 2 : 1; // for the crosses above all bars and lines
    const double high = shares ? 1 + 0.1 * air : most * (m_logarithmic ? std::pow(1.5, air) : 1 + 0.08 * air);
    const double crosses = m_logarithmic ? high / 1.3 : 0.94 * high;
    yAxis->setScaleType(m_logarithmic ? QCPAxis::stLogarithmic : QCPAxis::stLinear);
    yAxis->setTicker(shares          ? QSharedPointer<QCPAxisTicker>(QSharedPointer<PercentTicker>::create())
                     : m_logarithmic ? QSharedPointer<QCPAxisTicker>(QSharedPointer<DurationTickerLog>::create())
                                     : QSharedPointer<QCPAxisTicker>(QSharedPointer<DurationTicker>::create()));
    xAxis->ticker()->setTickCount(std::clamp(axisRect()->width() / 70, 2, 10));
    yAxis->ticker()->setTickCount(std::clamp(axisRect()->height() / 30, 2, 6));
    yAxis->setRange(low, high);
    yAxis->setLabel(m_logarithmic ? tr("logarithmic") : QString());

    for (QCPBars* bars : m_bars + m_otherBars)
        bars->data()->clear();
    m_totals->data()->clear();
    if (size() > 0)
        for (const Beside& beside : besides())
            loadBars(beside, low);
    QVector<QCPGraphData> wrong;
    for (const Column& column : m_columns)
        if (column.wrong)
            wrong.push_back({centreOf(column), crosses});
    m_wrong->data()->set(wrong, true);
    axisRect()->setMinimumMargins({0, 0, times ? roomForNames() : 0, 0});
    for (const Line& line : m_lines) {
        QVector<QCPGraphData> points;
        for (const Column& column : m_columns)
            points.push_back({centreOf(column), line.ns[at(column.shown)]});
        line.graph->data()->set(points, true);
        line.graph->setVisible(times);
    }
    setPens();
    setChosen(m_chosen);
    replot(rpQueuedReplot);
}

double MaskTimes::centreOf(const Column& column)
{
    return 0.5 * static_cast<double>(column.first + column.last - 1);
}

// A run's bars from `low` on.
void MaskTimes::loadBars(const Beside& beside, double low)
{
    const bool shares = m_show == Show::Shares, orders = m_show == Show::Orders;
    const double each = m_columns.empty() ? 1 : static_cast<double>(m_columns.front().last - m_columns.front().first);
    QList<QVector<QCPBarsData>> heights(beside.bars.size());
    for (const Column& column : m_columns) {
        if (orders && !m_orders.compared.on(column.shown))
            continue;
        const MaskRun& mask = beside.run->masks[at(column.shown)];
        const double sum = partsNs(mask), x = centreOf(column) + beside.offset * each;
        double before = 0, bottom = low;
        for (qsizetype i = 0; i < heights.size(); ++i) {
            before += partNs(mask, maskParts[at(i)]);
            const double share = sum > 0 ? before / sum : 0;
            // On a logarithmic axis a bar ends at its total and is divided as on a linear one.
            const double top = shares ? share : m_logarithmic && sum > 0 ? low * std::pow(sum / low, share) : before;
            heights[i].push_back({x, top - bottom});
            bottom = top;
        }
        if (!shares)
            m_totals->addData(x, soundNs(mask.totalNs));
    }
    for (qsizetype i = 0; i < heights.size(); ++i) {
        beside.bars[i]->data()->set(heights[i], true);
        beside.bars[i]->setWidth(each * (orders ? 0.38 : size() > mostMarks ? 1 : 0.8));
        beside.bars[i]->setBaseValue(low);
    }
}

void MaskTimes::setShown(Show what)
{
    m_show = what == Show::Orders && !m_orders ? Show::Times : what;
    choose();
    Q_EMIT keyChanged();
}

void MaskTimes::setChosen(std::int64_t mask)
{
    m_chosen = mask;
    m_cursor.move(static_cast<double>(mask), mask >= 0 && mask < size(), false);
    setAccessibleDescription(m_run && mask >= 0 ? maskTip(*m_run, m_dtype, mask, m_title(mask)) : QString());
}

QList<MaskTimes::KeyEntry> MaskTimes::key() const
{
    QList<KeyEntry> entries;
    if (!m_run)
        return entries;
    const bool orders = m_show == Show::Orders;
    if (orders)
        entries.push_back({{}, tr("left unordered, right ordered")});
    for (const MaskPart part : maskParts) {
        const double share = shareOf(*m_run, part);
        if (share > 0)
            entries.push_back({partColor(part, colors()),
                               orders ? partName(part) : tr("%1 %2").arg(partName(part), percentText(share))});
    }
    return entries;
}

void MaskTimes::setPens()
{
    for (qsizetype i = 0; i < m_bars.size(); ++i)
        for (QCPBars* bars : {m_bars[i], m_otherBars[i]})
            bars->setBrush(partColor(maskParts[at(i)], colors()));
    // As wide as the bars.
    const double half = 0.5 * m_bars.front()->width() * std::abs(xAxis->coordToPixel(1) - xAxis->coordToPixel(0));
    QPainterPath across(QPointF(-half, 0));
    across.lineTo(half, 0);
    m_totals->setScatterStyle(QCPScatterStyle(across, QPen(colors().text, 1.6)));
    for (const Line& line : m_lines) {
        const QPen pen = penOf(line);
        line.graph->setPen(pen);
        line.leader->setPen(pen);
        line.label->setColor(colors().secondary);
        line.label->setFont(typeFace(TypeSize::Small));
        const bool marked = size() == 1 || (size() <= mostMarks && line.kind == LineKind::Rival); // one has no line
        line.graph->setScatterStyle(marked ? QCPScatterStyle(QCPScatterStyle::ssDisc, pen.color(), pen.color(), 5)
                                           : QCPScatterStyle());
    }
    m_wrong->setScatterStyle(QCPScatterStyle(QCPScatterStyle::ssCross, QPen(colors().bad, 2), Qt::NoBrush, 9));
    m_cursor.setColors(colors(), 0);
}

void MaskTimes::restyle()
{
    setPens();
    Q_EMIT keyChanged();
}

std::int64_t MaskTimes::maskAt(QPointF position) const
{
    if (!axisRect()->rect().contains(position.toPoint()))
        return -1;
    const auto mask = static_cast<std::int64_t>(std::lround(xAxis->pixelToCoord(position.x())));
    const auto found = std::find_if(m_columns.begin(), m_columns.end(), [mask](const Column& column) {
        return column.first <= mask && mask < column.last;
    });
    return found == m_columns.end() ? -1 : found->shown;
}

double MaskTimes::middleOf(std::int64_t mask) const
{
    return xAxis->coordToPixel(static_cast<double>(mask));
}

QString MaskTimes::tipAt(QPointF position) const
{
    const std::int64_t mask = maskAt(position);
    if (mask < 0)
        return {};
    const std::int64_t each = m_columns.front().last - m_columns.front().first;
    QString tip = maskTip(*m_run, m_dtype, mask, m_title(mask));
    if (m_orders)
        tip += QLatin1Char('\n') + ordersTip(m_orders, mask);
    if (each > 1)
        tip += QLatin1Char('\n') +
               tr("The slowest of the %1 masks of this column; zoom in for the others").arg(countText(each));
    return tip + QLatin1Char('\n') + tr("Click to choose this mask");
}

void MaskTimes::resizeEvent(QResizeEvent* event)
{
    Plot::resizeEvent(event);
    choose();
}

void MaskTimes::mousePressEvent(QMouseEvent* event)
{
    m_pressed = event->position();
    Plot::mousePressEvent(event);
}

void MaskTimes::mouseMoveEvent(QMouseEvent* event)
{
    Plot::mouseMoveEvent(event);
    const QString tip = event->buttons() == Qt::NoButton ? tipAt(event->position()) : QString();
    setCursor(tip.isEmpty() ? Qt::ArrowCursor : Qt::PointingHandCursor);
    tip.isEmpty() ? QToolTip::hideText() : QToolTip::showText(event->globalPosition().toPoint(), tip, this);
}

void MaskTimes::mouseReleaseEvent(QMouseEvent* event)
{
    Plot::mouseReleaseEvent(event);
    if (event->button() != Qt::LeftButton || (event->position() - m_pressed).manhattanLength() > 4)
        return;
    if (const std::int64_t mask = maskAt(event->position()); mask >= 0)
        Q_EMIT maskClicked(mask);
}

void MaskTimes::mouseDoubleClickEvent(QMouseEvent*)
{
    fit();
}

void MaskTimes::keyPressEvent(QKeyEvent* event)
{
    const auto go = [this](std::int64_t mask) {
        if (size() > 0)
            Q_EMIT maskClicked(std::clamp<std::int64_t>(mask, 0, size() - 1));
    };
    switch (event->key()) {
    case Qt::Key_Left:
        return go(m_chosen - 1);
    case Qt::Key_Right:
        return go(m_chosen + 1);
    case Qt::Key_Home:
        return go(0);
    case Qt::Key_End:
        return go(size() - 1);
    default:
        Plot::keyPressEvent(event);
    }
}

} // namespace sparsescope
