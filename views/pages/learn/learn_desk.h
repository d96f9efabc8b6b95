// What the Learn page works on: the state that is shown, its picture step by step, the lesson it belongs to, playing
// and undo. Every change either gives a new picture or leaves the last one and says why.
#pragma once

#include "engine/learn/large_numbers.h"
#include "engine/learn/learn_state.h"
#include "engine/learn/lesson.h"
#include "engine/learn/results.h"
#include "views/scene/step_player.h"

#include <QObject>
#include <QSizeF>
#include <QString>
#include <QTimer>

#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <vector>

namespace sparsescope {

class LearnDesk : public StepPlayer {
    Q_OBJECT
public:
    explicit LearnDesk(QObject* parent = nullptr);

    const learn::LearnState& state() const { return m_state; }
    const learn::Show& show() const { return *m_show; }
    learn::Scene scene() const;
    // What can be shown of the matrix; those that the view cannot show are left out.
    const std::vector<learn::LearnKind>& kinds() const { return m_kinds; }
    std::vector<learn::LearnKind> kindsOfView() const;
    const learn::LearnKind* kindOf(const learn::LearnFormat& format) const; // or null
    int mostFormats() const;
    QString problem() const { return m_problem; } // why the last change was not made; empty: it was

    // The steps that are shown: from firstStep() to lastStep().
    int step() const override { return m_state.step; }
    int firstStep() const { return 0; }
    int lastStep() const override { return m_last; }
    // Pixels that the picture has: views that can break their lines do so to be as large as they can.
    // The picture follows by an event of its own.
    void setRoom(QSizeF pixels);
    bool laidOut() const { return !m_laterLayOut.isActive(); }
    // While this is held nothing is laid out anew, so that what is under the hand stays there.
    void holdLayout(bool held);
    bool layoutHeld() const { return m_held; }
    QString sentence() const;

    // Before a hall. Arrays and Multiply leave out listings where their digits would be smaller than `legible` with
    // them, or as it was said of this step of the lesson.
    static constexpr double legible = 18;  // pixels, of the type that digits are set in
    static constexpr double readable = 13; // at least: else not all of a picture is shown at once
    void setStage(bool stage);
    void setListings(bool listings);
    bool hasListings() const; // in this view
    bool listingsShown() const { return hasListings() && !m_bare; }
    double scaleIn(QSizeF room) const; // at which the picture would be seen whole
    double legibleScale() const;       // at which its smallest digits are legible; 0: all of it is to be shown

    void setView(learn::View view);
    void setExample(const std::string& name);
    void addFormat(const std::string& name);
    void removeFormat(int index);
    void setFormat(int index, const learn::LearnFormat& format);
    void setLanes(int lanes);
    void setSetting(const std::string& name, std::int64_t value); // of settingsOf(); others follow where they have to
    void setSchedule(const std::string& text);                    // of a program, all of it applied
    // Also undoes what was drawn before; rows and columns are in their own order again.
    void setMatrix(MatrixPtr matrix, bool byHand = false);
    void setCell(std::int64_t row, std::int64_t col, bool filled);
    bool filled(std::int64_t row, std::int64_t col) const;
    void resizeMatrix(std::int64_t rows, std::int64_t cols);
    void clearMatrix(); // but for one element: a format needs one to store
    bool drawn() const; // by hand or cut: it has no name, and no step of the lesson has it
    bool drawnByHand() const { return m_state.byHand && drawn(); }
    // What was drawn by hand and is in no lesson and no file: what a lesson or another matrix took the place of, the
    // last one last, then what is shown.
    std::vector<learn::LearnState> drawings() const;
    bool hasOtherDrawings() const { return !m_drawings.empty(); }
    void showDrawing(); // the one that was left last; the next time the one before it
    void setDrawingsSaved(const learn::Lesson& in);
    // The line of the matrix at each place, as it is seen when a line is moved.
    void setOrder(std::vector<std::int32_t> rows, std::vector<std::int32_t> cols);
    std::int64_t placeOf(bool row, std::int64_t line) const;
    void resetOrder();

    bool canUndo() const { return !m_undo.empty(); }
    bool canRedo() const { return !m_redo.empty(); }
    void undo();
    void redo();
    // Several changes that one undo takes back: a stroke of the mouse.
    void beginStroke();
    void endStroke();

    // The lesson, if any; null: free exploration.
    const learn::Lesson* lesson() const { return m_lesson ? &*m_lesson : nullptr; }
    int lessonStep() const { return m_lessonStep; }
    const learn::LessonStep* lessonStepNow() const;    // in the window's language
    const learn::LessonStep* lessonStepInFile() const; // as it is edited
    void openLesson(learn::Lesson lesson, int step = 0, bool saved = true);
    void closeLesson();
    void showLessonStep(int step);
    // What is shown is not the lesson's own step any more.
    bool strayed() const;

