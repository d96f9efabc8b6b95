// The tour through the real window, with mouse and keyboard.
#include "tests/views/mask_runs.h"
#include "tests/views/mask_window.h"
#include "views/graph/graph_editor.h"
#include "views/heatmap/heatmap_view.h"
#include "views/main_window/samples.h"
#include "views/pages/compare/break_even_view.h"
#include "views/pages/explore/packed_view.h"
#include "views/pages/learn/learn_desk.h"
#include "views/pages/learn/learn_page.h"
#include "views/pages/measure/mask_times.h"
#include "views/pages/pages.h"
#include "views/pages/search/history_panels.h"
#include "views/pages/search/shown_history.h"
#include "views/tour/tour.h"

#include <QApplication>
#include <QPushButton>
#include <QTest>

#include <algorithm>
#include <vector>

using namespace sparsescope;

class TestTour : public MaskWindowFixture {
    Q_OBJECT
private Q_SLOTS:
    void itBeginsWithASampleAndWalksThroughThePages();
    void whatStandsOutCanBeUsed();
    void everyStopFitsASmallWindow();
    void masksHaveStopsOfTheirOwn();
    void theStartPageOffersRecordingsAndLessons();

private:
    template <class View>
    static bool seen(MainWindow& window)
    {
        const View* view = window.findChild<View*>();
        return view && view->isVisible();
    }
    static void begin(MainWindow& window)
    {
        QPushButton* start = nullptr;
        for (QPushButton* button : window.findChildren<QPushButton*>())
            start = button->text() == QStringLiteral("Take the tour") ? button : start;
        QVERIFY(start);
        QTest::mouseClick(start, Qt::LeftButton);
        QTRY_VERIFY_WITH_TIMEOUT(part<Tour>(window).isVisible(), 20'000);
        QTRY_VERIFY(window.settled());
    }
};

void TestTour::itBeginsWithASampleAndWalksThroughThePages()
{
    MainWindow window(Hooks{}, nullptr);
    window.resize(1440, 900);
    window.show();
    begin(window);
    QVERIFY(window.workspace().document().matrix());
    QVERIFY(window.workspace().attention().run());                  // it was measured
    QVERIFY(window.workspace().document().sessionPath().isEmpty()); // what is changed is saved elsewhere
    Tour& tour = part<Tour>(window);
    QCOMPARE(tour.stop(), 0);
    std::vector<std::string_view> pages{window.page().key()};
    bool editor = false, history = false;
    while (tour.stop() + 1 < tour.stops()) {
        const int before = tour.stop();
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Right);
        QCOMPARE(tour.stop(), before + 1);
        pages.push_back(window.page().key());
        QTRY_VERIFY_WITH_TIMEOUT(window.settled(), 20'000);
        QTest::qWait(80);
        QVERIFY(!tour.spot().isEmpty());
        QVERIFY(tour.rect().contains(tour.bubble()->geometry()));
        window.grab().save(inOutput("tour-%1.png").arg(tour.stop()));
        editor = editor || seen<GraphEditor>(window);
        history = history || (seen<HistoryList>(window) && part<ShownHistory>(window).any());
    }
    QVERIFY(editor && history); // of the recorded search among graphs
    for (const char* page : {"explore", "search", "kernel", "measure"})
        QVERIFY(std::find(pages.begin(), pages.end(), page) != pages.end());
    QVERIFY(window.workspace().attention().plan()); // it has searched one
    // The keys that it speaks of work meanwhile.
    const std::int64_t step = window.workspace().attention().step();
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Comma);
    QCOMPARE(window.workspace().attention().step(), step - 1);
    QVERIFY(tour.isVisible());
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Left);
    QCOMPARE(tour.stop(), tour.stops() - 2);
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Escape);
    QVERIFY(!tour.isVisible());
    // Again, from the menu, with what is open.
    const MatrixPtr matrix = window.workspace().document().matrix();
    window.startTour();
    QVERIFY(tour.isVisible());
    QCOMPARE(tour.stop(), 0);
    QCOMPARE(window.workspace().document().matrix(), matrix);
    for (int i = 0; i < tour.stops(); ++i)
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Right);
    QVERIFY(!tour.isVisible()); // beyond the last one
}

void TestTour::whatStandsOutCanBeUsed()
{
    MainWindow window(Hooks{}, nullptr);
    window.resize(1280, 800);
    window.show();
    begin(window);
    const QPoint inside = window.canvas().mapTo(&window, window.canvas().rect().center());
    QCOMPARE(window.childAt(inside), &window.canvas());
    const QPoint outside = part<Tour>(window).mapTo(&window, QPoint(4, 4));
    QCOMPARE(window.childAt(outside), &part<Tour>(window));
}

