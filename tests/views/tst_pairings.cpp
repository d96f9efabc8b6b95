// Algorithm 2 in the window: planner sparda searches a dynamic plan for all masks that are open, every mask shows what
// it makes of it, the pairings that were looked at stand in a table, and the plan goes to a file and comes from one.
#include "engine/core/error.h"
#include "engine/core/files.h"
#include "engine/matrix/masks/kinds.h"
#include "engine/search/sparda/sparda.h"
#include "engine/search/sparda/told.h"
#include "tests/views/fake_data.h"
#include "tests/views/view_test.h"
#include "views/main_window/main_window.h"
#include "views/masks/film_strip.h"
#include "views/pages/search/pairings_model.h"
#include "views/pages/search/pairings_panel.h"
#include "views/pages/search/search_page.h"
#include "views/parts/numbers.h"
#include "views/workspace/workspace.h"

#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QSignalSpy>
#include <QTableView>
#include <QTest>

using namespace sparsescope;

class TestPairings : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void aSearchOverMasksShowsTilesOfTheChosenOne();
    void everyMaskShowsWhatTheSameRuleMakesOfIt();
    void plansOfAMaskStandBesideThoseOfTheRule();
    void theTableTellsWhatEachPairingCosts();
    void theTableIsSortedAndOneSampleIsShown();
    void oneMatrixHasTheSameTable();
    void aSearchGoesOnWhenAnotherMaskIsChosen();
    void aDynamicPlanIsSavedAndOpened();
    void whatDoesNotFitIsRefusedWithItsReason();
    void eventsThatCannotBeReadAreCounted();

private:
    static MaskSequencePtr masksOf(int count, int rows = 128)
    {
        return makeMasks("relu", {{"masks", count}, {"rows", rows}, {"cols", 256}});
    }
    static void openIn(Workspace& w, const MaskSequencePtr& masks)
    {
        w.document().setMasks(masks, 0, masks->matrix(0));
        w.setup().setPlanner(QStringLiteral("sparda"));
    }
    static void searchIn(Workspace& w)
    {
        w.operations().search();
        QTRY_VERIFY(w.document().rule() && !w.jobs().busy());
    }
    static void settle(MainWindow& window) { QTRY_VERIFY(window.settled()); }
    static std::unique_ptr<MainWindow> searched(int count)
    {
        auto window = std::make_unique<MainWindow>(Hooks{}, nullptr);
        window->resize(1280, 720);
        window->show();
        openIn(window->workspace(), masksOf(count));
        searchIn(window->workspace());
        window->showPage("search");
        window->page().showView("pairings");
        settle(*window);
        return window;
    }
    static const OpenPlan& shown(const Workspace& w) { return w.document().plans()[w.attention().currentPlan()]; }
};

void TestPairings::aSearchOverMasksShowsTilesOfTheChosenOne()
{
    Workspace w;
    const MaskSequencePtr masks = masksOf(8);
    openIn(w, masks);
    searchIn(w);
    const DynamicPlan& rule = *w.document().rule()->plan;
    QCOMPARE(rule.rule.samples.size(), std::size_t{4});
    QVERIFY(shown(w).byRule);
    QCOMPARE(w.attention().plan()->tiling().partitions.front().slice, 0);
    // As the engine makes it.
    Progress progress;
    const Plan expected = sparda::planOfMask(rule, *masks, 0, *w.document().rule()->calibration, progress);
    QCOMPARE(w.attention().plan()->predictedNs, expected.predictedNs);
    QCOMPARE(w.attention().steps(), std::ssize(expected.tiling().tiles));
    QCOMPARE(w.document().unsaved(), QStringList{QStringLiteral("the dynamic plan")});
}

void TestPairings::everyMaskShowsWhatTheSameRuleMakesOfIt()
{
    Workspace w;
    openIn(w, masksOf(8));
    searchIn(w);
    const DynamicPlanPtr rule = w.document().rule()->plan;
    for (const int mask : {5, 2, 0}) {
        w.operations().chooseMask(mask);
        QTRY_COMPARE(w.document().mask(), mask);
        QVERIFY(w.attention().plan() && shown(w).byRule);
        QCOMPARE(w.attention().plan()->tiling().partitions.front().slice, mask);
        QCOMPARE(w.document().plans().size(), 1); // none of another mask
        QCOMPARE(w.document().rule()->plan, rule);
    }
    // Searched again, its tiles take the place of those before.
    w.operations().search();
    QTRY_VERIFY(w.document().rule()->plan != rule && !w.jobs().busy());
    QCOMPARE(w.document().plans().size(), 1);
}

