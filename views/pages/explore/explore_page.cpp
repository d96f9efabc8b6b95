// The strip of the Explore page.
#include "views/pages/explore/explore_page.h"

#include "views/pages/explore/matrix_panel.h"
#include "views/parts/strip_parts.h"
#include "views/parts/theme.h"
#include "views/tiles/tile_table.h"
#include "views/workspace/workspace.h"

#include <QHBoxLayout>
#include <QStackedWidget>
#include <QTabBar>
#include <QVBoxLayout>

namespace sparsescope {

ExplorePage::ExplorePage(Workspace& workspace, QWidget* parent) : QWidget(parent), m_workspace(workspace)
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    m_tabs = makeTabBar();
    m_tabs->setAccessibleName(tr("Parts of the matrix"));
    m_tabs->addTab(tr("Matrix"));
    m_tabs->addTab(tr("Tiles"));
    auto* row = new QHBoxLayout;
    row->setContentsMargins(space::between, 0, space::between, 4);
    row->addWidget(m_tabs);
    column->addLayout(row);
    m_pages = new QStackedWidget;
    column->addWidget(m_pages, 1);
    m_matrix = new MatrixPanel(workspace, m_pages);
    m_tiles = new TileTable(workspace, m_pages);
    m_pages->addWidget(m_matrix);
    m_pages->addWidget(m_tiles);
    connect(m_tabs, &QTabBar::currentChanged, this, [this](int tab) {
        if (m_workspace.plan()) // else nobody chose
            m_wantTiles = tab == 1;
        m_pages->setCurrentIndex(tab);
    });
    connect(&m_workspace, &Workspace::planChanged, this, &ExplorePage::refresh);
    refresh();
}

void ExplorePage::addTool(QWidget* tool)
{
    m_matrix->addTool(tool);
}

void ExplorePage::showTiles()
{
    m_wantTiles = true;
    refresh();
}

void ExplorePage::showMatrix()
{
    m_wantTiles = false;
    refresh();
}

bool ExplorePage::busy() const
{
    return m_tiles->busy();
}

// The tabs appear with the second of the two things to show.
void ExplorePage::refresh()
{
    const bool plan = m_workspace.plan() != nullptr;
    const bool tiles = plan && m_wantTiles;
    m_tabs->setVisible(plan);
    m_tabs->setCurrentIndex(tiles ? 1 : 0);
}

} // namespace sparsescope
