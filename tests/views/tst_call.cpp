// Why is it this slow? What the Measure page says of a call, in the real window: its parts, advice that is tried with a
// click, times of one kind, counters against a reference.
#include "engine/core/at.h"
#include "engine/measure/quantity.h"
#include "engine/measure/variant_text.h"
#include "tests/views/fake_data.h"
#include "tests/views/view_test.h"
#include "views/canvas/canvas_link.h"
#include "views/canvas/layer_bar.h"
#include "views/heatmap/heatmap_view.h"
#include "views/main_window/main_window.h"
#include "views/pages/measure/kind_model.h"
#include "views/pages/measure/measure_page.h"
#include "views/pages/measure/overview_page.h"
#include "views/pages/measure/roofline_page.h"
#include "views/pages/measure/scatter_page.h"
#include "views/pages/measure/schedule_page.h"
#include "views/pages/measure/table_pages.h"
#include "views/parts/numbers.h"
#include "views/workspace/workspace.h"

#include <QAction>
#include <QComboBox>
#include <QLabel>
#include <QPushButton>
#include <QTableView>
#include <QTest>
#include <QToolButton>

#include <cmath>

using namespace sparsescope;
using Half = ScheduleView::Half;

class TestCall : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void theOverviewTakesTheCallApart();
    void anAdviceIsTriedWithAClick();
    void aFasterLaunchIsTakenWithAClick();
    void theScheduleHasTheWholeCallOnItsAxis();
    void theErrorLayerSaysWhatTheTableSays();
    void asPredictedStandsAtItsLine();
    void aGraphStandsBesideItsModel();
    void countersAreHeldAgainstAnotherRun();
    void kindsOnTheRooflineAreNamed();
    void theKindsOfARecordingAreThoseOfItsPlan();

private:
    MeasurePage& page() { return part<MeasurePage>(*m_window); }
    Workspace& workspace() { return m_window->workspace(); }
    void open(const char* sample = "samples/crossing-2048-h200.sscope");
    void openFake(const ProfilePtr& profile = nullptr);
    std::unique_ptr<MainWindow> m_window;
    fake::Data m_data = fake::searched();
};

void TestCall::open(const char* sample)
{
    m_window = std::make_unique<MainWindow>(Hooks{}, nullptr);
    m_window->resize(1280, 800);
    m_window->show();
    workspace().operations().open({inSource(sample)});
    QTRY_VERIFY(workspace().attention().run() && workspace().attention().run()->facts);
    m_window->showPage("measure");
    QTRY_VERIFY(m_window->settled());
    QTRY_VERIFY(page().schedule().schedules());
}

void TestCall::openFake(const ProfilePtr& profile)
{
    m_window = std::make_unique<MainWindow>(Hooks{}, nullptr);
    m_window->resize(1280, 800);
    m_window->show();
    workspace().document().setMatrix(m_data.matrix);
    workspace().attention().show({m_data.plan, m_data.trace, QStringLiteral("stile")});
    workspace().document().addRun(m_data.plan, profile ? profile : fake::profile(*m_data.plan), true);
    m_window->showPage("measure");
    QTRY_VERIFY(m_window->settled());
    QTRY_VERIFY(page().schedule().schedules());
}

void TestCall::theOverviewTakesTheCallApart()
{
    open();
    const CallBars& call = page().overview().call();
    QCOMPARE(call.rows().size(), std::size_t{2});
    QVERIFY(call.rows()[0].title.contains(QStringLiteral("predicted by h200")));
    QVERIFY(call.rows()[1].title.contains(QStringLiteral("whole call, warm L2, on NVIDIA H200, recorded 2026")));
    for (const CallBars::Row& row : call.rows())
        for (const CallPart p : {CallPart::Launch, CallPart::Zeroing, CallPart::Work, CallPart::Latency,
                                 CallPart::Imbalance, CallPart::Conversion, CallPart::Left})
            QVERIFY2(row.anatomy.known(p), qPrintable(partName(p)));
    // It opens the page, with words for who does not see it, and every part that is seen has a tip.
    QVERIFY(call.isVisible() && call.mapTo(&page(), QPoint()).y() < page().height() / 2);
    QVERIFY(call.accessibleDescription().contains(QStringLiteral("launch 4.29 µs")));
    const auto tips = [&call] {
        QStringList all;
        for (int y = 0; y < call.size().height(); ++y)
            for (int x = 0; x < call.width(); x += 2)
                if (const QString tip = call.tipAt({x, y}).section(QLatin1Char(','), 0, 0); !all.contains(tip))
                    all << tip;
        return all;
    };
    for (const char* name : {"launch", "zeroing", "work", "latency", "imbalance and tail", "conversion", "left"})
        QTRY_VERIFY2(tips().contains(QLatin1String(name)), name); // in its final size
    // The column of differences names the two kinds.
    const auto labels = page().overview().findChildren<QLabel*>();
    QVERIFY(std::any_of(labels.begin(), labels.end(), [](const QLabel* l) {
        return l->text() == QStringLiteral("measured −\npredicted") &&
               l->toolTip() == QStringLiteral("whole call against predicted by h200");
    }));
}

