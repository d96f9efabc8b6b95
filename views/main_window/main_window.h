// The frame: rail, conditions, canvas, inspector, page strip, status line, menus and keys.
#pragma once

#include "views/main_window/canvas_link.h"
#include "views/main_window/rail.h"
#include "views/theme.h"
#include "views/workspace/hooks.h"

#include <QList>
#include <QMainWindow>
#include <QStringList>

#include <functional>
#include <memory>

class QActionGroup;
class QMenu;
class QSettings;
class QStackedWidget;

namespace sparsescope {

class Autosave;
class Banner;
class BookmarksDialog;
class ComparePage;
class ConditionLine;
class ExplorePage;
class HeatMapView;
class Inspector;
class KernelPage;
class KeysHelp;
class LayerBar;
class MeasurePage;
class OfferBar;
class Panels;
class PlanEditor;
class RangeControl;
class Replay;
class SearchPage;
class StartView;
class StatusLine;
class ViewKeeper;
class TwinCanvas;
class Workspace;
struct Failure;
struct MissingMatrix;
struct Recoverable;

class MainWindow : public QMainWindow {
    Q_OBJECT
public:
    // `settings` keeps recent files, theme, geometry and panels between runs; null: nothing is remembered.
    MainWindow(Hooks hooks, std::unique_ptr<QSettings> settings, QWidget* parent = nullptr);
    ~MainWindow() override;

    Workspace& workspace() { return *m_workspace; }
    HeatMapView& canvas() { return *m_canvas; }
    ExplorePage& explore() { return *m_explore; }
    KernelPage& kernel() { return *m_kernel; }
    MeasurePage& measure() { return *m_measure; }
    ComparePage& compare() { return *m_compare; }
    TwinCanvas& twin() { return *m_twin; }
    Inspector& inspector() { return *m_inspector; }
    Panels& panels() { return *m_panels; }
    StatusLine& status() { return *m_status; }
    PlanEditor& editor() { return *m_editor; }
    Banner& banner() { return *m_banner; }
    OfferBar& offers() { return *m_offers; }
    ViewKeeper& viewKeeper() { return *m_keeper; }
    ConditionLine& conditions() { return *m_conditions; }

    void openFiles(const QStringList& paths);
    void openSample(int index);
    void showPage(Page page);
    Page page() const { return m_page; }
    void setTheme(ThemeChoice choice);
    // The work is kept in this folder while the window is open, and what an earlier one left there is offered.
    void keepSafe(const QString& folder);
    // May the work in here go, because the window closes or another matrix takes its place? Waits for saves; where
    // something of worth is in no file yet, asks: Save, Discard, Cancel. False: it stays.
    bool mayClose();
    bool mayReplace();
    void closeUnasked(); // after mayClose()
    enum class Answer { Save, Discard, Cancel };
    using Ask = std::function<Answer(const QString& question, const QString& unsaved)>;
    void setAsk(Ask ask) { m_ask = std::move(ask); } // in place of the dialog
    // No job runs and no picture is being made: what is on screen is final.
    bool settled();

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void closeEvent(QCloseEvent* event) override;
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
    void buildViewMenu();
    void updateActions();
    void openDialog();
    void newFromPattern();
    void savePlanDialog();
    bool saveSessionDialog(); // false: none was chosen
    void showPalette();
    void fillRecent(QMenu* menu);
    void fillMatrixMenu();
    QStringList recentFiles() const;
    void rememberFile(const QString& path);
    void about();

    // session_actions.cpp
    void connectSession();
    void buildSessionMenu();
    void showBookmarks();
    void offerToRestore(const Recoverable& left);
    void offerToLocate(const MissingMatrix& missing);
    // export_actions.cpp
    void buildExportMenu(QMenu* file);
    void exportDialog();
    void exportPage(const QString& path);
    void copyCanvas();

    // may_close.cpp
    bool mayGo(const QString& question);
    void waitForSaves();
    bool saveBeforeGoing();

    void showFailure(const Failure& failure);
    void showZoom();
    void showStart();
    void showCandidates();
    void applyPageLayout();

    std::unique_ptr<QSettings> m_settings;
    std::unique_ptr<Workspace> m_workspace;
    ThemeChoice m_theme = ThemeChoice::System;
    Page m_page = Page::Explore;

    Rail* m_rail;
    ConditionLine* m_conditions;
    Banner* m_banner;
    QStackedWidget* m_middle; // start view, or everything else
    StartView* m_start;
    Panels* m_panels; // canvas, strip, inspector
    HeatMapView* m_canvas;
    QStackedWidget* m_strip;
    Inspector* m_inspector;
    StatusLine* m_status;
    KeysHelp* m_keys;
    ExplorePage* m_explore;
    SearchPage* m_search;
    KernelPage* m_kernel;
    MeasurePage* m_measure;
    TwinCanvas* m_twin;
    ComparePage* m_compare;
    Replay* m_replay;
    PlanEditor* m_editor;
    RangeControl* m_range = nullptr;
    CanvasLink* m_link = nullptr;
    OfferBar* m_offers = nullptr;
    ViewKeeper* m_keeper = nullptr;
    Autosave* m_autosave = nullptr;
    Ask m_ask;
    bool m_asking = false, m_unasked = false;
    BookmarksDialog* m_bookmarks = nullptr;
    QAction *m_bookmark = nullptr, *m_copyImage = nullptr, *m_exportPage = nullptr;
    LayerBar* m_layers = nullptr; // above the canvas

    QList<QAction*> m_allActions;
    QAction *m_savePlan, *m_saveSession, *m_savePicture, *m_runSearch, *m_runGenerate, *m_runGpu, *m_runCheck,
        *m_cancel;
    QAction *m_reduceMotion, *m_tearInspector, *m_tearStrip;
    QActionGroup* m_themes;
};

} // namespace sparsescope
