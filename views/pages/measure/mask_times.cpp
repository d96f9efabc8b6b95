#include "views/pages/measure/mask_times.h"

#include "engine/core/at.h"
#include "views/pages/measure/call_bars.h"
#include "views/parts/numbers.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace sparsescope {

namespace {

constexpr int leastColumn = 3;         // pixels
constexpr int leaderWidth = 14;        // the same
constexpr std::int64_t mostMarks = 64; // of masks whose points are marked on the lines
constexpr double farAway = 6;          // a rival that takes so many times the slowest mask wants a logarithmic axis

// Okabe-Ito without the colours of the parts; a second round is dashed.
constexpr QRgb rivalColours[] = {0xFFD55E00, 0xFF56B4E9, 0xFFCC79A7, 0xFF999999};

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
    for (std::size_t i = 0; i < std::size(maskParts); ++i) {
        auto* bars = new QCPBars(xAxis, yAxis);
        bars->setPen(Qt::NoPen);
        bars->setWidthType(QCPBars::wtPlotCoords);
        bars->setAntialiased(false);
        bars->setStackingGap(0);
        if (!m_bars.isEmpty())
            bars->moveAbove(m_bars.back());
        m_bars << bars;
    }
    m_wrong = addGraph();
    m_wrong->setLineStyle(QCPGraph::lsNone);
    connect(xAxis, qOverload<const QCPRange&>(&QCPAxis::rangeChanged), this, &MaskTimes::chooseRange);
    connect(this, &QCustomPlot::afterLayout, this, &MaskTimes::placeNames);
    legend->setVisible(false);
}

void MaskTimes::setRun(SequenceRunPtr run, DataType dtype, std::function<QString(std::int64_t)> title)
{
    m_run = std::move(run);
    m_dtype = dtype;
    m_title = std::move(title);
    makeLines();
    fit();
    Q_EMIT keyChanged();
}