void TestCall::anAdviceIsTriedWithAClick()
{
    openFake();
    const std::vector<Advice> advice = page().schedule().schedules()->advice;
    QVERIFY(!advice.empty());
    const auto shown = [&] {
        std::vector<QPushButton*> buttons;
        for (const Advice& one : advice)
            for (QPushButton* button : page().overview().findChildren<QPushButton*>())
                if (button->isVisible() && button->text() == QString::fromStdString(one.button))
                    buttons.push_back(button);
        return buttons;
    };
    QTRY_COMPARE(shown().size(), advice.size());
    const std::vector<QPushButton*> buttons = shown();
    for (std::size_t i = 1; i < advice.size(); ++i)
        QVERIFY(advice[i].gainNs <= advice[i - 1].gainNs);
    const auto parts = std::find_if(advice.begin(), advice.end(), [](const Advice& one) {
        return one.trial.options.value("dense-split", "") == "16";
    });
    QVERIFY(parts != advice.end());
    QPushButton& button = *buttons[static_cast<std::size_t>(parts - advice.begin())];
    const int before = static_cast<int>(workspace().document().plans().size());
    button.setFocus();
    QTest::keyClick(&button, Qt::Key_Space);
    QTRY_VERIFY(m_window->settled() && workspace().document().plans().size() == before + 1);
    QCOMPARE(workspace().attention().plan()->densePart, std::int64_t{16});
    QCOMPARE(workspace().document().plans().front().plan, m_data.plan); // the measured one is still there
}

// The run has tried the other order: a click makes a plan of the same tiles, Ctrl+Z takes it back.
void TestCall::aFasterLaunchIsTakenWithAClick()
{
    const Tiling& tiling = m_data.plan->tiling();
    const LaunchOrder other = tiling.launchOrder == LaunchOrder::Rows ? LaunchOrder::Longest : LaunchOrder::Rows;
    auto profile = std::make_shared<Profile>(*fake::profile(*m_data.plan));
    for (const auto& [order, ns] : {std::pair(tiling.launchOrder, 12300.0), std::pair(other, 9100.0)})
        profile->variants.push_back(
            {variantStart(*m_data.plan, order, tiling.splitSums) + "128 threads, 4 gathers", ns, false});
    openFake(profile);
    QPushButton* launch = nullptr;
    const auto isLaunch = [&](QPushButton* button) {
        return button->isVisible() &&
               button->text() == QStringLiteral("Launch ") + QString::fromStdString(label(other));
    };
    QTRY_VERIFY([&] {
        for (QPushButton* button : page().overview().findChildren<QPushButton*>())
            if (isLaunch(button))
                launch = button;
        return launch != nullptr;
    }());
    m_window->grab().save(inOutput("faster-launch.png"));
    QStringList said;
    for (const QLabel* label : page().overview().findChildren<QLabel*>())
        said << label->text();
    for (const char* part : {"3.2 µs less, measured", "a call takes 9.1 µs", "as the plan says, 12.3 µs"})
        QVERIFY2(said.filter(QString::fromUtf8(part)).size() == 1, qPrintable(said.join(QLatin1Char('\n'))));
    Attention& attention = workspace().attention();
    attention.selectTile(1);
    launch->click();
    QTRY_VERIFY(m_window->settled() && workspace().document().plans().size() == 2);
    const OpenPlan& made = workspace().document().plans()[1];
    QCOMPARE(attention.plan(), made.plan);
    QVERIFY2(made.title.startsWith(QStringLiteral("stile, ") + QString::fromStdString(label(other))),
             qPrintable(made.title));
    QCOMPARE(made.plan->tiling().launchOrder, other);
    QCOMPARE(made.plan->tiling().splitSums, tiling.splitSums);
    QCOMPARE(made.plan->tiling().entries, tiling.entries);
    QVERIFY(made.plan->tiling().schedule.size() == tiling.schedule.size());
    QCOMPARE(made.plan->planner, m_data.plan->planner);
    QCOMPARE(attention.trace(), m_data.trace); // its tiles were chosen by the same search
    QCOMPARE(attention.selection().tile, 1);
    QVERIFY(!attention.run());
    QCOMPARE(workspace().document().plans()[0].plan, m_data.plan);
    QVERIFY(workspace().document().newestRun(m_data.plan)); // what was measured stays with what it was measured of

    QTest::keyClick(m_window.get(), Qt::Key_Z, Qt::ControlModifier);
    QCOMPARE(attention.plan(), PlanPtr(m_data.plan));
    QCOMPARE(workspace().document().plans().size(), 1);
    QVERIFY(attention.run());
    QTRY_VERIFY(m_window->settled());
}

