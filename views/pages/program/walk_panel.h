// Beside a program that is gone through statement by statement: the small matrix and the arrays with what the statement
// reads and writes, and the steps.
#pragma once

#include <QWidget>

class QLabel;
class QTabBar;

namespace sparsescope {

class ProgramStepper;
class SceneView;

class WalkPanel : public QWidget {
    Q_OBJECT
public:
    explicit WalkPanel(ProgramStepper& stepper, QWidget* parent = nullptr);
    SceneView& picture() { return *m_picture; }
    // Which stage is chosen here, or elsewhere.
    void setOffersStages(bool offers);

private:
    void showWalk();
    void showStep(bool other);

    ProgramStepper& m_stepper;
    QTabBar* m_stages;
    QLabel* m_on;
    SceneView* m_picture;
};

} // namespace sparsescope
