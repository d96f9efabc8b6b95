// One figure of a sweep.
#include "views/pages/compare/sweep_plot.h"

#include "views/parts/numbers.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QToolTip>

#include <algorithm>
#include <cmath>

namespace sparsescope {

namespace {

constexpr int barWidth = 20; // pixels

class FigureTicker : public QCPAxisTicker {
public:
    FigureTicker(const SweepModel& model, SweepFigure figure) : m_model(model), m_figure(figure) { setTickCount(4); }

protected:
    QString getTickLabel(double tick, const QLocale&, QChar, int) override
    {
        return tick == 0 ? QStringLiteral("0") : m_model.figureText(m_figure, tick);
    }

private:
    const SweepModel& m_model;
    SweepFigure m_figure;
};

} // namespace

SweepPlot::SweepPlot(SweepModel& model, QWidget* parent) : Plot(parent), m_model(model)
{
    setMinimumSize(200, 120);
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    setAccessibleName(tr("A figure of the sweep over what is varied"));
    legend->setVisible(false);
    axisRect()->insetLayout()->setInsetAlignment(0, Qt::AlignTop | Qt::AlignRight);
    m_ring = addGraph();
    m_ring->setLineStyle(QCPGraph::lsNone);
    m_ring->removeFromLegend();
    connect(&m_model, &QAbstractItemModel::modelReset, this, [this] {
        m_current = -1;
        load();
    });
    connect(&m_model, &QAbstractItemModel::dataChanged, this, &SweepPlot::load);
    load();
}

void SweepPlot::setFigure(SweepFigure figure)
{
    m_figure = figure;
    load();
}

void SweepPlot::setCurrent(int point)
{
    m_current = point;
    setAccessibleDescription(point >= 0 && static_cast<std::size_t>(point) < m_model.points().size() ? textOf(point)
                                                                                                     : QString());
    load();
}

// Points of one value of the first axis lie together: all other axes are one.
int SweepPlot::series() const
{
    int lines = 1;
    for (std::size_t a = 1; a < m_model.sweep().axes.size(); ++a)
        lines *= static_cast<int>(m_model.sweep().axes[a].values.size());
    return lines;
}

void SweepPlot::load()
{
    for (QCPGraph* line : m_lines)
        removeGraph(line);
    m_lines.clear();
    if (m_cpu)
        removePlottable(m_cpu);
    m_cpu = nullptr;
    const auto& points = m_model.points();
    const int lines = series();
    const Sweep& sweep = m_model.sweep();
    std::vector<std::pair<double, double>> cpu;
    double low = std::numeric_limits<double>::infinity(), high = -low;
    // Between names there is no line: bars, or marks alone where there are several at a place.
    const bool numbers = !sweep.axes.empty() && std::all_of(sweep.axes.front().values.begin(),
                                                            sweep.axes.front().values.end(), [](const SweepValue& v) {
                                                                bool number = false;
                                                                QString::fromStdString(v.text).toDouble(&number);
                                                                return number;
                                                            });
    m_bars = !numbers && lines == 1;
    // What is predicted of plans that the GPU cannot run stands apart.
    const auto apart = [&](std::size_t i) { return m_figure == SweepFigure::Predicted && m_model.cpuOnly(i); };
    for (int s = 0; s < lines && !points.empty(); ++s) {
        QCPGraph* line = addGraph();
        line->setLineStyle(numbers ? QCPGraph::lsLine : m_bars ? QCPGraph::lsImpulse : QCPGraph::lsNone);
        QStringList name;
        const auto& values = points[static_cast<std::size_t>(s)].values;
        for (std::size_t a = 1; a < values.size(); ++a)
            name << QString::fromStdString(sweep.axes[a].name + " " + values[a]);
        line->setName(name.join(QStringLiteral(", ")));
        for (std::size_t i = static_cast<std::size_t>(s); i < points.size(); i += static_cast<std::size_t>(lines)) {
            const double value = m_model.figure(i, m_figure);
            const auto place = static_cast<double>(i / static_cast<std::size_t>(lines));
            if (std::isfinite(value) && apart(i))
                cpu.emplace_back(place, value);
            line->addData(place, m_bars && apart(i) ? std::numeric_limits<double>::quiet_NaN() : value); // a gap
            if (std::isfinite(value)) {
                low = std::min(low, value);
                high = std::max(high, value);
            }
        }
        m_lines.push_back(line);
    }
    if (!cpu.empty() && m_bars) {
        auto* bars = new QCPBars(xAxis, yAxis);
        bars->setWidthType(QCPBars::wtAbsolute);
        bars->setWidth(barWidth);
        for (const auto& [place, value] : cpu)
            bars->addData(place, value);
        m_cpu = bars;
    } else if (!cpu.empty()) {
        QCPGraph* marks = addGraph();
        marks->setLineStyle(QCPGraph::lsNone);
        for (const auto& [place, value] : cpu)
            marks->addData(place, value);
        m_cpu = marks;
    }
    const auto ticks = QSharedPointer<QCPAxisTickerText>::create();
    std::size_t places = 0;
    if (!sweep.axes.empty()) {
        for (const SweepValue& value : sweep.axes.front().values)
            ticks->addTick(static_cast<double>(places++), QString::fromStdString(value.text));
        xAxis->setLabel(QString::fromStdString(sweep.axes.front().name));
    }
    xAxis->setTicker(ticks);
    slantNames();
    xAxis->setRange(-0.5, std::max(0.5, static_cast<double>(places) - 0.5));
    yAxis->setTicker(QSharedPointer<FigureTicker>::create(m_model, m_figure));
    if (!(high >= low)) {
        low = 0;
        high = 1;
    }
    // From zero, unless the differences would drown.
    if (low < 0.6 * high || high == 0 || m_bars)
        low = 0;
    // Wide enough that three digits tell the ticks apart.
    const double margin = std::max(0.16 * (high - low), low == 0 ? 0 : 0.015 * high);
    // The legend that tells both kinds of bars apart stands above them.
    const double above = m_bars && m_cpu ? 0.5 * high : margin;
    yAxis->setRange(low == 0 ? 0 : low - margin, high == 0 ? 1 : high + above);
    yAxis->setLabel(m_model.figureName(m_figure));
    m_ring->data()->clear();
    if (m_current >= 0 && static_cast<std::size_t>(m_current) < points.size()) {
        const double value = m_model.figure(static_cast<std::size_t>(m_current), m_figure);
        if (std::isfinite(value))
            m_ring->addData(m_current / lines, value);
    }
    if (m_cpu) {
        m_cpu->setName(tr("on the CPU only, costs of another format"));
        if (lines == 1)
            m_lines.front()->setName(tr("on the GPU"));
    }
    legend->setVisible(lines > 1 || m_cpu);
    restyle();
    replot(rpQueuedReplot);
}

// Names that would run into each other.
void SweepPlot::slantNames()
{
    const QFontMetrics metrics(xAxis->tickLabelFont());
    int widest = 0;
    std::size_t places = 0;
    if (!m_model.sweep().axes.empty())
        for (const SweepValue& value : m_model.sweep().axes.front().values) {
            widest = std::max(widest, metrics.horizontalAdvance(QString::fromStdString(value.text)));
            ++places;
        }
    const bool slanted = (widest + 8) * static_cast<int>(places) > width() - 80;
    xAxis->setTickLabelRotation(slanted ? -35 : 0);
}

void SweepPlot::resizeEvent(QResizeEvent* event)
{
    slantNames();
    Plot::resizeEvent(event);
}

void SweepPlot::restyle()
{
    const Colors& c = colors();
    for (int i = 0; i < m_lines.size(); ++i) {
        SeriesMark mark = seriesMark(i);
        if (m_lines.size() == 1)
            mark.colour = c.accent;
        m_lines[i]->setPen(m_bars ? QPen(mark.colour, barWidth, Qt::SolidLine, Qt::FlatCap) : QPen(mark.colour, 2));
        m_lines[i]->setScatterStyle(m_bars ? QCPScatterStyle() : mark.style());
    }
    if (m_cpu) {
        m_cpu->setPen(QPen(c.secondary, 2));
        m_cpu->setBrush(m_bars ? QBrush(c.secondary, Qt::BDiagPattern) : QBrush());
        if (auto* marks = qobject_cast<QCPGraph*>(m_cpu))
            marks->setScatterStyle({QCPScatterStyle::ssCrossCircle, QPen(c.secondary, 2), Qt::NoBrush, 12});
    }
    m_ring->setScatterStyle(QCPScatterStyle(QCPScatterStyle::ssCircle, QPen(c.text, 2), Qt::NoBrush, 16));
    legend->setFont(typeFace(TypeSize::Small));
    legend->setTextColor(c.text);
    QColor veil = c.background;
    veil.setAlphaF(0.85F);
    legend->setBrush(veil);
    legend->setBorderPen(Qt::NoPen);
}

std::optional<QPointF> SweepPlot::positionOf(std::size_t point) const
{
    const double value = m_model.figure(point, m_figure);
    if (!std::isfinite(value))
        return {};
    return QPointF(xAxis->coordToPixel(static_cast<double>(static_cast<int>(point) / series())),
                   yAxis->coordToPixel(value));
}

int SweepPlot::pointAt(QPointF position) const
{
    int best = -1;
    double nearest = 16;
    for (std::size_t i = 0; i < m_model.points().size(); ++i) {
        const auto at = positionOf(i);
        const double distance = at ? QLineF(*at, position).length() : nearest;
        if (distance < nearest) {
            nearest = distance;
            best = static_cast<int>(i);
        }
    }
    return best;
}

void SweepPlot::mousePressEvent(QMouseEvent* event)
{
    const int point = pointAt(event->position());
    if (event->button() == Qt::LeftButton && point >= 0)
        Q_EMIT pointClicked(point);
}

void SweepPlot::mouseMoveEvent(QMouseEvent* event)
{
    const int point = pointAt(event->position());
    setCursor(point >= 0 ? Qt::PointingHandCursor : Qt::ArrowCursor);
    if (point < 0)
        return QToolTip::hideText();
    QToolTip::showText(event->globalPosition().toPoint(),
                       textOf(point) + QLatin1Char('\n') + tr("Click to open its plan"), this);
}

QString SweepPlot::textOf(int point) const
{
    const auto index = static_cast<std::size_t>(point);
    const QString figure = tr("%1: %2 %3")
                               .arg(m_model.name(index), m_model.figureName(m_figure),
                                    m_model.figureText(m_figure, m_model.figure(index, m_figure)));
    const QString note = m_figure == SweepFigure::Predicted ? m_model.note(index) : QString();
    return note.isEmpty() ? figure : tr("%1; %2").arg(figure, note);
}

// To the next point that has a number: of the same line, or of the same place on another one.
void SweepPlot::walk(int along, int across)
{
    const int lines = series();
    const int count = static_cast<int>(m_model.points().size());
    if (count == 0)
        return;
    const bool fresh = m_current < 0;
    int place = fresh ? 0 : m_current / lines;
    int line = fresh ? 0 : m_current % lines;
    if (fresh && positionOf(0))
        along = across = 0;
    for (;;) {
        place += along;
        line += across;
        const int point = place * lines + line;
        if (place < 0 || line < 0 || line >= lines || point >= count)
            return;
        if (const auto at = positionOf(static_cast<std::size_t>(point))) {
            Q_EMIT pointWanted(point);
            QToolTip::showText(mapToGlobal(at->toPoint()),
                               textOf(point) + QLatin1Char('\n') + tr("Enter opens its plan"), this);
            return;
        }
        if (along == 0 && across == 0)
            return;
    }
}

void SweepPlot::keyPressEvent(QKeyEvent* event)
{
    switch (event->key()) {
    case Qt::Key_Left:
        return walk(-1, 0);
    case Qt::Key_Right:
        return walk(1, 0);
    case Qt::Key_Up:
        return walk(0, -1);
    case Qt::Key_Down:
        return walk(0, 1);
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (m_current >= 0)
            Q_EMIT pointClicked(m_current);
        return;
    default:
        Plot::keyPressEvent(event);
    }
}

} // namespace sparsescope
