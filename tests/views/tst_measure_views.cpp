// The views of the Measure page, driven by mouse and keyboard: what they show, and their links with the selection.
#include "tests/views/fake_data.h"
#include "tests/views/view_test.h"
#include "views/heatmap/heatmap_view.h"
#include "views/main_window/main_window.h"
#include "views/pages/measure/baseline_model.h"
#include "views/pages/measure/measure_page.h"
#include "views/pages/measure/measure_text.h"
#include "views/pages/measure/roofline_page.h"
#include "views/pages/measure/roofline_view.h"
#include "views/pages/measure/scatter_page.h"
#include "views/pages/measure/schedule_page.h"
#include "views/pages/measure/table_pages.h"
#include "views/parts/theme.h"
#include "views/workspace/workspace.h"

#include <QAbstractItemModelTester>
#include <QComboBox>
#include <QElapsedTimer>
#include <QTabBar>
#include <QTableView>
#include <QTest>
#include <QWheelEvent>

#include <algorithm>
#include <random>

using namespace sparsescope;
using Half = ScheduleView::Half;

class TestMeasureViews : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init();
    void viewsAreReachedByKeys();
    void aClickOnABlockSelectsItsTile();
    void theWheelZoomsAtTheCursorAndADragPans();
    void blocksAreDrawnOnAThreadOfTheirOwn();
    void arrowsWalkFromBlockToBlock();
    void aSelectionFromElsewhereIsCurrentInEveryView();
    void manyBlocksAreDrawn();
    void thinBlocksMergeAndWideOnesStandWhereTheyRan();
    void subtasksObeyTheRulesOfModels();
    void aHundredThousandSubtasksAreSortedAndFiltered();
    void kindsAndBaselinesObeyTheRulesOfModels();
    void pointsOfKindsAndResiduals();
    void aKindOnTheRooflineSelectsATileOfIt();
    void namesOnTheRooflineDoNotTouch();
    void valuesThatAreNotTheFilesAreAmongTheConditions();

private:
    MeasurePage& page() { return part<MeasurePage>(*m_window); }
    Workspace& workspace() { return m_window->workspace(); }
    void show(MeasureView view);
    fake::Data m_data = fake::searched();
    ProfilePtr m_profile = fake::profile(*m_data.plan);
    std::unique_ptr<MainWindow> m_window;
};

void TestMeasureViews::init()
{
    m_window = std::make_unique<MainWindow>(Hooks{}, nullptr);
    m_window->setTheme(ThemeChoice::Light);
    m_window->resize(1280, 800);
    m_window->show();
    workspace().document().setMatrix(m_data.matrix);
    workspace().attention().show({m_data.plan, m_data.trace, QStringLiteral("stile")});
    workspace().document().addRun(m_data.plan, m_profile, true);
    m_window->showPage("measure");
    QTRY_VERIFY(m_window->settled());
    QTRY_VERIFY(page().schedule().schedules());
}

void TestMeasureViews::show(MeasureView view)
{
    page().setView(view);
    QTest::qWait(20);
}

void TestMeasureViews::viewsAreReachedByKeys()
{
    m_window->activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
    QCOMPARE(page().view(), MeasureView::Overview);
    QTest::keyClick(m_window.get(), Qt::Key_PageDown, Qt::ControlModifier);
    QCOMPARE(page().view(), MeasureView::Schedule);
    QVERIFY(page().schedule().view().isVisible());
    QTest::keyClick(m_window.get(), Qt::Key_PageUp, Qt::ControlModifier);
    QTest::keyClick(m_window.get(), Qt::Key_PageUp, Qt::ControlModifier);
    QCOMPARE(page().view(), MeasureView::Baselines);
    page().tabs().setFocus();
    QTest::keyClick(&page().tabs(), Qt::Key_Left);
    QCOMPARE(page().view(), MeasureView::Counters);
}

