// The table of tiles, linked both ways with the selection that all views share.
#pragma once

#include <QWidget>

class QTableView;

namespace sparsescope {

class TileModel;
class Workspace;

class TileTable : public QWidget {
    Q_OBJECT
public:
    explicit TileTable(Workspace& workspace, QWidget* parent = nullptr);

    TileModel& model() { return *m_model; }
    QTableView& table() { return *m_table; }
    bool busy() const;

private:
    void showSelection();
    void adoptPlan();
    void adoptRun();

    Workspace& m_workspace;
    TileModel* m_model;
    QTableView* m_table;
    bool m_following = false; // the table is being moved to the selection, not by the user
};

} // namespace sparsescope
