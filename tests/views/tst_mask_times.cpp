// What a run over masks measured, on the Measure page: the time of each mask beside the prediction and the rivals.
#include "tests/views/fake_data.h"
#include "tests/views/mask_runs.h"
#include "tests/views/mask_window.h"
#include "views/masks/film_strip.h"
#include "views/pages/measure/bar_groups.h"
#include "views/pages/measure/mask_scatter.h"
#include "views/pages/measure/mask_times.h"
#include "views/pages/measure/masks_page.h"
#include "views/parts/fact_list.h"
#include "views/workspace/workspace.h"

#include <QApplication>
#include <QComboBox>
#include <QElapsedTimer>
#include <QLabel>
#include <QPushButton>
#include <QTabBar>
#include <QTest>
#include <QWheelEvent>

#include <limits>
#include <optional>

using namespace sparsescope;
using namespace sparsescope::fake;

class TestMaskTimes : public MaskWindowFixture {
    Q_OBJECT
private Q_SLOTS:
    void everyMaskIsShownAndChosen();
    void withoutARunThereIsNothingToShow();
    void wrongResultsAreNamed();
    void rivalsThatAreFarWantALogarithmicAxis();
    void tenThousandMasksStayQuick();
    void oneMaskHasPointsForLines();
    void aRunOfFewerMasksThanThereAre();
    void timesThatAreNoneAreNotDrawn();
    void bothOrdersOfTheIndexStandSideBySide();
    void unlikeRunsAreNotHeldAgainstEachOther();
    void whatCuptiCountedStandsBesideThePrediction();

private:
    static QString keyOf(const MaskTimes& times)
    {
        QStringList names;
        for (const MaskTimes::KeyEntry& entry : times.key())
            names << entry.name;
        return (names + times.lineNames()).join(QLatin1Char('\n'));
    }
    static QString seen(const QWidget& page)
    {
        QStringList texts;
        for (const QLabel* label : page.findChildren<QLabel*>())
            if (label->isVisible())
                texts << label->text();
        return texts.join(QLatin1Char('\n'));
    }
};

void TestMaskTimes::everyMaskIsShownAndChosen()
{
    MainWindow window({}, nullptr);
    open(window, sessionOf(masksOf(32), 0));
    Workspace& w = window.workspace();
    MeasurePage& page = measured(window);
    QCOMPARE(page.view(), MeasureView::Masks);
    QVERIFY(page.tabs().isTabVisible(static_cast<int>(MeasureView::Masks)));
    QVERIFY(!page.tabs().isTabVisible(static_cast<int>(MeasureView::Schedule))); // there is no run of one plan
    QVERIFY(!page.tabs().isVisible());                                           // one view alone is no choice
    const QString text = seen(page);
    QVERIFY2(text.contains(QStringLiteral("24 won, 8 lost of 32")), qPrintable(text));
    QVERIFY2(text.contains(QStringLiteral("faster than each mask's fastest rival")), qPrintable(text));
    QVERIFY(text.contains(QStringLiteral("recorded")) && text.contains(QStringLiteral("NVIDIA H200")));
    QVERIFY(text.contains(QStringLiteral("unordered index")));
    MaskTimes& times = page.masks().times();
    QCOMPARE(times.columns(), 32);
    QVERIFY(!times.logarithmic());
    for (const char* name :
         {"kernel", "index", "zeroing", "predicted", "cublas:dense", "plan (host)", "csr_alg2 (host)"})
        QVERIFY2(keyOf(times).contains(QLatin1String(name)), name);
    QVERIFY(!keyOf(times).contains(QStringLiteral("conversion"))); // no mask has any
    QVERIFY(!keyOf(times).contains(QStringLiteral("bsr32")));      // it did not run
    const QString facts = page.masks().facts().text();
    QVERIFY2(facts.contains(QStringLiteral("median error")), qPrintable(facts));
    QVERIFY2(facts.contains(QStringLiteral("won 24 of 32")), qPrintable(facts));
    QVERIFY2(facts.contains(QStringLiteral("cusparse:bsr32")), qPrintable(facts));
    // A bar is clicked, then a point.
    const QPointF ninth(times.middleOf(9), times.height() - 60);
    QCOMPARE(times.maskAt(ninth), 9);
    QVERIFY(times.tipAt(ninth).contains(QStringLiteral("mask 9")));
    QVERIFY(times.tipAt(ninth).contains(QStringLiteral("by the host's clock")));
    QTest::mouseClick(&times, Qt::LeftButton, {}, ninth.toPoint());
    QTRY_COMPARE(w.document().mask(), 9);
    QTRY_VERIFY(window.settled());
    QCOMPARE(page.view(), MeasureView::Masks); // it stays
    MaskScatter& scatter = page.masks().scatter();
    QCOMPARE(scatter.points(), 32);
    const std::int64_t near = scatter.maskAt(scatter.placeOf(4).toPoint());
    QTest::mouseClick(&scatter, Qt::LeftButton, {}, scatter.placeOf(4).toPoint());
    QTRY_COMPARE(w.document().mask(), near);
    // Keys walk.
    times.setFocus();
    QTest::keyClick(&times, Qt::Key_End);
    QCOMPARE(w.operations().chosenMask(), 31);
    QTest::keyClick(&times, Qt::Key_Left);
    QCOMPARE(w.operations().chosenMask(), 30);
    QTRY_COMPARE(w.document().mask(), 30);
    // The wheel shows a part.
    const QPointF centre = times.rect().center();
    QWheelEvent wheel(centre, times.mapToGlobal(centre), {}, {0, 480}, Qt::NoButton, Qt::NoModifier, Qt::NoScrollPhase,
                      false);
    QApplication::sendEvent(&times, &wheel);
    QVERIFY(times.columns() < 32);
    times.fit();
    QCOMPARE(times.columns(), 32);
    QTRY_VERIFY(window.settled());
    for (const ThemeChoice theme : {ThemeChoice::Light, ThemeChoice::Dark}) {
        window.setTheme(theme);
        QTest::qWait(60);
        window.grab().save(theme == ThemeChoice::Light ? inOutput("mask-runs-light.png")
                                                       : inOutput("mask-runs-dark.png"));
    }
    times.setShown(MaskTimes::Show::Shares);
    QTest::qWait(30);
    window.grab().save(inOutput("mask-runs-shares.png"));
    window.setTheme(ThemeChoice::Light);
}

