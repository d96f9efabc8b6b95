// Axes and Gather on the Learn page, with mouse and keyboard.
#include "engine/learn/lesson.h"
#include "tests/views/learn_window.h"
#include "tests/views/view_test.h"
#include "views/pages/learn/exercise_panel.h"
#include "views/pages/learn/format_bar.h"
#include "views/pages/learn/lesson_panel.h"

#include <QLineEdit>
#include <QPushButton>
#include <QSlider>
#include <QToolButton>

#include <algorithm>

using namespace sparsescope;
using learn::View;

class TestGather : public QObject, LearnWindow {
    Q_OBJECT
private Q_SLOTS:
    void init()
    {
        open();
        desk().setMatrix(learn::namedMatrix("sparda8"));
    }
    void cleanup() { m_window.reset(); }
    void aDraggedRowTakesItsRowOfTheResultAlong();
    void columnsMovedByKeysAreComputedAgain();
    void aConvolutionRefusesAColumnAndSaysWhy();
    void anotherExampleBeginsInItsOwnOrder();
    void slidersTurnTheTilesAndKeepOneAnotherLegal();
    void listsAreShuffledByMouseAndKeys();
    void whatIsLoadedMovesIntoTheDenseTile();
    void aCellThatIsDrawnIsGathered();
    void anExerciseAsksForWhatIsStored();

private:
    void drag(const std::string& from, const std::string& to)
    {
        const QPoint a = view().placeOf(from), b = view().placeOf(to);
        QTest::mousePress(view().viewport(), Qt::LeftButton, {}, a);
        for (int i = 1; i <= 10; ++i)
            QTest::mouseMove(view().viewport(), a + (b - a) * i / 10);
        QTest::mouseRelease(view().viewport(), Qt::LeftButton, {}, b);
    }
    QSlider* slider(const QString& name)
    {
        for (QSlider* s : page().formats().findChildren<QSlider*>())
            if (s->isVisible() && s->accessibleName().startsWith(name + QStringLiteral(" of Gather")))
                return s;
        return nullptr;
    }
    QToolButton* shuffle()
    {
        for (QToolButton* b : page().formats().findChildren<QToolButton*>())
            if (b->isVisible() && b->text() == QStringLiteral("Shuffle"))
                return b;
        return nullptr;
    }
    std::int64_t now(const char* setting)
    {
        return learn::fittedSettings(desk().state()).at(setting).get<std::int64_t>();
    }
    const learn::Shape& shape(const std::string& id)
    {
        const learn::Shape* found = view().scene().find(id);
        static const learn::Shape none;
        return found ? *found : none;
    }
};

void TestGather::aDraggedRowTakesItsRowOfTheResultAlong()
{
    desk().setView(View::Axes);
    QCOMPARE(view().hand(), SceneView::Hand::Move);
    const double first = shape("c 0 0").y, fourth = shape("c 3 0").y;
    drag("row 0", "row 3");
    QCOMPARE(desk().placeOf(true, 0), std::int64_t{3});
    QCOMPARE(desk().step(), 2);
    QCOMPARE(shape("c 0 0").y, fourth);
    QCOMPARE(shape("c 1 0").y, first);
    QCOMPARE(shape("c 0 0").role, learn::Role::Active); // as before
    drag("cell 1 0", "cell 1 3");
    QCOMPARE(desk().placeOf(false, 0), std::int64_t{3});
    QCOMPARE(shape("b 1 0").y, shape("c 1 0").y); // B's row 1 is the first now, too
    QCOMPARE(shape("c 0 0").role, learn::Role::Active);
    desk().resetOrder();
    QCOMPARE(desk().step(), 0);
}

void TestGather::columnsMovedByKeysAreComputedAgain()
{
    desk().setView(View::Axes);
    desk().setExample("alone");
    view().setPick("cell 0 0");
    key(Qt::Key_Right, Qt::AltModifier);
    QCOMPARE(desk().placeOf(false, 0), std::int64_t{1});
    QCOMPARE(view().pick(), std::string("cell 0 0"));
    QCOMPARE(shape("c 0 0").role, learn::Role::Bad); // holds something in column 0
    QCOMPARE(shape("c 5 0").role, learn::Role::Active);
    key(Qt::Key_Left, Qt::AltModifier);
    QCOMPARE(shape("c 0 0").role, learn::Role::Active);
    key(Qt::Key_Down, Qt::AltModifier);
    QCOMPARE(desk().placeOf(true, 0), std::int64_t{1});
    QCOMPARE(shape("c 0 0").role, learn::Role::Active);
}

void TestGather::aConvolutionRefusesAColumnAndSaysWhy()
{
    desk().setView(View::Axes);
    desk().setExample("convolution");
    drag("row 2", "row 5");
    QCOMPARE(desk().placeOf(true, 2), std::int64_t{5});
    QVERIFY(page().problem().isEmpty());
    drag("col 1", "col 4");
    QCOMPARE(desk().placeOf(false, 1), std::int64_t{1});
    QVERIFY2(page().problem().contains(QStringLiteral("x + i")), qPrintable(page().problem()));
    view().setPick("cell 0 0");
    key(Qt::Key_Down, Qt::AltModifier); // what is allowed takes the words away
    QVERIFY2(page().problem().isEmpty(), qPrintable(page().problem()));
    key(Qt::Key_Right, Qt::AltModifier);
    QVERIFY(page().problem().contains(QStringLiteral("compound")));
    QCOMPARE(desk().placeOf(true, 2), std::int64_t{5});
}

