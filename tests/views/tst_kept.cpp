// Nothing of worth is lost in silence: one key saves, the title says what is unsaved, and whoever closes is told what
// would go.
#include "engine/session/recovery.h"
#include "engine/session/session.h"
#include "tests/views/asked_window.h"
#include "tests/views/fake_data.h"
#include "tests/views/killed_program.h"
#include "tests/views/tabs_window.h"
#include "views/main_window/main_window.h"
#include "views/tabs/tab_row.h"
#include "views/workspace/workspace.h"

#include <QApplication>
#include <QElapsedTimer>
#include <QFileDialog>
#include <QLineEdit>
#include <QMessageBox>
#include <QPushButton>
#include <QScopeGuard>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>

#include <atomic>
#include <memory>

using namespace sparsescope;

class TestKept : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void oneKeySavesAndAsksForANameOnce();
    void titleAndTabSayWhatIsUnsaved();
    void plansThatWereFoundAreNamed();
    void aSearchUnderWayIsNamedAndKept();
    void aSearchUnderWayIsDroppedWhenThatIsSaid();
    void severalTabsAreAskedAboutOnce();
    void theQuestionIsOneForAll();
    void anExportIsFinishedFirst();

private:
    void show(Workspace& w, const QString& title)
    {
        auto trace = std::make_shared<Trace>(*m_data.trace);
        auto plan = std::make_shared<Plan>(*m_data.plan);
        plan->planner = title.toStdString();
        w.attention().show({plan, trace, title});
    }
    fake::Data m_data = fake::searched();
};

namespace {

// Answers the dialog that a key is about to open, which blocks, with this path.
void nameWhenAsked(QObject* context, const QString& path, int& asked)
{
    QTimer::singleShot(0, context, [path, &asked] {
        auto* dialog = qobject_cast<QFileDialog*>(QApplication::activeModalWidget());
        if (!dialog)
            return;
        ++asked;
        dialog->findChild<QLineEdit*>(QStringLiteral("fileNameEdit"))->setText(path);
        QMetaObject::invokeMethod(dialog, "accept");
    });
}

// Keys of menus reach the active window alone.
bool active(QWidget& window)
{
    window.activateWindow();
    return QTest::qWaitForWindowActive(&window);
}

std::string noteIn(const QString& session)
{
    return session::readSessionSummary(session.toStdString()).note;
}

// A search that stands still, with its first tile, until it is let go.
struct HeldSearch {
    std::shared_ptr<std::atomic<bool>> go = std::make_shared<std::atomic<bool>>(false);
    Hooks hooks() const
    {
        Hooks hooks;
        hooks.searchStep = [go = go] {
            while (!*go)
                QTest::qSleep(5);
        };
        return hooks;
    }
    // Before the window goes, which waits for it.
    auto release() const
    {
        return qScopeGuard([go = go] { *go = true; });
    }
};

void searchForASecond(Workspace& w)
{
    w.operations().search();
    QElapsedTimer clock;
    clock.start();
    QTRY_VERIFY(clock.elapsed() > 1100);
    QVERIFY(w.operations().searching());
}

} // namespace

void TestKept::oneKeySavesAndAsksForANameOnce()
{
    const QTemporaryDir folder;
    const QString file = folder.filePath(QStringLiteral("mine.sscope"));
    MainWindow window({}, nullptr);
    window.show();
    Workspace& w = window.workspace();
    w.document().setMatrix(m_data.matrix);
    w.document().setNote(QStringLiteral("one"));
    int asked = 0;
    QVERIFY(active(window));
    nameWhenAsked(&window, file, asked);
    QTest::keyClick(&window, Qt::Key_S, Qt::ControlModifier);
    QCOMPARE(asked, 1);
    QTRY_COMPARE(w.document().sessionPath(), file);
    w.document().setNote(QStringLiteral("two"));
    QVERIFY(active(window));
    QTest::keyClick(&window, Qt::Key_S, Qt::ControlModifier); // would stand still if it asked
    QTRY_VERIFY(!w.jobs().busyIn({Lane::Save}));
    QCOMPARE(noteIn(file), std::string("two"));
    // Another name, which is where it goes from then on.
    const QString other = folder.filePath(QStringLiteral("other.sscope"));
    QVERIFY(active(window));
    nameWhenAsked(&window, other, asked);
    QTest::keyClick(&window, Qt::Key_S, Qt::ControlModifier | Qt::ShiftModifier);
    QCOMPARE(asked, 2);
    QTRY_COMPARE(w.document().sessionPath(), other);
    w.document().setNote(QStringLiteral("three"));
    QVERIFY(active(window));
    QTest::keyClick(&window, Qt::Key_S, Qt::ControlModifier);
    QTRY_VERIFY(!w.jobs().busyIn({Lane::Save}));
    QCOMPARE(noteIn(other), std::string("three"));
    QCOMPARE(noteIn(file), std::string("two"));
    // What came from a file goes back into it.
    MainWindow again({}, nullptr);
    again.show();
    again.openFiles({file});
    QTRY_VERIFY(again.workspace().document().matrix() && !again.workspace().operations().busy());
    again.workspace().document().setNote(QStringLiteral("later"));
    QTest::keyClick(&again, Qt::Key_S, Qt::ControlModifier);
    QTRY_VERIFY(!again.workspace().jobs().busyIn({Lane::Save}));
    QCOMPARE(noteIn(file), std::string("later"));
}

