// Runs over all masks that are open: started from the window, kept in its sessions and in what is kept safe.
#include "engine/core/error.h"
#include "engine/io/masks.h"
#include "engine/measure/baselines.h"
#include "engine/session/recovery.h"
#include "tests/views/fake_data.h"
#include "tests/views/killed_program.h"
#include "tests/views/mask_runs.h"
#include "tests/views/mask_window.h"
#include "views/main_window/run_dialog.h"
#include "views/masks/film_strip.h"
#include "views/pages/measure/masks_page.h"
#include "views/workspace/workspace.h"

#include <QCheckBox>
#include <QComboBox>
#include <QSpinBox>
#include <QTemporaryDir>
#include <QTest>
#include <QThread>

#include <atomic>
#include <optional>

using namespace sparsescope;
using namespace sparsescope::fake;

class TestMaskRuns : public MaskWindowFixture {
    Q_OBJECT
private Q_SLOTS:
    void aSessionOpensWithAllOfIt();
    void plansByTheRuleAreTheSameWhenTheyComeBack();
    void aSessionStaysTheSameWhileOtherMasksHoldNothing();
    void aKilledWindowLosesNoRun();
    void aRunSearchesTheDynamicPlanBefore();
    void optionsOfTheRunGoToTheWorker();
    void aRunGoesOnWhileMasksAreChosen();
    void theRuleOfOneMatrixIsSaved();
};

void TestMaskRuns::aSessionOpensWithAllOfIt()
{
    const MaskSequencePtr masks = masksOf(12);
    const session::Session kept = sessionOf(masks, 5);
    MainWindow window({}, nullptr);
    open(window, kept);
    Workspace& w = window.workspace();
    QCOMPARE(w.document().masks()->size(), 12);
    QCOMPARE(w.document().mask(), 5);
    QCOMPARE(w.operations().chosenMask(), 5);
    QVERIFY(w.document().matrix()->fingerprint() == masks->matrix(5)->fingerprint());
    QVERIFY(part<FilmStrip>(window).isVisible());
    QVERIFY(w.document().rule()->plan->rule == kept.dynamicPlans[0].rule);
    QVERIFY(w.document().plans()[w.attention().currentPlan()].byRule);
    QVERIFY(w.document().maskRun() && w.document().maskRun()->recorded);
    QVERIFY(w.document().unsaved().isEmpty());
    // Saved again, it is the same.
    const QString again = inOutput("mask-run-again.sscope");
    w.operations().saveSession(again);
    QTRY_VERIFY(!w.jobs().busy());
    const session::Session read = session::readSession(again.toStdString(), noProgress());
    QCOMPARE(read.mask, 5);
    QCOMPARE(read.dynamicPlans.size(), std::size_t{1});
    QCOMPARE(dynamicPlanText(read.dynamicPlans[0]), dynamicPlanText(kept.dynamicPlans[0]));
    QCOMPARE(read.maskRuns.size(), std::size_t{1});
    QVERIFY(toJson(read.maskRuns[0].run) == toJson(kept.maskRuns[0].run));
    QCOMPARE(read.maskRuns[0].run.masks.size(), std::size_t{12});
    QCOMPARE(read.maskRuns[0].run.masks[7].kernelNs, kept.maskRuns[0].run.masks[7].kernelNs);
    // The film says what was measured.
    QTRY_VERIFY(part<FilmStrip>(window).pictures().find(5));
    QVERIFY(part<FilmStrip>(window).describe(5).contains(QStringLiteral("measured")));
}

