// The measured sub-tasks of a run as table rows.
#include "views/pages/measure/subtask_model.h"

#include "engine/core/at.h"
#include "engine/measure/quantity.h"
#include "views/parts/numbers.h"
#include "views/parts/theme.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace sparsescope {

namespace {
constexpr std::size_t arrangeHereUpTo = 20'000;

bool isTime(int column)
{
    return column == SubtaskModel::Predicted || column == SubtaskModel::InSitu || column == SubtaskModel::Saturated;
}

bool isError(int column)
{
    return column == SubtaskModel::InSituError || column == SubtaskModel::SaturatedError;
}
} // namespace

double SubtaskModel::Source::number(int column, std::size_t i) const
{
    const TaskTime& task = profile->taskTimes[i];
    const auto tile = static_cast<std::size_t>(task.tile);
    switch (column) {
    case TileNumber:
        return task.tile;
    case Part:
        return task.part;
    case Format:
        return plan->tiling().tiles[tile].format;
    case Sm:
        return task.sm;
    case Predicted:
        return plan->tiling().tiles[tile].cost;
    case InSitu:
        return task.inSituNs;
    case Saturated:
        return facts && tile < facts->saturatedNs.size() ? static_cast<double>(facts->saturatedNs[tile])
                                                         : std::numeric_limits<double>::quiet_NaN();
    default: {
        const double predicted = number(Predicted, i);
        return predicted > 0 ? number(column == InSituError ? InSitu : Saturated, i) / predicted - 1
                             : std::numeric_limits<double>::quiet_NaN();
    }
    }
}

std::vector<std::int32_t> SubtaskModel::arrangement(const Source& source, int format, int column, Qt::SortOrder order,
                                                    Progress& progress)
{
    const auto& tasks = source.profile->taskTimes;
    const auto& tiles = source.plan->tiling().tiles;
    std::vector<std::int32_t> rows;
    rows.reserve(tasks.size());
    for (std::size_t i = 0; i < tasks.size(); ++i)
        if (tasks[i].tile >= 0 && static_cast<std::size_t>(tasks[i].tile) < tiles.size() &&
            (format < 0 || tiles[at(tasks[i].tile)].format == format))
            rows.push_back(static_cast<std::int32_t>(i));
    progress.check();
    if (column < 0)
        return rows;
    std::vector<double> keys(tasks.size());
    for (const std::int32_t row : rows)
        keys[at(row)] = source.number(column, static_cast<std::size_t>(row));
    progress.check();
    std::stable_sort(rows.begin(), rows.end(), [&](std::int32_t a, std::int32_t b) {
        const double x = keys[at(a)];
        const double y = keys[at(b)];
        if (std::isnan(x) || std::isnan(y))
            return !std::isnan(x) && std::isnan(y);
        return order == Qt::AscendingOrder ? x < y : x > y;
    });
    return rows;
}

void SubtaskModel::setRun(PlanPtr plan, ProfilePtr profile, RunFactsPtr facts)
{
    const bool same = m_source && m_source->plan == plan && m_source->profile == profile;
    if (same && m_source->facts == facts)
        return;
    if (!plan || !profile) {
        m_jobs.forget(Lane::SortSubtasks);
        beginResetModel();
        m_source = nullptr;
        m_rows.clear();
        endResetModel();
        Q_EMIT arranged();
        return;
    }
    auto source = std::make_shared<const Source>(Source{std::move(plan), std::move(profile), std::move(facts)});
    if (same) {
        m_source = source;
        if (!m_rows.empty())
            Q_EMIT dataChanged(index(0, Saturated), index(rowCount() - 1, SaturatedError));
        if (m_column == Saturated || m_column == SaturatedError)
            arrange();
        return;
    }
    beginResetModel();
    m_source = source;
    m_rows.clear();
    m_format = -1;
    endResetModel();
    arrange();
}

void SubtaskModel::setFormat(int format)
{
    m_format = format;
    arrange();
}

void SubtaskModel::sort(int column, Qt::SortOrder order)
{
    m_column = column;
    m_order = order;
    Q_EMIT headerDataChanged(Qt::Horizontal, 0, ColumnCount - 1);
    arrange();
}

