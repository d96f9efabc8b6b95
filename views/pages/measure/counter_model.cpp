// Hardware counters of a run as table rows.
#include "views/pages/measure/counter_model.h"

#include "engine/core/at.h"
#include "views/parts/counter_text.h"
#include "views/parts/numbers.h"

#include <cmath>

namespace sparsescope {

namespace {

// Whether a row of bytes moved says already what this counter says.
bool isWhole(const std::string& name)
{
    return name == "dram__bytes.sum" || name == "dram__sectors.sum" || name.starts_with("lts__t_bytes") ||
           name == "lts__t_sectors.sum" || name == "lts__t_sectors_srcunit_tex.sum";
}

} // namespace

void CounterModel::setProfile(ProfilePtr profile)
{
    beginResetModel();
    m_rows.clear();
    const auto addBytes = [&](const QString& name, double bytes, const QString& meaning) {
        if (!std::isfinite(bytes))
            return;
        Row row;
        row.name = name;
        row.meaning = meaning;
        row.measured = bytesText(bytes);
        row.exactMeasured = tr("%1 bytes").arg(exactText(bytes));
        if (profile->predictedBytes > 0) {
            row.predicted = bytesText(profile->predictedBytes);
            row.exactPredicted = tr("%1 bytes: the sum over the sub-tasks, every gathered row of B counted once a tile")
                                     .arg(exactText(profile->predictedBytes));
            row.exactMeasured += tr(", %1 of predicted").arg(percentText(bytes / profile->predictedBytes));
        }
        m_rows.push_back(row);
    };
    if (profile && !profile->counters.empty()) {
        addBytes(
            tr("L2 traffic"), measuredL2Bytes(*profile),
            tr("Bytes that the SMs read from the L2 cache and wrote to it; in older recordings all that passed it."));
        addBytes(tr("DRAM traffic"), measuredDramBytes(*profile),
                 tr("Bytes between the GPU's memory and the L2 cache, either way."));
        for (const Counter& counter : profile->counters) {
            if (isWhole(counter.name))
                continue;
            Row row;
            row.name = counterName(counter);
            row.meaning = QString::fromStdString(counter.meaning);
            row.counter = QString::fromStdString(counter.name);
            row.measured = counterText(counter);
            row.exactMeasured = exactText(counter.value) + QLatin1Char(' ') + QString::fromStdString(counter.unit);
            if (counter.name.starts_with("sm__warps_active") && profile->occupancy > 0) {
                row.predicted = percentText(profile->occupancy);
                row.exactPredicted = tr("What registers and shared memory allow");
            }
            m_rows.push_back(row);
        }
    }
    endResetModel();
}

int CounterModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

QVariant CounterModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid())
        return {};
    const Row& row = m_rows[at(index.row())];
    switch (role) {
    case Qt::DisplayRole:
        return index.column() == Name        ? row.name
               : index.column() == Predicted ? row.predicted
               : index.column() == Measured  ? row.measured
                                             : row.meaning;
    case Qt::ToolTipRole: {
        if (index.column() == Predicted && !row.predicted.isEmpty())
            return row.exactPredicted;
        return QString(row.exactMeasured + QLatin1Char('\n') + row.meaning +
                       (row.counter.isEmpty() ? QString() : QLatin1Char('\n') + row.counter));
    }
    case Qt::TextAlignmentRole:
        return QVariant(Qt::AlignVCenter |
                        (index.column() == Name || index.column() == Meaning ? Qt::AlignLeft : Qt::AlignRight));
    default:
        return {};
    }
}

QVariant CounterModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    if (role == Qt::TextAlignmentRole)
        return QVariant(Qt::AlignVCenter | (section == Name || section == Meaning ? Qt::AlignLeft : Qt::AlignRight));
    if (role == Qt::DisplayRole)
        return section == Name        ? tr("counter")
               : section == Predicted ? tr("predicted")
               : section == Measured  ? tr("measured")
                                      : tr("what it says");
    return {};
}

} // namespace sparsescope
