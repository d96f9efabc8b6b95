// Evaluations of a search among graphs as rows.
#include "views/pages/search/history_model.h"

#include "engine/core/at.h"
#include "views/pages/search/shown_history.h"
#include "views/pages/search/verdict_mark.h"
#include "views/parts/numbers.h"

#include <QFont>

#include <algorithm>
#include <limits>

namespace sparsescope {

using alphasparse::Evaluation;

namespace {
constexpr int deepest = 100; // what is below stands beside its parent: views go down by recursion
}

HistoryModel::HistoryModel(ShownHistory& shown, QObject* parent) : QAbstractItemModel(parent), m_shown(shown)
{
    connect(&m_shown, &ShownHistory::changed, this, &HistoryModel::arrange);
    connect(&m_shown, &ShownHistory::currentChanged, this, [this] {
        if (!m_children.front().empty()) // which one is shown in bold
            Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1), {Qt::FontRole});
    });
    arrange();
}

void HistoryModel::setTree(bool tree)
{
    m_tree = tree;
    arrange();
}

void HistoryModel::setPhase(std::optional<alphasparse::Phase> phase)
{
    m_phase = phase;
    arrange();
}

void HistoryModel::setColors(const Colors& colors)
{
    for (int v = 0; v < alphasparse::verdictCount; ++v)
        m_marks[at(v)] = markIcon(static_cast<alphasparse::Verdict>(v), colors);
    if (!m_children.front().empty())
        Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1), {Qt::DecorationRole});
}

void HistoryModel::sort(int column, Qt::SortOrder order)
{
    m_sorted = column;
    m_order = order;
    arrange();
}

void HistoryModel::arrange()
{
    beginResetModel();
    const std::vector<Evaluation>& all = m_shown.evaluations();
    const int n = static_cast<int>(all.size());
    m_children.assign(at(n) + 1, {});
    m_parents.assign(at(n), -1);
    m_rows.assign(at(n), -1);
    std::vector<int> depths(at(n), 0);
    m_depth = 0;
    const auto shown = [&](int i) { return !m_phase || all[at(i)].phase == *m_phase; };
    for (int i = 0; i < n; ++i) {
        // Parents stand before their children, so that theirs is known: what is left out hands its own on.
        const int parent = all[at(i)].parent;
        if (m_tree && parent >= 0)
            m_parents[at(i)] = shown(parent) && depths[at(parent)] < deepest ? parent : m_parents[at(parent)];
        if (m_parents[at(i)] >= 0)
            depths[at(i)] = depths[at(m_parents[at(i)])] + 1;
        if (!shown(i))
            continue;
        m_children[at(m_parents[at(i)] + 1)].push_back(i);
        m_depth = std::max(m_depth, depths[at(i)]);
    }
    const auto number = [&](int i) {
        const Evaluation& one = all[at(i)];
        const double value = m_sorted == Predicted  ? one.predictedNs
                             : m_sorted == Measured ? one.ns
                             : m_sorted == From     ? (one.parent < 0 ? 0 : 1 + one.parent)
                                                    : 0;
        const double missing = std::numeric_limits<double>::infinity();
        return value > 0 ? (m_order == Qt::AscendingOrder ? value : -value) : missing;
    };
    const auto word = [&](int i) {
        const Evaluation& one = all[at(i)];
        return m_sorted == Phase ? static_cast<int>(one.phase) : static_cast<int>(one.verdict);
    };
    for (std::vector<int>& children : m_children) {
        const bool falling = m_order == Qt::DescendingOrder;
        if (m_sorted == Number && falling)
            std::reverse(children.begin(), children.end());
        else if (m_sorted == Move)
            std::stable_sort(children.begin(), children.end(), [&](int a, int b) {
                return falling ? all[at(b)].move < all[at(a)].move : all[at(a)].move < all[at(b)].move;
            });
        else if (m_sorted == Phase || m_sorted == Verdict)
            std::stable_sort(children.begin(), children.end(),
                             [&](int a, int b) { return falling ? word(b) < word(a) : word(a) < word(b); });
        else if (m_sorted != Number)
            std::stable_sort(children.begin(), children.end(), [&](int a, int b) { return number(a) < number(b); });
        for (std::size_t row = 0; row < children.size(); ++row)
            m_rows[at(children[row])] = static_cast<int>(row);
    }
    endResetModel();
}