void TestMeasureViews::aClickOnABlockSelectsItsTile()
{
    show(MeasureView::Schedule);
    ScheduleView& view = page().schedule().view();
    view.showPart(0, view.shown().t1, 0, 10); // rows are tall enough to be hit
    for (const Half half : {Half::Predicted, Half::Measured}) {
        const SchedulePairPtr pair = page().schedule().schedules();
        const BlockSchedule& schedule = half == Half::Predicted ? pair->predicted : pair->measured;
        const std::int64_t block = schedule.first[3];
        const QPointF at = view.placeInWidget(half, block);
        QVERIFY(!at.isNull());
        QTest::mouseClick(&view, Qt::LeftButton, {}, at.toPoint());
        QCOMPARE(workspace().attention().selection().tile, schedule.blocks[static_cast<std::size_t>(block)].tile);
        QVERIFY(view.tipOf(half, block).contains(QStringLiteral("SM 3")));
        // The heat map has the same selection.
        QCOMPARE(m_window->canvas().selectedTile(), workspace().attention().selection().tile);
    }
}

void TestMeasureViews::theWheelZoomsAtTheCursorAndADragPans()
{
    show(MeasureView::Schedule);
    ScheduleView& view = page().schedule().view();
    const ScheduleFrame before = view.shown();
    const BlockSchedule& measured = page().schedule().schedules()->measured;
    const QPointF at = view.placeInWidget(Half::Measured, measured.first[40]);
    const auto turn = [&](int steps, Qt::KeyboardModifiers modifiers) {
        QWheelEvent event(at, view.mapToGlobal(at), {}, QPoint(0, 120 * steps), Qt::NoButton, modifiers,
                          Qt::NoScrollPhase, false);
        QApplication::sendEvent(&view, &event);
    };
    turn(4, {});
    QVERIFY(view.shown().t1 - view.shown().t0 < (before.t1 - before.t0) / 2);
    QCOMPARE(view.shown().row1, before.row1);
    // What was under the cursor still is.
    QVERIFY(std::abs(view.placeInWidget(Half::Measured, measured.first[40]).x() - at.x()) <
            (before.t1 - before.t0) / (view.shown().t1 - view.shown().t0) * 2);
    turn(4, Qt::ControlModifier);
    QVERIFY(view.shown().row1 - view.shown().row0 < 60);
    const ScheduleFrame zoomed = view.shown();
    QTest::mousePress(&view, Qt::LeftButton, {}, at.toPoint());
    QTest::mouseMove(&view, at.toPoint() + QPoint(-60, 0));
    QTest::mouseRelease(&view, Qt::LeftButton, {}, at.toPoint() + QPoint(-60, 0));
    QVERIFY(view.shown().t0 > zoomed.t0);
    QCOMPARE(workspace().attention().selection().tile, std::int64_t(-1)); // a drag selects nothing
    QTest::mouseDClick(&view, Qt::LeftButton, {}, at.toPoint());
    QCOMPARE(view.shown().t1, before.t1);
    QCOMPARE(view.shown().row1, before.row1);
}

// The window goes on meanwhile: what was drawn last stands where it belongs.
void TestMeasureViews::blocksAreDrawnOnAThreadOfTheirOwn()
{
    show(MeasureView::Schedule);
    ScheduleView& view = page().schedule().view();
    QTRY_VERIFY(view.drawn());
    const BlockSchedule& measured = page().schedule().schedules()->measured;
    std::int64_t longest = 0;
    const auto length = [&](std::int64_t i) {
        const ScheduledBlock& b = measured.blocks[static_cast<std::size_t>(i)];
        return b.end - b.start;
    };
    for (std::int64_t i = 0; i < static_cast<std::int64_t>(measured.blocks.size()); ++i)
        longest = length(i) > length(longest) ? i : longest;
    const ScheduledBlock& block = measured.blocks[static_cast<std::size_t>(longest)];
    view.zoom(0.5, (block.start + block.end) / 2, false);
    view.zoom(0.2, 0, true, block.sm + 0.5);
    QVERIFY(!view.drawn());
    const QPoint middle = view.placeInWidget(Half::Measured, longest).toPoint();
    QVERIFY(!middle.isNull());
    const QColor background = colorsOf(view).background;
    const auto colourThere = [&](int dx) { return view.grab().toImage().pixelColor(middle + QPoint(dx, 1)); };
    QVERIFY(colourThere(1) != background); // the picture from before, as large as the new one
    QTRY_VERIFY(view.drawn());
    QVERIFY(!page().busy() && !workspace().jobs().busy());
    QVERIFY(colourThere(1) != background);
    view.setColouring(ScheduleView::Colouring::ModelError);
    QVERIFY(!view.drawn());
    QTRY_VERIFY(view.drawn());
    view.setColouring(ScheduleView::Colouring::Format);
    view.fit();
}

