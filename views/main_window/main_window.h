// The window of one matrix: rail, conditions, canvas, inspector, page strip, status line, menus and keys. It stands
// alone, or as one of several in a frame (tabbed_window.h).
#pragma once

#include "views/canvas/canvas_link.h"
#include "views/pages/page.h"
#include "views/parts/theme.h"
#include "views/workspace/hooks.h"

#include <QList>
#include <QMainWindow>
#include <QMenuBar>
#include <QPointer>
#include <QStringList>

#include <array>
#include <functional>
#include <initializer_list>
#include <memory>
#include <optional>

class QActionGroup;
class QMenu;
class QMimeData;
class QSettings;
class QStackedWidget;

namespace sparsescope {

class Autosave;
class Banner;
class BookmarksDialog;
class ConditionLine;
class HeatMapView;
class Inspector;
class KeysHelp;
class LayerBar;
class Layouts;
class LayoutsDialog;
class MasksView;
class OfferBar;
class Panels;
class PlanEditor;
class Rail;
class Replay;
class StartView;
class StatusLine;
class ViewKeeper;
class Tour;
class TwinCanvas;
class WindowFrame;
class Workspace;
enum class Lane;
struct Operator;
struct Failure;
struct MissingMatrix;
struct SeveralInFile;
namespace session {
class RecoveryFile;
struct Recoverable;
} // namespace session

class MainWindow : public QMainWindow {
    Q_OBJECT
public:
    // `settings` keeps recent files, theme and panels between runs; null: nothing is remembered. `frame`: where it is
    // one of several, and whose theme it follows.
    MainWindow(Hooks hooks, std::shared_ptr<QSettings> settings, QWidget* parent = nullptr,
               WindowFrame* frame = nullptr);
    ~MainWindow() override;

    Workspace& workspace() { return *m_workspace; }
    const Workspace& workspace() const { return *m_workspace; }
    HeatMapView& canvas() { return *m_canvas; }
    TwinCanvas& twin() { return *m_twin; }
    CanvasLink& canvasLink() { return *m_link; }
    QMenuBar& menus() { return *m_menus; } // its own, wherever the frame shows it

    const std::vector<Page*>& pages() const { return m_pages; } // in the order of allPages()
    Page& page() const { return *m_page; }                      // the one that is shown
    Page& page(std::string_view key) const;                     // one that there is
    void showPage(std::string_view key);                        // none of that key: nothing changes
    void showPage(Page& page);

    void openFiles(const QStringList& paths);
    void openHere(const QStringList& paths); // in any case in this window
    bool openDropped(const QMimeData& data); // false: there is no file in it
    void openSample(int index);
    void openRecording(int index);
    void openSlice(std::optional<std::int64_t> slice); // of the matrix; none: the sum of all
    // Where there is no such page or file it is told, and nothing is opened.
    void openOnPage(const QStringList& files, const QString& view);
    void openOfBatch(const QString& source, const Operator& op);
    QString openTitle() const;            // of a file that a page holds open; empty: none does
    void openLesson(const QString& name); // of the program's resources
    void startTour();                     // of this window; with a sample where nothing is open
    void setTheme(ThemeChoice choice);
    void setScale(int percent);
    void setLanguage(const QString& choice); // holds from the next start on
    void showTheme(ThemeChoice choice);      // that was chosen elsewhere
    void reduceMotion(bool reduce);
    void showFailure(const Failure& failure);
    void forgetFailures();                     // others are about to come, or none
    bool unsaved() const { return m_unsaved; } // something is in no file yet
    // The work is kept in this folder while the window is open, and what an earlier one left there is offered.
    void keepSafe(const QString& folder, bool offerWhatWasLeft = true);
    // May the work in here go, because the window closes or another matrix takes its place? Waits for saves; where
    // something of worth is in no file yet or under way, asks: Save, Discard, Cancel. False: it stays.
    bool mayClose();
    bool mayReplace();
    // The same in parts, for who asks about several: what would be lost, in words (empty: nothing of worth); saves all
    // of it, and ends what is under way for that. False: something stays unsaved.
    QString wouldLose();
    bool saveBeforeGoing();
    bool asking() const { return m_asking; }
    void closeUnasked(); // after mayClose()
    using Answer = BeforeGoing;
    void setAsk(AskBeforeGoing ask) { m_ask = std::move(ask); } // in place of the dialog
    // Sizes and places of the panels, for the next window.
    void rememberPanels();
    // Its tab is closed: jobs are cancelled, what is not written yet is. Once ended, no thread is at work any more, and
    // the copy of the work may be taken; null: there is none.
    void leave();
    bool ended() const;
    std::unique_ptr<session::RecoveryFile> takeCopy();
    // Names of other tabs, and links to them, have changed.
    void refreshLinks();
    // No job runs and no picture is being made: what is on screen is final.
    bool settled();

