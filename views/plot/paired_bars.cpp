// Two numbers for each of several things, as bars beside each other.
#include "views/plot/paired_bars.h"

namespace sparsescope {

PairedBars::PairedBars(const QString& first, const QString& second, QWidget* parent) : Plot(parent)
{
    setMinimumSize(220, 120);
    xAxis->grid()->setVisible(false);
    const auto count = QSharedPointer<ShortTicker>::create();
    count->setTickCount(4);
    yAxis->setTicker(count);
    m_first = new QCPBars(xAxis, yAxis);
    m_second = new QCPBars(xAxis, yAxis);
    m_first->setName(first);
    m_second->setName(second);
    auto* group = new QCPBarsGroup(this);
    group->setSpacingType(QCPBarsGroup::stAbsolute);
    group->setSpacing(1);
    for (QCPBars* bars : {m_first, m_second}) {
        bars->setWidth(0.38);
        bars->setBarsGroup(group);
        bars->setPen(Qt::NoPen);
    }
    legend->setVisible(true);
    legend->setFont(typeFace(TypeSize::Small));
    legend->setBorderPen(Qt::NoPen);
    legend->setBrush(Qt::NoBrush);
    legend->setIconSize(12, 12);
    legend->setFillOrder(QCPLegend::foColumnsFirst); // in one line, above the bars
    axisRect()->insetLayout()->setInsetAlignment(0, Qt::AlignTop | Qt::AlignRight);
}

void PairedBars::setBars(const std::vector<std::int64_t>& first, const std::vector<std::int64_t>& second)
{
    const std::size_t bins = std::max({first.size(), second.size(), std::size_t{1}});
    double most = 1;
    double left = 0, right = 0; // the highest bar on each half
    const auto load = [&](QCPBars* bars, const std::vector<std::int64_t>& counts) {
        QVector<double> x, y;
        for (std::size_t k = 0; k < counts.size(); ++k) {
            x.push_back(static_cast<double>(k));
            y.push_back(static_cast<double>(counts[k]));
            most = std::max(most, y.back());
            double& side = 2 * k + 1 < bins ? left : right;
            side = std::max(side, y.back());
        }
        bars->setData(x, y, true);
    };
    load(m_first, first);
    load(m_second, second);
    axisRect()->insetLayout()->setInsetAlignment(0, Qt::AlignTop | (right > left ? Qt::AlignLeft : Qt::AlignRight));
    xAxis->setRange(-0.6, static_cast<double>(bins) - 0.4);
    yAxis->setRange(0, most * 1.3);
    replot(rpQueuedReplot);
}

void PairedBars::restyle()
{
    const Colors& c = colors();
    m_first->setBrush(c.accent);
    QColor faint = c.secondary;
    faint.setAlphaF(0.6F);
    m_second->setBrush(faint);
    legend->setTextColor(c.text);
}

} // namespace sparsescope
