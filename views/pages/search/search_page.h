// The strip of the Search page: transport and curves; beside them, one at a time, why this tile, what if by hand, what
// if with other costs, and the planner's options. Rewrite rules take all of it: their list, and the one that is edited.
#pragma once

#include <QWidget>
#include <nlohmann/json_fwd.hpp>

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
class RulesDocument;
class RulesList;
class Workspace;

class SearchPage : public QWidget {
    Q_OBJECT
public:
    SearchPage(Workspace& workspace, Replay& replay, PlanEditor& editor, QWidget* parent = nullptr);

    enum class Tab { Why, Edit, Costs, Planner, Rules };
    void showTab(Tab tab);
    RulesDocument& rules() { return *m_rules; }
    void search(); // by the rules where they are shown, else by the planner

protected:
    bool event(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;

private:
    QWidget* makeCurves();
    void tabShown(int tab);
    bool rulesShown() const;
    nlohmann::json options() const;
    QWidget* makeTabs(PlanEditor& editor);
    void showRound();
    void showJob();
    void showOptions();

    Workspace& m_workspace;
    Replay& m_replay;
    RulesDocument* m_rules;
    RulesList* m_list;
    QStackedWidget *m_left, *m_tabs;
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
