// The lecturer's fields: title and author of the lesson, title, notes and exercise of the step, and the order of steps.
#pragma once

#include "engine/learn/lesson.h"

#include <QWidget>

class QComboBox;
class QFormLayout;
class QLineEdit;
class QPlainTextEdit;
class QPushButton;
class QSpinBox;

namespace sparsescope {

class LearnDesk;

class LessonEditor : public QWidget {
    Q_OBJECT
public:
    explicit LessonEditor(LearnDesk& desk, QWidget* parent = nullptr);
    QPlainTextEdit& note() { return *m_note; }

private:
    void load();
    void keepTexts();
    void keepExercise();
    void keepSolution();
    learn::Exercise written() const; // by the fields
    void showKind();

    LearnDesk& m_desk;
    QLineEdit *m_title, *m_author, *m_stepTitle, *m_question, *m_answer, *m_tolerance, *m_array, *m_blank, *m_why;
    // m_lines: choices, texts that are right, or conditions
    QPlainTextEdit *m_note, *m_instructor, *m_lines, *m_hints;
    QComboBox *m_kind, *m_format;
    QSpinBox* m_tries;
    QPushButton *m_use, *m_add, *m_remove, *m_up, *m_down, *m_solution;
    bool m_loading = false;
};

} // namespace sparsescope