void TestMaskTimes::withoutARunThereIsNothingToShow()
{
    std::optional<MaskJob> asked;
    Hooks hooks;
    hooks.worker = answering(asked);
    MainWindow window(hooks, nullptr);
    window.resize(1280, 720);
    window.show();
    Workspace& w = window.workspace();
    const MaskSequencePtr masks = masksOf(4);
    w.document().setMasks(masks, 0, masks->matrix(0));
    MeasurePage& page = measured(window);
    QTRY_VERIFY(seen(page).contains(QStringLiteral("There is no dynamic plan yet")));
    QVERIFY(!page.masks().isVisible());
    // A matrix alone has no such view.
    w.document().setMatrix(fake::searched().matrix);
    QVERIFY(!page.tabs().isTabVisible(static_cast<int>(MeasureView::Masks)));
    page.setView(MeasureView::Masks);
    QVERIFY(page.view() != MeasureView::Masks);
    // A run of one mask's own plan, and none over all.
    const fake::Data data = fake::searched();
    w.document().setMasks(masks, 0, masks->matrix(0));
    w.document().addPlan({data.plan, nullptr, QStringLiteral("own")});
    w.document().addRun(data.plan, fake::profile(*data.plan), true);
    w.attention().setCurrentPlan(0);
    QVERIFY(page.tabs().isTabVisible(static_cast<int>(MeasureView::Baselines)));
    page.setView(MeasureView::Masks);
    QVERIFY(seen(page).contains(QStringLiteral("Not run over the masks yet")));
    QTRY_VERIFY(window.settled());
    window.grab().save(inOutput("mask-runs-none.png"));
    // From there it is run over all of them, whatever plan is shown.
    QTRY_VERIFY(w.operations().whyNoGpuRun().isEmpty());
    for (QPushButton* button : page.findChildren<QPushButton*>())
        if (button->isVisible() && button->text() == QStringLiteral("Run over the masks"))
            button->click();
    QTRY_VERIFY(asked && w.document().maskRun());
}

