// The strip of the Compare page.
#include "views/pages/compare/compare_page.h"

#include "views/canvas/twin_canvas.h"
#include "views/pages/compare/break_even_view.h"
#include "views/pages/compare/plans_view.h"
#include "views/pages/compare/sweeps_view.h"
#include "views/parts/strip_parts.h"
#include "views/parts/theme.h"
#include "views/parts/yielding.h"

#include <QAction>
#include <QHBoxLayout>
#include <QStackedWidget>
#include <QTabBar>
#include <QVBoxLayout>

#include <algorithm>

namespace sparsescope {

const PageDefinition& comparePage()
{
    static const PageDefinition page{
        .key = "compare",
        .title = ComparePage::tr("C&ompare"),
        .tip = ComparePage::tr("Plans against each other, and sweeps"),
        .icon = QStringLiteral("compare"),
        .place = PagePlace::Below,
        .views = {{"compare"}, {"sweeps"}, {"planners"}, {"break-even"}},
        .make = [](const PageParts& parts, QWidget* parent) -> Page* { return new ComparePage(parts, parent); }};
    return page;
}

ComparePage::ComparePage(const PageParts& parts, QWidget* parent)
    : Page(comparePage(), parent), m_workspace(parts.workspace), m_twin(parts.twin)
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    m_tabs = makeTabBar();
    m_tabs->setAccessibleName(tr("Parts of the comparison"));
    m_tabs->addTab(tr("Plans"));
    m_tabs->addTab(tr("Sweeps"));
    m_tabs->addTab(tr("Break-even"));
    auto* row = new QHBoxLayout;
    row->setContentsMargins(space::between, 0, space::between, 4);
    row->addWidget(m_tabs);
    column->addLayout(row);
    m_views = new ShownStack;
    column->addWidget(m_views, 1);
    m_plans = new PlansView(m_workspace, m_views);
    m_sweeps = new SweepsView(m_workspace, m_views);
    m_views->addWidget(m_plans);
    m_views->addWidget(m_sweeps);
    m_breakEven = new BreakEvenView(m_workspace, m_views);
    m_views->addWidget(m_breakEven);
    connect(m_plans, &PlansView::secondChanged, this,
            [this](const PlanPtr& plan, const PlanFactsPtr& facts, const QString& first, const QString& second) {
                m_twin.setCaptions(first, second);
                m_twin.setSecond(plan, facts);
            });
    connect(m_tabs, &QTabBar::currentChanged, this, [this](int view) {
        m_views->setCurrentIndex(view);
        arrange();
        Q_EMIT extentChanged();
    });
    listen(m_workspace.document(), Document::MasksChanged, this, &ComparePage::offerTabs);
    offerTabs();
    arrange();
}

// Break-evens are of masks.
void ComparePage::offerTabs()
{
    const bool masks = m_workspace.document().masks() != nullptr;
    const int place = m_views->indexOf(m_breakEven);
    if (!masks && m_tabs->currentIndex() == place)
        showSweeps();
    m_tabs->setTabVisible(place, masks);
}

void ComparePage::showTab(int tab)
{
    m_tabs->setCurrentIndex(tab);
}

void ComparePage::showView(std::string_view name)
{
    if (name == "sweeps" || name == "planners")
        showSweeps();
    else if (name == "break-even" && m_workspace.document().masks())
        showBreakEvens();
}

void ComparePage::computeView(std::string_view name)
{
    if (name == "sweeps")
        m_sweeps->start();
    else if (name == "planners")
        m_sweeps->startPlanners();
    else if (name == "break-even")
        m_breakEven->start();
}

// The matrix that is open is none of those that break-evens are of: it keeps a small place.
int ComparePage::extent(int room) const
{
    if (m_views->currentWidget() == m_breakEven)
        return std::clamp(420, room / 2, std::max(room / 2, room - 200));
    return std::clamp(room * 45 / 100, 300, 420);
}

bool ComparePage::busy() const
{
    return m_twin.shown() && !m_twin.second().waitForRendered(1);
}

QList<QAction*> ComparePage::fillMenu(PageMenu which, QMenu& menu)
{
    switch (which) {
    case PageMenu::File:
        m_add = addEntry(menu, tr("&Add plans and sessions…"), QKeySequence(QStringLiteral("Ctrl+Shift+O")), [this] {
            Q_EMIT wanted();
            showPlans();
            m_plans->add();
        });
        m_addPublished = addEntry(menu, tr("Add published &numbers…"), {}, [this] {
            Q_EMIT wanted();
            showPlans();
            m_plans->addPublished();
        });
        return {m_add, m_addPublished};
    case PageMenu::Run:
        m_runPlanners = addEntry(menu, tr("Compare &planners"), {}, [this] {
            Q_EMIT wanted();
            showSweeps();
            m_sweeps->startPlanners();
        });
        return {m_runPlanners};
    case PageMenu::Edit:
    case PageMenu::Own:
        break;
    }
    return {};
}

void ComparePage::updateActions()
{
    m_add->setEnabled(m_workspace.document().matrix() != nullptr);
    m_addPublished->setEnabled(m_workspace.document().matrix() != nullptr);
    m_runPlanners->setEnabled(m_workspace.operations().whyNoSearch().isEmpty());
}

KeyTexts ComparePage::keys() const
{
    return {{tr("← →  ↑ ↓  ↵"), tr("in the plot of a sweep: next point, next line, open")}};
}

std::vector<TourStop> ComparePage::tour()
{
    if (!m_workspace.document().masks())
        return {};
    return {
        {tr("From where on the dense product is faster"),
         tr("Masks of the kind that is open are made anew with other values of a parameter, and planned: time against "
            "density, and every break-even marked. Masks that a file holds have no such parameter."),
         [this] { return parentWidget(); },
         [this] {
             Q_EMIT wanted();
             showBreakEvens();
             if (m_breakEven->summary().isEmpty() && !m_breakEven->busy())
                 m_breakEven->start();
         }}};
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
