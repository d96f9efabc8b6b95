// Names and numbers of hardware counters.
#include "views/parts/counter_text.h"

#include "views/parts/numbers.h"

#include <QCoreApplication>

#include <cmath>
#include <map>

namespace sparsescope {

namespace {

bool isBytes(const QString& unit)
{
    return unit == QLatin1String("byte") || unit == QLatin1String("bytes") || unit == QLatin1String("B");
}

} // namespace

QString counterText(const Counter& counter)
{
    const QString unit = QString::fromStdString(counter.unit);
    if (isBytes(unit))
        return bytesText(counter.value);
    if (unit == QLatin1String("ns") || unit == QLatin1String("nsecond"))
        return durationText(counter.value);
    if (unit == QLatin1String("%"))
        return figureText(counter.value) + QStringLiteral(" %");
    return std::abs(counter.value) >= 1e4 ? shortCount(counter.value) : figureText(counter.value);
}

QString counterName(const Counter& counter)
{
    static const std::map<std::string, const char*> names = {
        {"gpu__time_duration.sum", QT_TRANSLATE_NOOP("counters", "kernel, counting")},
        {"dram__bytes_read.sum", QT_TRANSLATE_NOOP("counters", "read from DRAM")},
        {"dram__bytes_write.sum", QT_TRANSLATE_NOOP("counters", "written to DRAM")},
        {"l1tex__m_xbar2l1tex_read_bytes.sum", QT_TRANSLATE_NOOP("counters", "read from L2")},
        {"l1tex__m_l1tex2xbar_write_bytes.sum", QT_TRANSLATE_NOOP("counters", "written to L2")},
        {"l1tex__t_bytes.sum", QT_TRANSLATE_NOOP("counters", "through L1")},
        {"lts__t_sector_hit_rate.pct", QT_TRANSLATE_NOOP("counters", "L2 hit rate")},
        {"l1tex__t_sector_hit_rate.pct", QT_TRANSLATE_NOOP("counters", "L1 hit rate")},
        {"sm__warps_active.avg.pct_of_peak_sustained_active", QT_TRANSLATE_NOOP("counters", "occupancy")},
        {"sm__throughput.avg.pct_of_peak_sustained_elapsed", QT_TRANSLATE_NOOP("counters", "busiest SM pipe")},
        {"dram__throughput.avg.pct_of_peak_sustained_elapsed", QT_TRANSLATE_NOOP("counters", "DRAM busy")},
        {"smsp__inst_executed.sum", QT_TRANSLATE_NOOP("counters", "instructions")},
        {"smsp__inst_executed_pipe_tensor.sum", QT_TRANSLATE_NOOP("counters", "tensor instructions")},
        {"lts__t_sectors_op_red.sum", QT_TRANSLATE_NOOP("counters", "sectors added")},
        {"lts__t_sectors_op_atom.sum", QT_TRANSLATE_NOOP("counters", "sectors of atomics")},
    };
    if (const auto known = names.find(counter.name); known != names.end())
        return QCoreApplication::translate("counters", known->second);
    return QString::fromStdString(counter.meaning.empty() ? counter.name : counter.meaning);
}

} // namespace sparsescope
