// Sweeps over masks on the Compare page: where the dense product begins to be faster.
#include "engine/cost/calibration.h"
#include "engine/matrix/masks/kinds.h"
#include "tests/views/fake_data.h"
#include "tests/views/mask_runs.h"
#include "tests/views/view_test.h"
#include "views/main_window/main_window.h"
#include "views/pages/compare/break_even_plot.h"
#include "views/pages/compare/break_even_view.h"
#include "views/pages/compare/compare_page.h"
#include "views/workspace/workspace.h"

#include <QComboBox>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QTest>

using namespace sparsescope;

class TestBreakEven : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void whereTheDenseProductBeginsToBeFaster();
    void oneLineForEachOtherValue();
    void manyLinesLeaveThePlotItsRoom();
    void whatARunMeasuredStandsBesideIt();
    void theyAreOfMadeMasksAlone();

private:
    static BreakEvenView& shown(MainWindow& window)
    {
        window.resize(1280, 720);
        window.show();
        const MaskSequencePtr masks =
            makeMasks("relu", {{"masks", 2}, {"rows", 2048}, {"cols", 2048}, {"hot", 1.0}, {"group", 32}});
        window.workspace().document().setMasks(masks, 0, masks->matrix(0));
        window.workspace().setup().setOperator({OperatorKind::SpMM, DataType::Float16, 4096});
        window.showPage("compare");
        part<ComparePage>(window).showBreakEvens();
        [&] { QTRY_VERIFY(window.settled()); }();
        return part<ComparePage>(window).breakEvens();
    }
};

void TestBreakEven::whereTheDenseProductBeginsToBeFaster()
{
    MainWindow window({}, nullptr);
    BreakEvenView& view = shown(window);
    QVERIFY(view.isVisible());
    QCOMPARE(view.parameter().currentData().toString(), QStringLiteral("density"));
    view.values().setText(QStringLiteral("0.01, 0.05, 0.2, 0.5, 0.9"));
    view.start();
    QVERIFY(view.busy());
    QTRY_VERIFY(!view.busy() && window.settled());
    BreakEvenPlot& plot = view.plot();
    QVERIFY2(plot.breakEvens().size() == 1, qPrintable(view.problem()));
    QVERIFY2(!plot.labels().isEmpty(), qPrintable(view.summary()));
    QVERIFY(plot.labels().front().startsWith(QStringLiteral("break\u2011even ")));
    QVERIFY(plot.labels().front().endsWith(QStringLiteral(" %")));
    for (int i = 0; i < plot.itemCount(); ++i)
        QVERIFY(plot.item(i)->visible());
    // It has most of the strip, and that more of the window than for two plans.
    QVERIFY2(3 * plot.axisRect()->height() > view.height(), qPrintable(QString::number(plot.axisRect()->height())));
    const ComparePage& page = part<ComparePage>(window);
    const int height = page.extent(700);
    part<ComparePage>(window).showPlans();
    QVERIFY(page.extent(700) < height);
    part<ComparePage>(window).showBreakEvens();
    QVERIFY(plot.key().contains(QStringLiteral("break\u2011even")));
    QVERIFY2(view.summary().contains(QStringLiteral("Faster: a pairing below ")) &&
                 view.summary().contains(QStringLiteral(", dense above")),
             qPrintable(view.summary()));
    // A point says what is behind it, by the mouse and by keys.
    QVERIFY(plot.textOf(0).contains(QStringLiteral("density 0.01")));
    QVERIFY(plot.textOf(0).contains(QStringLiteral("The pairing is chosen")));
    QVERIFY(plot.rect().contains(plot.positionOf(0)->toPoint()));
    plot.setFocus();
    QTest::keyClick(&plot, Qt::Key_Right);
    QTest::keyClick(&plot, Qt::Key_Right);
    QVERIFY(plot.accessibleDescription().contains(QStringLiteral("density 0.05")));
    for (const ThemeChoice theme : {ThemeChoice::Light, ThemeChoice::Dark}) {
        window.setTheme(theme);
        QTest::qWait(60);
        window.grab().save(theme == ThemeChoice::Light ? inOutput("break-even-light.png")
                                                       : inOutput("break-even-dark.png"));
    }
    window.setTheme(ThemeChoice::Light);
    const QString file = inOutput("break-even.csv");
    QVERIFY(view.saveCsv(file));
    QFile csv(file);
    QVERIFY(csv.open(QIODevice::ReadOnly));
    QCOMPARE(csv.readAll().count('\n'), 6);
}

void TestBreakEven::oneLineForEachOtherValue()
{
    MainWindow window({}, nullptr);
    BreakEvenView& view = shown(window);
    view.values().setText(QStringLiteral("0.02, 0.2, 0.9, 2"));
    view.start();
    QVERIFY2(view.problem().contains(QStringLiteral("density takes")), qPrintable(view.problem()));
    QVERIFY(!view.busy());
    view.values().setText(QStringLiteral("0.02, 0.2, 0.9"));
    view.other().setCurrentIndex(view.other().findData(QStringLiteral("dtype")));
    view.start();
    QTRY_VERIFY(!view.busy() && window.settled());
    QCOMPARE(view.plot().breakEvens().size(), std::size_t{2});
    QVERIFY2(view.summary().contains(QStringLiteral("dtype f16: ")) &&
                 view.summary().contains(QStringLiteral("dtype f32: ")),
             qPrintable(view.summary()));
    window.grab().save(inOutput("break-even-types.png"));
}