void TestMaskRuns::plansByTheRuleAreTheSameWhenTheyComeBack()
{
    const MaskSequencePtr masks = masksOf(4);
    const QString file = inOutput("mask-rule.sscope");
    Workspace w;
    w.document().setMasks(masks, 1, masks->matrix(1));
    w.setup().setPlanner(QStringLiteral("sparda"));
    w.operations().search();
    QTRY_VERIFY(w.document().rule() && !w.jobs().busy());
    w.operations().saveSession(file);
    QTRY_VERIFY(!w.jobs().busy());
    QVERIFY(w.document().unsaved().isEmpty());
    Workspace other;
    other.operations().open({file});
    QTRY_VERIFY(other.document().rule() && !other.operations().busy());
    QCOMPARE(other.document().mask(), 1);
    QCOMPARE(other.document().plans().size(), 1); // one, not one read and one made
    QVERIFY(other.document().plans()[0].byRule);
    QCOMPARE(other.attention().currentPlan(), 0);
    other.operations().chooseMask(3);
    QTRY_COMPARE(other.document().mask(), 3);
    QVERIFY(other.document().plans()[0].byRule);
    // A matrix that stands alone takes the place of all.
    other.document().setMatrix(fake::searched().matrix);
    QVERIFY(!other.document().masks() && other.document().maskRuns().isEmpty() && !other.document().rule());
}

void TestMaskRuns::aSessionStaysTheSameWhileOtherMasksHoldNothing()
{
    MainWindow window({}, nullptr);
    open(window, sessionOf(masksOf(4), 0));
    Workspace& w = window.workspace();
    const QString file = w.document().sessionPath();
    QVERIFY(!file.isEmpty());
    w.operations().chooseMask(2);
    QTRY_COMPARE(w.document().mask(), 2);
    QCOMPARE(w.document().sessionPath(), file);
    QVERIFY(w.document().unsaved().isEmpty());
    // What is made of a mask would be written over with another one.
    w.attention().show({std::make_shared<const Plan>(*w.attention().plan()), nullptr, QStringLiteral("own")});
    w.operations().chooseMask(3);
    QTRY_COMPARE(w.document().mask(), 3);
    QVERIFY(w.document().sessionPath().isEmpty());
    QVERIFY(w.document().maskRun());
}

void TestMaskRuns::aKilledWindowLosesNoRun()
{
    const QTemporaryDir home;
    const QString folder = home.filePath(QStringLiteral("r"));
    const MaskSequencePtr masks = masksOf(6);
    std::optional<MaskJob> asked;
    Hooks hooks;
    hooks.worker = answering(asked);
    MainWindow window(hooks, nullptr);
    window.show();
    window.keepSafe(folder);
    Workspace& w = window.workspace();
    w.document().setMasks(masks, 0, masks->matrix(0));
    QTRY_VERIFY(w.operations().whyNoGpuRun().isEmpty());
    w.operations().runOnGpu();
    QTRY_VERIFY(w.document().maskRun() && window.settled());
    w.operations().chooseMask(4);
    QTRY_VERIFY(w.document().mask() == 4 && window.settled());
    w.operations().chooseMask(2);
    QTRY_VERIFY(w.document().mask() == 2 && window.settled());
    w.document().setNote(QStringLiteral("of all masks"));
    QTRY_VERIFY(LeftNow(folder).has([&](const session::Session& left) {
        return left.masks && left.masks->size() == 6 && left.mask == 2 && left.maskRuns.size() == 1 &&
               left.matrix->fingerprint() == masks->matrix(2)->fingerprint() &&
               left.maskRuns[0].run.masks.size() == 6 && left.plans.size() == 1 && left.note == "of all masks";
    }));
    // It is offered and restored elsewhere.
    const QTemporaryDir other;
    LeftNow left(folder);
    QCOMPARE(left.found.size(), std::size_t{1});
    QCOMPARE(left.found[0].summary.runs, 1);
    Workspace restored;
    restored.operations().restore(QString::fromStdString(left.found[0].path));
    QTRY_VERIFY(restored.document().maskRun() && !restored.operations().busy());
    QCOMPARE(restored.document().mask(), 2);
    QVERIFY(restored.document().unsaved().contains(QStringLiteral("1 run over all masks")));
    // Another dynamic plan is the one that is shown, and the run stays with its own.
    w.setup().setPlanner(QStringLiteral("sparda"));
    w.setup().setPlannerOptions({{"index", "ordered"}});
    w.operations().search();
    QTRY_VERIFY(w.document().rule()->plan->rule.order == IndexOrder::Ordered && window.settled());
    QVERIFY(!w.document().maskRun());
    QTRY_VERIFY(LeftNow(folder).has([](const session::Session& session) {
        return session.dynamicPlans.size() >= 2 && session.maskRuns.size() == 1 && session.maskRuns[0].plan == 0 &&
               session.dynamicPlans.back().rule.order == IndexOrder::Ordered;
    }));
}

