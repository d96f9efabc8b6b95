// The session in the window: bookmarks, the note, a matrix that was moved, what is asked before it closes.
#include "engine/core/files.h"
#include "engine/matrix/patterns.h"
#include "engine/search/planner.h"
#include "engine/session/recovery.h"
#include "tests/support/archives.h"
#include "tests/views/asked_window.h"
#include "tests/views/fake_data.h"
#include "tests/views/killed_program.h"
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
#include <QInputDialog>
#include <QLineEdit>
#include <QListView>
#include <QPlainTextEdit>
#include <QProcess>
#include <QPushButton>
#include <QSettings>
#include <QTemporaryDir>
#include <QTest>
#include <QThread>
#include <QTimer>

#include <atomic>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <sys/stat.h>
#include <thread>

using namespace sparsescope;

class TestSession : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void bookmarksLeadBack();
    void bookmarksAreKeptRenamedAndDeleted();
    void aMatrixThatWasMovedIsAskedFor();
    void anArchiveOfSeveralMatricesAsksWhich();
    void closingAsksWhereSomethingOfWorthIsUnsaved();
    void anotherMatrixInPlaceAsksToo();
    void savingOnCloseWritesTheSessionAgain();
    void twoWindowsOnOneSessionKeepWhatEachSaved();
    void aFailedSaveKeepsTheWindow();
    void closingWaitsForASaveAndCancelsTheRest();

private:
    fake::Data m_data = fake::searched();
};

