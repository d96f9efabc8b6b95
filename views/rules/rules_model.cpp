#include "views/rules/rules_model.h"

#include "views/parts/bar_below.h"
#include "views/parts/numbers.h"
#include "views/rules/rules_document.h"

namespace sparsescope {

RulesModel::RulesModel(RulesDocument& document, QObject* parent)
    : QAbstractTableModel(parent), m_document(document), m_rows(document.size())
{
    connect(&m_document, &RulesDocument::changed, this, &RulesModel::refresh);
    connect(&m_document, &RulesDocument::countsChanged, this, &RulesModel::refresh);
}

void RulesModel::refresh()
{
    if (m_rows != m_document.size()) {
        beginResetModel();
        m_rows = m_document.size();
        endResetModel();
    } else {
        Q_EMIT dataChanged(index(0, 0), index(m_rows - 1, columns - 1));
    }
}

void RulesModel::setColors(const Colors& colors)
{
    m_colors = colors;
    Q_EMIT dataChanged(index(0, 0), index(m_rows - 1, columns - 1));
}

int RulesModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : m_rows;
}

int RulesModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : columns;
}

QVariant RulesModel::data(const QModelIndex& index, int role) const
{
    const int row = index.row(), column = index.column();
    if (!index.isValid() || row >= m_document.size())
        return {};
    const bool number = column == Number || column == NonZeros || column == Share;
    if (role == Qt::TextAlignmentRole)
        return QVariant::fromValue(Qt::Alignment((number ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter));
    const QString problem = m_document.problem(row);
    if (!problem.isEmpty() && (role == Qt::ToolTipRole || (role == Qt::DisplayRole && column == Takes)))
        return role == Qt::ToolTipRole ? problem.toHtmlEscaped() : problem;
    if (!problem.isEmpty() && role == Qt::ForegroundRole && !number)
        return m_colors.bad;
    const auto taken = m_document.taken(row);
    const MatrixPtr matrix = m_document.workspace().document().matrix();
    if (column == NonZeros || column == Share) {
        const bool known = taken && matrix && problem.isEmpty();
        const double share =
            known && matrix->nnz() > 0 ? static_cast<double>(*taken) / static_cast<double>(matrix->nnz()) : 0;
        if (role == Qt::DisplayRole)
            return !known ? QStringLiteral("–") : column == NonZeros ? countText(*taken) : percentText(share);
        if (role == BarBelow::barRole && column == Share && known && share > 0)
            return share;
        if (role == Qt::ForegroundRole && (!known || !m_document.counted() || *taken == 0))
            return m_colors.secondary;
        if (role == Qt::ToolTipRole && known)
            return tr("Takes %1 of the %2 of the matrix.")
                .arg(countText(*taken), countOf(matrix->nnz(), tr("non-zero"), tr("non-zeros")));
        return {};
    }
    if (role == Qt::ToolTipRole && column == Takes)
        return m_document.takesText(row);
    if (role != Qt::DisplayRole)
        return {};
    return column == Number   ? QString::number(row + 1)
           : column == Format ? m_document.formatText(row)
                              : m_document.takesText(row);
}

QVariant RulesModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    const bool number = section == Number || section == NonZeros || section == Share;
    if (role == Qt::TextAlignmentRole)
        return QVariant::fromValue(Qt::Alignment((number ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter));
    const QString names[columns] = {QString(), tr("format"), tr("takes"), tr("non-zeros"), tr("share")};
    return role == Qt::DisplayRole ? QVariant(names[section]) : QVariant();
}

} // namespace sparsescope
