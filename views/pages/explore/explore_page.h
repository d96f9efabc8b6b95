// The strip of the Explore page: what the matrix is like, and the table of its tiles once there is a plan.
#pragma once

#include <QWidget>

class QStackedWidget;
class QTabBar;

namespace sparsescope {

class MatrixPanel;
class TileTable;
class Workspace;

class ExplorePage : public QWidget {
    Q_OBJECT
public:
    explicit ExplorePage(Workspace& workspace, QWidget* parent = nullptr);

    void showTiles();
    void showMatrix();
    TileTable& tiles() { return *m_tiles; }
    bool busy() const;
    // Beside the statistics of the matrix.
    void addTool(QWidget* tool);

private:
    void refresh();

    Workspace& m_workspace;
    QTabBar* m_tabs;
    QStackedWidget* m_pages;
    MatrixPanel* m_matrix;
    TileTable* m_tiles;
    bool m_wantTiles = true;
};

} // namespace sparsescope