    static ThemeChoice keptTheme(const QSettings* settings);
    // How large text and controls are drawn, in percent: what is chosen holds from the next start on.
    static constexpr std::array scales{100, 115, 130, 150, 175, 200};
    static int keptScale(const QSettings& settings);

Q_SIGNALS:
    void themeChosen(sparsescope::ThemeChoice choice);
    void motionReduced(bool reduced);
    void presenting(bool on); // nothing but the page is shown
    void unsavedChanged();

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void closeEvent(QCloseEvent* event) override;
    void hideEvent(QHideEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dragLeaveEvent(QDragLeaveEvent* event) override;
    void dropEvent(QDropEvent* event) override;
    bool event(QEvent* event) override;

private:
    void buildFrame();
    void connectParts();
    // actions.cpp
    void buildActions();
    QAction* addAction(QMenu* menu, const QString& text, const QKeySequence& keys, const std::function<void()>& what);
    void fillFromPages(PageMenu which, QMenu& menu);
    void buildViewMenu();
    void buildOperatorMenu();
    // layout_actions.cpp
    void buildPanelsMenu(QMenu* view);
    void buildStartChoices(QMenu* view);
    QList<QAction*> fillLayouts();
    void useLayout(const QString& name);
    void showLayouts();

    void updateActions();
    void openDialog();
    void newFromPattern();
    void newMasks();
    void openEdgesDialog();
    void openEdges(const QString& path); // asks how
    void savePlanDialog();
    void saveRuleDialog();
    bool saveSession();       // where it came from, or as its dialog says
    bool saveSessionDialog(); // false: none was chosen
    void showTitle();
    void showPalette();
    void fillRecent(QMenu* menu);
    void fillMatrixMenu();
    QStringList recentFiles() const;
    void rememberFile(const QString& path);
    void about();
    MainWindow& roomForMatrix();
    QString resource(const std::string& name); // path of a file of the program's; empty: it is not there, which is told

    // tab_actions.cpp
    void buildTabActions(QMenu* file);
    void buildTabWalk(QMenu* view);
    void fillLinks();

    // session_actions.cpp
    void connectSession();
    void buildSessionMenu();
    void showBookmarks();
    void offerToRestore(const session::Recoverable& left);
    void offerToRestoreAll();
    void discard(const QStringList& recoveryFiles);
    void answered(const QString& path);
    void offerToLocate(const MissingMatrix& missing);
    void offerToChoose(const SeveralInFile& several);
    void offerToSayHow(const QString& path, const QString& reason);
    // export_actions.cpp
    void buildExportMenu(QMenu* file);
    void exportDialog();
    void exportPage(const QString& path);
    void copyCanvas();

    // may_close.cpp
    struct AtStake {
        QStringList what; // in words
        QString of;
    };
    AtStake atStake(bool withPages) const;
    QStringList underWay() const;
    bool mayGo(const QString& question, bool withPages);
    Answer ask(const QString& question, const QString& unsaved);
    bool saveAll(bool withPages);
    void endJobs();
    bool saveAndWait();
    void waitWhile(std::initializer_list<Lane> lanes);

    // window_pages.cpp
    void makePages();
    QWidget* roomOf(const Page& page) const;
    void connectPages();
    void showZoom();
    void showMiddle();
    void showKeys();
    void present(bool on);
    bool keyOfMatrix(int key);
    void applyPageLayout();

    std::shared_ptr<QSettings> m_settings;
    WindowFrame* const m_frame;
    QPointer<QMenuBar> m_menus; // which the frame may hold
    std::unique_ptr<Workspace> m_workspace;
    ThemeChoice m_theme = ThemeChoice::System;
    std::vector<Page*> m_pages;
    std::vector<QWidget*> m_pageRooms; // what each page stands in
    Page* m_page = nullptr;

    Rail* m_rail;
    ConditionLine* m_conditions;
    Banner* m_banner;
    QStackedWidget* m_middle; // start view, the matrix with its panels, or a whole page
    StartView* m_start;
    QWidget* m_startRoom;
    Panels* m_panels; // canvas, strip, inspector
    HeatMapView* m_canvas;
    QStackedWidget* m_strip;
    Inspector* m_inspector;
    MasksView* m_masks;
    StatusLine* m_status;
    KeysHelp* m_keys;
    Tour* m_tour;
    TwinCanvas* m_twin;
    Replay* m_replay;
    PlanEditor* m_editor;
    CanvasLink* m_link = nullptr;
    OfferBar* m_offers = nullptr;
    ViewKeeper* m_keeper = nullptr;
    Autosave* m_autosave = nullptr;
    AskBeforeGoing m_ask;
    bool m_asking = false, m_unasked = false, m_unsaved = false;
    BookmarksDialog* m_bookmarks = nullptr;
    std::unique_ptr<Layouts> m_layouts;
    LayoutsDialog* m_layoutsDialog = nullptr;
    QMenu* m_panelsMenu = nullptr;
    QList<QAction*> m_layoutActions; // of those that were saved
    QStringList m_left;              // recovery files that are offered
    QAction *m_bookmark = nullptr, *m_copyImage = nullptr, *m_exportPage = nullptr;
    QWidget* m_line = nullptr;    // above the status line
    LayerBar* m_layers = nullptr; // above the canvas

    QList<QAction*> m_allActions;
    QAction *m_savePlan, *m_saveRule, *m_saveSession, *m_saveSessionAs, *m_savePicture, *m_cancel;
    QAction *m_reduceMotion, *m_tearInspector, *m_tearStrip, *m_tearMasks;
    QActionGroup* m_themes;
    QMenu* m_links = nullptr;
    QAction *m_linkToggle = nullptr, *m_reopenTab = nullptr;
};

} // namespace sparsescope