void TestTour::everyStopFitsASmallWindow()
{
    MainWindow window(Hooks{}, nullptr);
    window.resize(1024, 700);
    window.show();
    begin(window);
    Tour& tour = part<Tour>(window);
    while (tour.stop() + 1 < tour.stops()) {
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Right);
        QTRY_VERIFY_WITH_TIMEOUT(window.settled(), 20'000);
        QTest::qWait(80);
        QVERIFY(tour.rect().contains(tour.bubble()->geometry()));
        // The bubble leaves most of what it speaks of in sight.
        const QRect covered = tour.spot().intersected(tour.bubble()->geometry());
        QVERIFY(4 * covered.width() * covered.height() < tour.spot().width() * tour.spot().height());
    }
}

void TestTour::masksHaveStopsOfTheirOwn()
{
    MainWindow window(Hooks{}, nullptr);
    open(window, fake::sessionOf(fake::masksOf(8), 0));
    window.resize(820, 600); // where panels are drawers
    window.startTour();
    Tour& tour = part<Tour>(window);
    bool film = false, packed = false, times = false, breakEvens = false;
    while (tour.stop() + 1 < tour.stops()) {
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Right);
        QTRY_VERIFY_WITH_TIMEOUT(window.settled() && !part<BreakEvenView>(window).busy(), 20'000);
        QTest::qWait(80);
        QVERIFY2(!tour.spot().isEmpty(), qPrintable(tour.bubble()->accessibleName()));
        QVERIFY(tour.rect().contains(tour.bubble()->geometry()));
        window.grab().save(inOutput("tour-masks-%1.png").arg(tour.stop()));
        film = film || tour.bubble()->accessibleName() == QStringLiteral("Masks that change");
        packed = packed || seen<PackedView>(window);
        times = times || seen<MaskTimes>(window);
        breakEvens = breakEvens || (seen<BreakEvenView>(window) && !part<BreakEvenView>(window).summary().isEmpty());
    }
    QVERIFY(film && packed && times && breakEvens);
}

void TestTour::theStartPageOffersRecordingsAndLessons()
{
    MainWindow window(Hooks{}, nullptr);
    window.resize(1280, 720);
    window.show();
    const auto click = [&](const QString& text) {
        for (QPushButton* button : window.findChildren<QPushButton*>())
            if (button->text() == text && button->isVisible())
                return QTest::mouseClick(button, Qt::LeftButton);
        QFAIL(qPrintable(text));
    };
    for (const char* lesson : {"A format is a graph", "Sparsity that changes"}) {
        QString text = QString::fromLatin1(lesson);
        text[0] = text[0].toLower();
        click(QStringLiteral("Lesson: ") + text);
        QTRY_VERIFY(window.settled());
        QCOMPARE(window.page().key(), std::string_view("learn"));
        QVERIFY(part<LearnPage>(window).desk().lesson());
        QCOMPARE(part<LearnPage>(window).desk().lesson()->title, std::string(lesson));
        window.showPage("explore");
    }
    click(QStringLiteral("A search, recorded"));
    QTRY_VERIFY(window.workspace().document().matrix() && window.settled());
    QCOMPARE(window.page().key(), std::string_view("search"));
    QVERIFY(part<ShownHistory>(window).taken() >= 0);
    QVERIFY(seen<HistoryList>(window));
    QVERIFY(window.workspace().attention().run());
    // Each opens where there is most to be seen of it.
    for (const Recording& recording : recordings()) {
        MainWindow fresh(Hooks{}, nullptr);
        fresh.resize(1280, 720);
        fresh.show();
        for (QPushButton* button : fresh.findChildren<QPushButton*>())
            if (button->text() == recording.brief)
                QTest::mouseClick(button, Qt::LeftButton);
        QTRY_VERIFY(fresh.workspace().document().matrix() && fresh.settled());
        QCOMPARE(fresh.page().key(), std::string_view(viewNamed(recording.view).page->key));
        const bool masks = recording.kind == RecordingKind::Masks;
        QCOMPARE(seen<MaskTimes>(fresh), masks);
        QCOMPARE(fresh.workspace().document().maskRun() != nullptr, masks);
        QVERIFY(fresh.workspace().document().sessionPath().isEmpty()); // what is changed is saved elsewhere
    }
}

VIEW_TEST(TestTour)
#include "tst_tour.moc"