void MaskTimes::makeLines()
{
    for (const Line& line : m_lines) {
        removeGraph(line.graph);
        removeItem(line.label);
        removeItem(line.leader);
    }
    m_lines.clear();
    if (!m_run)
        return;
    const auto add = [this](LineKind kind, std::size_t rival, const QString& name, std::int64_t masks,
                            const auto& nsOf) {
        Line line{kind, rival, name};
        bool any = false;
        for (std::int64_t t = 0; t < size(); ++t) {
            line.ns.push_back(t < masks ? soundNs(nsOf(at(t))) : std::numeric_limits<double>::quiet_NaN());
            any = any || std::isfinite(line.ns.back());
        }
        if (!any)
            return;
        line.graph = addGraph();
        line.graph->setAdaptiveSampling(false); // a column is a point
        line.label = new QCPItemText(this);
        line.label->setText(name);
        line.label->setPositionAlignment(Qt::AlignLeft | Qt::AlignVCenter);
        line.label->position->setType(QCPItemPosition::ptAbsolute);
        line.label->setClipToAxisRect(false);
        line.leader = new QCPItemLine(this);
        line.leader->start->setType(QCPItemPosition::ptAbsolute);
        line.leader->end->setType(QCPItemPosition::ptAbsolute);
        line.leader->setClipToAxisRect(false);
        m_lines.push_back(std::move(line));
    };
    const std::vector<MaskRun>& masks = m_run->masks;
    add(LineKind::Predicted, 0, tr("predicted"), size(), [&](std::size_t t) { return masks[t].predictedNs(); });
    // Those that wait for the host are held against the plan by that clock.
    const bool waits = std::any_of(m_run->rivals.begin(), m_run->rivals.end(),
                                   [](const Rival& rival) { return rival.waits && rival.problem.empty(); });
    if (waits)
        add(LineKind::Host, 0, tr("dynamic plan (host)"), size(), [&](std::size_t t) { return masks[t].hostNs; });
    add(LineKind::Best, 0, tr("best choice"), size(), [&](std::size_t t) { return masks[t].bestNs; });
    for (std::size_t r = 0; r < m_run->rivals.size(); ++r) {
        const Rival& rival = m_run->rivals[r];
        if (!rival.problem.empty())
            continue;
        // Its kernels have names of their own: there is little room.
        const QString name = QString::fromStdString(rival.name).remove(QStringLiteral("cusparse:"));
        add(LineKind::Rival, r, rival.waits ? tr("%1 (host)").arg(name) : name, std::ssize(rival.masks),
            [&](std::size_t t) { return rival.masks[t].totalNs; });
    }
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
    const std::int64_t room = std::max(32, axisRect()->width() / leastColumn);
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
    double slowest = 0, most = 0, least = std::numeric_limits<double>::infinity();
    for (std::int64_t t = 0; t < size(); ++t)
        if (const double ns = partsNs(m_run->masks[at(t)]); ns > 0) {
            slowest = std::max(slowest, ns);
            least = std::min(least, ns);
        }
    most = slowest;
    for (const Line& line : m_lines)
        for (const double ns : line.ns)
            if (std::isfinite(ns)) {
                most = std::max(most, ns);
                least = std::min(least, ns);
            }
    if (!(most > 0))
        slowest = most = least = 1;
    m_logarithmic = !m_shares && most > farAway * slowest;
    const double low = m_logarithmic ? least / 2 : 0;
    const double high = m_shares ? 1 : m_logarithmic ? most * 1.5 : most * 1.08;
    yAxis->setScaleType(m_logarithmic ? QCPAxis::stLogarithmic : QCPAxis::stLinear);
    yAxis->setTicker(m_shares        ? QSharedPointer<QCPAxisTicker>(QSharedPointer<PercentTicker>::create())
                     : m_logarithmic ? QSharedPointer<QCPAxisTicker>(QSharedPointer<DurationTickerLog>::create())
                                     : QSharedPointer<QCPAxisTicker>(QSharedPointer<DurationTicker>::create()));
    xAxis->ticker()->setTickCount(std::clamp(axisRect()->width() / 70, 2, 10));
    yAxis->ticker()->setTickCount(std::clamp(axisRect()->height() / 30, 2, 6));
    yAxis->setRange(low, high);
    yAxis->setLabel(m_logarithmic ? tr("logarithmic") : QString());

    const auto middle = [](const Column& c) { return 0.5 * static_cast<double>(c.first + c.last - 1); };
    const double each = m_columns.empty() ? 1 : static_cast<double>(m_columns.front().last - m_columns.front().first);
    QList<QVector<QCPBarsData>> heights(m_bars.size());
    QVector<QCPGraphData> wrong;
    for (const Column& column : m_columns) {
        const MaskRun& mask = m_run->masks[at(column.shown)];
        const double sum = partsNs(mask);
        double before = 0, bottom = low;
        for (qsizetype i = 0; i < m_bars.size(); ++i) {
            before += partNs(mask, maskParts[at(i)]);
            const double share = sum > 0 ? before / sum : 0;
            // On a logarithmic axis a bar ends at its total and is divided as on a linear one.
            const double top = m_shares ? share : m_logarithmic && sum > 0 ? low * std::pow(sum / low, share) : before;
            heights[i].push_back({middle(column), top - bottom});
            bottom = top;
        }
        if (column.wrong)
            wrong.push_back({middle(column), high});
    }
    for (qsizetype i = 0; i < m_bars.size(); ++i) {
        m_bars[i]->data()->set(heights[i], true);
        m_bars[i]->setWidth(each * (size() > mostMarks ? 1 : 0.8));
        m_bars[i]->setBaseValue(low);
    }
    m_wrong->data()->set(wrong, true);
    int names = 0;
    for (const Line& line : m_lines)
        names = std::max(names, QFontMetrics(typeFace(TypeSize::Small)).horizontalAdvance(line.name));
    axisRect()->setMinimumMargins({0, 0, m_shares || names == 0 ? 0 : leaderWidth + names + 6, 0});
    for (const Line& line : m_lines) {
        QVector<QCPGraphData> points;
        for (const Column& column : m_columns)
            points.push_back({middle(column), line.ns[at(column.shown)]});
        line.graph->data()->set(points, true);
        line.graph->setVisible(!m_shares);
    }
    setPens();
    setChosen(m_chosen);
    replot(rpQueuedReplot);
}

void MaskTimes::setShares(bool shares)
{
    m_shares = shares;
    load();
    Q_EMIT keyChanged();
}

void MaskTimes::setChosen(std::int64_t mask)
{
    m_chosen = mask;
    m_cursor.move(static_cast<double>(mask), mask >= 0 && mask < size(), false);
    setAccessibleDescription(m_run && mask >= 0 ? maskTip(*m_run, m_dtype, mask, m_title(mask)) : QString());
}