void TestBreakEven::manyLinesLeaveThePlotItsRoom()
{
    MainWindow window({}, nullptr);
    BreakEvenView& view = shown(window);
    const auto text = [&] {
        QStringList texts;
        for (const QLabel* label : view.findChildren<QLabel*>())
            if (label->isVisible())
                texts << label->text();
        return texts.join(QLatin1Char('\n')).replace(QStringLiteral("&nbsp;"), QStringLiteral(" "));
    };
    // One point alone has none.
    view.values().setText(QStringLiteral("0.5"));
    view.start();
    QTRY_VERIFY(!view.busy() && window.settled());
    QVERIFY2(text().contains(QStringLiteral("between two points of a line")), qPrintable(text()));
    view.values().setText(QStringLiteral("0.01, 0.9"));
    view.other().setCurrentIndex(view.other().findData(QStringLiteral("rows")));
    view.start();
    QTRY_VERIFY(!view.busy() && window.settled());
    QVERIFY(view.plot().breakEvens().size() > 6);
    QVERIFY2(text().contains(QStringLiteral("rows 2048: ")), qPrintable(text()));
    QVERIFY(!text().contains(QStringLiteral(" below ")));
    QVERIFY(view.summary().contains(QStringLiteral("rows 2048: a pairing below ")));
    QTest::qWait(60);
    window.grab().save(inOutput("break-even-many.png"));
    for (int i = 0; i < view.plot().itemCount(); ++i) // labels on labels would hide the lines
        QVERIFY(!qobject_cast<QCPItemText*>(view.plot().item(i)) || !view.plot().item(i)->visible());
    QVERIFY2(view.plot().axisRect()->height() > 60, qPrintable(QString::number(view.plot().axisRect()->height())));
    // What is wrong is said of the fields, not of options.
    view.values().setText(QStringLiteral("dense"));
    view.start();
    QVERIFY2(view.problem().startsWith(QStringLiteral("density takes a number")), qPrintable(view.problem()));
    // Masks that go end the sweep.
    view.values().setText(QStringLiteral("0.01, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7"));
    view.start();
    QVERIFY(view.busy());
    window.workspace().document().setMatrix(fake::searched().matrix);
    QTRY_VERIFY(!view.busy() && window.settled());
    QVERIFY(view.plot().breakEvens().empty() && view.summary().isEmpty());
}

void TestBreakEven::whatARunMeasuredStandsBesideIt()
{
    const MaskSequencePtr masks = fake::masksOf(6);
    const DynamicPlan plan = fake::planOf(*masks);
    MainWindow window({}, nullptr);
    Workspace& w = window.workspace();
    window.resize(1280, 720);
    window.show();
    w.document().setMasks(masks, 0, masks->matrix(0));
    w.setup().setOperator(plan.op);
    BreakEvenView& view = part<ComparePage>(window).breakEvens();
    window.showPage("compare");
    part<ComparePage>(window).showBreakEvens();
    view.values().setText(QStringLiteral("0.02, 0.1, 0.2"));
    view.start();
    QTRY_VERIFY(!view.busy() && window.settled());
    QCOMPARE(view.plot().measuredPoints(), 0);
    const OpenRule rule{std::make_shared<const DynamicPlan>(plan), nullptr,
                        std::make_shared<const Calibration>(readCalibration("h200"))};
    w.document().setRule(rule);
    w.document().addMaskRun({rule, std::make_shared<const SequenceRun>(fake::runOf(plan, 6)), true});
    QCOMPARE(view.plot().measuredPoints(), 12); // of the dynamic plan, and of the dense product
    QVERIFY(view.plot().key().contains(QStringLiteral("cublas:dense")));
    QTest::qWait(60);
    window.grab().save(inOutput("break-even-measured.png"));
    // Under other conditions it says nothing.
    view.parameter().setCurrentIndex(view.parameter().findData(QStringLiteral("cols")));
    view.values().setText(QStringLiteral("256, 512"));
    view.start();
    QTRY_VERIFY(!view.busy() && window.settled());
    QCOMPARE(view.plot().measuredPoints(), 0);
}

void TestBreakEven::theyAreOfMadeMasksAlone()
{
    MainWindow window({}, nullptr);
    BreakEvenView& view = shown(window);
    view.start();
    QTRY_VERIFY(!view.busy() && window.settled());
    QVERIFY(!view.plot().breakEvens().empty());
    // Those of a file have no parameters.
    const MaskSequencePtr made = window.workspace().document().masks();
    MaskFacts facts = made->facts();
    facts.kind.clear();
    facts.size = 1;
    const MaskSequencePtr file = keptMasks(facts, {*made->mask(0)});
    window.workspace().document().setMasks(file, 0, file->matrix(0));
    QVERIFY(view.plot().breakEvens().empty());
    QVERIFY(!view.parameter().isVisible());
    QVERIFY(!view.plot().isVisible());
    view.start();
    QVERIFY(!view.busy());
    // A matrix alone has no such tab.
    window.workspace().document().setMatrix(fake::searched().matrix);
    QVERIFY(!view.isVisible());
}

VIEW_TEST(TestBreakEven)
#include "tst_break_even.moc"
