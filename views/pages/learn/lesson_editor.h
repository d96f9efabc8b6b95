// The lecturer's fields: title and author of the lesson, title, note and exercise of the step, and the order of steps.
#pragma once

#include "engine/learn/lesson.h"

#include <QWidget>

class QComboBox;
class QFormLayout;
class QLineEdit;
class QPlainTextEdit;
class QPushButton;

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
    void showKind();

    LearnDesk& m_desk;
    QLineEdit *m_title, *m_author, *m_stepTitle, *m_question, *m_why;
    QPlainTextEdit *m_note, *m_choices;
    QComboBox *m_kind, *m_format;
    QPushButton *m_use, *m_add, *m_remove, *m_up, *m_down;
    bool m_loading = false;
};

} // namespace sparsescope
