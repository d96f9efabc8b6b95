// The strip of the Explore page: what the matrix is like, and once there is a plan the table of its tiles, and of one
// with micro-tiles the dense tiles that these are gathered into.
#pragma once

#include "views/pages/page.h"

class QStackedWidget;
class QTabBar;

namespace sparsescope {

class MatrixPanel;
class PackedPanel;
class TileTable;
class Workspace;

// Alt+1: the matrix and its tiles.
const PageDefinition& explorePage();

class ExplorePage : public Page {
    Q_OBJECT
public:
    ExplorePage(const PageParts& parts, QWidget* parent);

    void showTiles();
    void showPacked();
    void showMatrix();
    TileTable& tiles() { return *m_tiles; }
    PackedPanel& packed() { return *m_packed; }

    void showView(std::string_view name) override;
    int extent(int room) const override;
    void setReducedMotion(bool reduced) override;
    bool busy() const override;
    KeyTexts keys() const override;
    std::vector<TourStop> tour() override;

private:
    enum Tab { Matrix, Tiles, Packed };
    void show(Tab tab);
    void refresh();

    Workspace& m_workspace;
    QTabBar* m_tabs;
    QStackedWidget* m_pages;
    MatrixPanel* m_matrix;
    TileTable* m_tiles;
    PackedPanel* m_packed;
    Tab m_wanted = Tiles;
    bool m_refreshing = false; // nobody chose
};

} // namespace sparsescope