    // The exercise of the step: the answer, null where it asks nothing or (whyNoAnswer()) has none; what became of it.
    const learn::ExerciseAnswer* exerciseAnswer() const { return m_answer ? &*m_answer : nullptr; }
    QString whyNoAnswer() const { return m_noAnswer; }
    const learn::StepResult* result() const; // null: there is no lesson
    bool exerciseOpen() const;
    bool drawsAnswer() const;                               // what is drawn is an answer, and kept as one alone
    learn::Asked asked() const { return askedOf(m_state); } // what the picture does not tell
    learn::Verdict answer(const learn::Given& given);       // a try, where it is clear and one is left
    void showAnswer();
    void setAnswersShown(bool shown); // to the lecturer who writes the exercise
    const learn::Results& results() const { return m_results; }
    void setResults(learn::Results results);

    // What was drawn by hand, a step each.
    learn::Lesson lessonOfDrawings() const;
    // The lesson where it is not saved; what was drawn and is no step of it yet, as steps behind them.
    learn::Lesson withDrawn() const;

    // The lesson's text and steps. A change makes it unsaved.
    bool unsaved() const { return m_lesson && m_revision != m_savedRevision; }
    int revision() const { return m_revision; }
    void setSaved(const std::string& path, int revision);
    void editLesson(const std::string& title, const std::string& author);
    void editStep(const std::string& title, const std::string& note, const std::string& instructor = {});
    void editExercise(std::optional<learn::Exercise> exercise);
    void keepState(); // what is shown becomes the step's
    void addStep();   // what is shown, behind the present step; begins a lesson where there is none
    void removeStep();
    void moveStep(int by);

Q_SIGNALS:
    void pictureChanged(bool sameThings); // sameThings: shapes may glide to their new places
    void stateChanged();
    void problemChanged();
    void drawingKept();       // something else takes its place
    void lessonChanged();     // which one, its steps, its texts
    void lessonStepChanged(); // which of them is shown
    void resultsChanged();    // of exercises, and which steps were seen

protected:
    void moveTo(int step) override;

private:
    // `step`: the one to show; none: as before, or the last one where it was that. False: there is no such picture.
    bool change(learn::LearnState next, bool glide, std::optional<int> step = {}, bool remember = true);
    void change(learn::LearnState next, std::shared_ptr<const learn::Show> show, bool glide,
                std::optional<int> step = {}, bool remember = true);
    double widthFor(const learn::Show& show) const;
    void adopt(learn::LearnState state, std::shared_ptr<const learn::Show> show, bool glide, std::optional<int> step,
               int last = std::numeric_limits<int>::max());
    void layOut();
    // Null: the state cannot be shown, and `problem` says why.
    std::shared_ptr<const learn::Show> showOf(learn::LearnState state, std::string* problem = nullptr) const;
    void findAnswer();
    learn::Asked askedOf(const learn::LearnState& state) const;
    void showAnew();
    std::shared_ptr<const learn::Show> shownIn(learn::Hall hall) const;
    bool layOutStage(); // false: nothing changed
    void setProblem(const QString& text);
    bool replaceMatrix(MatrixPtr matrix, bool byHand);
    void keepDrawing(learn::LearnState drawing); // that was shown
    void fitFormats(learn::LearnState& state, const std::vector<learn::LearnKind>& kinds) const;
    void lessonEdited();

    learn::LearnState m_state;
    std::shared_ptr<const learn::Show> m_show;
    std::vector<learn::LearnKind> m_kinds;
    int m_last = 0;
    QString m_problem;
    QSizeF m_room{1240, 600};
    double m_width = 1240; // of the picture at most, logical units
    double m_scale = 1;    // at which all of it is seen before a hall
    bool m_held = false, m_stage = false, m_bare = false;
    std::map<int, bool> m_listings; // by step of the lesson, -1 without one
    learn::LargeNumbers m_numbers;
    QTimer m_laterLayOut;
    std::map<learn::View, std::vector<learn::LearnFormat>> m_kept; // formats of views that were left
    std::vector<learn::LearnState> m_undo, m_redo;
    std::vector<learn::LearnState> m_drawings; // that are not shown
    bool m_stroke = false, m_strokeKept = false;
    std::optional<learn::Lesson> m_lesson;
    mutable std::optional<learn::LessonStep> m_shownStep;
    int m_lessonStep = 0;
    bool m_strayed = false;
    int m_revision = 0, m_savedRevision = 0;
    std::optional<learn::ExerciseAnswer> m_answer;
    QString m_noAnswer;
    bool m_answersShown = false;
    learn::Results m_results; // a step each
};

} // namespace sparsescope
