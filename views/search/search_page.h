// The strip of the Search page: transport and curves; beside them, one at a time, why this tile, what if by hand, what
// if with other costs, and the planner's options.
#pragma once

#include <QWidget>

class QLabel;
class QProgressBar;
class QPushButton;
class QStackedWidget;
class QTabBar;
class QTextEdit;
class QVBoxLayout;

namespace sparsescope {

class OptionsForm;
class PlanEditor;
class Replay;
class Workspace;

class SearchPage : public QWidget {
    Q_OBJECT
public:
    SearchPage(Workspace& workspace, Replay& replay, PlanEditor& editor, QWidget* parent = nullptr);

    enum class Tab { Why, Edit, Costs, Planner };
    void showTab(Tab tab);

private:
    QWidget* makeCurves();
    QWidget* makeTabs(PlanEditor& editor);
    void showRound();
    void showJob();
    void showOptions();

    Workspace& m_workspace;
    Replay& m_replay;
    QStackedWidget* m_tabs;
    QTabBar* m_names;
    QLabel* m_roundTitle;
    QTextEdit* m_round; // laid out once for what is in view; a label would several times a step
    QLabel *m_planner, *m_job;
    QProgressBar* m_progress;
    OptionsForm* m_options;
    QPushButton* m_search;
    QString m_shownPlanner;
};

} // namespace sparsescope
