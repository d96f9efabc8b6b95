// A tab for each open matrix. Their names, and links between them, are in tab_links.cpp.
#include "views/tabs/tabbed_window.h"

#include "engine/session/recovery.h"
#include "views/heatmap/heatmap_view.h"
#include "views/main_window/main_window.h"
#include "views/parts/habits.h"
#include "views/tabs/matrix_link.h"
#include "views/tabs/tab_row.h"
#include "views/workspace/gpu_hosts.h"
#include "views/workspace/own_parts.h"
#include "views/workspace/workspace.h"

#include <QApplication>
#include <QCloseEvent>
#include <QFileInfo>
#include <QMenuBar>
#include <QMimeData>
#include <QScopedValueRollback>
#include <QScreen>
#include <QSettings>
#include <QStackedWidget>
#include <QTabBar>
#include <QVBoxLayout>

#include <algorithm>
#include <memory>
#include <utility>

namespace sparsescope {

namespace {

constexpr std::size_t mostCopies = 10;
const QString geometryKey = QStringLiteral("geometry");

Hooks inTurn(Hooks hooks, const std::shared_ptr<QSettings>& settings)
{
    hooks.own = std::make_shared<OwnParts>(settings);
    if (!hooks.worker)
        return hooks;
    hooks.hosts = std::make_shared<GpuHosts>(hooks.worker, hooks.workerOn, settings);
    hooks.worker = hooks.hosts->worker();
    return hooks;
}

bool opens(Lane lane)
{
    return lane == Lane::Open || lane == Lane::OpenBatch;
}

bool empty(MainWindow& tab)
{
    return !tab.workspace().document().matrix() && tab.openTitle().isEmpty() &&
           !tab.workspace().jobs().busyIn({Lane::Open, Lane::OpenBatch});
}

bool isPlan(const QString& path)
{
    return path.endsWith(QStringLiteral(".json"), Qt::CaseInsensitive);
}

} // namespace

TabbedWindow::TabbedWindow(Hooks hooks, std::shared_ptr<QSettings> settings, QWidget* parent)
    : QWidget(parent), m_hooks(inTurn(std::move(hooks), settings)), m_settings(std::move(settings)),
      m_theme(MainWindow::keptTheme(m_settings.get())), m_column(new QVBoxLayout(this)), m_row(new TabRow),
      m_stack(new QStackedWidget)
{
    setAcceptDrops(true);
    applyTheme(*qApp, m_theme);
    keepHabits(*qApp);
    m_column->setContentsMargins(0, 0, 0, 0);
    m_column->setSpacing(0);
    m_column->addWidget(m_row);
    m_column->addWidget(m_stack, 1);
    connect(m_row, &TabRow::currentChanged, this, [this](QWidget* page) { showTab(*static_cast<MainWindow*>(page)); });
    connect(m_row, &TabRow::closeWanted, this, [this](QWidget* page) { closeTab(*static_cast<MainWindow*>(page)); });
    connect(m_row, &TabRow::newWanted, this, &TabbedWindow::newTab);
    m_reaper.setInterval(20);
    connect(&m_reaper, &QTimer::timeout, this, &TabbedWindow::deleteClosed);
    showTab(makeTab());
    resize(1440, 900);
    // The screen may be smaller than the one of the last time.
    if (m_settings && restoreGeometry(m_settings->value(geometryKey).toByteArray()))
        keepOnScreen();
    else
        resize(m_firstSize = size().boundedTo(screen()->availableGeometry().size()));
    m_unframed = size();
}

// The window and its frame, which the system adds after it is shown.
void TabbedWindow::keepOnScreen()
{
    const QRect room = screen()->availableGeometry();
    const QSize frame = frameGeometry().size() - size();
    resize(size().boundedTo(room.size() - frame));
    const QSize whole = size() + frame;
    const QPoint at(std::clamp(x(), room.left(), std::max(room.left(), room.right() + 1 - whole.width())),
                    std::clamp(y(), room.top(), std::max(room.top(), room.bottom() + 1 - whole.height())));
    if (at != pos())
        move(at);
}

void TabbedWindow::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    if (size() == m_firstSize) // and of nobody's choice
        keepOnScreen();
    m_firstSize = {};
}

