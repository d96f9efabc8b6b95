// What the window keeps safe: offered again after a kill, restored with its view, gone after a clean close.
#include "engine/matrix/patterns.h"
#include "engine/search/planner.h"
#include "engine/session/recovery.h"
#include "tests/views/asked_window.h"
#include "tests/views/fake_data.h"
#include "tests/views/killed_program.h"
#include "tests/views/tabs_window.h"
#include "tests/views/view_test.h"
#include "views/heatmap/heatmap_view.h"
#include "views/main_window/banner.h"
#include "views/main_window/main_window.h"
#include "views/parts/offer_bar.h"
#include "views/session/bookmark_model.h"
#include "views/session/bookmarks_dialog.h"
#include "views/session/view_keeper.h"
#include "views/workspace/plan_editor.h"
#include "views/workspace/workspace.h"

#include <QAbstractItemModelTester>
#include <QApplication>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QLineEdit>
#include <QListView>
#include <QPlainTextEdit>
#include <QProcess>
#include <QPushButton>
#include <QSettings>
#include <QTemporaryDir>
#include <QTest>
#include <QThread>

#include <atomic>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <sys/stat.h>
#include <thread>

using namespace sparsescope;

class TestRecovery : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void aKilledProgramLosesNothing();
    void aSearchThatEndedAMomentAgoSurvivesAKill();
    void aSearchThatIsUnderWaySurvivesAKill();
    void workIsRestoredWithItsView();
    void discardingRemovesWhatWasLeft();
    void allThatWasLeftIsDiscardedAtOnce();
    void aCleanCloseLeavesNothing();
    void aChangeByHandNeverTakesTheCopyAway();

private:
    fake::Data m_data = fake::searched();
};

