// A plan as a program of SparseTIR's language, in all its stages beside each other.
#pragma once

#include "views/pages/page.h"

#include <QString>

#include <cstddef>
#include <cstdint>
#include <utility>

class QCheckBox;
class QHBoxLayout;
class QLabel;
class QToolButton;

namespace sparsescope {

class ElidedLabel;
class ProgramModel;
class ProgramStepper;
class SchedulePanel;
class StageColumns;
class StageView;
class WalkPanel;
class Workspace;

// Alt+7: what a plan computes, from coordinates to offsets.
const PageDefinition& programPage();

class ProgramPage : public Page {
    Q_OBJECT
public:
    explicit ProgramPage(Workspace& workspace, QWidget* parent = nullptr);
    StageColumns& columns() { return *m_columns; }
    StageView& stage(std::size_t index);
    SchedulePanel& schedule() { return *m_schedule; }
    ProgramModel& model() { return *m_model; }
    ProgramStepper& stepper() { return *m_stepper; }
    WalkPanel& walk() { return *m_walk; }

    int extent(int room) const override;
    bool beside(int width) const override;
    bool busy() const override;
    QList<QAction*> moreActions() override;
    bool handleKey(QKeyEvent& event) override;
    void setReducedMotion(bool reduced) override;
    KeyTexts keys() const override;
    std::vector<TourStop> tour() override;

protected:
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void addStages();
    void fillMenus(QToolButton& copy, QToolButton& save);
    void showProgram();
    void showStages();
    void showSchedule();
    void showCheck();
    void step();
    void showWalk();
    void showStep();
    void point(std::size_t stage, int line, int place);
    void tellSides();
    void light();
    void lightTile();
    void followTile();
    void choose(std::size_t stage, int line);
    QString relatedLines(std::size_t stage) const;
    bool current(std::size_t stage) const; // it is of the program that is shown, not an older one
    std::size_t stages() const;            // of which each is a program; behind them is CUDA
    std::pair<std::size_t, int> programLine() const;
    void showCuda();
    void saveStage(std::size_t stage);
    void setIcons();

    Workspace& m_workspace;
    ProgramModel* m_model;
    ProgramStepper* m_stepper;
    WalkPanel* m_walk;
    ElidedLabel* m_title;
    QHBoxLayout* m_top;
    QWidget* m_choices;
    QCheckBox* m_untiled;
    QToolButton *m_check, *m_step, *m_back, *m_copy, *m_save;
    StageColumns* m_columns;
    SchedulePanel* m_schedule;
    QLabel *m_problem, *m_meaning;
    QList<QAction*> m_actions;
    // What is pointed at: a line of a stage, and a name in it. Line 0: nothing is.
    std::size_t m_stage = 0;
    int m_line = 0;
    QString m_name;
    Sides m_sides;          // that were told
    bool m_writing = false; // the program writes into the stages, nobody types
};

} // namespace sparsescope