void TestMaskRuns::aRunSearchesTheDynamicPlanBefore()
{
    std::optional<MaskJob> asked;
    Hooks hooks;
    hooks.worker = answering(asked);
    Workspace w(hooks);
    const MaskSequencePtr masks = masksOf(8);
    w.document().setMasks(masks, 0, masks->matrix(0));
    QTRY_VERIFY(w.operations().whyNoGpuRun().isEmpty());
    QVERIFY(w.setup().plannerName() != QStringLiteral("sparda"));
    w.operations().runOnGpu();
    QVERIFY(w.operations().running());
    QTRY_VERIFY(w.document().maskRun() && !w.jobs().busy());
    QVERIFY(asked && asked->masks == masks);
    QVERIFY(!asked->oracle);
    QVERIFY(asked->plan == w.document().rule()->plan);
    QVERIFY(asked->run.baselines == maskBaselines(asked->plan->op, masks->facts()));
    QVERIFY(!w.document().maskRun()->recorded);
    QVERIFY(w.document().unsaved().contains(QStringLiteral("1 run over all masks")));
    // A plan of the mask's own is run as any plan of a matrix.
    w.setup().setPlanner(QStringLiteral("fixed:csr"));
    w.operations().search();
    QTRY_VERIFY(w.document().plans().size() == 2 && !w.jobs().busy());
    asked.reset();
    w.operations().runOnGpu();
    QTRY_VERIFY(!w.jobs().busy());
    QVERIFY(!asked);
}

void TestMaskRuns::optionsOfTheRunGoToTheWorker()
{
    std::optional<MaskJob> asked;
    Hooks hooks;
    hooks.worker = answering(asked);
    MainWindow window(hooks, nullptr);
    window.show();
    Workspace& w = window.workspace();
    const MaskSequencePtr masks = masksOf(8);
    w.document().setMasks(masks, 0, masks->matrix(0));
    QTRY_VERIFY(w.operations().whyNoGpuRun().isEmpty());
    w.operations().runOnGpu();
    QTRY_VERIFY(w.document().maskRun() && !w.jobs().busy());
    const DynamicPlanPtr first = w.document().rule()->plan;
    {
        RunDialog dialog(w);
        auto& order = *dialog.findChild<QComboBox*>(QStringLiteral("order"));
        QVERIFY(order.currentText().contains(QStringLiteral("unordered")));
        order.setCurrentIndex(2);
        dialog.findChild<QSpinBox*>(QStringLiteral("reselect"))->setValue(4);
        dialog.findChild<QCheckBox*>(QStringLiteral("oracle"))->setChecked(true);
        dialog.accept();
    }
    w.operations().runOnGpu();
    QTRY_VERIFY(w.document().maskRuns().size() == 2 && !w.jobs().busy());
    QCOMPARE(asked->plan->rule.order, IndexOrder::Ordered);
    QCOMPARE(asked->plan->rule.reselect, 4);
    QVERIFY(asked->oracle);
    QVERIFY(w.document().rule()->plan == asked->plan);
    QCOMPARE(w.document().maskRun(), &w.document().maskRuns()[1]);
    QTRY_VERIFY(w.document().plans()[w.attention().currentPlan()].byRule);
    // The run before is looked at again, with its dynamic plan.
    MeasurePage& page = measured(window);
    QComboBox& runs = page.masks().runs();
    QVERIFY(runs.isVisible());
    QCOMPARE(runs.count(), 2);
    QVERIFY(runs.itemText(0).contains(QStringLiteral("ordered index, anew after 4")));
    runs.setCurrentIndex(1);
    Q_EMIT runs.activated(1);
    QCOMPARE(w.document().rule()->plan, first);
    QCOMPARE(w.document().maskRun(), &w.document().maskRuns()[0]);
    QCOMPARE(runs.currentIndex(), 1);
    // Both are kept, each with its own.
    const QString file = inOutput("two-mask-runs.sscope");
    w.operations().saveSession(file);
    QTRY_VERIFY(!w.jobs().busy());
    const session::Session read = session::readSession(file.toStdString(), noProgress());
    QCOMPARE(read.dynamicPlans.size(), std::size_t{2});
    QVERIFY(read.dynamicPlans.back().rule == first->rule); // by which the masks are cut
    QCOMPARE(read.maskRuns[0].plan, 1);
    QCOMPARE(read.maskRuns[1].plan, 0);
}

