// The bookmarks of the session as a list.
#include "views/session/bookmark_model.h"

#include "views/session/view_keeper.h"
#include "views/workspace/workspace.h"

#include <QDateTime>
#include <QLocale>
#include <QScopedValueRollback>

namespace sparsescope {

BookmarkModel::BookmarkModel(Workspace& workspace, const ViewKeeper& keeper, QObject* parent)
    : QAbstractListModel(parent), m_workspace(workspace), m_keeper(keeper)
{
    listen(m_workspace.document(), Document::BookmarksChanged, this, [this] {
        if (m_mine)
            return;
        beginResetModel();
        endResetModel();
    });
}

int BookmarkModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_workspace.document().bookmarks().size());
}

const session::SavedView& BookmarkModel::view(int row) const
{
    return m_workspace.document().bookmarks().at(static_cast<std::size_t>(row));
}

QVariant BookmarkModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid() || index.row() >= rowCount())
        return {};
    const session::SavedView& shown = view(index.row());
    switch (role) {
    case Qt::DisplayRole:
    case Qt::EditRole:
        return QString::fromStdString(shown.name);
    case Qt::ToolTipRole:
    case Qt::AccessibleDescriptionRole: {
        const QDateTime made = QDateTime::fromString(QString::fromStdString(shown.created), Qt::ISODate).toLocalTime();
        return tr("%1; made on %2")
            .arg(m_keeper.describe(shown),
                 QLocale(QLocale::English).toString(made, QStringLiteral("d MMMM yyyy, HH:mm")));
    }
    default:
        return {};
    }
}

bool BookmarkModel::setData(const QModelIndex& index, const QVariant& value, int role)
{
    const QString name = value.toString().trimmed();
    if (!index.isValid() || role != Qt::EditRole || name.isEmpty())
        return false;
    const QScopedValueRollback mine(m_mine, true);
    std::vector<session::SavedView> all = m_workspace.document().bookmarks();
    all.at(static_cast<std::size_t>(index.row())).name = name.toStdString();
    m_workspace.document().setBookmarks(std::move(all));
    Q_EMIT dataChanged(index, index);
    return true;
}

Qt::ItemFlags BookmarkModel::flags(const QModelIndex& index) const
{
    return QAbstractListModel::flags(index) | (index.isValid() ? Qt::ItemIsEditable : Qt::NoItemFlags);
}

bool BookmarkModel::removeRows(int row, int count, const QModelIndex& parent)
{
    if (parent.isValid() || row < 0 || count < 1 || row + count > rowCount())
        return false;
    const QScopedValueRollback mine(m_mine, true);
    beginRemoveRows({}, row, row + count - 1);
    std::vector<session::SavedView> all = m_workspace.document().bookmarks();
    all.erase(all.begin() + row, all.begin() + row + count);
    m_workspace.document().setBookmarks(std::move(all));
    endRemoveRows();
    return true;
}

} // namespace sparsescope
