// Programs on the Learn page: stages and schedules, and what is lit.
#include "engine/learn/lesson.h"
#include "tests/views/learn_window.h"
#include "tests/views/view_test.h"
#include "views/pages/learn/format_bar.h"
#include "views/pages/learn/schedule_edit.h"

#include <QLabel>
#include <QMenu>
#include <QPlainTextEdit>
#include <QSlider>

#include <algorithm>

using namespace sparsescope;
using learn::View;

class TestLearnProgram : public QObject, LearnWindow {
    Q_OBJECT
private Q_SLOTS:
    void init()
    {
        open();
        desk().setMatrix(learn::drawnMatrix({". 2 . .", "3 . 5 7", ". . . .", ". 11 . 13"}));
        desk().setView(View::Program);
    }
    void cleanup() { m_window.reset(); }
    void aSliderGoesOnToTheNextStage();
    void theStageStaysWhereTheMatrixIsDrawn();
    void aLineLightsTheArraysThatItNames();
    void aScheduleIsWrittenAndRefusedInPlace();

private:
    QSlider* stage()
    {
        for (QSlider* s : page().formats().findChildren<QSlider*>())
            if (s->isVisible() && s->accessibleName().startsWith(QStringLiteral("stage of Program")))
                return s;
        return nullptr;
    }
};

void TestLearnProgram::aSliderGoesOnToTheNextStage()
{
    QTRY_VERIFY(stage());
    QVERIFY(desk().sentence().contains(QStringLiteral("Stage I: ")));
    QVERIFY(!view().scene().find("array 0 B 7"));
    stage()->setValue(stage()->maximum());
    QVERIFY(desk().sentence().contains(QStringLiteral("Stage III: ")));
    QVERIFY(view().scene().find("array 0 B 7")); // flat
    desk().setStep(desk().lastStep());
    QVERIFY(desk().sentence().endsWith(QStringLiteral("C[7] was 44 and is 148.")));
    desk().setExample("threads"); // cut in stage II
    QTRY_VERIFY(stage() && stage()->maximum() == 1);
    QVERIFY2(page().problem().isEmpty(), qPrintable(page().problem()));
}

void TestLearnProgram::theStageStaysWhereTheMatrixIsDrawn()
{
    page().openLesson(QStringLiteral("7-program"), 17);
    QTRY_VERIFY_WITH_TIMEOUT(desk().lesson() && desk().lessonStep() == 17, 20'000);
    QCOMPARE(desk().state().example, std::string("fused"));
    desk().closeLesson();
    desk().setCell(2, 2, true);
    QVERIFY2(page().problem().isEmpty(), qPrintable(page().problem()));
    QCOMPARE(desk().lastStep(), 7 * 3); // another non-zero: a zero and two products
    QCOMPARE(learn::fittedSettings(desk().state()).at("stage").get<int>(), 2);
}

void TestLearnProgram::aLineLightsTheArraysThatItNames()
{
    view().setPick("line 0 3"); // axis J
    const std::vector<std::string> lit = view().lit();
    for (const char* id : {"array 0 J_indptr 4", "array 0 J_indices 0"})
        QVERIFY2(std::find(lit.begin(), lit.end(), id) != lit.end(), id);
    QVERIFY(std::find(lit.begin(), lit.end(), "array 0 A 0") == lit.end());
    view().setPick("array 0 A 3"); // lights its place, and through that the column beside it
    const std::vector<std::string> linked = view().lit();
    for (const char* id : {"cell 1 3", "array 0 J_indices 3"})
        QVERIFY2(std::find(linked.begin(), linked.end(), id) != linked.end(), id);
}

void TestLearnProgram::aScheduleIsWrittenAndRefusedInPlace()
{
    auto* edit = page().formats().findChild<ScheduleEdit*>();
    QVERIFY(edit && edit->isVisible());
    edit->menu()->popup({0, 0});
    QVERIFY(edit->editor().toPlainText().isEmpty());
    edit->editor().setPlainText(QStringLiteral("lower\nio, ii = split i 2"));
    const auto lines = [&] {
        QString all;
        for (const learn::Shape& shape : view().scene().shapes)
            all += QString::fromStdString(shape.text) + QLatin1Char('\n');
        return all;
    };
    QTRY_VERIFY(lines().contains(QStringLiteral("for ii: S in 2 {"))); // a moment after the last key
    QCOMPARE(learn::fittedSettings(desk().state()).at("applied").get<int>(), 2);
    // What is wrong leaves the picture as it is, and says its line where it is written.
    edit->editor().appendPlainText(QStringLiteral("split x 2"));
    edit->apply();
    QVERIFY2(page().problem().contains(QStringLiteral("schedule, line 3: ")), qPrintable(page().problem()));
    const QList<QLabel*> labels = edit->menu()->findChildren<QLabel*>();
    QVERIFY(std::any_of(labels.begin(), labels.end(), [&](const QLabel* l) { return l->text() == page().problem(); }));
    QVERIFY(lines().contains(QStringLiteral("for ii: S in 2 {")));
    // Behind what is there, what is legal is offered.
    edit->editor().setPlainText(QStringLiteral("sparse_reorder [K, I, J]"));
    edit->apply();
    QVERIFY(page().problem().isEmpty());
    auto* steps = edit->menu()->findChild<QToolButton*>()->menu();
    Q_EMIT steps->aboutToShow();
    for (QAction* kind : steps->actions())
        if (kind->text() == QStringLiteral("lower"))
            kind->menu()->actions().front()->trigger();
    QCOMPARE(edit->editor().toPlainText(), QStringLiteral("sparse_reorder [K, I, J]\nlower"));
    QVERIFY(lines().contains(QStringLiteral("sparse_reorder [K, I, J]\nlower\n")));
    edit->menu()->hide();
    desk().undo();
    QTRY_VERIFY(!lines().contains(QStringLiteral("sparse_reorder [K, I, J]\nlower\n")));
    desk().setView(View::Arrays);
    QVERIFY(!edit->isVisible());
}

VIEW_TEST(TestLearnProgram)
#include "tst_learn_program.moc"