void TestCall::theScheduleHasTheWholeCallOnItsAxis()
{
    open();
    page().setView(MeasureView::Schedule);
    QTest::qWait(20);
    ScheduleView& view = page().schedule().view();
    const Anatomy& call = page().schedule().schedules()->measuredCall;
    const std::vector<CallBand>& bands = view.bands(Half::Measured);
    QVERIFY(bands.size() >= 5);
    QVERIFY(std::abs(bands.back().end - bands.front().begin - call.totalNs) < 0.01 * call.totalNs);
    QVERIFY(view.shown().t0 <= bands.front().begin && view.shown().t1 >= bands.back().end);
    // Every band says what it is under the mouse.
    const QRect seen = view.rect();
    for (const CallBand& band : bands) {
        bool said = false;
        for (int x = 0; x < seen.width() && !said; ++x)
            said = view.tipAt(QPointF(x, seen.height() * 0.75)).startsWith(partName(band.part) + QLatin1Char(','));
        QVERIFY2(said, qPrintable(partName(band.part)));
    }
    view.setFocus();
    QTest::keyClick(&view, Qt::Key_K);
    QCOMPARE(view.shown().t0, 0.0);
    QVERIFY(view.shown().t1 < bands.back().end);
    QTest::keyClick(&view, Qt::Key_0);
    QCOMPARE(view.shown().t0, std::min(bands.front().begin, view.bands(Half::Predicted).front().begin));
    // Blocks have edges: a block is not of one colour.
    Profile one;
    one.conditions.sms = 1;
    one.conditions.clockMHz = 1000;
    one.taskTimes = {{0, 0, 0, 0, 50, 0}, {0, 1, 0, 50, 100, 0}};
    one.tasks = 2;
    TileLook look;
    look.colour = {0xFFFF0000u};
    const QImage image = drawSchedule(measuredSchedule(one), look, {0, 100, 0, 1, QSize(100, 20)}, 0xFFFFFFFFu);
    QCOMPARE(image.pixel(20, 10), 0xFFFF0000u);
    QVERIFY(image.pixel(0, 10) != 0xFFFF0000u && image.pixel(0, 10) != 0xFFFFFFFFu);
    QCOMPARE(image.pixel(50, 10), image.pixel(0, 10)); // the next one, of the same tile
}

