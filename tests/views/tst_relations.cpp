// Relations on the Learn page: a click on an offset fills its relation, and voxels are drawn by mouse and keys.
#include "engine/learn/lesson.h"
#include "tests/views/learn_window.h"
#include "tests/views/view_test.h"
#include "views/pages/learn/exercise_panel.h"
#include "views/pages/learn/format_bar.h"
#include "views/pages/learn/lesson_panel.h"

#include <QLineEdit>
#include <QPushButton>
#include <QSlider>

#include <algorithm>

using namespace sparsescope;
using learn::View;

class TestRelations : public QObject, LearnWindow {
    Q_OBJECT
private Q_SLOTS:
    void init() { open(); }
    void cleanup() { m_window.reset(); }
    void aClickOnAnOffsetFillsItsRelation();
    void arrowsWalkOverTheKernel();
    void aVoxelThatIsDrawnJoinsTheRelations();
    void aNameOfARelationGoesToItsTiles();
    void ordersAreChosenAndKeepTheResult();
    void tooManyVoxelsAreRefused();
    void anExerciseAsksForPairs();

private:
    void showConvolution(const char* matrix)
    {
        desk().setMatrix(learn::namedMatrix(matrix));
        desk().setView(View::Relations);
        desk().setExample("convolution");
        QCOMPARE(page().problem(), QString());
        QCOMPARE(desk().step(), 0);
        view().setFocus();
    }
    bool isShown(const std::string& id) { return view().scene().find(id) != nullptr; }
};

void TestRelations::aClickOnAnOffsetFillsItsRelation()
{
    showConvolution("voxels3");
    QVERIFY(!isShown("a 0 1"));
    click("offset 5"); // (0, 1): voxel 0 takes from voxel 1
    QCOMPARE(desk().step(), 6);
    QVERIFY(isShown("a 0 1"));
    QVERIFY2(desk().sentence().startsWith(QStringLiteral("Offset (0, 1)")), qPrintable(desk().sentence()));
    click("offset 0"); // and back again
    QCOMPARE(desk().step(), 1);
    QVERIFY(isShown("a 2 0"));
    QVERIFY(!isShown("a 0 1"));
    desk().setStep(4);
    click("offset 0"); // though it is picked still
    QCOMPARE(desk().step(), 1);
    click("slice 7");
    QCOMPARE(desk().step(), 8);
    click("cell 0 0"); // a voxel is picked, and nothing else
    QCOMPARE(desk().step(), 8);
}

void TestRelations::arrowsWalkOverTheKernel()
{
    showConvolution("voxels3");
    view().setPick("offset 4");
    QCOMPARE(desk().step(), 5);
    key(Qt::Key_Right);
    QCOMPARE(view().pick(), std::string("offset 5"));
    QCOMPARE(desk().step(), 6);
    key(Qt::Key_Down);
    QCOMPARE(desk().step(), 9);
    key(Qt::Key_Comma); // the steps go on as everywhere
    QCOMPARE(desk().step(), 8);
    QCOMPARE(view().pick(), std::string("offset 8"));
    key(Qt::Key_Return); // and back to what is picked
    QCOMPARE(desk().step(), 9);
}

void TestRelations::aVoxelThatIsDrawnJoinsTheRelations()
{
    showConvolution("voxels3");
    desk().setStep(desk().lastStep());
    QVERIFY(desk().sentence().contains(QStringLiteral("Y = 6 6 6")));
    page().setDrawing(true);
    click("cell 1 0");
    QVERIFY(desk().filled(1, 0));
    QCOMPARE(desk().step(), desk().lastStep());
    QVERIFY2(desk().sentence().contains(QStringLiteral("Y = 10 10 10 10")), qPrintable(desk().sentence()));
    click("offset 2"); // while one draws, too
    QCOMPARE(desk().step(), 3);
    view().setPick("cell 1 0");
    key(Qt::Key_Space);
    QVERIFY(!desk().filled(1, 0));
    QCOMPARE(desk().step(), 3);
}

void TestRelations::aNameOfARelationGoesToItsTiles()
{
    desk().setMatrix(learn::namedMatrix("typed6"));
    desk().setView(View::Relations);
    click("slice 2");
    QCOMPARE(desk().step(), 3);
    QVERIFY(desk().sentence().startsWith(QStringLiteral("Relation 2")));
    desk().setExample("sum");
    click("slice 2");
    QVERIFY2(desk().sentence().startsWith(QStringLiteral("Tile 3 of 5: 2 x 2 of relation 2")),
             qPrintable(desk().sentence()));
}

void TestRelations::ordersAreChosenAndKeepTheResult()
{
    desk().setMatrix(learn::namedMatrix("typed6"));
    desk().setView(View::Relations);
    const auto result = [&](const char* example) {
        desk().setExample(example);
        desk().setStep(desk().lastStep());
        std::vector<std::string> numbers;
        const std::vector<learn::Shape>& shapes = view().scene().shapes;
        for (std::size_t s = 0; s + 1 < shapes.size(); ++s)
            if (shapes[s].id.rfind("y ", 0) == 0)
                numbers.push_back(shapes[s + 1].text);
        return numbers;
    };
    const std::vector<std::string> sum = result("sum");
    QCOMPARE(sum.size(), std::size_t{24});
    QCOMPARE(sum.front(), std::string("214"));
    QCOMPARE(result("multiply"), sum);
    const auto buckets = [&]() -> QSlider* {
        for (QSlider* slider : page().formats().findChildren<QSlider*>())
            if (slider->isVisible() && slider->accessibleName().startsWith(QStringLiteral("k of Relations")))
                return slider;
        return nullptr;
    };
    QTRY_VERIFY(buckets());
    buckets()->setValue(0);
    QCOMPARE(learn::fittedSettings(desk().state()).at("k").get<int>(), 0);
    QCOMPARE(page().problem(), QString());
    QVERIFY2(desk().sentence().contains(QStringLiteral("18 stored rows x 4 x 4 = 288")), qPrintable(desk().sentence()));
}

void TestRelations::tooManyVoxelsAreRefused()
{
    showConvolution("voxels3");
    const std::vector<std::string> full(10, "xxxxxxxxxx");
    desk().setMatrix(learn::drawnMatrix(full));
    QVERIFY2(page().problem().contains(QStringLiteral("at most 80 voxels")), qPrintable(page().problem()));
    QCOMPARE(desk().state().matrix->nnz(), std::int64_t{3});
}

void TestRelations::anExerciseAsksForPairs()
{
    page().openLesson(QStringLiteral("9-relations"), 7);
    QTRY_VERIFY_WITH_TIMEOUT(desk().lesson() && desk().lessonStep() == 7, 20'000);
    ExercisePanel& exercise = page().panel().exercise();
    QVERIFY(exercise.isVisible());
    auto* number = exercise.findChild<QLineEdit*>();
    QVERIFY(number->isVisible());
    for (const auto& [answer, right] : {std::pair("7", false), std::pair("9", true)}) {
        number->setText(QString::fromLatin1(answer));
        exercise.findChild<QPushButton*>()->click();
        QCOMPARE(exercise.verdict().startsWith(QStringLiteral("✓")), right);
    }
    click("offset 4");
    QCOMPARE(desk().step(), 5);
}

VIEW_TEST(TestRelations)
#include "tst_relations.moc"
