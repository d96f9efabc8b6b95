// The replay of a search on the heat map: candidates are outlined, the chosen tile fills, stepping back undoes it, and
// large plans are scrubbed without waiting.
#include "tests/views/fake_data.h"
#include "tests/views/view_test.h"
#include "views/canvas/canvas_link.h"
#include "views/heatmap/heatmap_view.h"
#include "views/main_window/main_window.h"
#include "views/replay/replay.h"
#include "views/replay/round_text.h"
#include "views/workspace/workspace.h"

#include <QAction>
#include <QApplication>
#include <QElapsedTimer>
#include <QLabel>
#include <QPushButton>
#include <QSettings>
#include <QTest>
#include <QVariantAnimation>

#include <numeric>
#include <random>

using namespace sparsescope;

class TestSearchMotion : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void afterSearchSpacePlays_data();
    void afterSearchSpacePlays();
    void aTypeThatCannotHoldTheValuesIsSaid();
    void candidatesOfTheRoundAreOutlinedOnTheSearchPage();
    void aChosenTileFillsAndSteppingBackUndoesIt();
    void stepsThatPileUpAndReducedMotionChangeAtOnce();
    void reducedMotionIsKept();
    void anyStepOfALargePlanIsShownAtOnce();

private:
    void open(MainWindow& window)
    {
        window.resize(1280, 800);
        window.show();
        window.workspace().document().setMatrix(m_data.matrix);
        window.workspace().attention().show({m_data.plan, m_data.trace, QStringLiteral("stile")});
        window.showPage("search");
        QTest::qWait(30); // panels find their places
        QTRY_VERIFY(window.settled());
    }
    // The clock of the fade, so slow that only the test moves it.
    static QVariantAnimation& fadeOf(MainWindow& window)
    {
        auto& fade = *window.canvas().findChild<QVariantAnimation*>();
        fade.setDuration(3'600'000);
        return fade;
    }
    static QImage canvasOf(MainWindow& window)
    {
        HeatMapView& canvas = window.canvas();
        canvas.clearFocus();
        return canvas.grab(canvas.canvas().toAlignedRect()).toImage();
    }
    fake::Data m_data = fake::searched();
};

void TestSearchMotion::afterSearchSpacePlays_data()
{
    QTest::addColumn<bool>("mouse");
    QTest::newRow("mouse") << true;
    QTest::newRow("keyboard") << false;
}

void TestSearchMotion::afterSearchSpacePlays()
{
    QFETCH(bool, mouse);
    MainWindow window(Hooks{}, nullptr);
    open(window);
    window.activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(&window));
    window.canvas().setFocus();
    const auto pressSpace = [&] {
        QTest::keyClick(QApplication::focusWidget() ? QApplication::focusWidget() : &window, Qt::Key_Space);
    };
    QPushButton* search = nullptr;
    for (QPushButton* button : window.findChildren<QPushButton*>())
        if (button->isVisible() && button->text() == QStringLiteral("Search"))
            search = button;
    QVERIFY(search);
    if (mouse) {
        QTest::mouseClick(search, Qt::LeftButton);
    } else {
        search->setFocus(Qt::TabFocusReason);
        pressSpace();
    }
    QTRY_COMPARE(window.workspace().document().plans().size(), 2);
    QTRY_VERIFY(window.settled());
    pressSpace();
    QVERIFY(part<Replay>(window).playing());
    QVERIFY(!window.workspace().operations().searching());
    pressSpace();
    QVERIFY(!part<Replay>(window).playing());
    QCOMPARE(window.workspace().document().plans().size(), 2);
}

void TestSearchMotion::aTypeThatCannotHoldTheValuesIsSaid()
{
    MainWindow window(Hooks{}, nullptr);
    open(window);
    Workspace& w = window.workspace();
    const auto saidSo = [&] {
        const QList<QLabel*> labels = window.findChildren<QLabel*>();
        return std::any_of(labels.begin(), labels.end(), [](const QLabel* label) {
            return label->isVisible() && label->text().contains(QStringLiteral("beyond the largest finite f16"));
        });
    };
    QVERIFY(!saidSo());
    w.document().setMatrix(std::make_shared<const Matrix>(2, 2, std::vector<std::int64_t>{0, 1, 2},
                                                          std::vector<std::int32_t>{0, 1}, std::vector<double>{1e6, 1},
                                                          MatrixSource{}));
    w.setup().setOperator({OperatorKind::SpMM, DataType::Float16, 32});
    w.operations().search();
    QTRY_VERIFY(w.attention().planFacts() && window.settled());
    QTRY_VERIFY(saidSo());
    w.setup().setOperator({OperatorKind::SpMM, DataType::BFloat16, 32});
    w.operations().search();
    QTRY_VERIFY(w.document().plans().size() == 2 && w.attention().planFacts() && window.settled());
    QTRY_VERIFY(!saidSo());
}