void TestPairings::plansOfAMaskStandBesideThoseOfTheRule()
{
    Workspace w;
    openIn(w, masksOf(4));
    searchIn(w);
    w.setup().setPlanner(QStringLiteral("fixed:csr"));
    w.operations().search();
    QTRY_VERIFY(w.document().plans().size() == 2 && !w.jobs().busy());
    const PlanPtr own = w.attention().plan();
    QVERIFY(!shown(w).byRule);
    w.operations().chooseMask(1);
    QTRY_COMPARE(w.document().mask(), 1);
    QVERIFY(shown(w).byRule); // it has none of its own
    w.operations().chooseMask(0);
    QTRY_COMPARE(w.document().mask(), 0);
    QCOMPARE(w.attention().plan(), own); // that was looked at
    QCOMPARE(w.document().plans().size(), 2);
}

void TestPairings::theTableTellsWhatEachPairingCosts()
{
    const auto window = searched(8);
    Workspace& w = window->workspace();
    auto& panel = part<PairingsPanel>(*window);
    QVERIFY(panel.table().isVisible());
    PairingsModel& model = panel.model();
    const OpenRule& rule = *w.document().rule();
    const auto told = sparda::pairingsIn(*rule.trace);
    QCOMPARE(told.skipped, 0);
    QVERIFY(!told.pairings.empty());
    QCOMPARE(model.rowCount(), static_cast<int>(told.pairings.size()) + 1); // and dense
    // Numbers are at the right, one below the other.
    const auto cell = [&](int row, int column, int role = Qt::DisplayRole) {
        return model.data(model.index(row, column), role);
    };
    for (int column = PairingsModel::Members; column <= PairingsModel::Predicted; ++column)
        QVERIFY(cell(0, column, Qt::TextAlignmentRole).toInt() & Qt::AlignRight);
    const int chosen = model.rowOfChosen();
    QVERIFY(chosen >= 0);
    QCOMPARE(cell(chosen, PairingsModel::Why).toString(), QStringLiteral("chosen"));
    QCOMPARE(cell(chosen, PairingsModel::Name).toString(),
             rule.plan->rule.pairing ? QString::fromStdString(rule.plan->rule.pairing->label())
                                     : QStringLiteral("dense"));
    bool refused = false, dense = false;
    for (int row = 0; row < model.rowCount(); ++row) {
        dense = dense || cell(row, PairingsModel::Name).toString() == QStringLiteral("dense");
        refused = refused || (cell(row, PairingsModel::Predicted).toString().isEmpty() &&
                              !cell(row, PairingsModel::Why).toString().isEmpty());
        QVERIFY(row == chosen || cell(row, PairingsModel::Why).toString() != QStringLiteral("chosen"));
    }
    QVERIFY(dense);
    QVERIFY(refused); // activations lie row by row
    QTRY_VERIFY(window->settled());
    window->grab().save(inOutput("pairings.png"));
}

void TestPairings::theTableIsSortedAndOneSampleIsShown()
{
    const auto window = searched(8);
    auto& panel = part<PairingsPanel>(*window);
    PairingsModel& model = panel.model();
    const auto first = [&] { return model.data(model.index(0, PairingsModel::Why), Qt::DisplayRole).toString(); };
    QCOMPARE(first(), QStringLiteral("chosen")); // the least predicted stands first
    panel.table().sortByColumn(PairingsModel::Predicted, Qt::DescendingOrder);
    QVERIFY(first() != QStringLiteral("chosen"));
    const auto last = model.data(model.index(model.rowCount() - 1, PairingsModel::Predicted), Qt::DisplayRole);
    QVERIFY(last.toString().isEmpty()); // what is not known comes last, both ways
    panel.table().sortByColumn(PairingsModel::Predicted, Qt::AscendingOrder);
    // One of the four masks that were sampled.
    QCOMPARE(panel.samples().count(), 5);
    QVERIFY(panel.samples().itemText(2).startsWith(QStringLiteral("mask 2")));
    const auto chosen = [&] {
        return model.data(model.index(model.rowOfChosen(), PairingsModel::Members), Qt::ToolTipRole).toString();
    };
    const sparda::ToldPairings& told = model.told();
    panel.samples().setCurrentIndex(2);
    const auto name = model.data(model.index(model.rowOfChosen(), PairingsModel::Name), Qt::DisplayRole).toString();
    for (const sparda::ToldPairing& one : told.pairings)
        if (QString::fromStdString(one.pairing.label()) == name)
            QCOMPARE(chosen(), countText(static_cast<std::int64_t>(one.masks[1].members)));
    // Copied as text.
    panel.table().selectRow(0);
    QTest::keyClick(&panel.table(), Qt::Key_C, Qt::ControlModifier);
    QCOMPARE(QApplication::clipboard()->text(), model.rowText(0));
}

