// The window of the program: a tab for each open matrix. Title, geometry, theme, settings and the order of things that
// tabs share (the GPU, links, the recovery folder) are here; everything about one matrix is in its MainWindow.
#pragma once

#include "views/main_window/window_frame.h"
#include "views/parts/before_going.h"
#include "views/workspace/hooks.h"
#include "views/workspace/jobs.h"

#include <QHash>
#include <QPointer>
#include <QTimer>
#include <QWidget>

#include <memory>
#include <optional>
#include <vector>

class QSettings;
class QStackedWidget;
class QVBoxLayout;

namespace sparsescope {

class MatrixLink;
class TabRow;
namespace session {
class RecoveryFile;
}

class TabbedWindow : public QWidget, public WindowFrame {
    Q_OBJECT
public:
    // `settings` keeps recent files, theme, geometry and panels between runs; null: nothing is remembered.
    TabbedWindow(Hooks hooks, std::shared_ptr<QSettings> settings, QWidget* parent = nullptr);
    ~TabbedWindow() override;

    int count() const { return static_cast<int>(m_tabs.size()); }
    const QList<MainWindow*>& tabs() const { return m_tabs; } // in the order in which they were opened
    MainWindow& current() { return *m_shown; }
    TabRow& row() { return *m_row; }

    void openFiles(const QStringList& paths) { openFiles(*m_shown, paths); }
    void setTheme(ThemeChoice choice);
    void showTab(MainWindow& tab);
    // The work of each tab is kept in this folder while it is open; what an earlier program left there is offered.
    void keepSafe(const QString& folder);
    bool settled();
    void setAsk(AskBeforeGoing ask) { m_ask = std::move(ask); } // in place of the dialog about several tabs

    ThemeChoice theme() const override { return m_theme; }
    MainWindow& roomFor(MainWindow& asking, bool show = true) override;
    void openFiles(MainWindow& asking, const QStringList& paths) override;
    void newTab() override;
    void closeTab(MainWindow& tab) override;
    void reopenTab() override;
    bool canReopen() const override { return !m_recovery.isEmpty() && (!m_closed.isEmpty() || !m_copies.empty()); }
    void walk(int by) override;
    void moveTab(int by) override;
    QString titleOf(const MainWindow& tab) const override;
    QList<MainWindow*> others(const MainWindow& than) const override;
    MainWindow* linkedWith(const MainWindow& tab) const override;
    void link(MainWindow& tab, MainWindow& with) override;
    void unlink(const MainWindow& tab) override;

Q_SIGNALS:
    void failed(const sparsescope::Failure& failure); // of any tab
    void currentChanged();

protected:
    void closeEvent(QCloseEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;
    bool event(QEvent* event) override;

private:
    MainWindow& makeTab();
    void connectTab(MainWindow& tab);
    void keepOnScreen();
    void present(bool on);
    bool mayClose();
    void giveUp(MainWindow& tab, const std::optional<Failure>& why);
    void deleteClosed();
    void forgetCopies();
    void refreshTitles();
    void refreshBusy(MainWindow& tab);
    MatrixLink* linkOf(const MainWindow& tab) const;

    Hooks m_hooks;
    std::shared_ptr<QSettings> m_settings;
    ThemeChoice m_theme;
    QString m_recovery; // folder; empty: nothing is kept
    QVBoxLayout* m_column;
    TabRow* m_row;
    QStackedWidget* m_stack;
    QList<MainWindow*> m_tabs;
    QList<MainWindow*> m_visited; // the one on screen first
    MainWindow* m_shown = nullptr;
    QHash<const MainWindow*, QString> m_opening;             // what a tab without a matrix is about to show
    QHash<const MainWindow*, QPointer<MainWindow>> m_askers; // of tabs that were made for one file
    std::vector<std::unique_ptr<MatrixLink>> m_links;
    QList<MainWindow*> m_closed; // until their threads have ended
    QTimer m_reaper;
    std::vector<std::unique_ptr<session::RecoveryFile>> m_copies; // of closed tabs, the last one last
    bool m_reopening = false;                                     // as soon as there is a copy
    bool m_forwarding = false, m_asking = false;
    AskBeforeGoing m_ask;
    Qt::WindowStates m_stateBefore; // a presentation
    QSize m_firstSize;              // of a window that has no geometry yet
    QSize m_unframed;               // as it was made; empty once there is a frame around it
};

} // namespace sparsescope
