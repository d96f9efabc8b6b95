// The tables: tiles of a plan, hardware counters.
#include "tests/views/fake_data.h"
#include "tests/views/view_test.h"
#include "views/pages/measure/counter_model.h"
#include "views/parts/theme.h"
#include "views/tiles/tile_model.h"
#include "views/tiles/tile_table.h"

#include <QAbstractItemModelTester>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTableView>
#include <QTest>

#include <numeric>

using namespace sparsescope;

class TestTileModel : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void theModelObeysTheRulesOfModels();
    void everyColumnSortsBothWays();
    void aMillionTilesAreSortedOffTheGuiThread();
    void tableAndSelectionFollowEachOther();
    void widthIsSharedSoThatNothingIsCutWithoutNeed();
    void everyColumnIsSeenWhole_data();
    void everyColumnIsSeenWhole();
    void widthsSetByHandStay();
    void countersObeyTheRulesOfModels();
};

void TestTileModel::theModelObeysTheRulesOfModels()
{
    const fake::Data data = fake::searched();
    Jobs jobs;
    TileModel model(jobs);
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    model.setPlan(data.plan);
    model.setFacts(std::make_shared<const PlanFacts>(planFacts(*data.plan, *data.matrix, noProgress())));
    model.setRunFacts(std::make_shared<const RunFacts>(runFacts(*data.plan, *fake::profile(*data.plan), noProgress())));
    QCOMPARE(model.rowCount(), static_cast<int>(data.plan->tiling().tiles.size()));
    model.sort(TileModel::Cost, Qt::DescendingOrder);
    model.sort(TileModel::TileNumber, Qt::AscendingOrder);
    model.setPlan(nullptr);
    QCOMPARE(model.rowCount(), 0);
}

void TestTileModel::everyColumnSortsBothWays()
{
    const fake::Data data = fake::searched();
    Jobs jobs;
    TileModel model(jobs);
    model.setPlan(data.plan);
    model.setFacts(std::make_shared<const PlanFacts>(planFacts(*data.plan, *data.matrix, noProgress())));
    const int n = model.rowCount();
    for (int column = 0; column < TileModel::ColumnCount; ++column) {
        for (const Qt::SortOrder order : {Qt::AscendingOrder, Qt::DescendingOrder}) {
            model.sort(column, order);
            std::vector<bool> seen(static_cast<std::size_t>(n), false);
            for (int row = 0; row < n; ++row) {
                const std::int64_t tile = model.tileAt(row);
                QCOMPARE(model.rowOf(tile), row);
                QVERIFY(!seen[static_cast<std::size_t>(tile)]);
                seen[static_cast<std::size_t>(tile)] = true;
            }
        }
    }
    model.sort(TileModel::Cost, Qt::DescendingOrder);
    for (int row = 1; row < n; ++row)
        QVERIFY(data.plan->tiling().tiles[static_cast<std::size_t>(model.tileAt(row - 1))].cost >=
                data.plan->tiling().tiles[static_cast<std::size_t>(model.tileAt(row))].cost);
    QCOMPARE(model.rowOf(-1), -1);
    QCOMPARE(model.rowOf(n), -1);
}