void TestPairings::oneMatrixHasTheSameTable()
{
    auto window = std::make_unique<MainWindow>(Hooks{}, nullptr);
    window->show();
    Workspace& w = window->workspace();
    w.document().setMatrix(masksOf(1)->matrix(0));
    window->showPage("search");
    auto& panel = part<PairingsPanel>(*window);
    QVERIFY(!panel.any());
    w.setup().setPlanner(QStringLiteral("sparda"));
    w.operations().search();
    QTRY_VERIFY(w.attention().plan() && !w.jobs().busy());
    QVERIFY(!w.document().rule());
    QVERIFY(panel.any());
    const int chosen = panel.model().rowOfChosen();
    QVERIFY(chosen >= 0);
    QVERIFY(!panel.samples().isVisible()); // there is one
    w.setup().setPlanner(QStringLiteral("fixed:csr"));
    w.operations().search();
    QTRY_VERIFY(w.document().plans().size() == 2 && !w.jobs().busy());
    QVERIFY(!panel.any());
}

void TestPairings::aSearchGoesOnWhenAnotherMaskIsChosen()
{
    Workspace w;
    openIn(w, masksOf(64, 512));
    w.setup().setPlannerOptions({{"samples", 64}});
    w.operations().search();
    w.operations().chooseMask(3);
    QTRY_VERIFY(w.document().rule() && !w.jobs().busy());
    QCOMPARE(w.document().mask(), 3);
    QVERIFY(shown(w).byRule);
    QCOMPARE(w.attention().plan()->tiling().partitions.front().slice, 3);
    // And is cancelled like any other.
    const DynamicPlanPtr before = w.document().rule()->plan;
    w.operations().search();
    w.jobs().cancelAll();
    QTRY_VERIFY(!w.jobs().busy());
    QCOMPARE(w.document().rule()->plan, before);
}

void TestPairings::aDynamicPlanIsSavedAndOpened()
{
    Workspace w;
    const MaskSequencePtr masks = masksOf(8);
    openIn(w, masks);
    searchIn(w);
    const QString path = inOutput("rule.json");
    w.operations().saveRule(path);
    QTRY_VERIFY(!w.jobs().busy());
    QVERIFY(w.document().unsaved().isEmpty());
    Workspace other;
    other.document().setMasks(masks, 2, masks->matrix(2));
    other.operations().open({path});
    QTRY_VERIFY(other.document().rule() && !other.jobs().busy());
    QVERIFY(other.document().rule()->plan->rule == w.document().rule()->plan->rule);
    QCOMPARE(other.attention().plan()->tiling().partitions.front().slice, 2);
    QVERIFY(other.document().unsaved().isEmpty());
}

void TestPairings::whatDoesNotFitIsRefusedWithItsReason()
{
    Workspace w;
    openIn(w, masksOf(8));
    searchIn(w);
    const QString path = inOutput("rule.json");
    w.operations().saveRule(path);
    QTRY_VERIFY(!w.jobs().busy());
    const auto refusedBy = [&](Workspace& other) {
        QSignalSpy failed(&other.operations(), &Operations::failed);
        other.operations().open({path});
        for (int i = 0; i < 3000 && failed.isEmpty(); ++i)
            QTest::qWait(10);
        return failed.isEmpty() ? QString() : failed.first().first().value<Failure>().sentence;
    };
    Workspace other;
    const MaskSequencePtr larger = masksOf(2, 192);
    other.document().setMasks(larger, 0, larger->matrix(0));
    const QString reason = QString::fromStdString(refusal(*w.document().rule()->plan, larger->facts()));
    QVERIFY(!reason.isEmpty());
    QVERIFY(refusedBy(other).contains(reason));
    QVERIFY(!other.document().rule());
    // One matrix is none of masks.
    Workspace alone;
    alone.document().setMatrix(larger->matrix(0));
    QVERIFY(refusedBy(alone).contains(QStringLiteral("masks")));
}

void TestPairings::eventsThatCannotBeReadAreCounted()
{
    Trace trace;
    trace.event(sparda::pairingEvent, {{"pairing", "none"}});
    trace.event("another", 3);
    QVERIFY(sparda::tellsPairings(trace));
    const auto told = sparda::pairingsIn(trace);
    QVERIFY(told.pairings.empty());
    QCOMPARE(told.skipped, 1);
    QCOMPARE(told.least(), -1);
    QVERIFY(told.samples().empty());
}

VIEW_TEST(TestPairings)
#include "tst_pairings.moc"
