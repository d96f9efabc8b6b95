// Several matrices in one window: a tab each, with its own plan, view, selection and undo.
#include "engine/core/error.h"
#include "engine/matrix/patterns.h"
#include "tests/support/fake_worker.h"
#include "tests/views/fake_data.h"
#include "tests/views/tabs_window.h"
#include "tests/views/view_test.h"
#include "views/canvas/place_between.h"
#include "views/canvas/twin_canvas.h"
#include "views/heatmap/heatmap_view.h"
#include "views/main_window/banner.h"
#include "views/main_window/condition_line.h"
#include "views/main_window/keys_help.h"
#include "views/main_window/main_window.h"
#include "views/main_window/panels.h"
#include "views/pages/compare/compare_page.h"
#include "views/tabs/tab_row.h"
#include "views/tabs/tabbed_window.h"
#include "views/workspace/plan_editor.h"
#include "views/workspace/workspace.h"

#include <QAbstractButton>
#include <QApplication>
#include <QDockWidget>
#include <QDragEnterEvent>
#include <QDropEvent>
#include <QFile>
#include <QInputDialog>
#include <QMenu>
#include <QMenuBar>
#include <QMimeData>
#include <QPointer>
#include <QPushButton>
#include <QSettings>
#include <QTabBar>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>
#include <QToolButton>
#include <QUrl>

#include <algorithm>
#include <atomic>

using namespace sparsescope;

class TestTabs : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void oneMatrixHasNoTabs();
    void eachFileHasATab();
    void aPlanGoesToItsMatrix();
    void aFileThatDoesNotComeLeavesNoTab();
    void droppedFilesOpenBesideWhatIsThere();
    void eachTabKeepsItsOwn();
    void keysWalkOpenAndClose();
    void theMouseClosesAndMoves();
    void aRunningJobIsMarked();
    void oneGpuRunAtATime();
    void allTabsRunOnTheHostThatIsChosen();
    void themeMotionAndTitleAreShared();
    void tornOffPanelsGoWithTheirTab();

private:
    fake::Data m_data = fake::searched();
};

void TestTabs::oneMatrixHasNoTabs()
{
    const auto window = tabs::open();
    QCOMPARE(window->count(), 1);
    QVERIFY(!window->row().isVisible());
    QVERIFY(window->current().menus().isVisible());
    QTest::keyClick(window.get(), Qt::Key_Question, Qt::ShiftModifier); // nothing has the focus: it is the tab's
    auto* keys = window->current().findChild<KeysHelp*>();
    QVERIFY(keys && keys->isVisible());
    window->grab().save(inOutput("tabs-keys.png"));
    QTest::keyClick(keys, Qt::Key_Escape);
    QVERIFY(!keys->isVisible());
    window->openFiles({tabs::figure});
    QTRY_VERIFY(window->current().workspace().document().matrix());
    QCOMPARE(window->count(), 1);
    QVERIFY(!window->row().isVisible());
    QCOMPARE(window->windowTitle(), QStringLiteral("figure1.mtx – Sparsescope"));
}

void TestTabs::eachFileHasATab()
{
    const auto window = tabs::open({tabs::figure, tabs::crossingFile, tabs::figure});
    QCOMPARE(window->count(), 3);
    QVERIFY(window->row().isVisible());
    // The names are there before the matrices.
    QCOMPARE(window->row().text(window->tabs()[1]), QStringLiteral("crossing-2048.mtx.gz"));
    tabs::settle(*window);
    for (MainWindow* tab : window->tabs())
        QVERIFY(tab->workspace().document().matrix());
    QCOMPARE(&window->current(), window->tabs()[0]); // the first of them is shown
    QCOMPARE(window->row().text(window->tabs()[2]), QStringLiteral("figure1.mtx (2)"));
    const QString tip = window->row().bar().tabToolTip(1);
    QVERIFY2(tip.contains(QStringLiteral("2,048 rows, 2,048 columns, ")), qPrintable(tip));
    QVERIFY2(tip.contains(QStringLiteral("non-zeros")), qPrintable(tip));
    // One more, on top of what is shown.
    window->openFiles({tabs::figure});
    QCOMPARE(window->count(), 4);
    QCOMPARE(&window->current(), window->tabs()[3]);
    tabs::settle(*window);
    window->current().openSample(0);
    QCOMPARE(window->count(), 5);
    tabs::settle(*window);
    QVERIFY(window->current().workspace().document().matrix());
}