void TestTileModel::aMillionTilesAreSortedOffTheGuiThread()
{
    const auto plan = fake::manyTiles(1'000'000);
    Jobs jobs;
    TileModel model(jobs);
    model.setPlan(plan);
    QSignalSpy sorted(&model, &TileModel::sorted);
    model.sort(TileModel::Cost, Qt::AscendingOrder);
    QVERIFY(model.sorting());                         // it came back before the work was done
    model.sort(TileModel::Cost, Qt::DescendingOrder); // supersedes the first
    QTRY_VERIFY_WITH_TIMEOUT(!model.sorting(), 20'000);
    QCOMPARE(sorted.count(), 1);
    const double first = plan->tiling().tiles[static_cast<std::size_t>(model.tileAt(0))].cost;
    const double last = plan->tiling().tiles[static_cast<std::size_t>(model.tileAt(999'999))].cost;
    QVERIFY(first > last);
}

void TestTileModel::tableAndSelectionFollowEachOther()
{
    const fake::Data data = fake::searched();
    Workspace w;
    TileTable table(w);
    w.document().setMatrix(data.matrix);
    w.attention().show({data.plan, data.trace, QStringLiteral("stile")});
    table.table().sortByColumn(TileModel::Cost, Qt::DescendingOrder);
    w.attention().selectTile(5);
    QCOMPARE(table.table().currentIndex().row(), table.model().rowOf(5));
    table.table().setCurrentIndex(table.model().index(0, 0));
    QCOMPARE(w.attention().selection().tile, table.model().tileAt(0));
    w.attention().select({});
    QVERIFY(!table.table().currentIndex().isValid());
    QCOMPARE(w.attention().selection().tile, -1);
}

void TestTileModel::widthIsSharedSoThatNothingIsCutWithoutNeed()
{
    // least, title, wanted
    const std::vector<ColumnNeed> needs = {
        {20, 30, 40, true}, {50, 50, 60, true}, {9, 99, 199, false}, {10, 60, 70, true}};
    using Widths = std::vector<int>;
    QCOMPARE(shareWidth(needs, 200), (Widths{50, 70, 0, 80})); // room left over is shared evenly
    QCOMPARE(shareWidth(needs, 170), (Widths{40, 60, 0, 70}));
    QCOMPARE(shareWidth(needs, 140), (Widths{30, 50, 0, 60}));
    QCOMPARE(shareWidth(needs, 120), (Widths{30, 50, 0, 40})); // one title cut, not all
    QCOMPARE(shareWidth(needs, 85), (Widths{25, 50, 0, 10}));
    QCOMPARE(shareWidth(needs, 10), (Widths{20, 50, 0, 10})); // cells stay whole; the table scrolls
    for (int width = 80; width < 400; ++width) {
        const Widths widths = shareWidth(needs, width);
        QCOMPARE(std::accumulate(widths.begin(), widths.end(), 0), width);
    }
}

void TestTileModel::everyColumnIsSeenWhole_data()
{
    QTest::addColumn<int>("width");
    // What windows of 1280, 1440 and 1920 pixels leave for the table.
    for (const int width : {938, 1098, 1578})
        QTest::addRow("%d", width) << width;
}

void TestTileModel::everyColumnIsSeenWhole()
{
    QFETCH(int, width);
    applyTheme(*qApp, ThemeChoice::Light);
    const fake::Data data = fake::searched();
    Workspace w;
    TileTable table(w);
    w.document().setMatrix(data.matrix);
    w.attention().show({data.plan, data.trace, QStringLiteral("stile")});
    w.document().addRun(data.plan, fake::profile(*data.plan), true);
    QTRY_VERIFY(w.attention().planFacts() && w.attention().run() && w.attention().run()->facts);
    table.resize(width, 220);
    table.show();
    QTest::qWait(0);
    QTableView& view = table.table();
    QCOMPARE(view.horizontalScrollBar()->maximum(), 0);
    const int last = TileModel::Saturated;
    QVERIFY(!view.isColumnHidden(last));
    QCOMPARE(view.columnViewportPosition(last) + view.columnWidth(last), view.viewport()->width());
    const QFontMetrics metrics(view.font());
    for (int column = 0; column < TileModel::ColumnCount; ++column)
        for (int row = 0; row < table.model().rowCount(); ++row) {
            const QString text = table.model().index(row, column).data().toString();
            QVERIFY2(metrics.horizontalAdvance(text) <= view.columnWidth(column) - 8, qPrintable(text));
        }
}

void TestTileModel::widthsSetByHandStay()
{
    const fake::Data data = fake::searched();
    Workspace w;
    TileTable table(w);
    w.document().setMatrix(data.matrix);
    w.attention().show({data.plan, data.trace, QStringLiteral("stile")});
    QTRY_VERIFY(w.attention().planFacts());
    table.resize(1200, 220);
    table.show();
    table.table().setColumnWidth(TileModel::Rows, 177); // as a drag does
    table.resize(900, 220);
    QTest::qWait(0);
    QCOMPARE(table.table().columnWidth(TileModel::Rows), 177);
}

void TestTileModel::countersObeyTheRulesOfModels()
{
    const fake::Data data = fake::searched();
    CounterModel model;
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    const auto profile = std::make_shared<Profile>(*fake::profile(*data.plan));
    Rates rates;
    rates.copyBytesPerNs = 1000;
    rates.gatherBytesPerNs = 2000;
    model.setRows(countedRows(*profile, rates, true));
    const auto cell = [&](int row, int column, int role = Qt::DisplayRole) {
        return model.data(model.index(row, column), role).toString();
    };
    const auto rowOf = [&](const QString& name) {
        for (int row = 0; row < model.rowCount(); ++row)
            if (cell(row, CounterModel::Name) == name)
                return row;
        return -1;
    };
    // The bytes moved first, with their limit, predicted beside counted; then what was counted alone.
    QCOMPARE(cell(0, CounterModel::Name), QStringLiteral("L2 traffic"));
    QCOMPARE(cell(0, CounterModel::Measured), QStringLiteral("5.12 MB"));
    QCOMPARE(cell(0, CounterModel::Limit), QStringLiteral("20.1 MB"));
    QCOMPARE(cell(0, CounterModel::Share), QStringLiteral("25.5 %"));
    QCOMPARE(cell(0, CounterModel::Predicted), QStringLiteral("3.2 MB"));
    QCOMPARE(cell(0, CounterModel::Off), QStringLiteral("+60 %"));
    QVERIFY(cell(0, CounterModel::Off, Qt::ToolTipRole).contains(QStringLiteral("counted against predicted")));
    QVERIFY(model.index(0, CounterModel::Off).data(Qt::FontRole).isValid()); // marked
    // The model predicts bytes between the SMs and L2, and nothing of what L2 holds.
    QCOMPARE(cell(1, CounterModel::Measured), QStringLiteral("2.9 MB"));
    QCOMPARE(cell(1, CounterModel::Predicted), QStringLiteral("–"));
    QCOMPARE(cell(1, CounterModel::Off), QStringLiteral("–"));
    QVERIFY(cell(1, CounterModel::Predicted, Qt::ToolTipRole).contains(QStringLiteral("not what L2 holds")));
    const int flops = rowOf(QStringLiteral("FLOPs"));
    QVERIFY(flops > 1);
    QCOMPARE(cell(flops, CounterModel::Off), QStringLiteral("0 %"));
    QVERIFY(!model.index(flops, CounterModel::Off).data(Qt::FontRole).isValid());
    const int hits = rowOf(QStringLiteral("L2 hit rate"));
    QCOMPARE(cell(hits, CounterModel::Measured), QStringLiteral("71.4 %"));
    QCOMPARE(cell(hits, CounterModel::Limit), QStringLiteral("–"));
    QVERIFY(cell(hits, CounterModel::Measured, Qt::ToolTipRole).contains(QStringLiteral("lts__t_sector_hit_rate.pct")));
    QCOMPARE(cell(hits, CounterModel::Meaning), QStringLiteral("Part of the L2 requests that found their data there."));
    const int occupancy = rowOf(QStringLiteral("occupancy"));
    QCOMPARE(cell(occupancy, CounterModel::Limit), QStringLiteral("43.8 %"));
    QCOMPARE(cell(occupancy, CounterModel::Share), QStringLiteral("87.3 %"));
    // A baseline that was counted is a reference: of the same counters, and of nothing else.
    profile->baselines[0].counters = {{"dram__bytes.sum", 1.45e6, "byte", "Bytes."}};
    model.setReference(countedRows(countedAlone(*profile, profile->baselines[0]), rates, true));
    QCOMPARE(cell(1, CounterModel::Reference), QStringLiteral("1.45 MB"));
    QCOMPARE(cell(1, CounterModel::Against), QStringLiteral("+100 %"));
    QVERIFY(cell(0, CounterModel::Against).isEmpty());
    model.setRows({});
    QCOMPARE(model.rowCount(), 0);
}

VIEW_TEST(TestTileModel)
#include "tst_tile_model.moc"
