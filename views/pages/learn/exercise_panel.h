// The exercise of a lesson's step: a question, what to answer it with, tries and hints, then the program's own answer
// with its arithmetic.
#pragma once

#include "engine/learn/results.h"

#include <QWidget>

#include <vector>

class QAbstractButton;
class QButtonGroup;
class QGridLayout;
class QLabel;
class QLineEdit;
class QPushButton;
class QVBoxLayout;

namespace sparsescope {

class LearnDesk;

class ExercisePanel : public QWidget {
    Q_OBJECT
public:
    explicit ExercisePanel(LearnDesk& desk, QWidget* parent = nullptr);
    void showExercise();                 // of the desk's step
    void setPresenting(bool presenting); // the answer is at hand at once
    QString verdict() const;             // of the last try, or the answer
    QRect answer() const;                // where verdict and reasons stand

Q_SIGNALS:
    void said();       // a verdict, or why there is none
    void drawWanted(); // on the matrix

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    // A cell with what is before it and whether it is right behind it.
    struct Cell {
        QLineEdit* edit;
        QLabel* mark;
    };
    void clearInputs();
    void addChoice(const QString& text, bool several);
    void addCells(const learn::ExerciseAnswer& answer);
    void addConditions(const learn::ExerciseAnswer& answer);
    void restore(const learn::Given& given);
    learn::Given given() const;
    bool isGiven() const;
    void check();
    void refresh();
    void refreshParts();
    QString verdictText(const learn::StepResult& result) const;

    LearnDesk& m_desk;
    QLabel *m_title, *m_question, *m_verdict, *m_hints, *m_explanation;
    QWidget* m_inputs = nullptr; // made anew for each exercise
    QButtonGroup* m_group = nullptr;
    std::vector<QAbstractButton*> m_buttons;
    std::vector<QLabel*> m_texts; // of the buttons, which cannot break their lines
    std::vector<Cell> m_cells;
    std::vector<QLabel*> m_conditions;
    std::vector<bool> m_judged; // the cells, at the last try
    QVBoxLayout* m_place;       // of the inputs
    QLineEdit* m_line;
    QPushButton *m_check, *m_draw, *m_show;
    QString m_unclear;
    bool m_presenting = false;
};

} // namespace sparsescope