void TestKept::titleAndTabSayWhatIsUnsaved()
{
    const QTemporaryDir folder;
    const auto window = tabs::open({tabs::figure, tabs::figure});
    tabs::settle(*window);
    MainWindow& tab = window->current();
    QCOMPARE(window->windowTitle(), QStringLiteral("figure1.mtx – Sparsescope"));
    tab.workspace().operations().search(); // found in a moment, and in no file all the same
    QTRY_COMPARE(window->windowTitle(), QStringLiteral("figure1.mtx* – Sparsescope"));
    QCOMPARE(window->row().text(&tab), QStringLiteral("figure1.mtx*"));
    QCOMPARE(window->row().text(window->tabs()[1]), QStringLiteral("figure1.mtx (2)"));
    tabs::settle(*window);
    tab.workspace().operations().saveSession(folder.filePath(QStringLiteral("s.sscope")));
    QTRY_COMPARE(window->windowTitle(), QStringLiteral("figure1.mtx – Sparsescope"));
    QCOMPARE(window->row().text(&tab), QStringLiteral("figure1.mtx"));
    tab.workspace().document().setNote(QStringLiteral("more"));
    QCOMPARE(window->row().text(&tab), QStringLiteral("figure1.mtx*"));
    // What is opened again is as it was saved.
    window->openFiles({folder.filePath(QStringLiteral("s.sscope"))});
    tabs::settle(*window);
    QCOMPARE(window->windowTitle(), QStringLiteral("figure1.mtx – Sparsescope"));
}

void TestKept::plansThatWereFoundAreNamed()
{
    MainWindow window({}, nullptr);
    AskedToClose asked;
    asked.answer = MainWindow::Answer::Cancel;
    asked.in(window);
    window.show();
    Workspace& w = window.workspace();
    w.document().setMatrix(m_data.matrix);
    QVERIFY(window.mayClose()); // a matrix that was looked at
    for (const char* title : {"one", "another"})
        show(w, QString::fromLatin1(title));
    window.close();
    QVERIFY(window.isVisible());
    QCOMPARE(asked.unsaved, QStringList{QStringLiteral("2 plans found")});
    w.document().setMatrix(m_data.matrix);
    show(w, QStringLiteral("one"));
    QVERIFY(!window.mayClose());
    QCOMPARE(asked.unsaved.last(), QStringLiteral("1 plan found"));
    w.document().addRun(w.attention().plan(), fake::profile(*w.attention().plan()), false);
    auto edited = std::make_shared<Plan>(*m_data.plan);
    edited->planner += ", edited";
    w.attention().show({edited, nullptr, QStringLiteral("stile, edited")});
    QVERIFY(!window.mayClose());
    QCOMPARE(asked.unsaved.last(), QStringLiteral("1 plan found, 1 plan changed by hand and 1 run"));
    window.closeUnasked();
}

void TestKept::aSearchUnderWayIsNamedAndKept()
{
    const QTemporaryDir folder;
    const QString file = folder.filePath(QStringLiteral("s.sscope"));
    const HeldSearch held;
    MainWindow window(held.hooks(), nullptr);
    const auto release = held.release();
    window.show();
    Workspace& w = window.workspace();
    w.document().setMatrix(m_data.matrix);
    w.operations().saveSession(file);
    QTRY_VERIFY(!w.jobs().busyIn({Lane::Save}));
    searchForASecond(w);
    QString unsaved;
    window.setAsk([&](const QString&, const QString& what) {
        unsaved = what;
        *held.go = true; // it goes on, and is told to end with what it has
        return MainWindow::Answer::Save;
    });
    window.close();
    QCOMPARE(unsaved, QStringLiteral("a search under way"));
    QVERIFY(!window.isVisible());
    const session::Session saved = session::readSession(file.toStdString(), noProgress());
    QCOMPARE(saved.plans.size(), std::size_t{1});
    QVERIFY2(saved.plans[0].title.starts_with("stile"), saved.plans[0].title.c_str());
}

