// The strip of the Measure page: how fast is the plan, was the cost model right, and what holds it up? The headline and
// the conditions of the measurement stay in sight above one view at a time.
#pragma once

#include "views/pages/measure/measure_text.h"
#include "views/pages/page.h"

class QLabel;
class QPushButton;
class QStackedWidget;
class QTabBar;
class QTableView;

namespace sparsescope {

class BaselineModel;
class CounterModel;
class CounterPage;
class KindPage;
class MasksPage;
class OverviewPage;
class PlanEditor;
class RooflinePage;
class SchedulePage;
class ScatterPage;
class ScatterView;
class SubtaskPage;
class Workspace;
struct Advice;
struct Trial;

// Alt+4: what was predicted against what was measured.
const PageDefinition& measurePage();

class MeasurePage : public Page {
    Q_OBJECT
public:
    MeasurePage(Workspace& workspace, PlanEditor& editor, QWidget* parent = nullptr);

    MeasureView view() const;
    void setView(MeasureView view); // unless there is nothing to see there

    OverviewPage& overview() { return *m_overview; }
    SchedulePage& schedule() { return *m_schedule; }
    ScatterPage& model() { return *m_model; }
    ScatterView& scatter();
    RooflinePage& roofline() { return *m_roofline; }
    SubtaskPage& subtasks() { return *m_subtasks; }
    KindPage& kinds() { return *m_kinds; }
    CounterPage& counterPage() { return *m_counters; }
    CounterModel& counters();
    QTableView& baselines() { return *m_baselines; }
    MasksPage& masks() { return *m_masks; }
    QTabBar& tabs() { return *m_tabs; }

    QString saturatedText() const;
    QString inSituText() const;

    void showView(std::string_view name) override;
    int extent(int room) const override;
    bool busy() const override;
    QList<QAction*> fillMenu(PageMenu which, QMenu& menu) override;
    void updateActions() override;
    KeyTexts keys() const override;
    std::vector<TourStop> tour() override;

Q_SIGNALS:
    void viewChanged();

private:
    QWidget* makeResults();
    QWidget* makeEmpty();
    QWidget* makeBaselines();
    void refresh();
    void offerViews();
    void showHeading();
    void showMasksHeading();
    void showEmpty();
    void step(int by);
    void showFindings();
    void tryOut(const Advice& advice);
    void searchFor(const Trial& trial);
    void showJob();

    Workspace& m_workspace;
    PlanEditor& m_editor;
    QStackedWidget *m_pages, *m_views;
    QTabBar* m_tabs;
    QLabel *m_time, *m_headline, *m_conditions, *m_verified;
    QLabel *m_why, *m_whatWorks, *m_progress;
    QPushButton *m_run, *m_runFirst, *m_check;
    QAction *m_runAction = nullptr, *m_checkAction = nullptr;
    OverviewPage* m_overview;
    SchedulePage* m_schedule;
    ScatterPage* m_model;
    RooflinePage* m_roofline;
    SubtaskPage* m_subtasks;
    KindPage* m_kinds;
    CounterPage* m_counters;
    BaselineModel* m_baselineModel;
    QTableView* m_baselines;
    MasksPage* m_masks;
};

} // namespace sparsescope