void TestMaskRuns::aRunGoesOnWhileMasksAreChosen()
{
    std::optional<MaskJob> asked;
    std::atomic<bool> held{true};
    auto worker = answering(asked);
    worker->answerMasks = [&held, answer = worker->answerMasks](const MaskJob& job, Progress& progress,
                                                                const Worker::Listener& listener) {
        while (held) {
            progress.check();
            QThread::msleep(2);
        }
        return answer(job, progress, listener);
    };
    Hooks hooks;
    hooks.worker = worker;
    Workspace w(hooks);
    const MaskSequencePtr masks = masksOf(8);
    w.document().setMasks(masks, 0, masks->matrix(0));
    QTRY_VERIFY(w.operations().whyNoGpuRun().isEmpty());
    w.operations().runOnGpu();
    QTRY_VERIFY(w.jobs().busy(Lane::Gpu));
    w.operations().chooseMask(5);
    QTRY_COMPARE(w.document().mask(), 5);
    QVERIFY(w.operations().running());
    held = false;
    QTRY_VERIFY(w.document().maskRun());
    QCOMPARE(w.document().mask(), 5);
    // Others that are opened meanwhile have none.
    held = true;
    w.operations().runOnGpu();
    QTRY_VERIFY(w.jobs().busy(Lane::Gpu));
    w.operations().makeMasks(QStringLiteral("relu"), {{"masks", 3}});
    QTRY_COMPARE(w.document().masks()->size(), 3);
    held = false;
    QTRY_VERIFY(!w.jobs().busy());
    QVERIFY(w.document().maskRuns().isEmpty());
}

void TestMaskRuns::theRuleOfOneMatrixIsSaved()
{
    Workspace w;
    const MaskSequencePtr masks = masksOf(1);
    w.document().setMatrix(masks->matrix(0));
    QVERIFY(!w.operations().ruleToSave());
    w.setup().setPlanner(QStringLiteral("sparda"));
    w.operations().search();
    QTRY_VERIFY(w.attention().plan() && !w.jobs().busy());
    QVERIFY(w.operations().ruleToSave());
    const QString file = inOutput("rule-of-one.json");
    w.operations().saveRule(file);
    QTRY_VERIFY(!w.jobs().busy());
    const DynamicPlan saved = readDynamicPlan(file.toStdString());
    QVERIFY(saved.rule == w.operations().ruleToSave()->rule);
    QVERIFY(saved.rule.pairing || saved.rule.denseNs > 0);
    QCOMPARE(saved.rule.shape.rows, 128);
    QVERIFY(!saved.figures.contains("rule"));
    // Every plan by other planners has none.
    w.setup().setPlanner(QStringLiteral("fixed:csr"));
    w.operations().search();
    QTRY_VERIFY(w.document().plans().size() == 2 && !w.jobs().busy());
    QVERIFY(!w.operations().ruleToSave());
}

VIEW_TEST(TestMaskRuns)
#include "tst_mask_runs.moc"