void TestTabs::aPlanGoesToItsMatrix()
{
    const QTemporaryDir folder;
    const QString plan = folder.filePath(QStringLiteral("p.json"));
    {
        Workspace w;
        w.operations().open({tabs::figure});
        QTRY_VERIFY(!w.operations().busy() && w.document().matrix());
        w.operations().search();
        QTRY_VERIFY(w.attention().plan());
        w.operations().savePlan(plan);
        QTRY_VERIFY(!w.operations().busy());
    }
    const auto window = tabs::open({tabs::crossingFile, tabs::figure, plan});
    tabs::settle(*window);
    QCOMPARE(window->count(), 2);
    QVERIFY(!window->tabs()[0]->workspace().attention().plan());
    QVERIFY(window->tabs()[1]->workspace().attention().plan());
    window->showTab(*window->tabs()[1]);
    window->openFiles({plan});
    tabs::settle(*window);
    QCOMPARE(window->count(), 2);
    QCOMPARE(window->tabs()[1]->workspace().document().plans().size(), 2);
}

void TestTabs::aFileThatDoesNotComeLeavesNoTab()
{
    const auto window = tabs::open({tabs::figure});
    tabs::settle(*window);
    window->openFiles({tabs::samples + QStringLiteral("nowhere.mtx")});
    QTRY_COMPARE(window->count(), 1);
    QTRY_VERIFY(part<Banner>(window->current()).isVisible());
    QVERIFY(part<Banner>(window->current()).text().contains(QStringLiteral("nowhere.mtx")));
    QVERIFY(window->current().workspace().document().matrix());
    tabs::settle(*window);
}

void TestTabs::droppedFilesOpenBesideWhatIsThere()
{
    const auto window = tabs::open();
    tabs::drop(window->current(), {tabs::figure, tabs::crossingFile});
    QCOMPARE(window->count(), 2);
    tabs::settle(*window);
    QVERIFY(window->tabs()[0]->workspace().document().matrix()->rows() < 2048);
    QCOMPARE(window->tabs()[1]->workspace().document().matrix()->rows(), std::int64_t{2048});
    tabs::drop(*window, {tabs::crossingFile}); // on the tabs
    QCOMPARE(window->count(), 3);
    tabs::settle(*window);
    QCOMPARE(window->current().workspace().document().matrix()->rows(), std::int64_t{2048});
}

