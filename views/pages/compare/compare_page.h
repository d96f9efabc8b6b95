// The strip of the Compare page: plans against each other, and sweeps.
#pragma once

#include "views/pages/page.h"

class QStackedWidget;
class QTabBar;

namespace sparsescope {

class BreakEvenView;
class PlansView;
class SweepsView;
class TwinCanvas;
class Workspace;

// Alt+5: plans against each other.
const PageDefinition& comparePage();

class ComparePage : public Page {
    Q_OBJECT
public:
    ComparePage(const PageParts& parts, QWidget* parent);

    PlansView& plans() { return *m_plans; }
    SweepsView& sweeps() { return *m_sweeps; }
    BreakEvenView& breakEvens() { return *m_breakEven; }
    void showPlans() { showTab(0); }
    void showSweeps() { showTab(1); }
    void showBreakEvens() { showTab(2); } // while masks are open

    void showView(std::string_view name) override;
    void computeView(std::string_view name) override;
    int extent(int room) const override;
    // The second map stands beside the canvas while plans are compared on this page.
    void setOnScreen(bool onScreen) override;
    bool busy() const override;
    QList<QAction*> fillMenu(PageMenu which, QMenu& menu) override;
    void updateActions() override;
    KeyTexts keys() const override;
    std::vector<TourStop> tour() override;

private:
    void showTab(int tab);
    void offerTabs();
    void arrange();

    Workspace& m_workspace;
    TwinCanvas& m_twin;
    QAction *m_add = nullptr, *m_addPublished = nullptr, *m_runPlanners = nullptr;
    QStackedWidget* m_views;
    QTabBar* m_tabs;
    PlansView* m_plans;
    SweepsView* m_sweeps;
    BreakEvenView* m_breakEven;
    bool m_onScreen = false;
};

} // namespace sparsescope
