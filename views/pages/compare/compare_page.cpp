// The strip of the Compare page.
#include "views/pages/compare/compare_page.h"

#include "views/canvas/twin_canvas.h"
#include "views/pages/compare/plans_view.h"
#include "views/pages/compare/sweeps_view.h"
#include "views/parts/strip_parts.h"
#include "views/parts/theme.h"

#include <QHBoxLayout>
#include <QStackedWidget>
#include <QTabBar>
#include <QVBoxLayout>

namespace sparsescope {

ComparePage::ComparePage(Workspace& workspace, TwinCanvas& twin, QWidget* parent) : QWidget(parent), m_twin(twin)
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    m_tabs = makeTabBar();
    m_tabs->setAccessibleName(tr("Parts of the comparison"));
    m_tabs->addTab(tr("Plans"));
    m_tabs->addTab(tr("Sweeps"));
    auto* row = new QHBoxLayout;
    row->setContentsMargins(space::between, 0, space::between, 4);
    row->addWidget(m_tabs);
    column->addLayout(row);
    m_views = new QStackedWidget;
    column->addWidget(m_views, 1);
    m_plans = new PlansView(workspace, m_views);
    m_sweeps = new SweepsView(workspace, m_views);
    m_views->addWidget(m_plans);
    m_views->addWidget(m_sweeps);
    connect(m_plans, &PlansView::secondChanged, this,
            [this](const PlanPtr& plan, const PlanFactsPtr& facts, const QString& first, const QString& second) {
                m_twin.setCaptions(first, second);
                m_twin.setSecond(plan, facts);
            });
    connect(m_tabs, &QTabBar::currentChanged, this, [this](int view) {
        m_views->setCurrentIndex(view);
        arrange();
    });
    arrange();
}

void ComparePage::showView(int view)
{
    m_tabs->setCurrentIndex(view);
}

void ComparePage::setOnScreen(bool onScreen)
{
    m_onScreen = onScreen;
    arrange();
}

void ComparePage::arrange()
{
    m_twin.setShown(m_onScreen && m_views->currentIndex() == 0);
}

} // namespace sparsescope
