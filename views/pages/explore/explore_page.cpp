// The strip of the Explore page.
#include "views/pages/explore/explore_page.h"

#include "views/canvas/canvas_link.h"
#include "views/heatmap/range_control.h"
#include "views/pages/explore/matrix_panel.h"
#include "views/parts/strip_parts.h"
#include "views/parts/theme.h"
#include "views/parts/yielding.h"
#include "views/replay/replay.h"
#include "views/tiles/tile_table.h"
#include "views/workspace/workspace.h"

#include <QHBoxLayout>
#include <QStackedWidget>
#include <QTabBar>
#include <QVBoxLayout>

namespace sparsescope {

const PageDefinition& explorePage()
{
    static const PageDefinition page{
        .key = "explore",
        .title = ExplorePage::tr("&Explore"),
        .tip = ExplorePage::tr("The matrix and its tiles"),
        .icon = QStringLiteral("explore"),
        .place = PagePlace::Below,
        .views = {{"explore", false}, {"heatmap", false}, {"tiles"}},
        .make = [](const PageParts& parts, QWidget* parent) -> Page* { return new ExplorePage(parts, parent); }};
    return page;
}

ExplorePage::ExplorePage(const PageParts& parts, QWidget* parent)
    : Page(explorePage(), parent), m_workspace(parts.workspace)
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
    m_pages = new ShownStack;
    column->addWidget(m_pages, 1);
    m_matrix = new MatrixPanel(m_workspace, m_pages);
    m_tiles = new TileTable(m_workspace, m_pages);
    m_pages->addWidget(m_matrix);
    m_pages->addWidget(m_tiles);
    auto* range = new RangeControl;
    range->attach(&parts.canvas);
    range->setColours(parts.canvas.colours());
    connect(&parts.link, &CanvasLink::coloursChanged, range,
            [range, canvas = &parts.canvas] { range->setColours(canvas->colours()); });
    m_matrix->addTool(range);
    connect(m_tabs, &QTabBar::currentChanged, this, [this](int tab) {
        if (m_workspace.attention().plan()) // else nobody chose
            m_wantTiles = tab == 1;
        m_pages->setCurrentIndex(tab);
    });
    listen(m_workspace.attention(), Attention::PlanChanged, this, &ExplorePage::refresh);
    refresh();
}

void ExplorePage::showView(std::string_view name)
{
    if (name == "tiles")
        showTiles();
}

int ExplorePage::extent(int) const
{
    return 270;
}

KeyTexts ExplorePage::keys() const
{
    return Replay::keys();
}

void ExplorePage::showTiles()
{
    m_wantTiles = true;
    refresh();
    Q_EMIT stripWanted();
}

void ExplorePage::showMatrix()
{
    m_wantTiles = false;
    refresh();
}

// The tabs appear with the second of the two things to show.
void ExplorePage::refresh()
{
    const bool plan = m_workspace.attention().plan() != nullptr;
    const bool tiles = plan && m_wantTiles;
    m_tabs->setVisible(plan);
    m_tabs->setCurrentIndex(tiles ? 1 : 0);
}

} // namespace sparsescope