void TestGather::anotherExampleBeginsInItsOwnOrder()
{
    desk().setView(View::Axes);
    drag("col 0", "col 4");
    QCOMPARE(desk().placeOf(false, 0), std::int64_t{4});
    desk().setExample("convolution");
    QVERIFY2(page().problem().isEmpty(), qPrintable(page().problem()));
    QVERIFY(desk().state().colOrder.empty());
}

void TestGather::slidersTurnTheTilesAndKeepOneAnotherLegal()
{
    desk().setView(View::Gather);
    QTRY_VERIFY(slider(QStringLiteral("BK")));
    QSlider* const bk = slider(QStringLiteral("BK"));
    QVERIFY(!slider(QStringLiteral("h"))); // it is BM
    slider(QStringLiteral("w"))->setValue(1);
    QCOMPARE(now("w"), std::int64_t{2});
    for (int stop = 0; stop <= bk->maximum(); ++stop) {
        bk->setValue(stop);
        QVERIFY2(page().problem().isEmpty(), qPrintable(page().problem()));
        QCOMPARE(now("bk"), std::int64_t{stop + 1});
        QCOMPARE(now("bk") % now("w"), std::int64_t{0});
        QCOMPARE(slider(QStringLiteral("BK")), bk); // under the mouse it stays
    }
    key(Qt::Key_Z, Qt::ControlModifier);
    QCOMPARE(now("bk"), std::int64_t{7});
    desk().setExample("m");
    QTRY_VERIFY(slider(QStringLiteral("h")));
    QCOMPARE(now("w"), std::int64_t{4});
    desk().setView(View::Arrays); // has none
    QVERIFY(!shuffle());
    QVERIFY(!slider(QStringLiteral("BK")));
}

void TestGather::listsAreShuffledByMouseAndKeys()
{
    desk().setView(View::Gather);
    desk().setStep(desk().lastStep());
    QTRY_VERIFY(shuffle());
    const auto list = [&] { // members of strip 0 in the order in which they stand
        std::vector<std::pair<double, std::string>> members;
        for (const learn::Shape& s : view().scene().shapes)
            if (s.id.rfind("index 0 ", 0) == 0)
                members.emplace_back(s.x, s.id);
        std::sort(members.begin(), members.end());
        std::string text;
        for (const auto& member : members)
            text += member.second.substr(7);
        return text;
    };
    const std::string ascending = list();
    QCOMPARE(ascending, std::string(" 0 3 7"));
    const QString sentence = desk().sentence();
    std::vector<std::string> seen;
    for (int i = 0; i < 10; ++i) {
        if (i % 2 == 0) {
            shuffle()->setFocus();
            key(Qt::Key_Space);
        } else {
            QTest::mouseClick(shuffle(), Qt::LeftButton);
        }
        QCOMPARE(now("order"), std::int64_t{(i + 1) % 10});
        seen.push_back(list());
        QCOMPARE(desk().sentence(), sentence); // the same is stored, the result stays
        QCOMPARE(desk().step(), desk().lastStep());
    }
    QVERIFY(std::count(seen.begin(), seen.end(), ascending) < 10);
    QCOMPARE(seen.back(), ascending); // once around
}

void TestGather::whatIsLoadedMovesIntoTheDenseTile()
{
    desk().setView(View::Gather);
    desk().setStep(2);
    const double before = shape("held 0 3").x;
    view().setFocus();
    key(Qt::Key_Period);
    QVERIFY(desk().sentence().startsWith(QStringLiteral("SLoad")));
    QVERIFY(shape("held 0 3").x > before);
    view().setPick("index 0 3"); // lights its micro-tile
    const std::vector<std::string> lit = view().lit();
    for (const char* id : {"cell 0 3", "cell 1 3", "cell 2 3", "cell 3 3"})
        QVERIFY2(std::find(lit.begin(), lit.end(), id) != lit.end(), id);
    key(Qt::Key_End);
    QVERIFY(desk().sentence().startsWith(QStringLiteral("32 places stored = 13 owned + 11 covered zeros + 8")));
}

void TestGather::aCellThatIsDrawnIsGathered()
{
    desk().setView(View::Gather);
    desk().setStep(desk().lastStep());
    page().setDrawing(true);
    click("cell 5 6");
    QVERIFY(desk().filled(5, 6));
    QVERIFY(view().scene().find("index 1 6"));
    QVERIFY2(desk().sentence().startsWith(QStringLiteral("32 places stored = 14 owned + 14 covered zeros + 4")),
             qPrintable(desk().sentence()));
    desk().resizeMatrix(5, 7); // widths that no longer divide it
    for (const learn::LearnExample& example : learn::examples(View::Gather)) {
        desk().setExample(example.name);
        QVERIFY2(page().problem().isEmpty(), qPrintable(page().problem()));
    }
}

void TestGather::anExerciseAsksForWhatIsStored()
{
    page().openLesson(QStringLiteral("6-sparda"), 3);
    QTRY_VERIFY_WITH_TIMEOUT(desk().lesson() && desk().lessonStep() == 3, 20'000);
    ExercisePanel& exercise = page().panel().exercise();
    QVERIFY(exercise.isVisible());
    auto* number = exercise.findChild<QLineEdit*>();
    QVERIFY(number->isVisible());
    for (const auto& [answer, right] : {std::pair("26", false), std::pair("32", true)}) {
        number->setText(QString::fromLatin1(answer));
        exercise.findChild<QPushButton*>()->click();
        QCOMPARE(exercise.verdict().startsWith(QStringLiteral("✓")), right);
    }
}

VIEW_TEST(TestGather)
#include "tst_gather.moc"
