// The strip of the Compare page.
#include "views/compare/compare_page.h"

#include "views/compare/plans_view.h"
#include "views/compare/sweeps_view.h"
#include "views/compare/twin_canvas.h"
#include "views/theme.h"

#include <QButtonGroup>
#include <QHBoxLayout>
#include <QStackedWidget>
#include <QToolButton>
#include <QVBoxLayout>

namespace sparsescope {

ComparePage::ComparePage(Workspace& workspace, TwinCanvas& twin, QWidget* parent) : QWidget(parent), m_twin(twin)
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    auto* row = new QHBoxLayout;
    row->setContentsMargins(space::inside, 4, space::inside, 4);
    row->setSpacing(4);
    auto* group = new QButtonGroup(this);
    const QString names[] = {tr("Plans"), tr("Sweeps")};
    for (int i = 0; i < 2; ++i) {
        m_tabs[i] = new QToolButton;
        m_tabs[i]->setText(names[i]);
        m_tabs[i]->setCheckable(true);
        group->addButton(m_tabs[i]);
        row->addWidget(m_tabs[i]);
        connect(m_tabs[i], &QToolButton::clicked, this, [this, i] { showView(i); });
    }
    row->addStretch(1);
    column->addLayout(row);
    m_views = new QStackedWidget;
    m_plans = new PlansView(workspace);
    m_sweeps = new SweepsView(workspace);
    m_views->addWidget(m_plans);
    m_views->addWidget(m_sweeps);
    column->addWidget(m_views, 1);
    connect(m_plans, &PlansView::secondChanged, this,
            [this](const PlanPtr& plan, const PlanFactsPtr& facts, const QString& first, const QString& second) {
                m_twin.setCaptions(first, second);
                m_twin.setSecond(plan, facts);
            });
    showView(0);
}

void ComparePage::showView(int view)
{
    m_tabs[view]->setChecked(true);
    m_views->setCurrentIndex(view);
    arrange();
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
