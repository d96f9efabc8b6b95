// The bookmarks of the session as a list whose names can be edited.
#pragma once

#include "engine/session/saved_view.h"

#include <QAbstractListModel>

namespace sparsescope {

class ViewKeeper;
class Workspace;

class BookmarkModel : public QAbstractListModel {
    Q_OBJECT
public:
    BookmarkModel(Workspace& workspace, const ViewKeeper& keeper, QObject* parent = nullptr);

    int rowCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override; // the name; on hover what it shows
    bool setData(const QModelIndex& index, const QVariant& value, int role) override;
    Qt::ItemFlags flags(const QModelIndex& index) const override;
    bool removeRows(int row, int count, const QModelIndex& parent = {}) override;

    const session::SavedView& view(int row) const;

private:
    Workspace& m_workspace;
    const ViewKeeper& m_keeper;
    bool m_mine = false; // the change comes from here
};

} // namespace sparsescope