void TestMeasureViews::arrowsWalkFromBlockToBlock()
{
    show(MeasureView::Schedule);
    ScheduleView& view = page().schedule().view();
    view.setFocus();
    const BlockSchedule& measured = page().schedule().schedules()->measured;
    // A tile with a block that has another one after it on its SM.
    const auto first = static_cast<std::size_t>(measured.first[7]);
    QVERIFY(measured.first[8] - measured.first[7] >= 1);
    view.showPart(0, view.shown().t1, 0, 12);
    QTest::mouseClick(&view, Qt::LeftButton, {},
                      view.placeInWidget(Half::Measured, static_cast<std::int64_t>(first)).toPoint());
    QCOMPARE(workspace().attention().selection().tile, measured.blocks[first].tile);
    QTest::keyClick(&view, Qt::Key_Down);
    QCOMPARE(workspace().attention().selection().tile,
             measured.blocks[static_cast<std::size_t>(measured.first[8])].tile);
    QTest::keyClick(&view, Qt::Key_Up);
    QTest::keyClick(&view, Qt::Key_Right);
    const std::size_t next = std::min(first + 1, static_cast<std::size_t>(measured.first[8] - 1));
    QCOMPARE(workspace().attention().selection().tile, measured.blocks[next].tile);
    const double span = view.shown().t1 - view.shown().t0;
    QTest::keyClick(&view, Qt::Key_Plus);
    QVERIFY(view.shown().t1 - view.shown().t0 < span);
    QTest::keyClick(&view, Qt::Key_0);
    QCOMPARE(view.shown().row1, 132.0);
}

void TestMeasureViews::aSelectionFromElsewhereIsCurrentInEveryView()
{
    workspace().attention().selectTile(5);
    SubtaskPage& subtasks = page().subtasks();
    QCOMPARE(subtasks.model().tileAt(subtasks.table().currentIndex().row()), std::int64_t(5));
    const QString kind = kindOf(*m_data.plan, m_data.plan->tiling().tiles[5]);
    QCOMPARE(page().kinds().table().currentIndex().siblingAtColumn(0).data().toString(), kind);
    // And back: a row of either selects in the workspace.
    const int row = subtasks.model().firstRowOf(9);
    subtasks.table().setCurrentIndex(subtasks.model().index(row, 0));
    QCOMPARE(workspace().attention().selection().tile, std::int64_t(9));
    workspace().attention().select({});
    QVERIFY(!subtasks.table().currentIndex().isValid());
    page().kinds().table().setCurrentIndex(page().kinds().table().model()->index(0, 0));
    QVERIFY(workspace().attention().selection().tile >= 0);
}

