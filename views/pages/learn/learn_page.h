// The Learn page: a small matrix and what each format stores of it, lessons, exercises, and a way to present them. It
// takes the place of the canvas and needs no open matrix.
#pragma once

#include "engine/learn/lesson.h"
#include "views/pages/page.h"
#include "views/scene/scene_view.h"

#include <QStringList>

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <vector>

class QAction;
class QActionGroup;
class QComboBox;
class QKeyEvent;
class QLabel;
class QMenu;
class QSettings;
class QSplitter;
class QTabBar;
class QToolButton;

namespace sparsescope {

namespace learn {
enum class View;
}

class CountsTable;
class FormatBar;
class HeatMapView;
class LearnDesk;
class StepTransport;
class LessonKeeper;
class LessonPanel;
class Workspace;

// The lane in which lessons are read.

// Alt+6: what a format stores.
const PageDefinition& learnPage();

class LearnPage : public Page {
    Q_OBJECT
public:
    LearnPage(const PageParts& parts, QWidget* parent);
    ~LearnPage() override;

    LearnDesk& desk() { return *m_desk; }
    SceneView& view() { return *m_view; }
    LessonPanel& panel() { return *m_panel; }
    FormatBar& formats() { return *m_formats; }
    CountsTable& counts() { return *m_counts; }
    StepTransport& transport() { return *m_transport; }
    QString problem() const; // as it is shown

    // Its actions bring the page on screen.
    QList<QAction*> fillMenu(PageMenu which, QMenu& menu) override;
    QList<QAction*> moreActions() override; // one for each shipped lesson
    bool handleKey(QKeyEvent& event) override;
    KeyTexts keys() const override;
    void setReducedMotion(bool reduced) override;
    bool busy() const override;
    bool opens(const QString& path) const override; // lessons
    void openFile(const QString& path) override;

    // A shipped lesson by its name, or a file. `step` from 0; -1: the one that was shown last.
    void openLesson(const QString& nameOrPath, int step = -1);
    void explore(); // without a lesson
    void saveLesson(const QString& path);
    // "the lesson NAME", "the matrix drawn by hand", or both; empty: there is nothing to save.
    QString unsavedWork() const override;
    bool saveBeforeGoing() override;
    bool mayLeaveLesson(); // asks where it is not saved; what was drawn stays at hand
    void keepSafe(const QString& folder, bool offerWhatWasLeft) override;
    void restoreLesson(const QString& path); // a copy that keepSafe() left
    void setDrawing(bool drawing);
    void setEditing(bool editing);
    void cutFromMatrix();
    void present(bool on);
    bool presenting() const { return m_presenting; }

    void fitPicture() override;
    void copyPicture() override;
    void exportPictureDialog() override;
    void exportPicture(const QString& path);
    // Every step of what is shown, or of all of the lesson: picture-001.svg and so on.
    void exportSteps(const QString& folder, bool wholeLesson);
    void exportWebPage(const QString& path, const learn::PageOptions& options = {});
    void exportQuiz(const QString& path);
    void handIn(const QString& path); // a file with the answers
    void forgetAnswers();
    void showInstructor(bool shown); // notes for the instructor

protected:
    bool event(QEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void hideEvent(QHideEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    static constexpr int panelWidth = 312; // of the notes
    QWidget* makeCorner();
    void placeStrip();
    void showStrip(bool note, bool question);
    void showCounter();
    bool keepLook();
    void showLook();
    void forgetLooks();
    void orderTabs();
    bool stageKey(int key);
    QFont stageFace() const;
    void fitStageSentence();
    QWidget* makeTop();
    QWidget* makeMiddle();
    QWidget* makeBottom();
    void buildActions();
    void offerLesson(const QString& path, const QString& title, std::int64_t changed); // seconds since 1970
    void fillLessons();
    void loadShipped();
    void showPicture(bool sameThings);
    void showState();
    void showCounts();
    void showStep();
    void fitSentence();
    void moveLine(bool row, std::int64_t from, std::int64_t to);
    void showLesson();
    void showHand();
    void showProblem();
    void setIcons();
    void openLessonDialog();
    void saveLessonDialog();
    QString unsavedLesson() const;
    bool saveLessonBeforeGoing();
    void saveDrawings(const QString& path);
    void waitForSaves();
    void exportStepsDialog(bool wholeLesson);
    void exportWebPageDialog(const learn::PageOptions& options);
    void exportQuizDialog();
    QString student() const;
    QString resultsKey() const;
    void keepResults();
    int takeResults(learn::Lesson lesson, const std::string& edition, int step);
    bool askStudent(); // false: cancelled
    void handInDialog();
    QStringList recentLessons() const;
    void fillRecent(QMenu& menu);
    QAction* add(const QString& text, const char* keys, const std::function<void()>& what);

    Workspace& m_workspace;
    HeatMapView& m_canvas; // what is cut from the matrix is what it shows
    OfferBar& m_offers;
    std::shared_ptr<QSettings> m_settings;
    LearnDesk* m_desk;
    LessonKeeper* m_keeper = nullptr; // null: nothing is kept
    SceneView* m_view;
    LessonPanel* m_panel;
    FormatBar* m_formats;
    StepTransport* m_transport;
    CountsTable* m_counts;
    QWidget *m_top, *m_bottom, *m_steps;
    QComboBox* m_lessons;
    QTabBar* m_views;
    QToolButton *m_matrix, *m_draw, *m_edit, *m_present, *m_help;
    QSplitter* m_split;
    QLabel *m_problem, *m_sentence;

    QList<QAction*> m_actions;
    QAction *m_drawAction, *m_editAction, *m_presentAction, *m_cut, *m_drawing, *m_undo, *m_redo, *m_order, *m_save,
        *m_saveAs, *m_allSteps, *m_webPage, *m_bareWebPage, *m_slides, *m_quiz, *m_handIn, *m_forget, *m_instructor;
    QString m_edition; // of the lesson, whose answers are kept; empty: it is in no file
    QMenu* m_matrices;
    QActionGroup* m_viewActions;
    std::vector<learn::ShippedLesson> m_shipped;
    bool m_loaded = false;
    QString m_whyNotDrawn;
    learn::View m_drawnView{};
    bool m_presenting = false;
    // While it is presented: how each part of the lesson was looked at, which of them is, and what stands in its strip.
    std::map<int, std::optional<SceneView::Look>> m_looks;
    int m_part = -1;        // none
    std::string m_lookedAt; // the lesson of all that
    bool m_noteWanted = false, m_questionWanted = false;
    QWidget* m_corner = nullptr;
    QLabel *m_partTitle, *m_counter;
    QToolButton *m_noteButton, *m_questionButton;
    AskBeforeGoing m_ask;
};

} // namespace sparsescope