void TestKept::aSearchUnderWayIsDroppedWhenThatIsSaid()
{
    const HeldSearch held;
    const auto window = tabs::open({}, held.hooks());
    const auto release = held.release();
    window->newTab();
    MainWindow& tab = window->current();
    tab.workspace().document().setMatrix(m_data.matrix);
    AskedToClose asked;
    asked.answer = MainWindow::Answer::Cancel;
    asked.in(tab);
    searchForASecond(tab.workspace());
    QTest::keyClick(window.get(), Qt::Key_W, Qt::ControlModifier);
    QCOMPARE(asked.unsaved, QStringList{QStringLiteral("a search under way")});
    QCOMPARE(window->count(), 2);
    QVERIFY(tab.workspace().operations().searching()); // it has not heard of the question
    asked.answer = MainWindow::Answer::Discard;
    QTest::keyClick(window.get(), Qt::Key_W, Qt::ControlModifier);
    QCOMPARE(window->count(), 1);
}

void TestKept::severalTabsAreAskedAboutOnce()
{
    const QTemporaryDir folder;
    const auto window = tabs::open({tabs::figure, tabs::figure, tabs::figure});
    tabs::settle(*window);
    QStringList files;
    for (int i : {0, 2}) {
        Workspace& w = window->tabs()[i]->workspace();
        files << folder.filePath(QStringLiteral("%1.sscope").arg(i));
        w.operations().saveSession(files.last());
        tabs::settle(*window);
        w.document().setNote(QStringLiteral("kept"));
        window->tabs()[i]->setAsk(
            [](const QString&, const QString&) -> BeforeGoing { qFatal("a tab asked by itself"); });
    }
    QStringList asked;
    BeforeGoing answer = BeforeGoing::Cancel;
    window->setAsk([&](const QString& question, const QString& unsaved) {
        asked << question << unsaved;
        return answer;
    });
    QVERIFY(active(*window));
    QTest::keyClick(window.get(), Qt::Key_Q, Qt::ControlModifier);
    QVERIFY(window->isVisible());
    QCOMPARE(asked, (QStringList{QStringLiteral("Save the work on 2 matrices before the window closes?"),
                                 QStringLiteral("figure1.mtx: the note\nfigure1.mtx (3): the note")}));
    answer = BeforeGoing::Save;
    QTest::keyClick(window.get(), Qt::Key_Q, Qt::ControlModifier);
    QCOMPARE(asked.size(), 4);
    QVERIFY(!window->isVisible());
    for (const QString& file : files)
        QCOMPARE(noteIn(file), std::string("kept"));
}

// The dialog itself, as it is seen.
void TestKept::theQuestionIsOneForAll()
{
    const auto window = tabs::open({tabs::figure, tabs::figure});
    tabs::settle(*window);
    for (MainWindow* tab : window->tabs())
        tab->workspace().document().setNote(QStringLiteral("<b>mine</b>"));
    QVERIFY(active(*window));
    QStringList texts, buttons;
    QTimer::singleShot(0, window.get(), [&] {
        auto* box = qobject_cast<QMessageBox*>(QApplication::activeModalWidget());
        if (!box)
            return;
        texts << box->text() << box->informativeText();
        for (const auto button : {QMessageBox::Save, QMessageBox::Discard, QMessageBox::Cancel})
            buttons << box->button(button)->text();
        box->grab().save(inOutput("kept-question.png"));
        box->button(QMessageBox::Cancel)->click();
    });
    QTest::keyClick(window.get(), Qt::Key_Q, Qt::ControlModifier);
    QVERIFY(window->isVisible());
    QCOMPARE(texts.size(), 2);
    QVERIFY2(texts[1].contains(QStringLiteral("figure1.mtx (2): the note")), qPrintable(texts[1]));
    QCOMPARE(buttons.mid(0, 2), (QStringList{QStringLiteral("&Save all"), QStringLiteral("&Discard all")}));
    window->setAsk([](const QString&, const QString&) { return BeforeGoing::Discard; });
    window->close();
    QVERIFY(!window->isVisible());
}

void TestKept::anExportIsFinishedFirst()
{
    MainWindow window({}, nullptr);
    AskedToClose asked;
    asked.in(window);
    window.show();
    Workspace& w = window.workspace();
    w.document().setMatrix(m_data.matrix);
    std::atomic<bool> go{false}, whole{false};
    w.jobs().start(
        {Lane::Export, QStringLiteral("x.png")}, QStringLiteral("Exporting"),
        [&](Progress& progress) {
            while (!go) {
                progress.check();
                QTest::qSleep(5);
            }
            return true;
        },
        [&](bool) { whole = true; });
    asked.answer = MainWindow::Answer::Save;
    QTimer::singleShot(50, &window, [&] { go = true; });
    window.close();
    QCOMPARE(asked.unsaved, QStringList{QStringLiteral("an export under way")});
    QVERIFY(whole);
    QVERIFY(!window.isVisible()); // and no session is asked for, where there is nothing to save in one
}

VIEW_TEST(TestKept)
#include "tst_kept.moc"