// The real program, killed while it works.
void TestRecovery::aKilledProgramLosesNothing()
{
    if (!KilledProgram::built())
        QSKIP("the window was not built");
    KilledProgram program;
    const QString folder = program.recoveryFolder();
    QVERIFY(program.start(
        {QStringLiteral("--page"), QStringLiteral("search"), inSource("samples/crossing-2048-h200.sscope")}));
    // The session's plan and run, in this process' own copy.
    QTRY_COMPARE_WITH_TIMEOUT(recoveryFiles(folder).size(), 1, 30'000);
    QVERIFY2(session::findRecoverable(folder.toStdString()).empty(), "a file in use was taken");
    QTRY_VERIFY_WITH_TIMEOUT(LeftNow(folder).has([](const session::Session& session) {
        return session.runs.size() == 1 && session.view && session.view->page == "search";
    }),
                             30'000);
    QVERIFY(program.kill());

    MainWindow window({}, nullptr);
    window.resize(1280, 800);
    window.show();
    window.keepSafe(folder);
    QTRY_VERIFY(offerButton(window, QStringLiteral("Restore")));
    const QString sentence = part<OfferBar>(window).sentences().join(QLatin1Char(' '));
    QVERIFY2(sentence.contains(QStringLiteral("ended unexpectedly: crossing")), qPrintable(sentence));
    QVERIFY2(sentence.contains(QStringLiteral("1 plan, 1 run")), qPrintable(sentence));
    QTRY_VERIFY(window.settled());
    window.grab().save(inOutput("session-offer.png"));
    const QPushButton* restore = offerButton(window, QStringLiteral("Restore"));
    QCOMPARE(restore->visibleRegion().boundingRect(), restore->rect()); // the only line is all in sight
    QTest::mouseClick(offerButton(window, QStringLiteral("Restore")), Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(window.workspace().attention().run() && window.workspace().attention().trace(), 20'000);
    QCOMPARE(window.page().key(), "search");
    QVERIFY(window.workspace().attention().run()->recorded);
    // What was restored is this window's own now, and the old copy is gone.
    QTRY_VERIFY(recoveryFiles(folder).size() == 1 && session::findRecoverable(folder.toStdString()).empty());
    AskedToClose asked;
    asked.in(window);
    window.close();
    QVERIFY(
        asked.unsaved.join(QString()).contains(QStringLiteral("1 run"))); // that was restored: in no file of the user's
    QVERIFY(recoveryFiles(folder).isEmpty());
}

void TestRecovery::aSearchThatEndedAMomentAgoSurvivesAKill()
{
    const QTemporaryDir home;
    const QString folder = home.filePath(QStringLiteral("r"));
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(QStringLiteral("SPARSESCOPE_TEST_WINDOW"), folder);
    QProcess process;
    process.setProcessEnvironment(environment);
    process.start(QCoreApplication::applicationFilePath(), {QStringLiteral("window_to_kill")});
    QVERIFY(process.waitForStarted());
    // The plan arrives in the file by itself; it is read beside the window that has it open, as sqlite3 would.
    const auto plans = [&] {
        const QStringList files = recoveryFiles(folder);
        try {
            return files.isEmpty() ? std::int64_t{0}
                                   : session::readSessionSummary(QDir(folder).filePath(files[0]).toStdString()).plans;
        } catch (const std::exception&) {
            return std::int64_t{0}; // being made
        }
    };
    QTRY_COMPARE_WITH_TIMEOUT(plans(), std::int64_t{1}, 30'000);
    ::kill(static_cast<pid_t>(process.processId()), SIGKILL);
    QVERIFY(process.waitForFinished());
    const std::vector<session::Recoverable> left = session::findRecoverable(folder.toStdString());
    QCOMPARE(left.size(), std::size_t{1});
    const session::Session back = session::readRecovery(left[0].path, noProgress());
    QCOMPARE(back.plans.size(), std::size_t{1});
    QVERIFY(!back.plans[0].trace.rounds.empty());
    QVERIFY(back.matrix->fingerprint() == m_data.matrix->fingerprint());
}

// Killed while its search stands still, with tiles chosen and far from all.
void TestRecovery::aSearchThatIsUnderWaySurvivesAKill()
{
    const QTemporaryDir home;
    const QString folder = home.filePath(QStringLiteral("r"));
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(QStringLiteral("SPARSESCOPE_TEST_WINDOW"), folder);
    environment.insert(QStringLiteral("SPARSESCOPE_TEST_HELD"), QStringLiteral("8"));
    QProcess process;
    process.setProcessEnvironment(environment);
    process.setProcessChannelMode(QProcess::SeparateChannels);
    process.start(QCoreApplication::applicationFilePath(), {QStringLiteral("window_to_kill")});
    QVERIFY(process.waitForStarted());
    // It says when it stands still; what was found until then is written soon.
    QByteArray said;
    QTRY_VERIFY_WITH_TIMEOUT((said += process.readAllStandardOutput()).contains("held"), 30'000);
    QTRY_VERIFY_WITH_TIMEOUT(LeftNow(folder).has([](const session::Session& session) {
        return session.plans.size() == 1 && session.plans[0].trace.rounds.size() >= 3;
    }),
                             30'000);
    ::kill(static_cast<pid_t>(process.processId()), SIGKILL);
    QVERIFY(process.waitForFinished());

    MainWindow window({}, nullptr);
    window.resize(1280, 800);
    window.show();
    window.keepSafe(folder);
    QTRY_VERIFY(offerButton(window, QStringLiteral("Restore")));
    const QString sentence = part<OfferBar>(window).sentences().join(QLatin1Char(' '));
    QVERIFY2(sentence.contains(QStringLiteral("1 plan")), qPrintable(sentence));
    QTest::mouseClick(offerButton(window, QStringLiteral("Restore")), Qt::LeftButton);
    Workspace& w = window.workspace();
    QTRY_VERIFY_WITH_TIMEOUT(w.attention().plan() && w.attention().trace(), 20'000);
    QVERIFY2(w.document().plans()[0].title.startsWith(QStringLiteral("stile, cancelled at ")),
             qPrintable(w.document().plans()[0].title));
    const auto cancelled = cancelledSearch(*w.attention().plan());
    QVERIFY(cancelled && cancelled->covered > 0 && cancelled->covered < 1);
    QVERIFY(w.attention().trace()->rounds.size() >= 3);
    QVERIFY(w.attention().trace()->rounds.back().rest);
    QCOMPARE(w.attention().trace()->rounds.back().tileEnd, w.attention().steps());
    validatePlan(*w.attention().plan(), *w.document().matrix());
    // It is this window's own now.
    QTRY_VERIFY(recoveryFiles(folder).size() == 1 && session::findRecoverable(folder.toStdString()).empty());
    window.closeUnasked();
}

void TestRecovery::workIsRestoredWithItsView()
{
    const QTemporaryDir folder;
    session::SavedView seen;
    // As if the window went without a word: its copy as it was then.
    std::unique_ptr<LeftNow> left;
    {
        MainWindow window({}, nullptr);
        window.resize(1280, 800);
        window.show();
        window.keepSafe(folder.path());
        Workspace& w = window.workspace();
        w.document().setMatrix(m_data.matrix);
        w.attention().show({m_data.plan, m_data.trace, QStringLiteral("by hand")});
        w.document().addRun(m_data.plan, fake::profile(*m_data.plan), false);
        window.showPage("search");
        window.canvas().goTo(100, 200);
        w.attention().setStep(5);
        w.attention().selectTile(2);
        w.document().setNote(QStringLiteral("strange corner"));
        seen = part<ViewKeeper>(window).now();
        const auto allKept = [&] {
            left = std::make_unique<LeftNow>(folder.path());
            return left->has([](const session::Session& session) {
                return session.runs.size() == 1 && session.note == "strange corner" && session.view &&
                       session.view->step == 5 && session.view->tile == 2;
            });
        };
        QTRY_VERIFY(allKept());
        window.closeUnasked();
    }
    MainWindow window({}, nullptr);
    window.resize(1280, 800);
    window.show();
    window.keepSafe(left->copies.path());
    QTRY_VERIFY(offerButton(window, QStringLiteral("Restore")));
    QTest::mouseClick(offerButton(window, QStringLiteral("Restore")), Qt::LeftButton);
    Workspace& w = window.workspace();
    QTRY_VERIFY_WITH_TIMEOUT(w.attention().plan(), 20'000);
    QCOMPARE(w.document().plans()[0].title, QStringLiteral("by hand"));
    QCOMPARE(w.document().runs().size(), 1);
    QCOMPARE(w.document().note(), QStringLiteral("strange corner"));
    QCOMPARE(window.page().key(), "search");
    QCOMPARE(w.attention().step(), 5);
    QCOMPARE(w.attention().selection().tile, 2);
    const raster::ViewBox& box = window.canvas().view();
    QVERIFY(std::abs(box.rowsPerPixel / seen.box.rowsPerPixel - 1) < 1e-6);
    QVERIFY(std::abs(box.rowAt(box.height / 2.0) - seen.box.rowAt(seen.box.height / 2.0)) < 1);
    window.closeUnasked();
}

void TestRecovery::discardingRemovesWhatWasLeft()
{
    const QTemporaryDir folder;
    {
        session::RecoveryFile left(folder.path().toStdString());
        left.begin(*m_data.matrix);
    }
    MainWindow window({}, nullptr);
    window.show();
    window.keepSafe(folder.path());
    QTRY_VERIFY(offerButton(window, QStringLiteral("Discard")));
    QTest::mouseClick(offerButton(window, QStringLiteral("Discard")), Qt::LeftButton);
    QTRY_VERIFY(recoveryFiles(folder.path()).isEmpty());
    QVERIFY(part<OfferBar>(window).sentences().isEmpty());
    QVERIFY(!part<OfferBar>(window).isVisible());
}

void TestRecovery::allThatWasLeftIsDiscardedAtOnce()
{
    const QTemporaryDir folder;
    for (int i = 0; i < 3; ++i) {
        session::RecoveryFile left(folder.path().toStdString());
        left.begin(*m_data.matrix);
    }
    const auto window = tabs::open();
    window->keepSafe(folder.path());
    MainWindow& tab = window->current();
    const auto press = [&](const char* text) {
        QPushButton* button = offerButton(tab, QString::fromUtf8(text));
        return button && (QTest::mouseClick(button, Qt::LeftButton), true);
    };
    QTRY_COMPARE(part<OfferBar>(tab).sentences().size(), 4);
    // Not by one click that meant "Restore all".
    QVERIFY(press("Discard all…"));
    QCOMPARE(recoveryFiles(folder.path()).size(), 3);
    QCOMPARE(part<OfferBar>(tab).sentences().front(), QStringLiteral("Discard what is left of 3 matrices?"));
    QVERIFY(press("Keep"));
    QVERIFY(press("Discard all…"));
    QVERIFY(press("Discard all"));
    QVERIFY(part<OfferBar>(tab).sentences().isEmpty());
    QTRY_VERIFY(recoveryFiles(folder.path()).isEmpty());
    // One by one, faster than they go.
    for (int i = 0; i < 3; ++i) {
        session::RecoveryFile left(folder.path().toStdString());
        left.begin(*m_data.matrix);
    }
    MainWindow another({}, nullptr);
    another.show();
    another.keepSafe(folder.path());
    QTRY_COMPARE(part<OfferBar>(another).sentences().size(), 3);
    for (int i = 0; i < 3; ++i)
        QTest::mouseClick(offerButton(another, QStringLiteral("Discard")), Qt::LeftButton);
    QTRY_VERIFY(recoveryFiles(folder.path()).isEmpty());
}

void TestRecovery::aCleanCloseLeavesNothing()
{
    const QTemporaryDir folder;
    MainWindow window({}, nullptr);
    window.show();
    window.keepSafe(folder.path());
    window.workspace().document().setMatrix(m_data.matrix);
    QTRY_COMPARE(recoveryFiles(folder.path()).size(), 1);
    window.workspace().attention().show({m_data.plan, m_data.trace, QStringLiteral("stile")});
    window.closeUnasked();
    QVERIFY(recoveryFiles(folder.path()).isEmpty());
}

void TestRecovery::aChangeByHandNeverTakesTheCopyAway()
{
    const QTemporaryDir folder;
    MainWindow window({}, nullptr);
    window.show();
    window.keepSafe(folder.path());
    Workspace& w = window.workspace();
    w.document().setMatrix(m_data.matrix);
    w.attention().show({m_data.plan, m_data.trace, QStringLiteral("stile")});
    w.document().addRun(m_data.plan, fake::profile(*m_data.plan), false);
    const auto there = [&] {
        const QStringList files = recoveryFiles(folder.path());
        try {
            return files.isEmpty() ? session::SessionSummary{}
                                   : session::readSessionSummary(folder.filePath(files[0]).toStdString());
        } catch (const std::exception&) {
            return session::SessionSummary{}; // being made
        }
    };
    QTRY_VERIFY(recoveryFiles(folder.path()).size() == 1);
    QTRY_COMPARE(there().runs, std::int64_t{1});
    const QString file = folder.filePath(recoveryFiles(folder.path())[0]);
    struct ::stat first {
    }, now{};
    QCOMPARE(::stat(QFile::encodeName(file).constData(), &first), 0);
    // Changes, a change of a change, and all of them undone: the same file all the time, with the original in it.
    std::int64_t plans = 1;
    const auto still = [&] {
        QCOMPARE(::stat(QFile::encodeName(file).constData(), &now), 0);
        QCOMPARE(now.st_ino, first.st_ino);
        QVERIFY(there().plans >= 1);
        QCOMPARE(there().runs, std::int64_t{1});
    };
    for (int i = 0; i < 3; ++i) {
        const PlanPtr before = w.attention().plan();
        w.attention().selectTile(0);
        part<PlanEditor>(window).remove();
        QTRY_VERIFY(w.attention().plan() != before);
        plans = w.document().plans().size();
        still();
    }
    QTRY_COMPARE(there().plans, plans);
    const auto last = w.attention().plan();
    const auto inFile = [&] {
        try {
            return session::readSession(file.toStdString(), noProgress()).plans.back().plan.tiling().tiles.size();
        } catch (const std::exception&) {
            return std::size_t{0};
        }
    };
    QTRY_COMPARE(inFile(), last->tiling().tiles.size());
    still();
    while (part<PlanEditor>(window).stack().canUndo()) {
        part<PlanEditor>(window).stack().undo();
        still();
    }
    QTRY_COMPARE(there().plans, std::int64_t{1});
    still();
    window.closeUnasked();
}

namespace {

// A window that opens a matrix, searches, and then stays as it is until it is killed: when the search is over, or has
// chosen something so often (0: never).
int searchAndWait(const QString& folder, int held)
{
    Hooks hooks;
    if (held > 0)
        hooks.searchStep = [left = std::make_shared<int>(held)] {
            QThread::msleep(100); // what is over sooner is not told of
            if ((*left)-- > 0)
                return;
            std::puts("held");
            std::fflush(stdout);
            for (;;)
                QThread::sleep(1);
        };
    MainWindow window(hooks, nullptr);
    window.show();
    window.keepSafe(folder);
    window.workspace().document().setMatrix(crossing(512, 1));
    window.workspace().operations().search();
    return QApplication::exec();
}

} // namespace

// The two tests above start it as a program of its own.
[[maybe_unused]] static const bool addedWindowToKill = addViewTest("window_to_kill", [](int, char**) {
    return searchAndWait(qEnvironmentVariable("SPARSESCOPE_TEST_WINDOW"),
                         qEnvironmentVariableIntValue("SPARSESCOPE_TEST_HELD"));
});

VIEW_TEST(TestRecovery)
#include "tst_recovery.moc"
