// The strip of the Search page: transport and curves, the round in words, the planner's options.
#pragma once

#include <QWidget>

class QLabel;
class QProgressBar;
class QPushButton;

namespace sparsescope {

class OptionsForm;
class Replay;
class Workspace;

class SearchPage : public QWidget {
    Q_OBJECT
public:
    SearchPage(Workspace& workspace, Replay& replay, QWidget* parent = nullptr);

private:
    void showRound();
    void showJob();
    void showOptions();

    Workspace& m_workspace;
    QLabel *m_roundTitle, *m_round;
    QLabel *m_planner, *m_job;
    QProgressBar* m_progress;
    OptionsForm* m_options;
    QPushButton* m_search;
    QString m_shownPlanner;
};

} // namespace sparsescope