TabbedWindow::~TabbedWindow()
{
    m_row->disconnect(this);
    m_links.clear();
    for (MainWindow* tab : m_tabs + m_closed) {
        tab->disconnect(this);
        tab->workspace().disconnect(this);
        delete tab;
    }
    forgetCopies();
}

MainWindow& TabbedWindow::makeTab()
{
    if (m_shown)
        m_shown->rememberPanels();
    auto* tab = new MainWindow(m_hooks, m_settings, m_stack, this);
    m_stack->addWidget(tab);
    // All menus are above the tabs; those of tabs that are not shown are hidden, and their keys with them.
    tab->menus().setParent(this);
    tab->menus().setNativeMenuBar(false); // those count as seen, always
    tab->menus().hide();
    m_tabs.push_back(tab);
    m_row->add(tab, tr("New tab"));
    if (m_shown)
        tab->reduceMotion(m_shown->canvas().reducedMotion());
    connectTab(*tab);
    if (!m_recovery.isEmpty())
        tab->keepSafe(m_recovery, false);
    refreshTitles();
    return *tab;
}

void TabbedWindow::connectTab(MainWindow& tab)
{
    Workspace& w = tab.workspace();
    const auto settle = [this, &tab] {
        m_opening.remove(&tab);
        m_askers.remove(&tab);
        refreshTitles();
    };
    listen(w.document(), Document::MatrixChanged, this, settle);
    connect(&w.operations(), &Operations::opened, this, settle); // what is no matrix
    connect(&w.operations(), &Operations::failed, this, [this, &tab](const Failure& failure) {
        if (opens(failure.lane))
            giveUp(tab, failure);
        Q_EMIT failed(failure);
    });
    connect(&w.jobs(), &Jobs::cancelled, this, [this, &tab](const JobStatus& job) {
        if (opens(job.lane))
            giveUp(tab, std::nullopt);
    });
    connect(&w.jobs(), &Jobs::changed, this, [this, &tab] { refreshBusy(tab); });
    connect(&tab, &MainWindow::unsavedChanged, this, &TabbedWindow::refreshTitles);
    connect(&tab, &QWidget::windowTitleChanged, this, [this, &tab](const QString& title) {
        if (&tab == m_shown)
            setWindowTitle(title);
    });
    connect(&tab, &MainWindow::themeChosen, this, [this](ThemeChoice choice) {
        m_theme = choice;
        for (MainWindow* other : m_tabs)
            other->showTheme(choice);
    });
    connect(&tab, &MainWindow::presenting, this, [this](bool on) { present(on); });
    connect(&tab, &MainWindow::motionReduced, this, [this](bool reduced) {
        for (MainWindow* other : m_tabs)
            other->reduceMotion(reduced);
    });
}

// A tab that was made for a file which does not come goes again; what went wrong is said where it was asked for.
void TabbedWindow::giveUp(MainWindow& tab, const std::optional<Failure>& why)
{
    m_opening.remove(&tab);
    refreshTitles();
    if (!empty(tab) || !m_askers.contains(&tab))
        return;
    const QPointer<MainWindow> asker = m_askers.take(&tab);
    const QPointer<MainWindow> vain(&tab);
    // Its own jobs are telling this.
    QTimer::singleShot(0, this, [this, asker, vain, why] {
        if (!vain || !m_tabs.contains(vain) || !empty(*vain))
            return;
        if (asker && m_tabs.contains(asker) && vain == m_shown)
            showTab(*asker);
        closeTab(*vain);
        if (why)
            (asker && m_tabs.contains(asker) ? *asker : *m_shown).showFailure(*why);
    });
}

