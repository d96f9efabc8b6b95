// The tiles of a plan as table rows.
#include "views/tiles/tile_model.h"

#include "engine/core/at.h"
#include "engine/core/parallel_sort.h"
#include "views/parts/numbers.h"
#include "views/parts/theme.h"

#include <cmath>
#include <limits>
#include <numeric>

namespace sparsescope {

namespace {

constexpr std::size_t sortHereUpTo = 20'000;

bool isTime(int column)
{
    return column == TileModel::Cost || column == TileModel::InSitu || column == TileModel::Saturated;
}

bool isText(int column)
{
    return column == TileModel::Format || column == TileModel::Atomic;
}

std::vector<std::int32_t> orderBy(const std::vector<double>& keys, bool descending)
{
    std::vector<std::int32_t> order(keys.size());
    std::iota(order.begin(), order.end(), 0);
    // Ties by tile: a total order, so that a parallel sort gives the same as a stable one.
    const auto before = [&](std::int32_t a, std::int32_t b) {
        const double x = keys[at(a)];
        const double y = keys[at(b)];
        const bool unknownX = std::isnan(x);
        const bool unknownY = std::isnan(y);
        if (unknownX != unknownY)
            return unknownY;
        if (!unknownX && x != y)
            return descending ? x > y : x < y;
        return a < b;
    };
    parallelSort(order.begin(), order.end(), before);
    return order;
}

} // namespace

TileModel::TileModel(Jobs& jobs, QObject* parent) : QAbstractTableModel(parent), m_jobs(jobs) {}

void TileModel::setPlan(PlanPtr plan)
{
    m_jobs.forget(Lane::SortTiles);
    beginResetModel();
    m_plan = std::move(plan);
    m_facts.reset();
    m_run.reset();
    m_order.clear();
    m_rowOf.clear();
    endResetModel();
    if (m_sortColumn >= 0 && m_plan)
        sort(m_sortColumn, m_sortOrder);
}

void TileModel::setFacts(PlanFactsPtr facts)
{
    m_facts = std::move(facts);
    if (rowCount() > 0)
        Q_EMIT dataChanged(index(0, Width), index(rowCount() - 1, Redundant));
    if (m_sortColumn >= Width && m_sortColumn <= Redundant)
        sort(m_sortColumn, m_sortOrder);
}

void TileModel::setRunFacts(RunFactsPtr facts)
{
    m_run = std::move(facts);
    if (rowCount() > 0)
        Q_EMIT dataChanged(index(0, InSitu), index(rowCount() - 1, Saturated));
    if (m_sortColumn >= InSitu)
        sort(m_sortColumn, m_sortOrder);
}

int TileModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() || !m_plan ? 0 : static_cast<int>(m_plan->tiling().tiles.size());
}

int TileModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

int TileModel::rowOf(std::int64_t tile) const
{
    if (tile < 0 || tile >= rowCount())
        return -1;
    return m_rowOf.empty() ? static_cast<int>(tile) : m_rowOf[at(tile)];
}

double TileModel::number(const Plan& plan, const PlanFacts* facts, const RunFacts* run, int column, std::size_t i)
{
    constexpr double unknown = std::numeric_limits<double>::quiet_NaN();
    const Tile& tile = plan.tiling().tiles[i];
    switch (column) {
    case TileNumber:
        return static_cast<double>(i);
    case Format:
        return tile.format;
    case Level:
        return tile.level;
    case Round:
        return tile.round;
    case FirstRow:
        return tile.rows.size() > 0 ? plan.tiling().rowIds[at(tile.rows.begin)] : unknown;
    case Rows:
        return static_cast<double>(tile.rows.size());
    case Width:
        return facts ? facts->width[i] : unknown;
    case Stored:
        return facts ? static_cast<double>(facts->stored[i]) : unknown;
    case Owned:
        return facts ? facts->owned[i] : unknown;
    case Padding:
        return facts ? facts->paddingRatio(i) : unknown;
    case Redundant:
        return facts ? facts->redundant[i] : unknown;
    case Atomic:
        return tile.atomic ? 1 : 0;
    case Cost:
        return tile.cost;
    case InSitu:
        return run && i < run->inSituNs.size() ? static_cast<double>(run->inSituNs[i]) : unknown;
    case Saturated:
        return run && i < run->saturatedNs.size() ? static_cast<double>(run->saturatedNs[i]) : unknown;
    default:
        return unknown;
    }
}

QVariant TileModel::display(int column, std::size_t i, bool exact) const
{
    if (column == Format)
        return QString::fromStdString(m_plan->tiling().formatOf(m_plan->tiling().tiles[i]).label());
    if (column == Atomic)
        return m_plan->tiling().tiles[i].atomic ? tr("split") : exact ? tr("not split") : QString();
    const double value = number(*m_plan, m_facts.get(), m_run.get(), column, i);
    if (std::isnan(value))
        return QStringLiteral("–");
    if (isTime(column))
        return exact ? exactText(value) + QStringLiteral(" ns") : durationText(value);
    if (column == Padding)
        return exact ? tr("%1 of %2 stored places").arg(countText(m_facts->padding(i)), countText(m_facts->stored[i]))
                     : percentText(value);
    return countText(static_cast<std::int64_t>(value));
}

