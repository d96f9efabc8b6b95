// The roofline with what limits the plan, in words and numbers.
#pragma once

#include "views/pages/measure/roofline_view.h"
#include "views/workspace/workspace.h"

#include <QWidget>

#include <array>

class QGridLayout;
class QLabel;

namespace sparsescope {

class RooflinePage : public QWidget {
    Q_OBJECT
public:
    explicit RooflinePage(Workspace& workspace, QWidget* parent = nullptr);
    RooflineView& view() { return *m_view; }
    const Roofline& roofline() const { return m_roofline; }
    const Rates& rates() const { return m_rates; } // of the GPU that it ran on

Q_SIGNALS:
    void ready();

private:
    void load();
    void showNumbers(const KnownRates& rates);
    void showSelection();

    Workspace& m_workspace;
    ProfilePtr m_profile;
    PlanPtr m_plan;
    Roofline m_roofline;
    Rates m_rates;
    RooflineView* m_view;
    QLabel *m_limit, *m_note, *m_limits;
    std::array<std::array<QLabel*, 3>, 3> m_floors; // name, time, share
};

} // namespace sparsescope