void TestMaskTimes::wrongResultsAreNamed()
{
    session::Session session = sessionOf(masksOf(12), 0);
    SequenceRun& run = session.maskRuns[0].run;
    for (const std::size_t t : {3u, 7u})
        run.masks[t].error = run.masks[t].worstElement = 0.4;
    run.rivals[2].problem = "wrong: error 0.3";
    MainWindow window({}, nullptr);
    open(window, session);
    MeasurePage& page = measured(window);
    const QString text = seen(page);
    QVERIFY2(text.contains(QStringLiteral("WRONG results on 2 of 12 masks: 3, 7")), qPrintable(text));
    QVERIFY(!text.contains(QStringLiteral("verified,")));
    QVERIFY(text.contains(QStringLiteral("12 won, 0 lost of 12"))); // what was wrong raced nobody
    MaskTimes& times = page.masks().times();
    QVERIFY(times.tipAt({times.middleOf(3), times.height() / 2.0}).contains(QStringLiteral("WRONG")));
    QVERIFY(!keyOf(times).contains(QStringLiteral("block")));
    QVERIFY(part<FilmStrip>(window).describe(3).contains(QStringLiteral("WRONG")) ||
            !part<FilmStrip>(window).pictures().find(3));
    window.grab().save(inOutput("mask-runs-wrong.png"));
}

void TestMaskTimes::rivalsThatAreFarWantALogarithmicAxis()
{
    session::Session session = sessionOf(masksOf(12), 0);
    for (RivalOnMask& mask : session.maskRuns[0].run.rivals[0].masks)
        mask.totalNs = 900'000;
    SequenceRun& run = session.maskRuns[0].run;
    run.oracle = true;
    for (MaskRun& mask : run.masks) {
        mask.best = 0;
        mask.bestNs = 0.95 * mask.totalNs;
    }
    MainWindow window({}, nullptr);
    open(window, session);
    MeasurePage& page = measured(window);
    QVERIFY(page.masks().times().logarithmic());
    QVERIFY(keyOf(page.masks().times()).contains(QStringLiteral("best choice")));
    QVERIFY(page.masks().facts().text().contains(QStringLiteral("1.05x, mask")));
    window.grab().save(inOutput("mask-runs-far.png"));
}