QColor MaskTimes::colorOf(MaskPart part) const
{
    switch (part) {
    case MaskPart::Select:
        return partColor(CallPart::Launch, colors());
    case MaskPart::Index:
        return familyColor(FormatFamily::Ell);
    case MaskPart::Zero:
        return partColor(CallPart::Zeroing, colors());
    case MaskPart::Kernel:
        return partColor(CallPart::Kernel, colors());
    case MaskPart::Convert:
        break;
    }
    return partColor(CallPart::Conversion, colors());
}

QPen MaskTimes::penOf(const Line& line) const
{
    const std::size_t colour = line.rival % std::size(rivalColours), round = line.rival / std::size(rivalColours);
    switch (line.kind) {
    case LineKind::Predicted:
        return QPen(colors().text, 1.4, Qt::DashLine);
    case LineKind::Host:
        return QPen(colors().text, 1.4, Qt::DotLine);
    case LineKind::Best:
        return QPen(colors().good, 2, Qt::DashDotLine);
    case LineKind::Rival:
        break;
    }
    return QPen(QColor::fromRgb(rivalColours[colour]), 2,
                round == 0   ? Qt::SolidLine
                : round == 1 ? Qt::DashLine
                             : Qt::DotLine);
}

QList<MaskTimes::KeyEntry> MaskTimes::key() const
{
    QList<KeyEntry> entries;
    if (m_run)
        for (const MaskPart part : maskParts)
            if (std::any_of(m_run->masks.begin(), m_run->masks.end(),
                            [&](const MaskRun& mask) { return partNs(mask, part) > 0; }))
                entries.push_back({colorOf(part), partName(part)});
    return entries;
}

QStringList MaskTimes::lineNames() const
{
    QStringList names;
    for (const Line& line : m_lines)
        names << line.name;
    return names;
}

// Beside the ends of their lines, as far from one another as their letters need.
void MaskTimes::placeNames()
{
    const QRect room = axisRect()->rect();
    std::vector<std::pair<double, const Line*>> ends;
    for (const Line& line : m_lines) {
        const auto last = std::find_if(m_columns.rbegin(), m_columns.rend(),
                                       [&](const Column& column) { return std::isfinite(line.ns[at(column.shown)]); });
        const bool shown = !m_shares && last != m_columns.rend();
        line.label->setVisible(shown);
        line.leader->setVisible(shown);
        if (shown)
            ends.emplace_back(
                std::clamp(yAxis->coordToPixel(line.ns[at(last->shown)]), room.top() + 0.0, room.bottom() + 0.0),
                &line);
    }
    std::sort(ends.begin(), ends.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    const double step = QFontMetrics(typeFace(TypeSize::Small)).height() - 2;
    std::vector<double> places;
    for (const auto& [y, line] : ends)
        places.push_back(std::max(y, places.empty() ? step / 2 : places.back() + step));
    double most = height() - step / 2;
    for (std::size_t i = places.size(); i-- > 0; most = places[i] - step)
        places[i] = std::min(places[i], most);
    for (std::size_t i = 0; i < ends.size(); ++i) {
        const auto& [y, line] = ends[i];
        line->leader->start->setCoords(room.right() + 1, y);
        line->leader->end->setCoords(room.right() + leaderWidth, places[i]);
        line->label->position->setCoords(room.right() + leaderWidth + 3, places[i]);
    }
}

void MaskTimes::setPens()
{
    for (qsizetype i = 0; i < m_bars.size(); ++i)
        m_bars[i]->setBrush(colorOf(maskParts[at(i)]));
    for (const Line& line : m_lines) {
        const QPen pen = penOf(line);
        line.graph->setPen(pen);
        line.leader->setPen(pen);
        line.label->setColor(colors().secondary);
        line.label->setFont(typeFace(TypeSize::Small));
        const bool marked = size() <= mostMarks && line.kind == LineKind::Rival;
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

void MaskTimes::paintEvent(QPaintEvent* event)
{
    Plot::paintEvent(event);
    if (!hasFocus())
        return;
    QPainter painter(this);
    painter.setPen(QPen(colors().accent, 1));
    painter.drawRect(rect().adjusted(0, 0, -1, -1));
}

} // namespace sparsescope