void TestMeasureViews::manyBlocksAreDrawn()
{
    std::mt19937 random(3);
    std::uniform_int_distribution<int> length(200, 3000);
    Profile profile;
    profile.conditions.sms = 132;
    profile.conditions.clockMHz = 1980;
    std::vector<std::int64_t> busy(132 * 4, 0);
    for (int i = 0; i < 100'000; ++i) {
        auto& lane = busy[static_cast<std::size_t>(i) % busy.size()];
        const int cycles = length(random);
        profile.taskTimes.push_back({i, 0, i % 132, lane, lane + cycles, cycles / 1.98});
        lane += cycles;
    }
    profile.tasks = 100'000;
    const BlockSchedule schedule = measuredSchedule(profile);
    QCOMPARE(schedule.blocks.size(), std::size_t(100'000));
    TileLook look;
    look.colour.assign(100'000, 0xFF0072B2u);
    look.family.assign(100'000, static_cast<std::uint8_t>(FormatFamily::Ell));
    for (const double part : {1.0, 0.1, 0.001}) {
        ScheduleFrame frame{0, schedule.balance.longestNs * part, 0, 132, QSize(1500, 500)};
        QElapsedTimer clock;
        clock.start();
        const QImage image = drawSchedule(schedule, look, frame, 0xFFFFFFFFu);
        qInfo("100,000 blocks, %g of the time: %.2f ms", part, static_cast<double>(clock.nsecsElapsed()) / 1e6);
        QCOMPARE(image.size(), frame.size);
    }
    // Every SM works from the beginning: at no height a line is left between two of them.
    for (int height = 132; height < 700; ++height) {
        const ScheduleFrame frame{0, 1000, 0, 132, QSize(8, height)};
        const QImage image = drawSchedule(schedule, look, frame, 0xFFFFFFFFu);
        for (int y = 0; y < height; ++y)
            QVERIFY2(image.pixel(2, y) != 0xFFFFFFFFu, qPrintable(QStringLiteral("row %1 of %2").arg(y).arg(height)));
    }
}

void TestMeasureViews::thinBlocksMergeAndWideOnesStandWhereTheyRan()
{
    Profile profile;
    profile.conditions.sms = 2;
    profile.conditions.clockMHz = 1000; // a cycle is a ns
    profile.taskTimes = {{0, 0, 0, 0, 50, 0}, {1, 0, 1, 50, 51, 0}, {2, 0, 1, 51, 53, 0}};
    profile.tasks = 3;
    const BlockSchedule schedule = measuredSchedule(profile);
    TileLook look;
    look.colour = {0xFFFF0000u, 0xFF00FF00u, 0xFF0000FFu};
    const ScheduleFrame frame{0, 1000, 0, 2, QSize(100, 8)}; // ten ns a pixel
    const QImage image = drawSchedule(schedule, look, frame, 0xFFFFFFFFu);
    QCOMPARE(image.pixel(2, 1), 0xFFFF0000u);
    QCOMPARE(image.pixel(6, 1), 0xFFFFFFFFu);
    QCOMPARE(image.pixel(5, 6), 0xFF0000FFu); // the longer one of those in the pixel
    QCOMPARE(image.pixel(4, 6), 0xFFFFFFFFu);
    QCOMPARE(blockAt(schedule, frame, QPointF(2, 1), 3), 0);
    QCOMPARE(blockAt(schedule, frame, QPointF(60, 1), 3), -1);
}

void TestMeasureViews::subtasksObeyTheRulesOfModels()
{
    Jobs jobs;
    SubtaskModel model(jobs);
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    const RunFactsPtr facts = workspace().attention().run()->facts;
    model.setRun(m_data.plan, m_profile, nullptr);
    QCOMPARE(model.rowCount(), static_cast<int>(m_profile->taskTimes.size()));
    const auto cell = [&](int row, int column) { return model.index(row, column).data().toString(); };
    QCOMPARE(cell(0, SubtaskModel::Saturated), QStringLiteral("–"));
    model.setRun(m_data.plan, m_profile, facts);
    QVERIFY(cell(0, SubtaskModel::Saturated).endsWith(QStringLiteral("s")));
    QCOMPARE(cell(1, SubtaskModel::Part), QStringLiteral("1"));
    QCOMPARE(cell(1, SubtaskModel::Sm), QStringLiteral("1"));
    model.sort(SubtaskModel::InSituError, Qt::DescendingOrder);
    double before = std::numeric_limits<double>::infinity();
    for (int row = 0; row < std::min(200, model.rowCount()); ++row) {
        QString text = model.index(row, SubtaskModel::InSituError).data().toString();
        const double error =
            text.remove(QLatin1Char('+')).remove(QStringLiteral(" %")).remove(QLatin1Char(',')).toDouble();
        QVERIFY2(error <= before, qPrintable(text));
        before = error;
    }
    const int format = m_data.plan->tiling().tiles[0].format;
    model.setFormat(format);
    QVERIFY(model.rowCount() > 0 && model.rowCount() <= static_cast<int>(m_profile->taskTimes.size()));
    for (int row = 0; row < model.rowCount(); ++row)
        QCOMPARE(m_data.plan->tiling().tiles[static_cast<std::size_t>(model.tileAt(row))].format, format);
    model.setRun(nullptr, nullptr, nullptr);
    QCOMPARE(model.rowCount(), 0);
}

void TestMeasureViews::aHundredThousandSubtasksAreSortedAndFiltered()
{
    const auto plan = fake::manyTiles(100'000);
    auto profile = std::make_shared<Profile>();
    for (int i = 0; i < 100'000; ++i)
        profile->taskTimes.push_back({i, 0, i % 132, 0, 10, static_cast<double>((i * 31) % 9973)});
    Jobs jobs;
    SubtaskModel model(jobs);
    QElapsedTimer clock;
    clock.start();
    model.setRun(plan, profile, nullptr);
    model.sort(SubtaskModel::InSitu, Qt::DescendingOrder);
    QVERIFY2(clock.elapsed() < 50, "the GUI thread waited");
    QTRY_VERIFY(!model.busy());
    QCOMPARE(model.rowCount(), 100'000);
    QVERIFY(model.index(0, SubtaskModel::InSitu).data().toString().startsWith(QStringLiteral("9.97")));
}

void TestMeasureViews::kindsAndBaselinesObeyTheRulesOfModels()
{
    KindModel kinds;
    QAbstractItemModelTester kindTester(&kinds, QAbstractItemModelTester::FailureReportingMode::QtTest);
    kinds.setProfile(m_profile);
    QCOMPARE(kinds.rowCount(), static_cast<int>(m_profile->kinds.size()));
    QVERIFY(kinds.rowCount() > 1);
    QCOMPARE(kinds.index(0, KindModel::FlopsRatio).data().toString(), QStringLiteral("100 %"));
    QCOMPARE(kinds.index(0, KindModel::BytesRatio).data().toString(), QStringLiteral("102 %"));

    BaselineModel baselines;
    QAbstractItemModelTester tester(&baselines, QAbstractItemModelTester::FailureReportingMode::QtTest);
    auto profile = std::make_shared<Profile>(*m_profile);
    profile->baselines[0].verified = false;
    baselines.setProfile(profile, true);
    QVERIFY(!baselines.knowsMemory()); // a record of before
    profile->memoryBytes = 2'500'000;
    profile->baselines[0].memoryBytes = 31'000'000;
    baselines.setProfile(profile, true);
    QVERIFY(baselines.knowsMemory());
    QCOMPARE(baselines.rowCount(), 4);
    const auto cell = [&](int row, int column) { return baselines.index(row, column).data().toString(); };
    QCOMPARE(cell(0, BaselineModel::Name), QStringLiteral("this plan"));
    QCOMPARE(cell(0, BaselineModel::Memory), QStringLiteral("2.5 MB"));
    QCOMPARE(cell(1, BaselineModel::Against), QStringLiteral("1.5x slower"));
    QVERIFY(cell(2, BaselineModel::Checked).startsWith(QStringLiteral("unverified")));
    QCOMPARE(cell(3, BaselineModel::Bars), QStringLiteral("did not run: the matrix would need 40 GB as blocked ELL"));
}

void TestMeasureViews::pointsOfKindsAndResiduals()
{
    const RunFacts bytes = kindPoints(*m_data.plan, *m_profile, ScatterOf::Bytes);
    QCOMPARE(bytes.saturated.size(), m_profile->kinds.size());
    QVERIFY(std::abs(bytes.saturated[0].measured / bytes.saturated[0].predicted - 1.025) < 1e-9);
    show(MeasureView::Model);
    page().model().setWhat(ScatterOf::Bytes);
    QVERIFY(page().scatter().agreementOf(true).pearson > 0.999);
    QVERIFY(page().scatter().fitOf(true).known);
    page().scatter().setResiduals(true);
    QTRY_VERIFY(m_window->settled());
    // As predicted is in the middle.
    const QCPRange range = page().scatter().yAxis->range();
    QVERIFY(std::abs(range.lower * range.upper - 1) < 1e-6);
}

void TestMeasureViews::namesOnTheRooflineDoNotTouch()
{
    Roofline r;
    r.peakFlopsPerNs = 627e3;
    r.ceilings = {{"L2 gathers", 9290, {}}, {"DRAM copies", 4250, {}}};
    RooflineView view;
    view.resize(900, 360);
    view.show();
    // Close to each other, in every arrangement, and close to the name of a slope.
    for (const double apart : {1.0, 1.05, 1.3, 4.0})
        for (const double steep : {0.8, 1.0, 1.25}) {
            const auto point = [&](double x, double y) { return RooflinePoint{"", 1e6 * y, 1e6 * y / x, 1e6}; };
            r.predicted = point(7, 25);
            r.l2 = point(7 * apart, 25 * steep);
            r.fused = point(7 * apart, 30 * steep);
            r.dram = point(18 * apart, 25 * steep);
            view.setRoofline(r);
            view.replot();
            std::vector<QRectF> names;
            for (int i = 0; i < view.itemCount(); ++i)
                if (auto* text = qobject_cast<QCPItemText*>(view.item(i)))
                    names.push_back(QRectF(text->topLeft->pixelPosition(), text->bottomRight->pixelPosition())
                                        .adjusted(8, 3, -8, -3));
            QCOMPARE(names.size(), std::size_t{7});
            for (std::size_t i = 0; i < names.size(); ++i)
                for (std::size_t k = 0; k < i; ++k)
                    QVERIFY2(!names[i].intersects(names[k]), qPrintable(QStringLiteral("%1 %2").arg(i).arg(k)));
        }
}

void TestMeasureViews::aKindOnTheRooflineSelectsATileOfIt()
{
    show(MeasureView::Roofline);
    RooflinePage& roofline = page().roofline();
    QTRY_VERIFY(!roofline.roofline().kinds.empty());
    QTest::qWait(20);
    const QPoint place = roofline.view().placeOfKind(0).toPoint();
    const int kind = roofline.view().kindAt(place); // another one may be drawn over it
    QVERIFY(kind >= 0);
    QTest::mouseClick(&roofline.view(), Qt::LeftButton, {}, place);
    const std::int64_t tile = workspace().attention().selection().tile;
    QVERIFY(tile >= 0);
    QCOMPARE(kindOf(*m_data.plan, m_data.plan->tiling().tiles[static_cast<std::size_t>(tile)]).toStdString(),
             roofline.roofline().kinds[static_cast<std::size_t>(kind)].name);
}

void TestMeasureViews::valuesThatAreNotTheFilesAreAmongTheConditions()
{
    Conditions conditions = m_profile->conditions;
    QVERIFY(!conditionsText(conditions).contains(QStringLiteral("values")));
    conditions.values = MatrixValues::Random;
    QVERIFY(conditionsText(conditions).contains(QStringLiteral(" · random values · ")));
}

VIEW_TEST(TestMeasureViews)
#include "tst_measure_views.moc"