void TestCall::theErrorLayerSaysWhatTheTableSays()
{
    open();
    m_window->showPage("explore"); // where the canvas has room for its legend
    LayerBar& bar = *m_window->findChild<LayerBar*>();
    QAction* error = nullptr;
    for (QAction* action : bar.tileActions())
        if (action->text() == QStringLiteral("error"))
            error = action;
    QVERIFY(error);
    error->trigger();
    QTRY_VERIFY(m_window->settled() && m_window->canvas().legend());
    const auto legend = [&] { return m_window->canvas().legend()->text(); };
    QVERIFY2(legend().startsWith(QStringLiteral("in situ against predicted by h200, recorded")), qPrintable(legend()));
    // Tile 4 has one sub-task a part: the table's mean error is the map's.
    const auto& subtasks = page().subtasks().model();
    const auto mapped = [&](std::size_t tile) { return (*m_window->canvas().tileStyle().values)[tile]; };
    double sum = 0;
    int parts = 0;
    for (const TaskTime& task : workspace().attention().run()->profile->taskTimes)
        if (task.tile == 4) {
            sum += task.inSituNs;
            ++parts;
        }
    const double cost = workspace().attention().plan()->tiling().tiles[4].cost;
    QVERIFY(std::abs(std::exp2(mapped(4)) - sum / parts / cost) < 1e-6);
    QVERIFY(mapped(4) > 0); // slower, as the table has it
    QVERIFY(subtasks.headerData(SubtaskModel::InSituError, Qt::Horizontal, Qt::ToolTipRole)
                .toString()
                .startsWith(QStringLiteral("in situ against predicted by h200")));
    // Chosen again: the other kind of time, said so in both.
    QTRY_VERIFY(m_window->settled());
    error->trigger();
    QTRY_VERIFY(m_window->settled());
    QVERIFY2(legend().startsWith(QStringLiteral("saturated against predicted by h200, recorded")),
             qPrintable(legend()));
    const auto saturated = static_cast<double>(workspace().attention().run()->facts->saturatedNs[4]);
    QVERIFY(std::abs(std::exp2(mapped(4)) - saturated / cost) < 1e-6);
    const QString cell = subtasks.index(subtasks.firstRowOf(4), SubtaskModel::SaturatedError).data().toString();
    QCOMPARE(cell.startsWith(QLatin1Char('+')), saturated > cost);
    QVERIFY(error->isChecked());
}

void TestCall::asPredictedStandsAtItsLine()
{
    open();
    page().setView(MeasureView::Model);
    ScatterView& view = page().scatter();
    view.setResiduals(true);
    QTRY_VERIFY(m_window->settled());
    view.replot();
    const QCPItemText* label = nullptr;
    for (int i = 0; i < view.itemCount(); ++i)
        if (auto* text = qobject_cast<QCPItemText*>(view.item(i));
            text && text->text() == QStringLiteral("as predicted"))
            label = text;
    QVERIFY(label);
    const double line = view.yAxis->coordToPixel(1);
    QVERIFY2(std::abs(label->bottomRight->pixelPosition().y() - line) < 3,
             qPrintable(QStringLiteral("%1 for %2").arg(label->bottomRight->pixelPosition().y()).arg(line)));
    QVERIFY(view.yAxis->label().contains(QStringLiteral("saturated and in situ over predicted")));
    view.setSeries(true, false);
    QCOMPARE(view.yAxis->label(), QStringLiteral("saturated over predicted"));
}

void TestCall::aGraphStandsBesideItsModel()
{
    open("samples/graphs-2048-h200.sscope");
    page().setView(MeasureView::Model);
    QComboBox* what = nullptr;
    for (auto* box : page().findChildren<QComboBox*>())
        if (box->accessibleName() == QStringLiteral("What is compared"))
            what = box;
    QVERIFY(what);
    const int bytes = what->findText(QStringLiteral("bytes of the kernel"));
    QVERIFY(bytes >= 0);
    what->setCurrentIndex(bytes);
    Q_EMIT what->activated(bytes);
    QTRY_VERIFY(m_window->settled());
    QCOMPARE(page().scatter().xAxis->label(), QStringLiteral("predicted bytes of the kernel"));
    const RunFacts& facts = *workspace().attention().run()->facts;
    const Counter* counted = workspace().attention().run()->profile->counter("smsp__inst_executed.sum");
    QVERIFY(counted && facts.predictedInstructions() > 0 && facts.predictedCallNs > 0);
    QString note;
    for (const auto* label : page().findChildren<QLabel*>())
        if (label->isVisible() && label->text().contains(QStringLiteral("Instructions")))
            note = label->text();
    for (const QString& said :
         {bytesText(facts.predictedBytes()), shortCount(facts.predictedInstructions()), shortCount(counted->value),
          durationText(facts.predictedCallNs), durationText(workspace().attention().run()->profile->predictedNs)})
        QVERIFY2(note.contains(said), qPrintable(said + QStringLiteral(" is not in ") + note));
}

