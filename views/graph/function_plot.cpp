#include "views/graph/function_plot.h"

#include <algorithm>

namespace sparsescope {

namespace {
constexpr std::int64_t mostPoints = 512; // the first ones
} // namespace

FunctionPlot::FunctionPlot(QWidget* parent) : Plot(parent), m_points(addGraph()), m_line(addGraph())
{
    m_points->setLineStyle(QCPGraph::lsNone);
    xAxis->setTicker(QSharedPointer<ShortTicker>::create());
    yAxis->setTicker(QSharedPointer<ShortTicker>::create());
    setInteractions(QCP::iRangeDrag | QCP::iRangeZoom);
    setFixedHeight(120);
}

bool FunctionPlot::show(const ShownArray& array)
{
    if (!array.kernel || array.kernel->function.size == 0)
        return false;
    // What the kernel has may count from elsewhere than the metadata: points and line are both the kernel's.
    ShownArray asKernel = array;
    asKernel.now = nullptr;
    const graph::ArrayFunction& function = array.kernel->function;
    const bool computed = function.family != graph::FunctionFamily::Narrow; // what is stored may be long
    graph::ArrayFunction smooth = computed ? function : graph::ArrayFunction();
    smooth.exceptions.clear();
    QVector<double> x, y, line;
    for (std::int64_t i = 0; i < std::min<std::int64_t>(function.size, mostPoints); ++i) {
        const std::optional<std::int64_t> value = asKernel.value(i);
        if (!value)
            return false;
        x.push_back(static_cast<double>(i));
        y.push_back(static_cast<double>(*value));
        if (computed)
            line.push_back(graph::valueAt(smooth, i));
    }
    m_points->setData(x, y, true);
    m_line->setData(computed ? x : QVector<double>(), line, true);
    setAccessibleName(
        tr("%1 over its index: %2").arg(array.name, QString::fromStdString(graph::label(array.kernel->function))));
    rescaleAxes();
    xAxis->scaleRange(1.05);
    yAxis->scaleRange(1.2);
    replot(rpQueuedReplot);
    return true;
}

void FunctionPlot::restyle()
{
    m_points->setScatterStyle(QCPScatterStyle(QCPScatterStyle::ssDisc, QPen(colors().text), QBrush(colors().text), 4));
    m_line->setPen(QPen(colors().accent, 1.5));
}

} // namespace sparsescope
