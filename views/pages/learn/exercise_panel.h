// The exercise of a lesson's step: a question, an answer to give, and the program's own answer with its arithmetic.
#pragma once

#include "engine/learn/lesson.h"

#include <QWidget>

#include <vector>

class QButtonGroup;
class QLabel;
class QLineEdit;
class QPushButton;
class QRadioButton;
class QVBoxLayout;

namespace sparsescope {

class ExercisePanel : public QWidget {
    Q_OBJECT
public:
    explicit ExercisePanel(QWidget* parent = nullptr);
    // The exercise belongs to this state, whatever is shown by now.
    void setExercise(const learn::Exercise& exercise, const learn::LearnState& state);
    QString verdict() const; // after Check
    QRect answer() const;    // where verdict and reasons stand
    // The answer can be read off the numbers of the formats, and is not given yet.
    bool asksForNumbers() const;

Q_SIGNALS:
    void checked();
    void said(); // a verdict, or why there is none

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void addChoice(const QString& text);
    void check();
    void refresh();

    learn::ExerciseAnswer m_answer;
    bool m_computed = false;
    QLabel *m_title, *m_question, *m_verdict, *m_explanation;
    QVBoxLayout* m_choices;
    QButtonGroup* m_group;
    std::vector<QRadioButton*> m_buttons;
    std::vector<QLabel*> m_texts; // of the buttons, which cannot break their lines
    QLineEdit* m_number;
    QPushButton* m_check;
};

} // namespace sparsescope