void TestTabs::eachTabKeepsItsOwn()
{
    const auto window = tabs::open();
    MainWindow& a = window->current();
    a.workspace().document().setMatrix(m_data.matrix);
    a.workspace().attention().show({m_data.plan, m_data.trace, QStringLiteral("of a")});
    tabs::settle(*window);
    window->newTab();
    MainWindow& b = window->current();
    QVERIFY(&a != &b);
    b.workspace().document().setMatrix(crossing(256, 2));
    tabs::settle(*window);
    QVERIFY(!b.workspace().attention().plan());
    window->showTab(a);
    a.showPage("search");
    a.workspace().attention().selectTile(2);
    tabs::settle(*window);
    a.canvas().zoomIn();
    const raster::ViewBox seen = a.canvas().view();
    window->showTab(b);
    tabs::settle(*window);
    QCOMPARE(b.page().key(), "explore");
    QCOMPARE(b.workspace().attention().selection().tile, std::int64_t{-1});
    QVERIFY(b.canvas().state().fitted);
    // A change by hand in one is undone there and nowhere else; keys go to the tab that is seen.
    window->showTab(a);
    tabs::settle(*window);
    QCOMPARE(a.canvas().view(), seen);
    part<PlanEditor>(a).remove();
    QTRY_VERIFY_WITH_TIMEOUT(part<PlanEditor>(a).stack().count() == 1 && !part<PlanEditor>(a).busy(), 20'000);
    QCOMPARE(a.workspace().document().plans().size(), 2);
    window->showTab(b);
    QTest::keyClick(&window->current(), Qt::Key_Z, Qt::ControlModifier);
    QCOMPARE(a.workspace().document().plans().size(), 2);
    window->showTab(a);
    QTest::keyClick(&window->current(), Qt::Key_Z, Qt::ControlModifier);
    QTRY_COMPARE(a.workspace().document().plans().size(), 1);
    tabs::settle(*window);
}

void TestTabs::keysWalkOpenAndClose()
{
    const auto window = tabs::open({tabs::figure});
    tabs::settle(*window);
    MainWindow* first = &window->current();
    QTest::keyClick(window.get(), Qt::Key_T, Qt::ControlModifier);
    QCOMPARE(window->count(), 2); // one, though every tab has the key in its menu
    QTest::keyClick(window.get(), Qt::Key_T, Qt::ControlModifier);
    QCOMPARE(window->count(), 3);
    QVERIFY(window->current().menus().isVisible() && !first->menus().isVisible());
    QTest::keyClick(window.get(), Qt::Key_Tab, Qt::ControlModifier);
    QCOMPARE(&window->current(), first); // and round
    QTest::keyClick(window.get(), Qt::Key_Tab, Qt::ControlModifier | Qt::ShiftModifier);
    QCOMPARE(&window->current(), window->tabs()[2]);
    QTest::keyClick(window.get(), Qt::Key_PageUp, Qt::ControlModifier | Qt::ShiftModifier);
    QCOMPARE(window->row().indexOf(&window->current()), 1);
    QTest::keyClick(window.get(), Qt::Key_PageDown, Qt::ControlModifier | Qt::ShiftModifier);
    QTest::keyClick(window.get(), Qt::Key_PageDown, Qt::ControlModifier | Qt::ShiftModifier);
    QCOMPARE(window->row().indexOf(&window->current()), 2);
    QCOMPARE(&window->current(), window->tabs()[2]);
    // What no shortcut takes and nothing under the cursor wants belongs to the tab.
    window->showTab(*first);
    QTest::keyClick(window.get(), Qt::Key_2, Qt::AltModifier);
    QCOMPARE(first->page().key(), "search");
    QCOMPARE(window->tabs()[1]->page().key(), "explore");
    window->showTab(*window->tabs()[1]);
    const QPointer<MainWindow> closed(&window->current());
    QTest::keyClick(window.get(), Qt::Key_W, Qt::ControlModifier);
    QCOMPARE(window->count(), 2);
    QCOMPARE(&window->current(), first); // that was seen before it
    QTRY_VERIFY(!closed);
    QTest::keyClick(window.get(), Qt::Key_W, Qt::ControlModifier);
    QTest::keyClick(window.get(), Qt::Key_W, Qt::ControlModifier);
    QCOMPARE(window->count(), 1);
    QVERIFY(!window->current().workspace().document().matrix());
    QVERIFY(!window->row().isVisible());
    QCOMPARE(window->windowTitle(), QStringLiteral("Sparsescope"));
    tabs::settle(*window);
}

void TestTabs::theMouseClosesAndMoves()
{
    const auto window = tabs::open({tabs::figure, tabs::crossingFile, tabs::figure});
    tabs::settle(*window);
    QTabBar& bar = window->row().bar();
    MainWindow* middle = window->tabs()[1];
    QTest::mouseClick(&bar, Qt::LeftButton, {}, bar.tabRect(1).center());
    QCOMPARE(&window->current(), middle);
    // Drawn to the right: pages, texts and the order of the walk go with it.
    const QPoint from = bar.tabRect(1).center();
    QTest::mousePress(&bar, Qt::LeftButton, {}, from);
    for (int x = 10; x <= bar.tabRect(2).width(); x += 10)
        QTest::mouseMove(&bar, from + QPoint(x, 0));
    QTest::mouseRelease(&bar, Qt::LeftButton, {}, from + QPoint(bar.tabRect(2).width(), 0));
    QTRY_COMPARE(window->row().indexOf(middle), 2);
    QCOMPARE(&window->current(), middle);
    QCOMPARE(window->row().text(middle), QStringLiteral("crossing-2048.mtx.gz"));
    window->walk(1);
    QCOMPARE(window->row().indexOf(&window->current()), 0);
    // A tab that has not come to rest takes no click.
    const auto closed = [&] {
        if (window->count() == 3)
            QTest::mouseClick(&bar, Qt::MiddleButton, {}, bar.tabRect(2).center());
        return window->count() == 2;
    };
    QTRY_VERIFY(closed());
    QVERIFY(!window->tabs().contains(middle));
    auto* button = qobject_cast<QAbstractButton*>(bar.tabButton(1, QTabBar::RightSide));
    QVERIFY(button);
    QTest::mouseClick(button, Qt::LeftButton);
    QCOMPARE(window->count(), 1);
    tabs::settle(*window);
}

void TestTabs::aRunningJobIsMarked()
{
    const auto window = tabs::open({tabs::figure, tabs::figure});
    tabs::settle(*window);
    MainWindow* b = window->tabs()[1];
    std::atomic<bool> go{false};
    b->workspace().jobs().start(
        Lane::Check, QStringLiteral("slow"),
        [&go](Progress& progress) {
            while (!go) {
                progress.check();
                QTest::qSleep(5);
            }
            return true;
        },
        [](bool) {});
    QTRY_VERIFY(window->row().busy(b));
    QVERIFY(!window->row().busy(window->tabs()[0]));
    go = true;
    QTRY_VERIFY(!window->row().busy(b));
}

void TestTabs::oneGpuRunAtATime()
{
    std::atomic<int> now{0}, most{0}, done{0};
    Hooks hooks;
    hooks.worker = fakeWorker([&](const GpuJob& job, Progress&, const Worker::Listener&) {
        most = std::max<int>(most, ++now);
        QTest::qSleep(100);
        --now;
        ++done;
        session::Session session;
        session.matrix = job.matrix;
        session.plans.push_back({*job.plans.front(), {}, {}});
        session.runs.push_back({0, *fake::profile(*job.plans.front())});
        return session;
    });
    const auto window = tabs::open({}, hooks);
    window->newTab();
    for (MainWindow* tab : window->tabs()) {
        tab->workspace().document().setMatrix(m_data.matrix);
        tab->workspace().attention().show({m_data.plan, m_data.trace, QStringLiteral("stile")});
    }
    tabs::settle(*window);
    for (MainWindow* tab : window->tabs())
        tab->workspace().operations().runOnGpu();
    QTRY_COMPARE_WITH_TIMEOUT(done.load(), 2, 20'000);
    QCOMPARE(most.load(), 1);
    tabs::settle(*window);
    for (MainWindow* tab : window->tabs())
        QVERIFY(tab->workspace().attention().run());
}

void TestTabs::allTabsRunOnTheHostThatIsChosen()
{
    const QTemporaryDir folder;
    const auto settings = std::make_shared<QSettings>(folder.filePath(QStringLiteral("s.ini")), QSettings::IniFormat);
    std::atomic<int> here{0}, there{0};
    const auto counting = [&](std::atomic<int>& runs) {
        return fakeWorker([&](const GpuJob& job, Progress&, const Worker::Listener&) {
            ++runs;
            session::Session session;
            session.matrix = job.matrix;
            session.plans.push_back({*job.plans.front(), {}, {}});
            session.runs.push_back({0, *fake::profile(*job.plans.front())});
            return session;
        });
    };
    Hooks hooks;
    hooks.worker = counting(here);
    hooks.workerOn = [&](const std::string& host) -> std::shared_ptr<Worker> {
        if (host == "-x")
            failUsage("\"-x\" is no host");
        return counting(there);
    };
    const auto menuOf = [](MainWindow& tab) {
        const QList<QMenu*> all = tab.menus().findChildren<QMenu*>();
        const auto found = std::find_if(all.begin(), all.end(),
                                        [](const QMenu* menu) { return menu->title() == MainWindow::tr("Run o&n"); });
        return found == all.end() ? nullptr : *found;
    };
    const auto textsOf = [](QMenu& menu) {
        Q_EMIT menu.aboutToShow();
        QStringList texts;
        for (const QAction* action : menu.actions())
            if (!action->isSeparator())
                texts << action->text() + (action->isChecked() ? QStringLiteral(" *") : QString());
        return texts;
    };
    {
        TabbedWindow window(hooks, settings);
        window.show();
        window.newTab();
        for (MainWindow* tab : window.tabs()) {
            tab->workspace().document().setMatrix(m_data.matrix);
            tab->workspace().attention().show({m_data.plan, m_data.trace, QStringLiteral("stile")});
        }
        tabs::settle(window);
        QMenu* menu = menuOf(window.current());
        QVERIFY(menu);
        QCOMPARE(textsOf(*menu), QStringList({QStringLiteral("This machine *"), QStringLiteral("Another machine…")}));
        // What is no host is said, and asked for again.
        QStringList answers = {QStringLiteral("-x"), QStringLiteral(" gpu1 ")};
        QString said;
        QTimer answer;
        connect(&answer, &QTimer::timeout, this, [&] {
            auto* dialog = qobject_cast<QInputDialog*>(QApplication::activeModalWidget());
            if (!dialog || answers.isEmpty())
                return;
            said = dialog->labelText();
            dialog->setTextValue(answers.takeFirst());
            dialog->accept();
        });
        answer.start(20);
        menu->actions().back()->trigger();
        QVERIFY(answers.isEmpty());
        QVERIFY2(said.endsWith(QStringLiteral("\"-x\" is no host")), qPrintable(said));
        tabs::settle(window);
        QCOMPARE(textsOf(*menu), QStringList({QStringLiteral("This machine"), QStringLiteral("gpu1 *"),
                                              QStringLiteral("Another machine…")}));
        for (MainWindow* tab : window.tabs()) {
            QVERIFY(tab->findChild<ConditionLine*>()->text().contains(QStringLiteral("not measured, runs on gpu1")));
            tab->workspace().operations().runOnGpu();
        }
        QTRY_COMPARE(there.load(), 2);
        tabs::settle(window);
        menu->actions().front()->trigger();
        tabs::settle(window);
        window.current().workspace().operations().runOnGpu();
        QTRY_COMPARE(here.load(), 1);
        tabs::settle(window);
    }
    TabbedWindow again(hooks, settings);
    again.show();
    QCOMPARE(textsOf(*menuOf(again.current())), QStringList({QStringLiteral("This machine *"), QStringLiteral("gpu1"),
                                                             QStringLiteral("Another machine…")}));
}

void TestTabs::themeMotionAndTitleAreShared()
{
    const QTemporaryDir folder;
    const QString file = folder.filePath(QStringLiteral("s.ini"));
    {
        TabbedWindow window({}, std::make_shared<QSettings>(file, QSettings::IniFormat));
        window.show();
        window.newTab();
        window.setTheme(ThemeChoice::Dark);
        window.current().reduceMotion(true);
        for (MainWindow* tab : window.tabs()) {
            QVERIFY(tab->canvas().reducedMotion());
            QTRY_VERIFY(tab->canvas().colours().dark);
        }
        // A tab that comes later looks the same, and does not change the others.
        window.newTab();
        QVERIFY(window.current().canvas().reducedMotion());
        QTRY_VERIFY(window.current().canvas().colours().dark);
        window.tabs()[0]->workspace().document().setMatrix(m_data.matrix);
        QCOMPARE(window.windowTitle(), QStringLiteral("Sparsescope"));
        window.showTab(*window.tabs()[0]);
        QVERIFY(window.windowTitle().endsWith(QStringLiteral(" – Sparsescope")));
        window.resize(777, 555); // a screen has at least that
        window.close();
    }
    TabbedWindow again({}, std::make_shared<QSettings>(file, QSettings::IniFormat));
    QCOMPARE(again.theme(), ThemeChoice::Dark);
    QCOMPARE(again.size(), QSize(777, 555));
    QVERIFY(again.current().canvas().reducedMotion());
    again.setTheme(ThemeChoice::Light);
}

void TestTabs::tornOffPanelsGoWithTheirTab()
{
    const auto window = tabs::open({tabs::figure, tabs::crossingFile});
    tabs::settle(*window);
    MainWindow& a = *window->tabs()[0];
    part<Panels>(a).tearOff(Panels::Panel::Inspector, true);
    auto* inspector = part<Panels>(a).findChild<QDockWidget*>(QStringLiteral("inspectorPanel"));
    QVERIFY(inspector->isVisible() && inspector->isWindow());
    window->walk(1);
    QVERIFY(!inspector->isVisible());
    window->walk(1);
    QVERIFY(inspector->isVisible());
    QVERIFY(part<Panels>(a).tornOff(Panels::Panel::Inspector));
}

VIEW_TEST(TestTabs)
#include "tst_tabs.moc"
