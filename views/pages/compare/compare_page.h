// The strip of the Compare page: plans against each other, and sweeps.
#pragma once

#include <QWidget>

class QStackedWidget;
class QTabBar;

namespace sparsescope {

class PlansView;
class SweepsView;
class TwinCanvas;
class Workspace;

class ComparePage : public QWidget {
    Q_OBJECT
public:
    ComparePage(Workspace& workspace, TwinCanvas& twin, QWidget* parent = nullptr);

    PlansView& plans() { return *m_plans; }
    SweepsView& sweeps() { return *m_sweeps; }
    void showPlans() { showView(0); }
    void showSweeps() { showView(1); }
    // The second map stands beside the canvas while plans are compared on this page.
    void setOnScreen(bool onScreen);

private:
    void showView(int view);
    void arrange();

    TwinCanvas& m_twin;
    QStackedWidget* m_views;
    QTabBar* m_tabs;
    PlansView* m_plans;
    SweepsView* m_sweeps;
    bool m_onScreen = false;
};

} // namespace sparsescope