void TestSearchMotion::candidatesOfTheRoundAreOutlinedOnTheSearchPage()
{
    MainWindow window(Hooks{}, nullptr);
    open(window);
    Workspace& w = window.workspace();
    QVERIFY(window.canvas().candidates().empty()); // at the end nothing is left to choose
    w.attention().setStep(1);
    const auto& candidates = window.canvas().candidates();
    QVERIFY(!candidates.empty());
    const auto& rounds = m_data.trace->rounds;
    const TraceRound& round = rounds[static_cast<std::size_t>(roundAtStep(rounds, 2))];
    std::int64_t expected = 1;
    for (const std::int64_t tile : candidates) {
        QCOMPARE(tile, expected++);
        QVERIFY(tile < round.tileEnd);
    }
    QTRY_VERIFY(window.settled() && !window.canvas().fading());
    const QImage outlined = canvasOf(window);
    window.showPage("explore");
    QVERIFY(window.canvas().candidates().empty());
    QCOMPARE(window.canvas().step(), 1);
    window.showPage("search");
    // The canvas gets its place back with the next round of events.
    QTRY_VERIFY(window.settled() && canvasOf(window) == outlined);
    // The outline lies around the tile, in the colour of the text.
    const int dark = [&] {
        int found = 0;
        for (int y = 0; y < outlined.height(); ++y)
            for (int x = 0; x < outlined.width(); ++x)
                found += outlined.pixel(x, y) == window.canvas().colours().text.rgb();
        return found;
    }();
    QVERIFY2(dark > 20, qPrintable(QString::number(dark)));
}

void TestSearchMotion::aChosenTileFillsAndSteppingBackUndoesIt()
{
    MainWindow window(Hooks{}, nullptr);
    open(window);
    Workspace& w = window.workspace();
    HeatMapView& canvas = window.canvas();
    w.attention().setStep(3);
    QTRY_VERIFY(window.settled() && !canvas.fading());
    const QImage before = canvasOf(window);
    QVariantAnimation& fade = fadeOf(window);
    QTest::qWait(60);
    w.attention().setStep(4);
    QTRY_VERIFY(canvas.waitForRendered() && canvas.fading());
    fade.setCurrentTime(fade.duration() / 4);
    QVERIFY(canvas.fading());
    const QImage between = canvasOf(window);
    fade.setCurrentTime(fade.duration());
    QVERIFY(!canvas.fading());
    const QImage after = canvasOf(window);
    QVERIFY(between != before && between != after && before != after);
    int (*const parts[])(QRgb) = {qRed, qGreen, qBlue};
    // Only the places that change are on their way, and each lies between its two ends.
    for (int y = 0; y < before.height(); ++y)
        for (int x = 0; x < before.width(); ++x) {
            const QRgb a = before.pixel(x, y), b = after.pixel(x, y), m = between.pixel(x, y);
            for (int (*const part)(QRgb) : parts)
                QVERIFY2(part(m) >= std::min(part(a), part(b)) - 3 && part(m) <= std::max(part(a), part(b)) + 3,
                         qPrintable(QStringLiteral("at %1, %2").arg(x).arg(y)));
        }
    QTest::qWait(60);
    w.attention().setStep(3);
    QTRY_VERIFY(canvas.waitForRendered() && canvas.fading());
    fade.setCurrentTime(fade.duration());
    QVERIFY(!canvas.fading());
    QCOMPARE(canvasOf(window), before);
}

void TestSearchMotion::stepsThatPileUpAndReducedMotionChangeAtOnce()
{
    MainWindow window(Hooks{}, nullptr);
    open(window);
    Workspace& w = window.workspace();
    HeatMapView& canvas = window.canvas();
    w.attention().setStep(0);
    QTRY_VERIFY(window.settled());
    QVERIFY(!canvas.fading());           // a leap
    for (int step = 1; step < 6; ++step) // faster than a fade could show
        canvas.setStep(step);
    QTRY_VERIFY(window.settled());
    QVERIFY(!canvas.fading());
    canvas.setReducedMotion(true);
    QTest::qWait(60);
    w.attention().setStep(6);
    QTRY_VERIFY(window.settled());
    QVERIFY(!canvas.fading());
    QCOMPARE(canvas.step(), 6);
}