void TabbedWindow::showTab(MainWindow& tab)
{
    if (m_shown == &tab)
        return;
    if (MatrixLink* link = linkOf(tab))
        link->bring(tab);
    if (m_shown)
        m_shown->menus().hide();
    m_shown = &tab;
    m_visited.removeAll(&tab);
    m_visited.prepend(&tab);
    m_column->setMenuBar(&tab.menus());
    tab.menus().show();
    m_stack->setCurrentWidget(&tab);
    m_row->setCurrent(&tab);
    setWindowTitle(tab.windowTitle());
    QWidget* focus = tab.focusWidget();
    (focus ? focus : &tab.canvas())->setFocus();
    refreshTitles();
    Q_EMIT currentChanged();
}

MainWindow& TabbedWindow::roomFor(MainWindow& asking, bool show)
{
    MainWindow& room = empty(asking) ? asking : makeTab();
    if (&room != &asking)
        m_askers[&room] = &asking;
    if (show)
        showTab(room);
    return room;
}

void TabbedWindow::openFiles(MainWindow& asking, const QStringList& paths)
{
    asking.forgetFailures();
    MainWindow* room = &asking;
    MainWindow* first = nullptr;
    for (const QString& path : paths) {
        if (!isPlan(path)) {
            room = &roomFor(asking, false);
            first = first ? first : room;
            m_opening[room] = QFileInfo(path).fileName();
        }
        room->openHere({path});
    }
    refreshTitles();
    if (first)
        showTab(*first);
}

void TabbedWindow::newTab()
{
    showTab(makeTab());
}

void TabbedWindow::closeTab(MainWindow& tab)
{
    if (m_asking || !tab.mayClose())
        return;
    if (count() == 1) {
        if (empty(tab) && !tab.workspace().operations().busy())
            return; // the start view is what would be left
        makeTab();
    }
    m_tabs.removeAll(&tab);
    m_visited.removeAll(&tab);
    m_opening.remove(&tab);
    m_askers.remove(&tab);
    unlink(tab);
    if (&tab == m_shown)
        showTab(m_visited.isEmpty() ? *m_tabs.back() : *m_visited.front());
    tab.leave();
    tab.disconnect(this);
    tab.workspace().disconnect(this);
    m_row->remove(&tab);
    m_stack->removeWidget(&tab);
    m_closed.push_back(&tab);
    m_reaper.start();
    refreshTitles();
}

// A thread that was told to stop may take a moment; nobody waits for it. And who closes a tab may be one of its menus.
void TabbedWindow::deleteClosed()
{
    for (MainWindow* tab : QList<MainWindow*>(m_closed))
        if (tab->ended()) {
            m_closed.removeAll(tab);
            if (std::unique_ptr<session::RecoveryFile> copy = tab->takeCopy())
                m_copies.push_back(std::move(copy));
            delete tab;
        }
    if (m_copies.size() > mostCopies) {
        m_copies.front()->remove();
        m_copies.erase(m_copies.begin());
    }
    if (!m_closed.isEmpty())
        return;
    m_reaper.stop();
    if (std::exchange(m_reopening, false))
        reopenTab();
    refreshTitles();
}

// What was discarded with its tab is kept until the window closes, but for lessons and rules.
void TabbedWindow::reopenTab()
{
    m_reopening = !m_closed.isEmpty();
    if (m_reopening || m_copies.empty())
        return;
    const QString path = QString::fromStdString(m_copies.back()->path());
    m_copies.pop_back(); // its lock too
    MainWindow& room = roomFor(*m_shown);
    room.workspace().operations().restore(path);
}

void TabbedWindow::forgetCopies()
{
    for (const auto& copy : m_copies)
        copy->remove();
    m_copies.clear();
}

// One tab, without tabs and menus, on the whole screen.
void TabbedWindow::present(bool on)
{
    m_row->setMaximumHeight(on ? 0 : QWIDGETSIZE_MAX);
    m_shown->menus().setVisible(!on);
    if (on)
        m_stateBefore = windowState();
    setWindowState(on ? windowState() | Qt::WindowFullScreen : m_stateBefore);
}

void TabbedWindow::walk(int by)
{
    const int index = m_row->indexOf(m_shown);
    if (auto* tab = static_cast<MainWindow*>(m_row->page((index + by + count()) % count())))
        showTab(*tab);
}