void SubtaskModel::arrange()
{
    if (!m_source)
        return;
    const auto compute = [source = m_source, format = m_format, column = m_column, order = m_order](
                             Progress& progress) { return arrangement(*source, format, column, order, progress); };
    if (m_source->profile->taskTimes.size() <= arrangeHereUpTo) {
        m_jobs.forget(Lane::SortSubtasks);
        return adopt(compute(noProgress()));
    }
    m_jobs.start(Lane::SortSubtasks, tr("Sorting"), compute,
                 [this](std::vector<std::int32_t> rows) { adopt(std::move(rows)); });
}

void SubtaskModel::adopt(std::vector<std::int32_t> rows)
{
    beginResetModel();
    m_rows = std::move(rows);
    endResetModel();
    Q_EMIT arranged();
}

int SubtaskModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

std::int64_t SubtaskModel::total() const
{
    return m_source ? static_cast<std::int64_t>(m_source->profile->taskTimes.size()) : 0;
}

std::int64_t SubtaskModel::tileAt(int row) const
{
    if (row < 0 || row >= rowCount())
        return -1;
    return m_source->profile->taskTimes[at(m_rows[at(row)])].tile;
}

int SubtaskModel::firstRowOf(std::int64_t tile) const
{
    if (tile < 0)
        return -1;
    for (int row = 0; row < rowCount(); ++row)
        if (tileAt(row) == tile)
            return row;
    return -1;
}

QVariant SubtaskModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid() || !m_source)
        return {};
    const auto task = static_cast<std::size_t>(m_rows[at(index.row())]);
    const Tile& tile = m_source->plan->tiling().tiles[at(m_source->profile->taskTimes[task].tile)];
    const auto& format = m_source->plan->tiling().formatOf(tile);
    const int column = index.column();
    switch (role) {
    case Qt::DisplayRole:
    case Qt::ToolTipRole: {
        const bool exact = role == Qt::ToolTipRole;
        if (column == Format)
            return QString::fromStdString(kindLabel(format, tile.atomic, m_source->plan->op));
        const double value = m_source->number(column, task);
        if (std::isnan(value))
            return exact ? tr("not measured") : QStringLiteral("–");
        if (isTime(column))
            return exact ? QString(exactText(value) + QStringLiteral(" ns")) : durationText(value);
        if (isError(column))
            return exact ? tr("%1: %2 of it").arg(errorLabel(column), percentText(value + 1))
                         : QString((value > 0 ? QStringLiteral("+") : QString()) + percentText(value));
        return countText(static_cast<std::int64_t>(value));
    }
    case Qt::TextAlignmentRole:
        return QVariant(Qt::AlignVCenter | (column == Format ? Qt::AlignLeft : Qt::AlignRight));
    case Qt::DecorationRole:
        return column == Format ? QVariant(familyColor(format.family())) : QVariant();
    default:
        return {};
    }
}

QString SubtaskModel::errorLabel(int column) const
{
    const Origin origin = column == InSituError ? Origin::InSitu : Origin::Saturated;
    return QString::fromStdString(
        differenceLabel({origin}, predictedBy(m_source ? m_source->plan->calibration : std::string())));
}

QVariant SubtaskModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= ColumnCount)
        return {};
    const QString titles[] = {tr("tile"),           tr("part"),    tr("format"),        tr("SM"),
                              tr("predicted"),      tr("in situ"), tr("in situ error"), tr("saturated"),
                              tr("saturated error")};
    const QString tips[] = {tr("In the order in which the search chose them, from 0"),
                            tr("Part of the dense loop that the sub-task takes, from 0"),
                            tr("How the tile is stored"),
                            tr("Streaming multiprocessor on which it ran"),
                            tr("Predicted time of one sub-task on one SM with the GPU saturated"),
                            tr("Measured inside the fused kernel, shared out among the blocks on its SM"),
                            tr("%1: + is slower than predicted").arg(errorLabel(InSituError)),
                            tr("Measured with copies of the tile's sub-task filling the GPU"),
                            tr("%1: + is slower than predicted").arg(errorLabel(SaturatedError))};
    switch (role) {
    case Qt::DisplayRole:
        if (section == m_column)
            return QString(titles[section] +
                           (m_order == Qt::AscendingOrder ? QStringLiteral(" ↑") : QStringLiteral(" ↓")));
        return titles[section];
    case Qt::ToolTipRole:
        return tips[section];
    case Qt::TextAlignmentRole:
        return QVariant(Qt::AlignVCenter | (section == Format ? Qt::AlignLeft : Qt::AlignRight));
    default:
        return {};
    }
}

} // namespace sparsescope
