// The table of tiles, linked both ways with the selection that all views share. Its columns share the width there is.
#pragma once

#include <QTimer>
#include <QWidget>

#include <vector>

class QTableView;

namespace sparsescope {

class TileModel;
class Workspace;

// Pixels that a column of a table needs.
struct ColumnNeed {
    int least = 0;  // its cells are whole; its title may be cut, and is told on hover
    int title = 0;  // its title is whole too
    int wanted = 0; // with air
    bool shown = true;
};

// Widths that add up to `width` as long as that suffices for what is least; 0 for hidden columns. Room beyond what is
// wanted is shared out evenly.
std::vector<int> shareWidth(const std::vector<ColumnNeed>& needs, int width);

class TileTable : public QWidget {
    Q_OBJECT
public:
    explicit TileTable(Workspace& workspace, QWidget* parent = nullptr);

    TileModel& model() { return *m_model; }
    QTableView& table() { return *m_table; }

protected:
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;
    bool eventFilter(QObject* object, QEvent* event) override;

private:
    void measureColumns();
    void measureSoon();
    void fitColumns();
    void showSelection();
    void adoptPlan();
    void adoptRun();

    Workspace& m_workspace;
    TileModel* m_model;
    QTableView* m_table;
    std::vector<ColumnNeed> m_needs; // one a column
    QTimer m_measure;                // once, however many things of a plan came
    bool m_following = false;        // the table is being moved to the selection, not by the user
    bool m_fitting = false;          // widths are being set by the table, not by the user
    bool m_byHand = false;           // the user has dragged a column: its widths stay until the next plan
};

} // namespace sparsescope