QVariant TileModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid() || !m_plan)
        return {};
    const auto tile = static_cast<std::size_t>(tileAt(index.row()));
    switch (role) {
    case Qt::DisplayRole:
        return display(index.column(), tile, false);
    case Qt::ToolTipRole:
        return display(index.column(), tile, true);
    case Qt::TextAlignmentRole:
        return QVariant(Qt::AlignVCenter | (isText(index.column()) ? Qt::AlignLeft : Qt::AlignRight));
    case Qt::DecorationRole:
        if (index.column() == Format)
            return familyColor(m_plan->tiling().formatOf(m_plan->tiling().tiles[tile]).family());
        return {};
    default:
        return {};
    }
}

QString TileModel::title(int column)
{
    switch (column) {
    case TileNumber:
        return tr("tile");
    case Format:
        return tr("format");
    case Level:
        return tr("level");
    case Round:
        return tr("round");
    case FirstRow:
        return tr("first row");
    case Rows:
        return tr("rows");
    case Width:
        return tr("width");
    case Stored:
        return tr("stored");
    case Owned:
        return tr("owned");
    case Padding:
        return tr("padding");
    case Redundant:
        return tr("redundant");
    case Atomic:
        return tr("split");
    case Cost:
        return tr("cost");
    case InSitu:
        return tr("in situ");
    case Saturated:
        return tr("saturated");
    default:
        return {};
    }
}

QVariant TileModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    if (role == Qt::TextAlignmentRole)
        return QVariant(Qt::AlignVCenter | (isText(section) ? Qt::AlignLeft : Qt::AlignRight));
    if (role == Qt::DisplayRole) {
        // The order in the words: an arrow of the style's would take room in every column.
        if (section == m_sortColumn)
            return QString(title(section) +
                           (m_sortOrder == Qt::AscendingOrder ? QStringLiteral(" ↑") : QStringLiteral(" ↓")));
        return title(section);
    }
    if (role == Qt::ToolTipRole) {
        switch (section) {
        case TileNumber:
            return tr("In the order in which the search chose them, from 0");
        case Level:
            return tr("Generation of candidates that the tile came from");
        case Round:
            return tr("Pass of the greedy loop in which it was chosen");
        case FirstRow:
            return tr("Row of the matrix that is its first stored row, from 0");
        case Rows:
            return tr("Stored rows");
        case Width:
            return tr("Stored places in each row");
        case Stored:
            return tr("Places that are stored: rows times width");
        case Owned:
            return tr("Non-zeros of the matrix that this tile computes");
        case Padding:
            return tr("Part of the stored places that holds no non-zero of its own");
        case Redundant:
            return tr("Stored places whose non-zero another tile computes; a zero is stored there");
        case Atomic:
            return tr("Split: other stored rows hold parts of some of its rows of the output too");
        case Cost:
            return tr("Predicted time of one sub-task on one SM with the GPU saturated");
        case InSitu:
            return tr("Measured inside the fused kernel, shared out among the blocks on its SM");
        case Saturated:
            return tr("Measured with copies of the sub-task filling the GPU");
        default:
            return {};
        }
    }
    return {};
}

void TileModel::sort(int column, Qt::SortOrder order)
{
    m_sortColumn = column;
    m_sortOrder = order;
    Q_EMIT headerDataChanged(Qt::Horizontal, 0, ColumnCount - 1);
    if (!m_plan || column < 0 || column >= ColumnCount)
        return adoptOrder({});
    if (column == TileNumber && order == Qt::AscendingOrder) {
        m_jobs.forget(Lane::SortTiles);
        return adoptOrder({});
    }
    const auto compute = [plan = m_plan, facts = m_facts, run = m_run, column, order](Progress& progress) {
        std::vector<double> keys(plan->tiling().tiles.size());
        for (std::size_t i = 0; i < keys.size(); ++i)
            keys[i] = number(*plan, facts.get(), run.get(), column, i);
        progress.check();
        return orderBy(keys, order == Qt::DescendingOrder);
    };
    if (m_plan->tiling().tiles.size() <= sortHereUpTo) {
        m_jobs.forget(Lane::SortTiles);
        return adoptOrder(compute(noProgress()));
    }
    m_jobs.start(Lane::SortTiles, tr("Sorting"), compute,
                 [this](std::vector<std::int32_t> result) { adoptOrder(std::move(result)); });
}

void TileModel::adoptOrder(std::vector<std::int32_t> order)
{
    if (order.empty() && m_order.empty()) {
        Q_EMIT sorted();
        return;
    }
    Q_EMIT layoutAboutToBeChanged({}, QAbstractItemModel::VerticalSortHint);
    const QModelIndexList old = persistentIndexList();
    std::vector<std::int64_t> tiles;
    for (const QModelIndex& index : old)
        tiles.push_back(tileAt(index.row()));
    m_order = std::move(order);
    m_rowOf.assign(m_order.size(), 0);
    for (std::size_t row = 0; row < m_order.size(); ++row)
        m_rowOf[at(m_order[row])] = static_cast<std::int32_t>(row);
    QModelIndexList now;
    for (qsizetype i = 0; i < old.size(); ++i)
        now.push_back(index(rowOf(tiles[at(i)]), old[i].column()));
    changePersistentIndexList(old, now);
    Q_EMIT layoutChanged({}, QAbstractItemModel::VerticalSortHint);
    Q_EMIT sorted();
}

} // namespace sparsescope
