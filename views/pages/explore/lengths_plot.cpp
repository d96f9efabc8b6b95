#include "views/pages/explore/lengths_plot.h"

#include "views/parts/numbers.h"

#include <QMouseEvent>

#include <cmath>

namespace sparsescope {

LengthsPlot::LengthsPlot(QWidget* parent) : PairedBars(tr("rows"), tr("columns"), parent)
{
    setAccessibleName(tr("Rows and columns by their number of non-zeros"));
}

void LengthsPlot::setStatistics(const MatrixStatistics* statistics)
{
    const LengthBins shown = statistics ? lengthBins(*statistics) : LengthBins{{0, 1}, {}, {}};
    const std::size_t bins = shown.from.size() - 1;
    const bool each = shown.from.back() == static_cast<std::int64_t>(bins);
    xAxis->setLabel(each ? tr("non-zeros in a row or a column") : tr("non-zeros in a row or a column, from"));
    const auto ticker = QSharedPointer<QCPAxisTickerText>::create();
    const std::size_t step = bins > 11 ? (bins + 5) / 6 : 1; // names must not touch
    for (std::size_t k = 0; k < bins; k += step)
        ticker->addTick(static_cast<double>(k), shortCount(static_cast<double>(shown.from[k])));
    xAxis->setTicker(ticker);
    setBars(shown.rows, shown.cols);
}

SlicesPlot::SlicesPlot(QWidget* parent) : PairedBars(tr("non-zeros"), tr("rows with one"), parent)
{
    setAccessibleName(tr("Non-zeros of each slice, and its rows that hold one"));
    xAxis->setLabel(tr("slice"));
}

void SlicesPlot::setSlices(const std::vector<SliceStatistics>& slices)
{
    std::vector<std::int64_t> nonZeros, rows;
    for (const SliceStatistics& slice : slices) {
        nonZeros.push_back(slice.nnz);
        rows.push_back(slice.rows);
    }
    m_count = static_cast<int>(slices.size());
    setBars(nonZeros, rows);
}

void SlicesPlot::mouseReleaseEvent(QMouseEvent* event)
{
    PairedBars::mouseReleaseEvent(event);
    const int slice = static_cast<int>(std::lround(xAxis->pixelToCoord(event->position().x())));
    if (event->button() == Qt::LeftButton && slice >= 0 && slice < m_count)
        Q_EMIT clicked(slice);
}

} // namespace sparsescope
