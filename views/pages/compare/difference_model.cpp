// The table of differences.
#include "views/pages/compare/difference_model.h"

#include "engine/core/at.h"
#include "views/parts/numbers.h"

#include <cmath>

namespace sparsescope {

void DifferenceModel::set(std::vector<ComparedPlan> plans, std::vector<DifferenceRow> rows)
{
    beginResetModel();
    m_plans = std::move(plans);
    m_rows = std::move(rows);
    endResetModel();
}

void DifferenceModel::setThreshold(double threshold)
{
    m_threshold = threshold;
    if (!m_rows.empty())
        Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
}

void DifferenceModel::setColors(const Colors& colors)
{
    m_colors = colors;
    setThreshold(m_threshold);
}

int DifferenceModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int DifferenceModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() || m_plans.empty() ? 0 : static_cast<int>(2 * m_plans.size());
}

// Columns: name, A, B, B against A, C, C against A, ...
QVariant DifferenceModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid())
        return {};
    const DifferenceRow& row = m_rows[at(index.row())];
    const int column = index.column();
    if (column == 0) {
        if (role == Qt::DisplayRole)
            return row.recorded ? tr("%1, recorded").arg(row.name) : row.name;
        return role == Qt::ToolTipRole ? QVariant(row.meaning) : QVariant();
    }
    if (role == Qt::TextAlignmentRole)
        return QVariant::fromValue(Qt::Alignment(Qt::AlignRight | Qt::AlignVCenter));
    const auto plan = static_cast<std::size_t>(column / 2);
    return column > 1 && column % 2 == 1 ? changeData(row, plan, role) : valueData(row, plan, role);
}

QVariant DifferenceModel::valueData(const DifferenceRow& row, std::size_t plan, int role) const
{
    const ComparedValue& v = row.values[plan];
    if (role == Qt::DisplayRole) {
        const QString text = valueText(row.kind, v.value);
        return v.basis.recorded && !row.recorded ? tr("%1, recorded").arg(text) : text;
    }
    if (role == Qt::ForegroundRole && !std::isfinite(v.value))
        return m_colors.secondary;
    if (role == Qt::ToolTipRole) {
        if (!std::isfinite(v.value))
            return tr("not known");
        const QString exact =
            v.high > v.low ? tr("%1, spread %2 to %3")
                                 .arg(exactText(v.value), valueText(row.kind, v.low), valueText(row.kind, v.high))
                           : exactText(v.value);
        return row.time ? exact + QLatin1Char('\n') + QString::fromStdString(words(v.basis, true)) : exact;
    }
    return {};
}

QVariant DifferenceModel::changeData(const DifferenceRow& row, std::size_t plan, int role) const
{
    const bool noise = isNoise(row, plan, m_threshold);
    if (role == Qt::DisplayRole)
        return differenceText(row, plan);
    if (role == Qt::ForegroundRole) {
        const int judged = noise ? 0 : judgement(row, plan);
        return judged > 0 ? m_colors.good : judged < 0 ? m_colors.bad : noise ? m_colors.secondary : m_colors.text;
    }
    if (role == Qt::ToolTipRole && !comparable(row, plan))
        return QString::fromStdString(differenceLabel(row.values[plan].basis, row.values.front().basis));
    if (role == Qt::ToolTipRole && !differenceText(row, plan).isEmpty())
        return noise ? tr("within the noise: below the threshold, or the spreads overlap")
                     : exactText(difference(row, plan));
    return {};
}

QVariant DifferenceModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || m_plans.empty())
        return {};
    if (role == Qt::TextAlignmentRole)
        return QVariant::fromValue(Qt::Alignment((section == 0 ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter));
    const ComparedPlan& plan = m_plans[at(section / 2)];
    if (role == Qt::ToolTipRole && section > 0)
        return plan.title;
    if (role != Qt::DisplayRole)
        return {};
    if (section == 0)
        return tr("quantity");
    if (section > 1 && section % 2 == 1)
        return tr("%1 against %2").arg(plan.letter, m_plans.front().letter);
    return section == 1 ? m_plans.front().letter : plan.letter;
}

} // namespace sparsescope