void TestSession::bookmarksLeadBack()
{
    MainWindow window({}, nullptr);
    window.resize(1280, 800);
    window.show();
    Workspace& w = window.workspace();
    w.document().setMatrix(m_data.matrix);
    w.attention().show({m_data.plan, m_data.trace, QStringLiteral("stile")});
    QTRY_VERIFY_WITH_TIMEOUT(window.settled(), 20'000);
    window.showPage("search");
    window.canvas().goTo(300, 40);
    w.attention().setStep(4);
    const session::SavedView seen = part<ViewKeeper>(window).now();
    QTest::keyClick(&window, Qt::Key_B, Qt::ControlModifier);
    auto* dialog = window.findChild<BookmarksDialog*>();
    QVERIFY(dialog && dialog->isVisible());
    QCOMPARE(w.document().bookmarks().size(), std::size_t{1});
    // The name is being edited: typed over, confirmed.
    auto* editor = dialog->list().findChild<QLineEdit*>();
    QVERIFY(editor);
    editor->selectAll();
    QTest::keyClicks(editor, QStringLiteral("dense corner"));
    QTest::keyClick(editor, Qt::Key_Return);
    QTRY_COMPARE(w.document().bookmarks()[0].name, std::string("dense corner"));
    QTest::keyClicks(&dialog->note(), QStringLiteral("Why here?"));
    QCOMPARE(w.document().note(), QStringLiteral("Why here?"));

    window.showPage("explore");
    window.canvas().fitAll();
    w.attention().setStep(w.attention().steps());
    part<ViewKeeper>(window).show(w.document().bookmarks()[0]);
    const session::SavedView back = part<ViewKeeper>(window).now();
    QCOMPARE(window.page().key(), "search");
    QCOMPARE(back.step, seen.step);
    QVERIFY(!back.fitted);
    QVERIFY(std::abs(back.box.rowsPerPixel / seen.box.rowsPerPixel - 1) < 1e-6);
}

void TestSession::bookmarksAreKeptRenamedAndDeleted()
{
    const QTemporaryDir folder;
    const QString file = folder.filePath(QStringLiteral("s.sscope"));
    MainWindow window({}, nullptr);
    Workspace& w = window.workspace();
    w.document().setMatrix(m_data.matrix);
    BookmarkModel model(w, part<ViewKeeper>(window));
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    session::SavedView view = part<ViewKeeper>(window).now();
    for (const char* name : {"one", "two", "three"}) {
        view.name = name;
        std::vector<session::SavedView> all = w.document().bookmarks();
        all.push_back(view);
        w.document().setBookmarks(std::move(all));
    }
    QCOMPARE(model.rowCount(), 3);
    QVERIFY(model.setData(model.index(1), QStringLiteral("second"), Qt::EditRole));
    QVERIFY(!model.setData(model.index(1), QStringLiteral("  "), Qt::EditRole));
    QVERIFY(model.removeRow(0));
    w.operations().saveSession(file);
    QTRY_VERIFY(!w.operations().busy());
    Workspace other;
    other.operations().open({file});
    QTRY_VERIFY(other.document().matrix());
    QCOMPARE(other.document().bookmarks().size(), std::size_t{2});
    QCOMPARE(other.document().bookmarks()[0].name, std::string("second"));
    w.document().setMatrix(m_data.matrix);
    QCOMPARE(model.rowCount(), 0); // they belong to the session that is gone
}

void TestSession::aMatrixThatWasMovedIsAskedFor()
{
    const QTemporaryDir folder;
    const QString matrix = folder.filePath(QStringLiteral("m.mtx"));
    QVERIFY(QFile::copy(inSource("samples/figure1.mtx"), matrix));
    const QString left = folder.filePath(QStringLiteral("left"));
    QString session;
    {
        Workspace reader;
        reader.operations().open({matrix});
        QTRY_VERIFY(reader.document().matrix());
        session::RecoveryFile file(left.toStdString());
        file.begin(*reader.document().matrix()); // a file holds it: named, not embedded
        session = QString::fromStdString(file.path());
        QTRY_VERIFY(!reader.operations().busy());
    }
    QVERIFY(QFile::rename(matrix, folder.filePath(QStringLiteral("moved.mtx"))));
    MainWindow window({}, nullptr);
    window.show();
    std::optional<MissingMatrix> asked;
    connect(&window.workspace().operations(), &Operations::matrixMissing, this,
            [&](const MissingMatrix& m) { asked = m; });
    window.keepSafe(left);
    QTRY_VERIFY(offerButton(window, QStringLiteral("Restore")));
    QTest::mouseClick(offerButton(window, QStringLiteral("Restore")), Qt::LeftButton);
    QTRY_VERIFY(asked);
    QVERIFY(offerButton(window, QStringLiteral("Locate…")));
    QVERIFY(part<OfferBar>(window).sentences().join(QString()).contains(QStringLiteral("m.mtx is not where it was")));
    window.workspace().operations().openWithMatrix(*asked, folder.filePath(QStringLiteral("moved.mtx")));
    QTRY_VERIFY(window.workspace().document().matrix());
    QVERIFY(part<OfferBar>(window).sentences().isEmpty());
    window.close();
}

void TestSession::anArchiveOfSeveralMatricesAsksWhich()
{
    const QTemporaryDir folder;
    const QString file = folder.filePath(QStringLiteral("two.tar"));
    const std::string banner = "%%MatrixMarket matrix coordinate pattern general\n";
    writeText(file.toStdString(),
              archiveOf({{"a.mtx", banner + "5 5 1\n1 1\n"}, {"b.mtx", banner + "5 5 2\n1 1\n2 2\n"}}));
    MainWindow window({}, nullptr);
    window.show();
    window.openFiles({file});
    QTRY_VERIFY(offerButton(window, QStringLiteral("Choose…")));
    QCOMPARE(part<OfferBar>(window).sentences(), QStringList{QStringLiteral("two.tar holds 2 matrices.")});
    QVERIFY(!window.workspace().document().matrix());
    QTimer::singleShot(0, &window, [&] {
        auto* dialog = window.findChild<QInputDialog*>();
        QVERIFY(dialog);
        QCOMPARE(dialog->comboBoxItems(), (QStringList{QStringLiteral("a.mtx"), QStringLiteral("b.mtx")}));
        dialog->setTextValue(QStringLiteral("b.mtx"));
        dialog->accept();
    });
    QTest::mouseClick(offerButton(window, QStringLiteral("Choose…")), Qt::LeftButton);
    QTRY_VERIFY(window.workspace().document().matrix());
    QCOMPARE(window.workspace().document().matrix()->nnz(), 2);
    QCOMPARE(window.workspace().document().matrix()->source().name, std::string("two.tar#b.mtx"));
    QVERIFY(part<OfferBar>(window).sentences().isEmpty());
    window.close();
}

void TestSession::closingAsksWhereSomethingOfWorthIsUnsaved()
{
    const QTemporaryDir folder;
    MainWindow window({}, nullptr);
    AskedToClose asked;
    asked.in(window);
    window.show();
    window.keepSafe(folder.path());
    Workspace& w = window.workspace();
    QVERIFY(window.mayClose());
    w.document().setMatrix(m_data.matrix);
    QVERIFY(window.mayClose());
    QVERIFY2(asked.questions.isEmpty(), "a matrix just looked at is no reason to ask");
    w.attention().show({m_data.plan, m_data.trace, QStringLiteral("stile")});
    w.attention().show({std::make_shared<const Plan>(*m_data.plan), m_data.trace, QStringLiteral("again")});
    asked.answer = MainWindow::Answer::Cancel;
    QVERIFY(!window.mayClose());
    w.document().addRun(m_data.plan, fake::profile(*m_data.plan), false);
    w.document().setBookmarks({part<ViewKeeper>(window).now()});
    w.document().setNote(QStringLiteral("look here"));
    QTRY_COMPARE(recoveryFiles(folder.path()).size(), 1);
    window.close();
    QVERIFY(window.isVisible());
    QCOMPARE(recoveryFiles(folder.path()).size(), 1);
    QCOMPARE(asked.unsaved.last(), QStringLiteral("2 plans found, 1 run, bookmarks and the note"));
    QVERIFY(asked.questions.last().contains(QString::fromStdString(m_data.matrix->source().name)));
    // In a file: nothing to ask.
    w.operations().saveSession(folder.filePath(QStringLiteral("s.session")));
    const qsizetype questions = asked.questions.size();
    QVERIFY(window.mayClose());
    QCOMPARE(asked.questions.size(), questions);
    w.document().setNote(QStringLiteral("and here"));
    asked.answer = MainWindow::Answer::Discard;
    window.close();
    QVERIFY(!window.isVisible());
    QCOMPARE(asked.unsaved.last(), QStringLiteral("the note"));
    QVERIFY(recoveryFiles(folder.path()).isEmpty());
}

void TestSession::anotherMatrixInPlaceAsksToo()
{
    MainWindow window({}, nullptr);
    AskedToClose asked;
    asked.in(window);
    window.show();
    Workspace& w = window.workspace();
    w.document().setMatrix(m_data.matrix);
    w.document().setNote(QStringLiteral("look here"));
    asked.answer = MainWindow::Answer::Cancel;
    window.openFiles({inSource("samples/figure1.mtx")});
    window.openSample(0);
    QVERIFY(!w.jobs().busy(Lane::Open));
    QCOMPARE(asked.questions.size(), 2);
    QCOMPARE(w.document().note(), QStringLiteral("look here"));
    asked.answer = MainWindow::Answer::Discard;
    window.openFiles({inSource("samples/figure1.mtx")});
    QTRY_VERIFY(w.document().matrix() != m_data.matrix);
    QVERIFY(w.document().note().isEmpty());
    window.openSample(0);
    QCOMPARE(asked.questions.size(), 3); // figure1 was just looked at
}

void TestSession::savingOnCloseWritesTheSessionAgain()
{
    const QTemporaryDir folder;
    const QString file = folder.filePath(QStringLiteral("s.sscope"));
    MainWindow window({}, nullptr);
    AskedToClose asked;
    asked.answer = MainWindow::Answer::Save;
    asked.in(window);
    window.show();
    Workspace& w = window.workspace();
    w.document().setMatrix(m_data.matrix);
    w.operations().saveSession(file);
    w.document().setNote(QStringLiteral("later"));
    window.close();
    QVERIFY(!window.isVisible());
    QCOMPARE(asked.questions.size(), 1);
    QCOMPARE(QString::fromStdString(session::readSessionSummary(file.toStdString()).note), QStringLiteral("later"));
}

void TestSession::twoWindowsOnOneSessionKeepWhatEachSaved()
{
    const QTemporaryDir folder;
    const QString file = folder.filePath(QStringLiteral("s.sscope"));
    const auto listen = [this](Workspace& workspace, QString& said, QString& failed) {
        connect(&workspace.operations(), &Operations::message, this, [&](const QString& text) { said = text; });
        connect(&workspace.operations(), &Operations::failed, this,
                [&](const Failure& failure) { failed = failure.sentence; });
    };
    const auto save = [](Workspace& workspace, const QString& note, const QString& path) {
        workspace.document().setNote(note);
        workspace.operations().saveSession(path);
        QTRY_VERIFY(!workspace.operations().busy());
    };
    Workspace first, second;
    QString firstSaid, firstFailed, secondSaid, secondFailed;
    listen(first, firstSaid, firstFailed);
    listen(second, secondSaid, secondFailed);
    first.document().setMatrix(m_data.matrix);
    save(first, QStringLiteral("one"), file);
    save(first, QStringLiteral("two"), file); // its own file as often as it likes
    QVERIFY2(firstFailed.isEmpty(), qPrintable(firstFailed));
    QVERIFY(!firstSaid.contains(QStringLiteral("another window")));

    second.operations().open({file});
    QTRY_VERIFY(second.document().matrix() && !second.operations().busy());
    QVERIFY2(secondSaid.contains(QStringLiteral("another window")), qPrintable(secondSaid));
    save(second, QStringLiteral("of the second"), file);
    QVERIFY2(secondFailed.isEmpty(), qPrintable(secondFailed));
    save(first, QStringLiteral("of the first"), file);
    QVERIFY2(firstFailed.contains(QStringLiteral("somebody else saved it")), qPrintable(firstFailed));
    QCOMPARE(session::readSessionSummary(file.toStdString()).note, std::string("of the second"));
    const QString other = folder.filePath(QStringLiteral("other.sscope"));
    save(first, QStringLiteral("of the first"), other);
    QCOMPARE(session::readSessionSummary(other.toStdString()).note, std::string("of the first"));
    // Nor is what one has open written over by who has never read it.
    save(second, QStringLiteral("of the second"), other);
    QVERIFY2(secondFailed.contains(QStringLiteral("open in another window")), qPrintable(secondFailed));
    QCOMPARE(session::readSessionSummary(other.toStdString()).note, std::string("of the first"));
}

void TestSession::aFailedSaveKeepsTheWindow()
{
    const QTemporaryDir folder;
    const QString file = folder.filePath(QStringLiteral("sub/s.sscope"));
    QDir(folder.path()).mkdir(QStringLiteral("sub"));
    MainWindow window({}, nullptr);
    AskedToClose asked;
    asked.answer = MainWindow::Answer::Save;
    asked.in(window);
    window.show();
    Workspace& w = window.workspace();
    w.document().setMatrix(m_data.matrix);
    w.operations().saveSession(file);
    QTRY_VERIFY(!w.jobs().busyIn({Lane::Save}));
    QVERIFY(QDir(folder.filePath(QStringLiteral("sub"))).removeRecursively());
    w.document().setNote(QStringLiteral("later"));
    window.close();
    QVERIFY(window.isVisible());
    QVERIFY(part<Banner>(window).isVisible());
    QCOMPARE(w.document().note(), QStringLiteral("later"));
}

// Ctrl+S while much is going on, then close: what was to be saved is there.
void TestSession::closingWaitsForASaveAndCancelsTheRest()
{
    const QTemporaryDir folder;
    const QString file = folder.filePath(QStringLiteral("s.sscope"));
    MainWindow window({}, nullptr);
    AskedToClose asked;
    asked.in(window);
    window.show();
    Workspace& w = window.workspace();
    w.document().setMatrix(m_data.matrix);
    w.attention().show({m_data.plan, m_data.trace, QStringLiteral("stile")});
    w.document().addRun(m_data.plan, fake::profile(*m_data.plan), false);
    w.document().setNote(QStringLiteral("safe"));
    w.jobs().setMaximumThreads(1);
    std::atomic<bool> begun{false}, ended{false};
    w.jobs().start(
        Lane::Check, QStringLiteral("Long work"),
        [&](Progress& progress) {
            begun = true;
            while (!progress.cancelled())
                std::this_thread::sleep_for(std::chrono::milliseconds(5));
            ended = true;
            return true;
        },
        [](bool) {});
    QTRY_VERIFY(begun);
    w.operations().saveSession(file);
    window.close();
    QVERIFY(!window.isVisible());
    QVERIFY(asked.questions.isEmpty());
    QCOMPARE(QString::fromStdString(session::readSessionSummary(file.toStdString()).note), QStringLiteral("safe"));
    QTRY_VERIFY(ended.load());
}

VIEW_TEST(TestSession)
#include "tst_session.moc"
