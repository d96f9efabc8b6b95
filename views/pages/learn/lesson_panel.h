// Left of the picture: the steps of the lesson, its note and exercise; in free exploration what is shown, in words; or
// the lecturer's fields.
#pragma once

#include <QWidget>

class QLabel;
class QListWidget;
class QPushButton;
class QScrollArea;
class QTextBrowser;

namespace sparsescope {

class ExercisePanel;
class LearnDesk;
class LessonEditor;

class LessonPanel : public QWidget {
    Q_OBJECT
public:
    explicit LessonPanel(LearnDesk& desk, QWidget* parent = nullptr);
    void setEditing(bool editing);
    void setPresenting(bool presenting); // large type, without the list
    void setInstructor(bool shown);      // notes for the instructor
    QListWidget& steps() { return *m_steps; }
    ExercisePanel& exercise() { return *m_exercise; }
    LessonEditor& editor() { return *m_editor; }
    QString noteText() const;

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void showLesson();
    void showStep();
    void showWords();
    void fitList();
    void tick(); // steps that are done
    void scrollToAnswer();

    LearnDesk& m_desk;
    QLabel *m_title, *m_about, *m_stepTitle, *m_note, *m_instructor, *m_strayed;
    QListWidget* m_steps;
    QPushButton *m_back, *m_next, *m_return;
    QWidget *m_walk, *m_strayedBox;
    QScrollArea* m_reading;
    ExercisePanel* m_exercise;
    LessonEditor* m_editor;
    bool m_editing = false, m_presenting = false, m_instructs = false;
};

} // namespace sparsescope
