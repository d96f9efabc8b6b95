#include "views/pages/batch/regret_plots.h"

#include "engine/core/at.h"
#include "views/pages/batch/contestant_mark.h"
#include "views/parts/numbers.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QToolTip>

#include <algorithm>
#include <cmath>

namespace sparsescope {

QString regretPartText(int part)
{
    if (part == 0)
        return RegretBars::tr("none");
    return at(part) < std::size(regretEdges)
               ? RegretBars::tr("up to %1").arg(percentText(regretEdges[at(part)]))
               : RegretBars::tr("over %1").arg(percentText(regretEdges[std::size(regretEdges) - 1]));
}

RegretBars::RegretBars(QWidget* parent)
    : Plot(parent), m_bars(new QCPBars(xAxis, yAxis)), m_lit(new QCPBars(xAxis, yAxis))
{
    setAccessibleName(tr("Cases by their regret"));
    setToolTip(tr("Cases by their regret. A click on a bar lists them, once more all; so do ← → and Esc."));
    setMinimumSize(220, 150);
    setFocusPolicy(Qt::StrongFocus);
    const auto names = QSharedPointer<QCPAxisTickerText>::create();
    for (int part = 0; part < static_cast<int>(regretParts); ++part)
        names->addTick(part, part == 0                           ? tr("none")
                             : at(part) < std::size(regretEdges) ? QString::number(100 * regretEdges[at(part)])
                                                                 : QStringLiteral("∞"));
    xAxis->setTicker(names);
    xAxis->setRange(-0.6, static_cast<double>(regretParts) - 0.4);
    xAxis->setLabel(tr("regret up to, %"));
    xAxis->grid()->setVisible(false);
    yAxis->setLabel(tr("cases"));
    const auto counts = QSharedPointer<ShortTicker>::create();
    counts->setTickCount(4);
    yAxis->setTicker(counts);
    for (QCPBars* bars : {m_bars, m_lit})
        bars->setWidth(0.8);
    for (QCPItemText*& label : m_labels) {
        label = new QCPItemText(this);
        label->setPositionAlignment(Qt::AlignBottom | Qt::AlignHCenter);
    }
}

void RegretBars::setCounts(const std::array<std::int64_t, regretParts>& counts)
{
    m_counts = counts;
    m_chosen = -1;
    load();
}

void RegretBars::choose(int part)
{
    m_chosen = part == m_chosen ? -1 : part;
    load();
    Q_EMIT partChosen(m_chosen);
}

void RegretBars::load()
{
    QVector<double> x, y, litX, litY;
    QStringList spoken;
    for (int part = 0; part < static_cast<int>(regretParts); ++part) {
        const auto count = static_cast<double>(m_counts[at(part)]);
        (part == m_chosen ? litX : x) << part;
        (part == m_chosen ? litY : y) << count;
        m_labels[at(part)]->position->setCoords(part, count);
        m_labels[at(part)]->setText(m_counts[at(part)] > 0 ? countText(m_counts[at(part)]) : QString());
        spoken << QStringLiteral("%1: %2").arg(regretPartText(part), countText(m_counts[at(part)]));
    }
    m_bars->setData(x, y, true);
    m_lit->setData(litX, litY, true);
    setAccessibleDescription(spoken.join(QStringLiteral("; ")));
    yAxis->setRange(0, 1.3 * static_cast<double>(std::max<std::int64_t>(1, *std::ranges::max_element(m_counts))));
    replot(rpQueuedReplot);
}

void RegretBars::restyle()
{
    m_bars->setPen(Qt::NoPen);
    m_bars->setBrush(colors().secondary);
    m_lit->setPen(Qt::NoPen);
    m_lit->setBrush(colors().accent);
    for (QCPItemText* label : m_labels) {
        label->setColor(colors().text);
        label->setFont(typeFace(TypeSize::Small));
    }
}

void RegretBars::mousePressEvent(QMouseEvent* event)
{
    setFocus(Qt::MouseFocusReason);
    const int part = static_cast<int>(std::lround(xAxis->pixelToCoord(event->position().x())));
    if (axisRect()->rect().contains(event->pos()) && part >= 0 && part < static_cast<int>(regretParts))
        choose(part);
}

void RegretBars::keyPressEvent(QKeyEvent* event)
{
    const int last = static_cast<int>(regretParts) - 1;
    if (event->key() == Qt::Key_Right && m_chosen < last)
        choose(m_chosen + 1);
    else if (event->key() == Qt::Key_Left && m_chosen != 0)
        choose(m_chosen < 0 ? last : m_chosen - 1);
    else if (event->key() == Qt::Key_Escape && m_chosen >= 0)
        choose(m_chosen);
    else
        Plot::keyPressEvent(event);
}

RegretCurves::RegretCurves(QWidget* parent) : Plot(parent)
{
    setAccessibleName(tr("Share of the cases within a regret"));
    setMinimumSize(220, 150);
    setMouseTracking(true);
    axisRect()->setMinimumMargins({0, space::between, 24, 0}); // for the last numbers
    for (QCPAxis* axis : {xAxis, yAxis}) {
        axis->setTicker(QSharedPointer<PercentTicker>::create());
        axis->ticker()->setTickCount(4);
    }
    xAxis->setLabel(tr("regret"));
    yAxis->setLabel(tr("share of cases"));
    yAxis->setRange(0, 1.01);
}

void RegretCurves::setLines(std::vector<Line> lines)
{
    clearGraphs();
    m_lines = std::move(lines);
    constexpr double least = 0.1, most = 1; // of the axis: there the lines are apart
    double far = least;
    for (const Line& line : m_lines)
        if (!line.regret.empty())
            far = std::max(far, line.regret[line.regret.size() * 9 / 10]);
    far = std::min(far, most);
    xAxis->setRange(0, far);
    for (const Line& line : m_lines) {
        QCPGraph* graph = addGraph();
        graph->setLineStyle(QCPGraph::lsStepLeft);
        graph->setPen(contestantPen(line.chooser, 2));
        const auto all = static_cast<double>(line.regret.size());
        QVector<double> x, y;
        for (std::size_t i = 0; i < line.regret.size(); ++i) {
            if (i + 1 < line.regret.size() && line.regret[i + 1] == line.regret[i])
                continue; // of equal ones the last
            x << std::max(0.0, line.regret[i]);
            y << static_cast<double>(i + 1) / all;
        }
        if (!x.isEmpty()) {
            x.prepend(0);
            y.prepend(0);
            x << std::max(far, x.back());
            y << 1;
        }
        graph->setData(x, y, true);
    }
    replot(rpQueuedReplot);
}

void RegretCurves::light(int chooser)
{
    for (int i = 0; i < graphCount(); ++i)
        graph(i)->setPen(contestantPen(m_lines[at(i)].chooser, m_lines[at(i)].chooser == chooser ? 4 : 2));
    replot(rpQueuedReplot);
}

void RegretCurves::mouseMoveEvent(QMouseEvent* event)
{
    int nearest = -1;
    double least = 8; // pixels
    for (int i = 0; i < graphCount(); ++i)
        if (const double distance = graph(i)->selectTest(event->position(), false); distance >= 0 && distance < least) {
            least = distance;
            nearest = i;
        }
    if (nearest < 0 || !axisRect()->rect().contains(event->pos()))
        return QToolTip::hideText();
    const Line& line = m_lines[at(nearest)];
    const double x = std::max(0.0, xAxis->pixelToCoord(event->position().x()));
    const auto within = std::upper_bound(line.regret.begin(), line.regret.end(), x) - line.regret.begin();
    QToolTip::showText(event->globalPosition().toPoint(),
                       tr("%1: at most %2 in %3 of the cases")
                           .arg(line.name, percentText(x),
                                percentText(static_cast<double>(within) / static_cast<double>(line.regret.size()))),
                       this);
}

} // namespace sparsescope
