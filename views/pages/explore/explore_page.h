// The strip of the Explore page: what the matrix is like, and the table of its tiles once there is a plan.
#pragma once

#include "views/pages/page.h"

class QStackedWidget;
class QTabBar;

namespace sparsescope {

class MatrixPanel;
class TileTable;
class Workspace;

// Alt+1: the matrix and its tiles.
const PageDefinition& explorePage();

class ExplorePage : public Page {
    Q_OBJECT
public:
    ExplorePage(const PageParts& parts, QWidget* parent);

    void showTiles();
    void showMatrix();
    TileTable& tiles() { return *m_tiles; }

    void showView(std::string_view name) override;
    int extent(int room) const override;
    KeyTexts keys() const override;

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
