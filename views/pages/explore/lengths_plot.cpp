// How many rows and columns have how many non-zeros.
#include "views/pages/explore/lengths_plot.h"

#include "views/parts/numbers.h"

namespace sparsescope {

LengthsPlot::LengthsPlot(QWidget* parent) : Plot(parent)
{
    setMinimumSize(220, 120);
    setAccessibleName(tr("Rows and columns by their number of non-zeros"));
    xAxis->grid()->setVisible(false);
    const auto count = QSharedPointer<ShortTicker>::create();
    count->setTickCount(4);
    yAxis->setTicker(count);
    m_rows = new QCPBars(xAxis, yAxis);
    m_cols = new QCPBars(xAxis, yAxis);
    m_rows->setName(tr("rows"));
    m_cols->setName(tr("columns"));
    auto* group = new QCPBarsGroup(this);
    group->setSpacingType(QCPBarsGroup::stAbsolute);
    group->setSpacing(1);
    for (QCPBars* bars : {m_rows, m_cols}) {
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

void LengthsPlot::setStatistics(const MatrixStatistics* statistics)
{
    const LengthBins shown = statistics ? lengthBins(*statistics) : LengthBins{{0, 1}, {}, {}};
    const std::size_t bins = shown.from.size() - 1;
    const bool each = shown.from.back() == static_cast<std::int64_t>(bins);
    xAxis->setLabel(each ? tr("non-zeros in a row or a column") : tr("non-zeros in a row or a column, from"));
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
    load(m_rows, shown.rows);
    load(m_cols, shown.cols);
    // The names stand where the bars are lower.
    axisRect()->insetLayout()->setInsetAlignment(0, Qt::AlignTop | (right > left ? Qt::AlignLeft : Qt::AlignRight));
    const auto ticker = QSharedPointer<QCPAxisTickerText>::create();
    const std::size_t step = bins > 11 ? (bins + 5) / 6 : 1; // names must not touch
    for (std::size_t k = 0; k < bins; k += step)
        ticker->addTick(static_cast<double>(k), shortCount(static_cast<double>(shown.from[k])));
    xAxis->setTicker(ticker);
    xAxis->setRange(-0.6, static_cast<double>(bins) - 0.4);
    yAxis->setRange(0, most * 1.3);
    replot(rpQueuedReplot);
}

void LengthsPlot::restyle()
{
    const Colors& c = colors();
    m_rows->setBrush(c.accent);
    QColor faint = c.secondary;
    faint.setAlphaF(0.6F);
    m_cols->setBrush(faint);
    legend->setTextColor(c.text);
}

} // namespace sparsescope