void TestCall::countersAreHeldAgainstAnotherRun()
{
    openFake();
    page().setView(MeasureView::Counters);
    CounterPage& counters = page().counterPage();
    QVERIFY(!counters.reference().isEnabled()); // there is nothing to hold them against
    QVERIFY(counters.table().isColumnHidden(CounterModel::Against));
    auto other = std::make_shared<Profile>(*fake::profile(*m_data.plan));
    other->conditions.date = "2026-11-23T09:00:00Z";
    for (Counter& counter : other->counters)
        counter.value *= 2;
    other->baselines[0].counters = {{"dram__bytes.sum", 1e6, "byte", "Bytes."}};
    workspace().document().addRun(m_data.plan, other, false); // the newest one is shown
    QTRY_VERIFY(m_window->settled());
    QVERIFY(counters.reference().isEnabled());
    QCOMPARE(counters.reference().count(), 3); // none, the first run, the baseline
    counters.reference().setFocus();
    QTest::keyClick(&counters.reference(), Qt::Key_Down);
    QVERIFY(!counters.table().isColumnHidden(CounterModel::Against));
    const auto cell = [&](int row, int column, int role = Qt::DisplayRole) {
        return page().counters().index(row, column).data(role).toString();
    };
    QCOMPARE(cell(0, CounterModel::Against), QStringLiteral("+100 %"));
    QVERIFY(cell(0, CounterModel::Reference, Qt::ToolTipRole).contains(QStringLiteral("recorded 2026-11-20")));
    QTest::keyClick(&counters.reference(), Qt::Key_Down);
    QVERIFY(cell(0, CounterModel::Against).isEmpty());
    QCOMPARE(cell(1, CounterModel::Against), QStringLiteral("+480 %")); // 5.8 MB of DRAM against 1
}

void TestCall::kindsOnTheRooflineAreNamed()
{
    Roofline r;
    r.peakFlopsPerNs = 627e3;
    r.ceilings = {{"L1", 33'450, {}, false}, {"L2 gathers", 9290, {}}, {"DRAM copies", 4250, {}}};
    r.l2 = RooflinePoint{"", 1e7, 1e6, 1e4};
    r.l1 = RooflinePoint{"", 1e7, 2e6, 1e4};
    r.kinds = {{"block 16x96", 4e6, 1e6, 1e5}, {"ELL 32x4", 1e6, 1e6, 9e3}, {"ELL 32x4, split rows", 1.01e6, 1e6, 9e3}};
    RooflineView view;
    view.resize(900, 360);
    view.show();
    view.setRoofline(r);
    view.replot();
    QStringList names;
    std::vector<QRectF> places;
    for (int i = 0; i < view.itemCount(); ++i)
        if (auto* text = qobject_cast<QCPItemText*>(view.item(i)); text && text->visible()) {
            names << text->text();
            places.push_back(
                QRectF(text->topLeft->pixelPosition(), text->bottomRight->pixelPosition()).adjusted(8, 3, -8, -3));
        }
    QVERIFY(names.contains(QStringLiteral("block 16x96")));
    QVERIFY(names.contains(QStringLiteral("ELL 32x4")));
    QVERIFY(names.contains(QStringLiteral("measured (L1)")));
    for (std::size_t i = 0; i < places.size(); ++i)
        for (std::size_t k = 0; k < i; ++k)
            QVERIFY2(!places[i].intersects(places[k]), qPrintable(names[static_cast<int>(i)]));
}

void TestCall::theKindsOfARecordingAreThoseOfItsPlan()
{
    open();
    const OpenRun& run = *workspace().attention().run();
    QVERIFY(run.profile->kinds.size() >= 2);
    for (const KindRun& kind : run.profile->kinds)
        QVERIFY2(firstTileOf(*run.plan, kind.kind) >= 0, kind.kind.c_str());
}

VIEW_TEST(TestCall)
#include "tst_call.moc"