void TestMaskTimes::tenThousandMasksStayQuick()
{
    MainWindow window({}, nullptr);
    session::Session session = sessionOf(masksOf(4), 0);
    session.masks = masksOf(10'000);
    session.maskRuns[0].run = runOf(session.dynamicPlans[0], 10'000);
    session.maskRuns[0].run.masks[4321].kernelNs = 40'000; // one that is slow
    session.dynamicPlans[0].rule.samples.clear();
    open(window, session);
    MeasurePage& page = measured(window);
    MaskTimes& times = page.masks().times();
    QVERIFY(times.columns() < times.width());
    // It is in sight, and a click finds it.
    const QPointF slow(times.middleOf(4321), times.height() / 2.0);
    QCOMPARE(times.maskAt(slow), 4321);
    QVERIFY(times.tipAt(slow).contains(QStringLiteral("slowest of the")));
    QElapsedTimer clock;
    clock.start();
    for (int i = 0; i < 20; ++i) {
        times.xAxis->setRange(10.0 * i, 4000 + 100.0 * i);
        times.replot();
    }
    QVERIFY2(clock.elapsed() < 20 * 100, qPrintable(QString::number(clock.elapsed())));
    times.fit();
    QTest::mouseClick(&times, Qt::LeftButton, {}, slow.toPoint());
    QTRY_COMPARE(window.workspace().document().mask(), 4321);
    QTRY_VERIFY(window.settled());
    window.grab().save(inOutput("mask-runs-many.png"));
}

void TestMaskTimes::oneMaskHasPointsForLines()
{
    MainWindow window({}, nullptr);
    open(window, sessionOfBothOrders(masksOf(1), 0));
    MaskTimes& times = measured(window).masks().times();
    QCOMPARE(times.columns(), 1);
    QCOMPARE(times.lineNames().size(), 5);
    for (int i = 0; i < times.graphCount(); ++i)
        QVERIFY(times.graph(i)->dataCount() == 0 || !times.graph(i)->scatterStyle().isNone());
    window.grab().save(inOutput("mask-runs-one.png"));
}

void TestMaskTimes::aRunOfFewerMasksThanThereAre()
{
    session::Session session = sessionOf(masksOf(12), 11);
    SequenceRun& run = session.maskRuns[0].run;
    run.masks.resize(7);
    for (Rival& rival : run.rivals)
        rival.masks.resize(rival.masks.empty() ? 0 : 7);
    MainWindow window({}, nullptr);
    open(window, session);
    Workspace& w = window.workspace();
    MeasurePage& page = measured(window);
    QCOMPARE(page.masks().times().columns(), 7);
    QVERIFY(page.masks().facts().text().contains(QStringLiteral("the first 7 of 12")));
    for (const int mask : {6, 5, 11, 7, 0}) {
        w.operations().chooseMask(mask);
        QTRY_VERIFY(w.document().mask() == mask && window.settled());
        QVERIFY(!window.grab().isNull());
        QVERIFY(!part<FilmStrip>(window).describe(mask).isEmpty());
    }
    // Rivals that ran on fewer still.
    auto shorter = std::make_shared<SequenceRun>(run);
    for (Rival& rival : shorter->rivals)
        rival.masks.resize(rival.masks.empty() ? 0 : 2);
    w.document().addMaskRun({*w.document().rule(), shorter, false});
    QVERIFY(seen(page).contains(QStringLiteral("lost of 2")));
    QVERIFY(!page.masks().times().tipAt({page.masks().times().middleOf(5), 60}).contains(QStringLiteral("cublas")));
    QVERIFY(!window.grab().isNull());
    // None at all.
    for (Rival& rival : run.rivals)
        rival.masks.clear();
    run.masks.clear();
    MainWindow other({}, nullptr);
    open(other, session);
    QCOMPARE(measured(other).masks().times().columns(), 0);
    QVERIFY(!other.grab().isNull());
}

void TestMaskTimes::timesThatAreNoneAreNotDrawn()
{
    session::Session session = sessionOf(masksOf(8), 0);
    SequenceRun& run = session.maskRuns[0].run;
    const double none = std::numeric_limits<double>::quiet_NaN(), endless = std::numeric_limits<double>::infinity();
    run.masks[1].totalNs = none;
    run.masks[2].kernelNs = endless;
    run.masks[3].indexNs = -5;
    run.masks[4] = {};
    run.masks[5].predictedKernelNs = endless;
    run.masks[6].error = none;
    run.rivals[0].masks[2].totalNs = endless;
    run.rivals[1].masks[3].totalNs = none;
    run.conditions.device.clear();
    MainWindow window({}, nullptr);
    open(window, session);
    MeasurePage& page = measured(window);
    QCOMPARE(page.masks().times().columns(), 8);
    QVERIFY(seen(page).contains(QStringLiteral("WRONG results on 1 of 8 masks: 6")));
    QVERIFY(page.masks().scatter().points() < 8);
    for (int t = 0; t < 8; ++t)
        QVERIFY(!page.masks().times().tipAt({page.masks().times().middleOf(t), 60}).isEmpty());
    QVERIFY(!window.grab().isNull());
}

void TestMaskTimes::bothOrdersOfTheIndexStandSideBySide()
{
    MainWindow window({}, nullptr);
    open(window, sessionOfBothOrders(masksOf(12), 3));
    MeasurePage& page = measured(window);
    MaskTimes& times = page.masks().times();
    QComboBox& what = page.masks().what();
    const int orders = what.findText(QStringLiteral("index orders"));
    QVERIFY(orders >= 0);
    what.setCurrentIndex(orders);
    QVERIFY2(keyOf(times).contains(QStringLiteral("left unordered, right ordered")), qPrintable(keyOf(times)));
    QVERIFY(!times.logarithmic());
    const QString facts = page.masks().facts().text();
    QVERIFY2(facts.contains(QStringLiteral("3 µs, 2 µs unordered")), qPrintable(facts));
    QVERIFY2(facts.contains(QStringLiteral("1.5x as long")), qPrintable(facts));
    QVERIFY2(facts.contains(QStringLiteral("ordered on 0 of 12")), qPrintable(facts));
    const QString tip = times.tipAt({times.middleOf(5), times.height() / 2.0});
    QVERIFY2(tip.contains(QStringLiteral("ordered index 3.12 µs (unordered 2.08 µs, 1.5x)")), qPrintable(tip));
    for (const ThemeChoice theme : {ThemeChoice::Light, ThemeChoice::Dark}) {
        window.setTheme(theme);
        QTest::qWait(60);
        window.grab().save(theme == ThemeChoice::Light ? inOutput("mask-runs-orders-light.png")
                                                       : inOutput("mask-runs-orders-dark.png"));
    }
    window.setTheme(ThemeChoice::Light);
    // The other one may be shown: unordered stays at the left.
    page.masks().runs().setCurrentIndex(1);
    Q_EMIT page.masks().runs().activated(1);
    QTRY_COMPARE(window.workspace().document().rule()->plan->rule.order, IndexOrder::Ordered);
    QTRY_VERIFY(window.settled());
    QVERIFY(page.masks().facts().text().contains(QStringLiteral("1.5x as long")));
    QCOMPARE(what.currentIndex(), orders);
}

void TestMaskTimes::unlikeRunsAreNotHeldAgainstEachOther()
{
    session::Session session = sessionOfBothOrders(masksOf(8), 0);
    session.maskRuns[0].run.conditions.driver = "575.57";
    session.maskRuns[1].run.conditions.driver = "580.159";
    {
        MainWindow window({}, nullptr);
        open(window, session);
        const QString facts = measured(window).masks().facts().text();
        QVERIFY2(facts.contains(QStringLiteral("The runs also differ in: driver 580.159 and 575.57")),
                 qPrintable(facts));
    }
    session.maskRuns[0].run.conditions.device = "NVIDIA H100";
    MainWindow window({}, nullptr);
    open(window, session);
    MeasurePage& page = measured(window);
    QCOMPARE(page.masks().what().findText(QStringLiteral("index orders")), -1);
    QVERIFY(!page.masks().facts().text().contains(QStringLiteral("unordered index")));
}

void TestMaskTimes::whatCuptiCountedStandsBesideThePrediction()
{
    MainWindow window({}, nullptr);
    open(window, sessionOf(masksOf(12), 0));
    MeasurePage& page = measured(window);
    QCOMPARE(page.masks().scatter().countedPoints(), 2);
    QVERIFY(page.masks().scatter().key().contains(QStringLiteral("CUPTI")));
    const QString facts = page.masks().facts().text();
    QVERIFY2(facts.contains(QStringLiteral("1.3 µs, predicted 2.08 µs")), qPrintable(facts));
    QVERIFY2(facts.contains(QStringLiteral("33.9 kB, expected")), qPrintable(facts));
    QVERIFY2(facts.contains(QStringLiteral("93.4 %")), qPrintable(facts));
    // As bars too, in place of the times.
    QComboBox& what = page.masks().what();
    what.setCurrentIndex(what.findText(QStringLiteral("CUPTI, mask 0")));
    QVERIFY(page.masks().counted().isVisible() && !page.masks().times().isVisible());
    const QString bars = page.masks().counted().text();
    for (const char* bar : {"Index, time: predicted 2.08 µs", "Index, time: timed 1.88 µs (0.904x)",
                            "Index, time: by CUPTI 1.3 µs (0.625x)", "Index, bytes: L2 33.9 kB (",
                            "Kernel, bytes: expected ", "Kernel, bytes: L2 77.4 kB (", "Kernel, bytes: DRAM 16 kB ("})
        QVERIFY2(bars.contains(QString::fromUtf8(bar)), qPrintable(bars));
    QVERIFY(!bars.contains(QStringLiteral("Index, bytes: DRAM"))); // that was not counted
    QTRY_COMPARE(page.masks().counted().columns(), 4); // all at once, in place of the figures at the side too
    for (const ThemeChoice theme : {ThemeChoice::Light, ThemeChoice::Dark}) {
        window.setTheme(theme);
        QTest::qWait(60);
        window.grab().save(theme == ThemeChoice::Light ? inOutput("mask-runs-counted-light.png")
                                                       : inOutput("mask-runs-counted-dark.png"));
    }
    window.setTheme(ThemeChoice::Light);
    // Where there is less room they go below each other, and back.
    window.resize(1000, 720);
    QTRY_COMPARE(page.masks().counted().columns(), 2);
    window.resize(1280, 720);
    QTRY_COMPARE(page.masks().counted().columns(), 4);
    // A run without counters has the times alone.
    const OpenMaskRun open = *window.workspace().document().maskRun();
    auto plain = std::make_shared<SequenceRun>(*open.run);
    plain->counters.clear();
    window.workspace().document().addMaskRun({open.rule, plain, false});
    QCOMPARE(what.findText(QStringLiteral("CUPTI, mask 0")), -1);
    QVERIFY(page.masks().times().isVisible() && !page.masks().counted().isVisible());
    // The index's share is beside its colour.
    QVERIFY2(keyOf(page.masks().times()).contains(QStringLiteral("index 17")), qPrintable(keyOf(page.masks().times())));
}

VIEW_TEST(TestMaskTimes)
#include "tst_mask_times.moc"