int HistoryModel::evaluationAt(const QModelIndex& index) const
{
    return index.isValid() ? static_cast<int>(index.internalId()) : -1;
}

QModelIndex HistoryModel::indexOf(int evaluation) const
{
    if (evaluation < 0 || evaluation >= static_cast<int>(m_rows.size()) || m_rows[at(evaluation)] < 0)
        return {};
    return createIndex(m_rows[at(evaluation)], 0, static_cast<quintptr>(evaluation));
}

QModelIndex HistoryModel::index(int row, int column, const QModelIndex& parent) const
{
    if (parent.column() > 0 || column < 0 || column >= ColumnCount || row < 0)
        return {};
    const std::vector<int>& children = m_children[at(evaluationAt(parent) + 1)];
    return row < static_cast<int>(children.size()) ? createIndex(row, column, static_cast<quintptr>(children[at(row)]))
                                                   : QModelIndex();
}

QModelIndex HistoryModel::parent(const QModelIndex& index) const
{
    return index.isValid() ? indexOf(m_parents[at(evaluationAt(index))]) : QModelIndex();
}

int HistoryModel::rowCount(const QModelIndex& parent) const
{
    return parent.column() > 0 ? 0 : static_cast<int>(m_children[at(evaluationAt(parent) + 1)].size());
}

int HistoryModel::columnCount(const QModelIndex&) const
{
    return ColumnCount;
}

QString HistoryModel::textOf(int evaluation, int column) const
{
    const Evaluation& one = m_shown.evaluations()[at(evaluation)];
    switch (column) {
    case Number:
        return countText(one.id);
    case Move:
        return QString::fromStdString(one.move);
    case From:
        return one.parent < 0 ? QString() : countText(m_shown.evaluations()[at(one.parent)].id);
    case Phase:
        return QString::fromLatin1(name(one.phase));
    case Predicted:
        return timeText(one.predictedNs);
    case Measured:
        return timeText(one.ns);
    default:
        break;
    }
    const QString verdict = QString::fromLatin1(name(one.verdict));
    return one.reason.empty() ? verdict : tr("%1: %2").arg(verdict, QString::fromStdString(one.reason));
}

QString HistoryModel::rowText(int evaluation) const
{
    QStringList cells;
    for (int column = 0; column < ColumnCount; ++column)
        cells << textOf(evaluation, column).simplified();
    cells << QString::fromStdString(m_shown.evaluations()[at(evaluation)].graph);
    return cells.join(QLatin1Char('\t'));
}

// Numbers stand below each other, but where the first column is a tree.
QVariant HistoryModel::alignmentOf(int column) const
{
    const bool number = (column == Number && !m_tree) || column == From || column == Predicted || column == Measured;
    return number ? QVariant(Qt::AlignRight | Qt::AlignVCenter) : QVariant(Qt::AlignLeft | Qt::AlignVCenter);
}

QVariant HistoryModel::data(const QModelIndex& index, int role) const
{
    const int evaluation = evaluationAt(index);
    if (evaluation < 0)
        return {};
    const int column = index.column();
    switch (role) {
    case Qt::DisplayRole:
        return textOf(evaluation, column);
    case Qt::ToolTipRole:
        return m_shown.linesOf(evaluation).join(QLatin1Char('\n'));
    case Qt::AccessibleTextRole:
        return column == 0 ? m_shown.linesOf(evaluation).join(QLatin1Char(' ')) : QVariant(textOf(evaluation, column));
    case Qt::DecorationRole:
        return column == Verdict ? m_marks[static_cast<std::size_t>(m_shown.evaluations()[at(evaluation)].verdict)]
                                 : QVariant();
    case Qt::TextAlignmentRole:
        return alignmentOf(column);
    case Qt::FontRole: {
        if (evaluation != m_shown.taken())
            return {};
        QFont strong;
        strong.setBold(true);
        return strong;
    }
    default:
        return {};
    }
}

QVariant HistoryModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    if (role == Qt::TextAlignmentRole)
        return alignmentOf(section);
    if (role != Qt::DisplayRole)
        return {};
    switch (section) {
    case Number:
        return tr("no.");
    case Move:
        return tr("change");
    case From:
        return tr("from");
    case Phase:
        return tr("phase");
    case Predicted:
        return tr("predicted");
    case Measured:
        return tr("measured");
    default:
        return tr("verdict");
    }
}

} // namespace sparsescope