void TabbedWindow::moveTab(int by)
{
    const int from = m_row->indexOf(m_shown);
    const int to = std::clamp(from + by, 0, count() - 1);
    if (to != from)
        m_row->bar().moveTab(from, to);
}

void TabbedWindow::setTheme(ThemeChoice choice)
{
    m_shown->setTheme(choice);
}

void TabbedWindow::keepSafe(const QString& folder)
{
    m_recovery = folder;
    for (MainWindow* tab : m_tabs)
        tab->keepSafe(folder, tab == m_tabs.front());
}

bool TabbedWindow::settled()
{
    return std::all_of(m_tabs.begin(), m_tabs.end(), [](MainWindow* tab) { return tab->settled(); });
}

// One question, whatever number of tabs it is about.
bool TabbedWindow::mayClose()
{
    if (m_asking || std::any_of(m_tabs.begin(), m_tabs.end(), [](MainWindow* tab) { return tab->asking(); }))
        return false;
    const QScopedValueRollback asking(m_asking, true);
    for (;;) {
        QList<MainWindow*> losing;
        QStringList lines;
        for (MainWindow* tab : QList<MainWindow*>(m_tabs)) // a new one may come meanwhile
            if (const QString lost = tab->wouldLose(); !lost.isEmpty()) {
                losing << tab;
                lines << tr("%1: %2").arg(titleOf(*tab), lost);
            }
        if (losing.isEmpty())
            return true;
        if (losing.size() == 1) {
            showTab(*losing.front());
            return losing.front()->mayClose();
        }
        const QString question = tr("Save the work on %1 matrices before the window closes?").arg(losing.size());
        const QString unsaved = lines.join(QLatin1Char('\n'));
        const BeforeGoing answer = m_ask ? m_ask(question, unsaved) : askBeforeGoing(question, unsaved, this);
        if (answer == BeforeGoing::Discard)
            return true;
        if (answer == BeforeGoing::Cancel)
            return false;
        for (MainWindow* tab : losing) {
            showTab(*tab); // its question for a name, and what goes wrong
            if (!tab->saveBeforeGoing())
                return false;
        }
    }
}

void TabbedWindow::closeEvent(QCloseEvent* event)
{
    if (!mayClose())
        return event->ignore();
    if (m_settings)
        m_settings->setValue(geometryKey, saveGeometry());
    m_shown->rememberPanels();
    for (MainWindow* tab : m_tabs + m_closed)
        tab->closeUnasked();
    forgetCopies();
    QWidget::closeEvent(event);
}

// Keys when nothing in the tab has the focus.
void TabbedWindow::keyPressEvent(QKeyEvent* event)
{
    if (m_forwarding)
        return QWidget::keyPressEvent(event);
    const QWidget* focus = QApplication::focusWidget();
    if (focus && m_shown->isAncestorOf(focus))
        return QWidget::keyPressEvent(event); // it has been there
    m_forwarding = true;
    QCoreApplication::sendEvent(m_shown, event);
    m_forwarding = false;
}

void TabbedWindow::dragEnterEvent(QDragEnterEvent* event)
{
    if (event->mimeData()->hasUrls())
        event->acceptProposedAction();
}

void TabbedWindow::dropEvent(QDropEvent* event)
{
    if (m_shown->openDropped(*event->mimeData()))
        event->acceptProposedAction();
}

bool TabbedWindow::event(QEvent* event)
{
    // The system changed its colours: it says so to the window alone.
    if (event->type() == QEvent::ThemeChange)
        QCoreApplication::sendEvent(m_shown, event);
    const bool handled = QWidget::event(event);
    if ((event->type() == QEvent::Move || event->type() == QEvent::Resize) && isVisible() &&
        frameGeometry() != geometry() && std::exchange(m_unframed, QSize()) == size() && !isMaximized() &&
        !isFullScreen())
        keepOnScreen();
    return handled;
}

} // namespace sparsescope
