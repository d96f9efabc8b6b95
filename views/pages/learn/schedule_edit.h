// The schedule of a program as a student writes it: below a button, a step a line, or one of those that are legal.
#pragma once

#include <QToolButton>

class QLabel;
class QMenu;
class QPlainTextEdit;
class QTimer;

namespace sparsescope {

class LearnDesk;

class ScheduleEdit : public QToolButton {
    Q_OBJECT
public:
    explicit ScheduleEdit(LearnDesk& desk, QWidget* parent = nullptr);

    QPlainTextEdit& editor() { return *m_text; }
    void apply(); // what is written, to the desk: it may be refused

private:
    void read();      // what the desk has
    void fillSteps(); // those that are legal behind the ones that are there
    void showProblem();

    LearnDesk& m_desk;
    QPlainTextEdit* m_text;
    QLabel* m_problem;
    QMenu* m_steps;
    QTimer* m_typed; // ends when nothing was typed for a while
};

} // namespace sparsescope
