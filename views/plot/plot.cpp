// A QCustomPlot in the colours and type of the window.
#include "views/plot/plot.h"

#include "views/parts/numbers.h"

#include <QPainter>

#include <algorithm>
#include <cmath>
#include <vector>

namespace sparsescope {

QString ShortTickerLog::getTickLabel(double tick, const QLocale&, QChar, int)
{
    return shortCount(tick);
}

QString ShortTicker::getTickLabel(double tick, const QLocale&, QChar, int)
{
    return shortCount(tick);
}

QVector<double> SpareTickerLog::createTickVector(double, const QCPRange& range)
{
    QVector<double> ticks;
    if (!(range.lower > 0) || !(range.upper > range.lower))
        return ticks;
    const double decades = std::log10(range.upper / range.lower);
    const int skip = std::max(1, static_cast<int>(std::ceil(decades / 6)));
    const int first = static_cast<int>(std::floor(std::log10(range.lower)));
    const int last = static_cast<int>(std::ceil(std::log10(range.upper)));
    for (int decade = first; decade <= last; ++decade) {
        if (skip > 1 && decade % skip != 0)
            continue;
        ticks.push_back(std::pow(10.0, decade));
        if (decades < 2.2) {
            ticks.push_back(2 * std::pow(10.0, decade));
            ticks.push_back(5 * std::pow(10.0, decade));
        }
    }
    return ticks;
}

QString DurationTickerLog::getTickLabel(double tick, const QLocale&, QChar, int)
{
    return durationText(tick);
}

QVector<double> FewTickerLog::createTickVector(double, const QCPRange& range)
{
    const double first = std::max(1e-300, std::pow(10, std::floor(std::log10(range.lower))));
    for (const std::vector<double>& of : {std::vector<double>{1, 2, 5}, {1, 3}, {1}}) {
        QVector<double> ticks;
        for (double decade = first; decade <= range.upper; decade *= 10)
            for (const double times : of)
                if (range.contains(times * decade))
                    ticks << times * decade;
        if (ticks.size() <= m_most || of.size() == 1)
            return ticks;
    }
    return {};
}

QString FewTickerLog::getTickLabel(double tick, const QLocale&, QChar, int)
{
    return m_text(tick);
}

QString DurationTicker::getTickLabel(double tick, const QLocale&, QChar, int)
{
    return tick == 0 ? QStringLiteral("0") : durationText(tick);
}

QString PercentTicker::getTickLabel(double tick, const QLocale&, QChar, int)
{
    return percentText(tick);
}

SeriesMark seriesMark(int line)
{
    struct Known {
        QRgb colour;
        QCPScatterStyle::ScatterShape shape;
    };
    constexpr Known marks[] = {{0xFF0072B2, QCPScatterStyle::ssDisc},     {0xFFE69F00, QCPScatterStyle::ssSquare},
                               {0xFF009E73, QCPScatterStyle::ssTriangle}, {0xFFCC79A7, QCPScatterStyle::ssDiamond},
                               {0xFF56B4E9, QCPScatterStyle::ssCross},    {0xFF999999, QCPScatterStyle::ssPlus}};
    const Known& mark = marks[static_cast<std::size_t>(line) % std::size(marks)];
    return {QColor::fromRgb(mark.colour), mark.shape};
}

Plot::Plot(QWidget* parent) : QCustomPlot(parent)
{
    setNoAntialiasingOnDrag(true);
    axisRect()->setupFullAxesBox();
    xAxis2->setTickLabels(false);
    yAxis2->setTickLabels(false);
    for (QCPAxis* axis : {xAxis2, yAxis2}) {
        axis->setTicks(false);
        axis->setSubTicks(false);
        axis->setVisible(false);
    }
    for (QCPAxis* axis : {xAxis, yAxis, xAxis2, yAxis2}) {
        axis->setSubTicks(false);
        axis->setTickLengthIn(0);
        axis->setTickLengthOut(4);
        axis->setTickLabelPadding(4);
        axis->setLabelPadding(4);
    }
}

void Plot::applyColors()
{
    const Colors& c = colors();
    const QFont font = typeFace(TypeSize::Small);
    setBackground(QBrush(c.panel));
    axisRect()->setBackground(QBrush(c.background));
    for (QCPAxis* axis : {xAxis, yAxis, xAxis2, yAxis2}) {
        axis->setBasePen(QPen(c.hairline));
        axis->setTickPen(QPen(c.hairline));
        axis->setTickLabelColor(c.secondary);
        axis->setLabelColor(c.secondary);
        axis->setTickLabelFont(font);
        axis->setLabelFont(font);
        axis->grid()->setPen(QPen(c.hairline, 1, Qt::SolidLine));
        axis->grid()->setZeroLinePen(QPen(c.hairline));
    }
    restyle();
}

void Plot::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::StyleChange) {
        applyColors();
        replot(rpQueuedReplot);
    }
    QCustomPlot::changeEvent(event);
}

void Plot::showEvent(QShowEvent* event)
{
    applyColors();
    replot(rpQueuedReplot);
    QCustomPlot::showEvent(event);
}

void Plot::paintEvent(QPaintEvent* event)
{
    QCustomPlot::paintEvent(event);
    if (!hasFocus() || !(focusPolicy() & Qt::TabFocus))
        return;
    QPainter painter(this);
    painter.setPen(QPen(colors().accent, 1));
    painter.drawRect(rect().adjusted(0, 0, -1, -1));
}

StepCursor::StepCursor(QCustomPlot& plot) : m_plot(plot)
{
    const QString name = QStringLiteral("cursor");
    plot.addLayer(name);
    m_layer = plot.layer(name);
    m_layer->setMode(QCPLayer::lmBuffered);
    m_ahead = new QCPItemRect(&plot);
    m_ahead->setLayer(m_layer);
    m_ahead->setPen(Qt::NoPen);
    m_ahead->topLeft->setTypeX(QCPItemPosition::ptPlotCoords);
    m_ahead->topLeft->setTypeY(QCPItemPosition::ptAxisRectRatio);
    m_ahead->bottomRight->setType(QCPItemPosition::ptAxisRectRatio);
    m_ahead->bottomRight->setCoords(1, 1);
    m_line = new QCPItemStraightLine(&plot);
    m_line->setLayer(m_layer);
}

void StepCursor::move(double x, bool line, bool veil)
{
    m_line->setVisible(line);
    m_line->point1->setCoords(x, 1); // above zero: the axis may be logarithmic
    m_line->point2->setCoords(x, 2);
    m_ahead->setVisible(veil);
    m_ahead->topLeft->setCoords(x, 0);
    redraw();
}

void StepCursor::redraw()
{
    if (m_plot.isVisible())
        m_layer->replot();
}

void StepCursor::setColors(const Colors& colors, float veil)
{
    QColor color = colors.background;
    color.setAlphaF(veil);
    m_ahead->setBrush(color);
    m_line->setPen(QPen(colors.text, 1));
}

} // namespace sparsescope
