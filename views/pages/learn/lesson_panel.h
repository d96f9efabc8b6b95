// Left of the picture: the steps of the lesson, its note and exercise; in free exploration what is shown, in words; or
// the lecturer's fields.
#pragma once

#include <QWidget>

#include <optional>

class QBoxLayout;
class QLabel;
class QListWidget;
class QPushButton;
class QScrollArea;
class QTextBrowser;

namespace sparsescope::learn {
struct LessonStep;
}

namespace sparsescope {

class ExercisePanel;
class LearnDesk;
class LessonEditor;

class LessonPanel : public QWidget {
    Q_OBJECT
public:
    explicit LessonPanel(LearnDesk& desk, QWidget* parent = nullptr);
    void setEditing(bool editing);
    void setInstructor(bool shown); // notes for the instructor
    // A strip of large type with the note, the exercise or both, beside each other where it is `wide`. `none`: the
    // whole panel again.
    struct Strip {
        bool note = false, question = false, wide = false;
        bool operator==(const Strip&) const = default;
    };
    void setStrip(const std::optional<Strip>& strip);
    int heightOfStrip(int width) const; // that holds all of it
    QListWidget& steps() { return *m_steps; }
    ExercisePanel& exercise() { return *m_exercise; }
    LessonEditor& editor() { return *m_editor; }
    QString noteText() const;

Q_SIGNALS:
    void filesWanted(const QStringList& files, const QString& view);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void showLesson();
    void showStep();
    void showParts();
    void showWords();
    void fitList();
    void showFiles(const learn::LessonStep* step);
    void tick(); // steps that are done
    void scrollToAnswer();

    LearnDesk& m_desk;
    QLabel *m_title, *m_about, *m_stepTitle, *m_note, *m_instructor, *m_strayed;
    QListWidget* m_steps;
    QBoxLayout* m_text; // of note and exercise
    QPushButton *m_back, *m_next, *m_return, *m_open;
    QWidget *m_walk, *m_strayedBox;
    QScrollArea* m_reading;
    ExercisePanel* m_exercise;
    LessonEditor* m_editor;
    bool m_editing = false, m_instructs = false;
    std::optional<Strip> m_strip; // while it is presented
};

} // namespace sparsescope
