// The strip of the Explore page.
#include "views/explore/explore_page.h"

#include "views/explore/matrix_panel.h"
#include "views/theme.h"
#include "views/tiles/tile_table.h"
#include "views/workspace/workspace.h"

#include <QButtonGroup>
#include <QHBoxLayout>
#include <QStackedWidget>
#include <QToolButton>
#include <QVBoxLayout>

namespace sparsescope {

ExplorePage::ExplorePage(Workspace& workspace, QWidget* parent) : QWidget(parent), m_workspace(workspace)
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    auto* row = new QHBoxLayout;
    row->setContentsMargins(space::inside, 4, space::inside, 4);
    row->setSpacing(4);
    auto* group = new QButtonGroup(this);
    const auto tab = [&](const QString& text) {
        auto* b = new QToolButton;
        b->setText(text);
        b->setCheckable(true);
        group->addButton(b);
        row->addWidget(b);
        return b;
    };
    m_matrixTab = tab(tr("Matrix"));
    m_tilesTab = tab(tr("Tiles"));
    row->addStretch(1);
    column->addLayout(row);
    m_pages = new QStackedWidget;
    m_matrix = new MatrixPanel(workspace);
    m_tiles = new TileTable(workspace);
    m_pages->addWidget(m_matrix);
    m_pages->addWidget(m_tiles);
    column->addWidget(m_pages, 1);
    connect(m_matrixTab, &QToolButton::clicked, this, &ExplorePage::showMatrix);
    connect(m_tilesTab, &QToolButton::clicked, this, &ExplorePage::showTiles);
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
    m_matrixTab->setVisible(plan);
    m_tilesTab->setVisible(plan);
    m_matrixTab->setChecked(!tiles);
    m_tilesTab->setChecked(tiles);
    m_pages->setCurrentIndex(tiles ? 1 : 0);
}

} // namespace sparsescope
