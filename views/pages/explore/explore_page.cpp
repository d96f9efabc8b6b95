// The strip of the Explore page.
#include "views/pages/explore/explore_page.h"

#include "engine/plan/dynamic/dense_tiles.h"
#include "views/canvas/canvas_link.h"
#include "views/heatmap/range_control.h"
#include "views/pages/explore/matrix_panel.h"
#include "views/pages/explore/packed_panel.h"
#include "views/parts/strip_parts.h"
#include "views/parts/theme.h"
#include "views/parts/yielding.h"
#include "views/replay/replay.h"
#include "views/tiles/tile_table.h"
#include "views/workspace/workspace.h"

#include <QHBoxLayout>
#include <QScopedValueRollback>
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
        .views = {{"explore", false}, {"heatmap", false}, {"tiles"}, {"packed"}},
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
    m_tabs->addTab(tr("Packed"));
    m_tabs->setTabToolTip(Packed, tr("Micro-tiles side by side, as a dynamic plan gathers them"));
    auto* row = new QHBoxLayout;
    row->setContentsMargins(space::between, 0, space::between, 4);
    row->addWidget(m_tabs);
    column->addLayout(row);
    m_pages = new ShownStack;
    column->addWidget(m_pages, 1);
    m_matrix = new MatrixPanel(m_workspace, m_pages);
    m_tiles = new TileTable(m_workspace, m_pages);
    m_packed = new PackedPanel(m_workspace, parts.canvas, parts.panels, m_pages);
    m_pages->addWidget(m_matrix);
    m_pages->addWidget(m_tiles);
    m_pages->addWidget(m_packed);
    auto* range = new RangeControl;
    range->attach(&parts.canvas);
    range->setColours(parts.canvas.colours());
    connect(&parts.link, &CanvasLink::coloursChanged, range,
            [range, canvas = &parts.canvas] { range->setColours(canvas->colours()); });
    m_matrix->addTool(range);
    connect(m_matrix, &MatrixPanel::sliceWanted, this, &ExplorePage::sliceWanted);
    connect(m_tabs, &QTabBar::currentChanged, this, [this](int tab) {
        if (!m_refreshing)
            m_wanted = static_cast<Tab>(tab);
        m_pages->setCurrentIndex(tab);
    });
    listen(m_workspace.attention(), Attention::PlanChanged, this, &ExplorePage::refresh);
    refresh();
}

void ExplorePage::showView(std::string_view name)
{
    if (name == "tiles")
        showTiles();
    else if (name == "packed")
        showPacked();
}

int ExplorePage::extent(int) const
{
    return 270;
}

void ExplorePage::setReducedMotion(bool reduced)
{
    m_packed->setReducedMotion(reduced);
}

bool ExplorePage::busy() const
{
    return m_packed->busy();
}

KeyTexts ExplorePage::keys() const
{
    return Replay::keys() +
           KeyTexts{{tr("← →  ↑ ↓"), tr("in the packed view: next dense tile, next bucket")},
                    {tr("+  −"), tr("in the packed view: larger tiles, smaller tiles")},
                    {tr("Return"), tr("in the packed view: gather the micro-tiles, or put them back")}};
}

std::vector<TourStop> ExplorePage::tour()
{
    if (!m_tabs->isTabVisible(Packed))
        return {};
    return {
        {tr("Micro-tiles become dense tiles"),
         tr("A row is a bucket: micro-tiles of the mask that hold something, side by side in the dense tiles that are "
            "multiplied. A click on one draws lines to where its micro-tiles lie, and Gather moves them in."),
         [this] { return parentWidget(); },
         [this] {
             Q_EMIT wanted();
             showPacked();
         }}};
}

void ExplorePage::show(Tab tab)
{
    m_wanted = tab;
    refresh();
}

void ExplorePage::showTiles()
{
    show(Tiles);
    Q_EMIT stripWanted();
}

void ExplorePage::showPacked()
{
    show(Packed);
    Q_EMIT stripWanted();
}

void ExplorePage::showMatrix()
{
    show(Matrix);
}

// The tabs appear with the second of the things to show.
void ExplorePage::refresh()
{
    const QScopedValueRollback refreshing(m_refreshing, true);
    const PlanPtr plan = m_workspace.attention().plan();
    const bool packed = plan && hasDenseTiles(*plan);
    m_tabs->setVisible(plan != nullptr);
    m_tabs->setTabVisible(Packed, packed);
    m_tabs->setCurrentIndex(!plan ? Matrix : m_wanted == Packed && !packed ? Tiles : m_wanted);
}

} // namespace sparsescope
