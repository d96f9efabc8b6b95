// Tabs that are closed, and what becomes of the work in them: asked about, had back, offered after a kill.
#include "engine/matrix/patterns.h"
#include "engine/session/recovery.h"
#include "tests/views/fake_data.h"
#include "tests/views/killed_program.h"
#include "tests/views/tabs_window.h"
#include "tests/views/view_test.h"
#include "views/main_window/main_window.h"
#include "views/pages/learn/learn_desk.h"
#include "views/pages/learn/learn_page.h"
#include "views/pages/search/search_page.h"
#include "views/parts/offer_bar.h"
#include "views/rules/rules_document.h"
#include "views/tabs/tabbed_window.h"
#include "views/workspace/workspace.h"

#include <QPointer>
#include <QPushButton>
#include <QTemporaryDir>
#include <QTest>

using namespace sparsescope;

class TestClosedTabs : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void closingDuringAJobIsClean();
    void aClosedTabComesBack();
    void closingATabAsksOnceAboutAllThatIsNowhere();
    void aKilledProgramOffersEveryTab();

private:
    fake::Data m_data = fake::searched();
};

void TestClosedTabs::closingDuringAJobIsClean()
{
    const QTemporaryDir folder;
    const auto window = tabs::open();
    window->keepSafe(folder.path());
    MainWindow& a = window->current();
    a.workspace().document().setMatrix(m_data.matrix);
    window->newTab();
    MainWindow& b = window->current();
    b.workspace().document().setMatrix(crossing(4096, 1));
    QTRY_COMPARE(recoveryFiles(folder.path()).size(), 2);
    b.workspace().operations().search();
    QVERIFY(b.workspace().operations().busy());
    const QPointer<MainWindow> gone(&b);
    window->closeTab(b);
    QCOMPARE(&window->current(), &a);
    QTRY_VERIFY_WITH_TIMEOUT(!gone, 20'000);
    // What was in it can be had back until the window closes, and is nobody else's until then.
    QVERIFY(session::findRecoverable(folder.path().toStdString()).empty());
    a.workspace().operations().search();
    window->close();
    QVERIFY(recoveryFiles(folder.path()).isEmpty());
}

void TestClosedTabs::aClosedTabComesBack()
{
    const QTemporaryDir folder;
    const auto window = tabs::open();
    window->keepSafe(folder.path());
    window->current().workspace().document().setMatrix(crossing(256, 1));
    tabs::settle(*window);
    QVERIFY(!window->canReopen());
    QTest::keyClick(window.get(), Qt::Key_T, Qt::ControlModifier);
    MainWindow& b = window->current();
    b.workspace().document().setMatrix(m_data.matrix);
    b.workspace().attention().show({m_data.plan, m_data.trace, QStringLiteral("by hand")});
    b.workspace().document().setNote(QStringLiteral("mine"));
    b.showPage("search");
    tabs::settle(*window);
    // A note is worth a question.
    MainWindow::Answer answer = MainWindow::Answer::Cancel;
    int asked = 0;
    b.setAsk([&](const QString&, const QString&) {
        ++asked;
        return answer;
    });
    QTest::keyClick(window.get(), Qt::Key_W, Qt::ControlModifier);
    QCOMPARE(asked, 1);
    QCOMPARE(window->count(), 2);
    answer = MainWindow::Answer::Discard;
    // At once, though the last words are still being written.
    QTest::keyClick(window.get(), Qt::Key_W, Qt::ControlModifier);
    QCOMPARE(asked, 2);
    QCOMPARE(window->count(), 1);
    QTest::keyClick(window.get(), Qt::Key_T, Qt::ControlModifier | Qt::ShiftModifier);
    QTRY_COMPARE(window->count(), 2);
    tabs::settle(*window);
    const MainWindow& back = window->current();
    QTRY_VERIFY(back.workspace().attention().plan());
    QVERIFY(back.workspace().document().matrix()->fingerprint() == m_data.matrix->fingerprint());
    QCOMPARE(back.workspace().document().plans()[0].title, QStringLiteral("by hand"));
    QCOMPARE(back.workspace().document().note(), QStringLiteral("mine"));
    QCOMPARE(back.page().key(), "search");
    QTRY_VERIFY(!window->canReopen());
    // The copy has become the tab's own.
    QTRY_COMPARE(recoveryFiles(folder.path()).size(), 2);
    window->current().setAsk([](const QString&, const QString&) { return MainWindow::Answer::Discard; });
    window->closeTab(window->current());
    window->close();
    QVERIFY(recoveryFiles(folder.path()).isEmpty());
}

void TestClosedTabs::closingATabAsksOnceAboutAllThatIsNowhere()
{
    const auto window = tabs::open();
    tabs::settle(*window);
    window->newTab();
    MainWindow& tab = window->current();
    tab.workspace().document().setMatrix(m_data.matrix);
    part<SearchPage>(tab).rules().add();
    part<LearnPage>(tab).desk().addStep();
    tabs::settle(*window);
    QStringList asked;
    MainWindow::Answer answer = MainWindow::Answer::Cancel;
    tab.setAsk([&](const QString&, const QString& unsaved) {
        asked << unsaved;
        return answer;
    });
    QTest::keyClick(window.get(), Qt::Key_W, Qt::ControlModifier);
    QCOMPARE(asked.size(), 1);
    QVERIFY2(asked[0].contains(QStringLiteral("rewrite rules")) && asked[0].contains(QStringLiteral("lesson")),
             qPrintable(asked[0]));
    window->closeTab(tab);
    QCOMPARE(asked.size(), 2);
    QCOMPARE(asked[1], asked[0]);
    QCOMPARE(window->count(), 2);
    answer = MainWindow::Answer::Discard;
    QTest::keyClick(window.get(), Qt::Key_W, Qt::ControlModifier);
    QCOMPARE(asked.size(), 3);
    QCOMPARE(window->count(), 1);
}

void TestClosedTabs::aKilledProgramOffersEveryTab()
{
    if (!KilledProgram::built())
        QSKIP("the window was not built");
    KilledProgram program;
    const QString folder = program.recoveryFolder();
    QVERIFY(program.start({tabs::figure, tabs::samples + QStringLiteral("crossing-2048-h200.sscope")}));
    QTRY_COMPARE_WITH_TIMEOUT(recoveryFiles(folder).size(), 2, 30'000);
    const auto allKept = [&] {
        std::int64_t runs = 0;
        const LeftNow left(folder);
        for (const session::Recoverable& one : left.found)
            runs += one.summary.runs;
        return left.found.size() == 2 && runs == 1;
    };
    QTRY_VERIFY_WITH_TIMEOUT(allKept(), 30'000);
    QVERIFY(program.kill());

    const auto window = tabs::open();
    window->keepSafe(folder);
    MainWindow& first = window->current();
    QTRY_VERIFY(tabs::offerOf(first, QStringLiteral("Restore all")));
    QCOMPARE(part<OfferBar>(first).sentences().size(), 3);
    QTest::qWait(100);
    window->grab().save(inOutput("tabs-offer.png"));
    QTest::mouseClick(tabs::offerOf(first, QStringLiteral("Restore all")), Qt::LeftButton);
    QVERIFY(part<OfferBar>(first).sentences().isEmpty());
    QCOMPARE(window->count(), 2);
    tabs::settle(*window);
    QStringList names;
    for (MainWindow* tab : window->tabs()) {
        QVERIFY(tab->workspace().document().matrix());
        names << QString::fromStdString(tab->workspace().document().matrix()->source().name);
        if (tab->workspace().document().matrix()->rows() == 2048)
            QVERIFY(tab->workspace().attention().run());
    }
    names.sort();
    QVERIFY2(names[0].startsWith(QStringLiteral("crossing")) && names[1] == QStringLiteral("figure1.mtx"),
             qPrintable(names.join(QLatin1Char(' '))));
    // They are this program's own now, and what was left is gone.
    QTRY_VERIFY(recoveryFiles(folder).size() == 2 && session::findRecoverable(folder.toStdString()).empty());
    for (MainWindow* tab : window->tabs())
        tab->setAsk([](const QString&, const QString&) { return MainWindow::Answer::Discard; });
    window->close();
    QVERIFY(recoveryFiles(folder).isEmpty());
}

VIEW_TEST(TestClosedTabs)
#include "tst_closed_tabs.moc"
