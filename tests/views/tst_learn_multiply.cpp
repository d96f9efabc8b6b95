// Columns and numbers of products on the Learn page, and trees of levels.
#include "engine/learn/lesson.h"
#include "tests/views/learn_window.h"
#include "tests/views/view_test.h"
#include "views/pages/learn/format_bar.h"

#include <QSlider>
#include <QToolButton>

using namespace sparsescope;
using learn::View;

class TestLearnMultiply : public QObject, LearnWindow {
    Q_OBJECT
private Q_SLOTS:
    void init()
    {
        open();
        desk().setMatrix(learn::drawnMatrix({"2 .", "3 4"}));
        desk().setView(View::Multiply);
        desk().removeFormat(1);
    }
    void cleanup() { m_window.reset(); }
    void aSliderTurnsAVectorIntoColumns();
    void aSwitchShowsNumbers();
    void fewerLanesHaveNoMoreColumns();
    void aPlaceOfTheMatrixGoesToItsPath();

private:
    template <class Widget>
    Widget* control(const QString& name)
    {
        for (Widget* w : page().formats().findChildren<Widget*>())
            if (w->isVisible() && (w->accessibleName().startsWith(name) || w->property("text").toString() == name))
                return w;
        return nullptr;
    }
};

void TestLearnMultiply::aSliderTurnsAVectorIntoColumns()
{
    QVERIFY(view().scene().find("array 0 x 1"));
    QVERIFY(!view().scene().find("dense B 0"));
    QTRY_VERIFY(control<QSlider>(QStringLiteral("J of Multiply")));
    control<QSlider>(QStringLiteral("J of Multiply"))->setValue(2);
    QVERIFY(view().scene().find("array 0 B 5"));
    QVERIFY(view().scene().find("dense B 5")); // 2 x 3
    QVERIFY(!view().scene().find("dense B 6"));
    desk().undo();
    QVERIFY(view().scene().find("array 0 x 1"));
}

void TestLearnMultiply::aSwitchShowsNumbers()
{
    QTRY_VERIFY(control<QToolButton>(QStringLiteral("Numbers")));
    auto* numbers = control<QToolButton>(QStringLiteral("Numbers"));
    QVERIFY(!numbers->isChecked());
    numbers->click();
    QVERIFY(numbers->isChecked());
    desk().setStep(desk().lastStep());
    const auto& shapes = view().scene().shapes; // x is 1, 3: y is 2, 15
    QVERIFY(std::any_of(shapes.begin(), shapes.end(), [](const learn::Shape& s) { return s.text == "15"; }));
    desk().setView(View::Arrays); // which has no such settings
    QVERIFY2(page().problem().isEmpty(), qPrintable(page().problem()));
    desk().setView(View::Multiply);
    QTRY_VERIFY(!control<QToolButton>(QStringLiteral("Numbers"))->isChecked());
}

void TestLearnMultiply::fewerLanesHaveNoMoreColumns()
{
    desk().setLanes(32);
    desk().setSetting("columns", 16);
    QCOMPARE(learn::fittedSettings(desk().state()).at("columns").get<int>(), 16);
    desk().setLanes(8);
    QVERIFY2(page().problem().isEmpty(), qPrintable(page().problem()));
    QCOMPARE(learn::fittedSettings(desk().state()).at("columns").get<int>(), 8);
}

void TestLearnMultiply::aPlaceOfTheMatrixGoesToItsPath()
{
    desk().setView(View::Levels);
    QCOMPARE(desk().step(), 0);
    click("cell 1 1");
    QTRY_COMPARE(desk().step(), 3);
    QVERIFY(desk().sentence().endsWith(QStringLiteral("values[2] = 4.")));
    QVERIFY(view().scene().find("level 1 2")->role == learn::Role::Highlight);
    desk().setExample("ell"); // two slots a row, one of which is padding
    desk().setStep(desk().lastStep() - 1);
    QVERIFY(desk().sentence().endsWith(QStringLiteral("0, padding.")));
}

VIEW_TEST(TestLearnMultiply)
#include "tst_learn_multiply.moc"