void TestSearchMotion::reducedMotionIsKept()
{
    const QString file = inOutput("motion.ini");
    QFile::remove(file);
    const auto action = [](MainWindow& window) -> QAction* {
        for (QAction* a : window.findChildren<QAction*>())
            if (a->text() == QStringLiteral("&Reduce motion"))
                return a;
        return nullptr;
    };
    {
        MainWindow window(Hooks{}, std::make_unique<QSettings>(file, QSettings::IniFormat));
        QVERIFY(!window.canvas().reducedMotion());
        action(window)->trigger();
        QVERIFY(window.canvas().reducedMotion());
    }
    MainWindow window(Hooks{}, std::make_unique<QSettings>(file, QSettings::IniFormat));
    QVERIFY(window.canvas().reducedMotion());
    QVERIFY(action(window)->isChecked());
}

// 100,000 tiles of 32 rows and 3.2 million non-zeros.
void TestSearchMotion::anyStepOfALargePlanIsShownAtOnce()
{
    constexpr std::int64_t tiles = 100'000, tileRows = 32, n = 100'000;
    std::mt19937 random(11);
    // One non-zero a place: row i of tile t is row (t * 32 + i) mod n, with a column of its own for each turn.
    std::vector<std::vector<std::int32_t>> columns(n);
    for (std::int64_t k = 0; k < tiles * tileRows; ++k)
        columns[static_cast<std::size_t>(k % n)].push_back(
            static_cast<std::int32_t>((k / n * 3001 + static_cast<std::int64_t>(random() % 2500)) % n));
    std::vector<std::int64_t> rowPtr = {0};
    std::vector<std::int32_t> colIdx;
    for (auto& row : columns) {
        std::sort(row.begin(), row.end());
        row.erase(std::unique(row.begin(), row.end()), row.end());
        colIdx.insert(colIdx.end(), row.begin(), row.end());
        rowPtr.push_back(static_cast<std::int64_t>(colIdx.size()));
    }
    const auto nnz = static_cast<std::int64_t>(colIdx.size());
    auto matrix = std::make_shared<const Matrix>(n, n, std::move(rowPtr), std::move(colIdx), std::vector<double>{},
                                                 MatrixSource{});
    auto plan = std::make_shared<Plan>();
    plan->planner = "made up";
    plan->rows = plan->cols = n;
    plan->nnz = nnz;
    plan->tiling().formats.push_back(makeFormat("ell", {{"rows", 32}, {"width", 1}}));
    plan->tiling().tiles.resize(static_cast<std::size_t>(tiles));
    plan->tiling().entries.resize(static_cast<std::size_t>(nnz));
    std::iota(plan->tiling().entries.begin(), plan->tiling().entries.end(), 0u);
    const auto rowsBegin = matrix->rowPtr();
    for (std::int64_t t = 0; t < tiles; ++t) {
        Tile& tile = plan->tiling().tiles[static_cast<std::size_t>(t)];
        tile.entries = {nnz * t / tiles, nnz * (t + 1) / tiles};
        tile.rows.begin = static_cast<std::int64_t>(plan->tiling().rowIds.size());
        for (std::int64_t e = tile.entries.begin, last = -1; e < tile.entries.end; ++e) {
            const std::int64_t row = std::upper_bound(rowsBegin.begin(), rowsBegin.end(), e) - rowsBegin.begin() - 1;
            if (row != last)
                plan->tiling().rowIds.push_back(static_cast<std::int32_t>(row));
            last = row;
        }
        tile.rows.end = static_cast<std::int64_t>(plan->tiling().rowIds.size());
        tile.round = static_cast<std::int32_t>(1 + t / 20'000);
        tile.cost = 100;
    }
    auto trace = std::make_shared<Trace>();
    for (std::int32_t round = 1; round <= 5; ++round) {
        TraceRound r;
        r.round = round;
        r.tileBegin = (round - 1) * 20'000;
        r.tileEnd = round * 20'000;
        trace->rounds.push_back(r);
    }

    MainWindow window(Hooks{}, nullptr);
    window.resize(1440, 900);
    window.show();
    Workspace& w = window.workspace();
    w.document().setMatrix(matrix);
    w.attention().show({plan, trace, QStringLiteral("made up")});
    window.showPage("search");
    QTRY_VERIFY_WITH_TIMEOUT(window.settled(), 30'000);
    std::vector<double> times;
    for (int i = 0; i < 40; ++i) {
        const auto step = static_cast<std::int64_t>(random() % tiles);
        QElapsedTimer clock;
        clock.start();
        w.attention().setStep(step);
        QVERIFY(window.canvas().waitForRendered());
        window.canvas().repaint();
        times.push_back(static_cast<double>(clock.nsecsElapsed()) / 1e6);
        QCOMPARE(window.canvas().step(), step);
    }
    std::sort(times.begin(), times.end());
    qInfo("100,000 tiles, %lld non-zeros, 1440x900: a step takes %.1f ms (median), %.1f ms (worst)",
          static_cast<long long>(nnz), times[times.size() / 2], times.back());
}

VIEW_TEST(TestSearchMotion)
#include "tst_search_motion.moc"
