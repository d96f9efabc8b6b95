// The packed view: dense tiles bucket by bucket, the way of their micro-tiles, with mouse and keyboard.
#include "engine/matrix/masks/kinds.h"
#include "tests/views/mask_runs.h"
#include "tests/views/view_test.h"
#include "tests/views/walk.h"
#include "views/canvas/twin_canvas.h"
#include "views/heatmap/heatmap_view.h"
#include "views/inspector/inspector.h"
#include "views/main_window/main_window.h"
#include "views/main_window/panels.h"
#include "views/pages/explore/explore_page.h"
#include "views/pages/explore/gather_lines.h"
#include "views/pages/explore/packed_panel.h"
#include "views/pages/explore/packed_view.h"
#include "views/tiles/tile_table.h"
#include "views/workspace/shown_order.h"
#include "views/workspace/workspace.h"

#include <QElapsedTimer>
#include <QLabel>
#include <QPushButton>
#include <QScrollBar>
#include <QTabBar>
#include <QTest>
#include <QWheelEvent>

using namespace sparsescope;

class TestPacked : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void theTabIsThereForMicroTilesAlone();
    void aClickChoosesADenseTile();
    void keysReachEveryDenseTile();
    void theStepThatHoldsThePickIsChosen();
    void linesLeadFromTheMatrixIntoTheDenseTile();
    void linesEndWhereADrawerHidesTheMatrix();
    void gatherMovesMicroTilesOneAfterAnother();
    void withReducedMotionTheyAreThereAtOnce();
    void inAnotherOrderThereAreNoLines();
    void theOrderIsNamed();
    void anotherMaskStaysAtItsPlace();
    void smallTilesAreBarsAndLargeOnesHavePlaces();
    void manyBucketsAreDrawnAtOnce();
    void nothingIsCutInASmallWindow();
    void tilesOfADynamicPlanAreRunByIt();

private:
    static const Pairing& narrow()
    {
        static const Pairing pairing{GatheredAxis::Inner, 16, 1, 16, 32, 64, MaskLayout::Row};
        return pairing;
    }
    // A dynamic plan with this pairing, of masks whose strips have several steps.
    static DynamicPlan ruleOf(const MaskSequence& masks, const Pairing& pairing)
    {
        DynamicPlan plan;
        plan.op = {OperatorKind::SpMM, DataType::Float32, 64};
        plan.rule.pairing = pairing;
        plan.rule.shape = masks.shape();
        plan.rule.period = masks.facts().period;
        return plan;
    }
    static void show(Workspace& w, const MaskSequencePtr& masks, const Pairing& pairing)
    {
        w.document().setMasks(masks, 0, masks->matrix(0));
        showPlan(w, materialise(ruleOf(*masks, pairing), *masks->mask(0), *w.document().matrix(), 0));
    }
    static void showPlan(Workspace& w, Plan made, bool byRule = false)
    {
        const auto plan = std::make_shared<const Plan>(std::move(made));
        OpenPlan open{plan, nullptr, QStringLiteral("dynamic plan"),
                      std::make_shared<const PlanFacts>(planFacts(*plan, *w.document().matrix(), noProgress()))};
        open.byRule = byRule;
        w.attention().show(open);
    }
    std::unique_ptr<MainWindow> opened(const Pairing& pairing = narrow(), Hooks hooks = {})
    {
        auto window = std::make_unique<MainWindow>(std::move(hooks), nullptr);
        window->resize(1280, 720);
        window->show();
        show(window->workspace(), makeMasks("relu", {{"masks", 2}, {"rows", 256}, {"cols", 512}}), pairing);
        window->page().showView("packed");
        settle(*window);
        return window;
    }
    static void settle(MainWindow& window) { QTRY_VERIFY(window.settled()); }
    static PackedPanel& panel(MainWindow& window) { return part<PackedPanel>(window); }
    static PackedView& view(MainWindow& window) { return panel(window).view(); }
    static void click(PackedView& view, std::int64_t dense)
    {
        QTest::mouseClick(view.viewport(), Qt::LeftButton, {}, view.placeOf(dense).center().toPoint());
    }
    static std::int64_t selected(MainWindow& window) { return window.workspace().attention().selection().tile; }
};

void TestPacked::theTabIsThereForMicroTilesAlone()
{
    const auto window = opened();
    auto& page = part<ExplorePage>(*window);
    auto& tabs = part<QTabBar>(page);
    QVERIFY(tabs.isTabVisible(2));
    QVERIFY(page.packed().isVisible());
    QVERIFY(view(*window).tiles());
    const MaskSequencePtr masks = window->workspace().document().masks();
    DynamicPlan product = ruleOf(*masks, narrow());
    product.rule.pairing.reset();
    showPlan(window->workspace(), materialise(product, *masks->mask(0), *masks->matrix(0), 0));
    settle(*window);
    QVERIFY(!tabs.isTabVisible(2));
    QVERIFY(!page.packed().isVisible());
    QVERIFY(page.tiles().isVisible()); // what is there in its place
    window->workspace().attention().setCurrentPlan(0);
    settle(*window);
    QVERIFY(page.packed().isVisible()); // that was looked at
}

void TestPacked::aClickChoosesADenseTile()
{
    const auto window = opened();
    PackedView& packed = view(*window);
    const DenseTiles& tiles = *packed.tiles();
    QCOMPARE(std::ssize(tiles.buckets()), std::int64_t{16});
    QVERIFY(tiles.buckets()[1].size() > 1);
    const std::int64_t dense = tiles.buckets()[1].first + 1;
    QVERIFY(panel(*window).text().contains(QStringLiteral("in 16 strips")));
    QVERIFY(!panel(*window).gatherButton().isEnabled());
    click(packed, dense);
    QCOMPARE(packed.chosen(), dense);
    QCOMPARE(selected(*window), std::int64_t{1}); // all of the strip is a tile of the plan
    QVERIFY2(panel(*window).text().startsWith(QStringLiteral("Strip 1, step 2 of ")),
             qPrintable(panel(*window).text()));
    QCOMPARE(packed.accessibleDescription(), panel(*window).text());
    QVERIFY(panel(*window).gatherButton().isEnabled());
    QTRY_VERIFY(part<Inspector>(*window).text().contains(QStringLiteral("Tile 1")));
    // Chosen elsewhere: its first; nothing: none.
    window->workspace().attention().selectTile(3);
    QCOMPARE(packed.chosen(), tiles.buckets()[3].first);
    window->workspace().attention().select({});
    QCOMPARE(packed.chosen(), std::int64_t{-1});
}

void TestPacked::keysReachEveryDenseTile()
{
    const auto window = opened();
    PackedView& packed = view(*window);
    const auto buckets = packed.tiles()->buckets();
    packed.setFocus();
    const auto key = [&](Qt::Key k, Qt::KeyboardModifiers with = {}) { QTest::keyClick(&packed, k, with); };
    key(Qt::Key_Down);
    QCOMPARE(packed.chosen(), std::int64_t{0});
    key(Qt::Key_Right);
    QCOMPARE(packed.chosen(), std::int64_t{1});
    key(Qt::Key_Down);
    QCOMPARE(packed.chosen(), buckets[1].first + 1);
    key(Qt::Key_End);
    QCOMPARE(packed.chosen(), buckets[1].end - 1);
    key(Qt::Key_Home);
    QCOMPARE(packed.chosen(), buckets[1].first);
    key(Qt::Key_Left);
    QCOMPARE(packed.chosen(), buckets[1].first); // the bucket ends there
    key(Qt::Key_End, Qt::ControlModifier);
    QCOMPARE(packed.chosen(), std::ssize(packed.tiles()->tiles()) - 1);
    QVERIFY(packed.tilesRect().contains(packed.placeOf(packed.chosen())));
    packed.zoom(-1); // more are in sight
    key(Qt::Key_PageUp);
    QVERIFY(packed.chosen() < buckets[14].first);
    packed.zoom(1);
    key(Qt::Key_Home, Qt::ControlModifier);
    QCOMPARE(packed.chosen(), std::int64_t{0});
    QCOMPARE(selected(*window), std::int64_t{0});
    key(Qt::Key_Return);
    QVERIFY(packed.gathered());
    const double before = packed.scale();
    key(Qt::Key_Minus);
    QCOMPARE(packed.scale(), before / 2);
    key(Qt::Key_Plus);
    QCOMPARE(packed.scale(), before);
}

void TestPacked::theStepThatHoldsThePickIsChosen()
{
    const auto window = opened();
    PackedView& packed = view(*window);
    const std::int64_t last = packed.tiles()->buckets()[2].end - 1;
    const MatrixArea micro = packed.tiles()->microTiles(last).front().from;
    HeatMapView& canvas = window->canvas();
    canvas.goTo(micro.rowBegin, micro.colBegin);
    window->workspace().attention().select({2, {}});
    QCOMPARE(packed.chosen(), last);
}

void TestPacked::linesLeadFromTheMatrixIntoTheDenseTile()
{
    const auto window = opened();
    PackedView& packed = view(*window);
    GatherLines& lines = panel(*window).lines();
    QVERIFY(!lines.isVisible());
    packed.choose(1);
    QVERIFY(lines.isVisible());
    QVERIFY(!packed.microTiles().empty());
    HeatMapView& canvas = window->canvas();
    for (std::int64_t i = 0; i < std::ssize(packed.microTiles()); ++i) {
        const MatrixArea& from = packed.microTiles()[at(i)].from;
        const QPointF begin = canvas.mapFromGlobal(lines.mapToGlobal(lines.line(i).p1()));
        const auto element = canvas.elementAt(begin);
        QVERIFY(element && element->row >= from.rowBegin && element->row < from.rowEnd);
        QVERIFY(std::abs(element->col - from.colBegin) <= 1);
        const QPointF end = packed.viewport()->mapFromGlobal(lines.mapToGlobal(lines.line(i).p2()));
        QVERIFY(packed.placeOf(1).adjusted(-1, -1, 1, 1).contains(end));
    }
    // Out of sight: to the edge of the canvas.
    canvas.setView({100.5, 400, 0.01, 0.01, canvas.view().width, canvas.view().height});
    const QRectF room(canvas.canvas());
    for (std::int64_t i = 0; i < std::ssize(packed.microTiles()); ++i)
        QVERIFY(room.adjusted(-1, -1, 1, 1).contains(canvas.mapFromGlobal(lines.mapToGlobal(lines.line(i).p1()))));
    // The mouse goes through them; they go with their page, and with the tab.
    QVERIFY(lines.testAttribute(Qt::WA_TransparentForMouseEvents));
    part<ExplorePage>(*window).showTiles();
    QVERIFY(!lines.isVisible());
    part<ExplorePage>(*window).showPacked();
    QVERIFY(lines.isVisible());
    window->showPage("search");
    QVERIFY(!lines.isVisible());
    // Torn off, the strip is in a window of its own.
    window->showPage("explore");
    part<Panels>(*window).tearOff(Panels::Panel::Strip, true);
    QTRY_VERIFY(packed.window() != canvas.window());
    QVERIFY(lines.line(0).isNull());
}

void TestPacked::linesEndWhereADrawerHidesTheMatrix()
{
    const auto window = opened();
    window->resize(1024, 600);
    settle(*window);
    auto& panels = part<Panels>(*window);
    QVERIFY(panels.drawer(Panels::Panel::Strip));
    panels.openDrawer(Panels::Panel::Strip);
    settle(*window);
    PackedView& packed = view(*window);
    packed.choose(1);
    GatherLines& lines = panel(*window).lines();
    QTRY_VERIFY(lines.isVisible());
    const QWidget* drawer = &packed;
    while (drawer->parentWidget() != &panels)
        drawer = drawer->parentWidget();
    QVERIFY(drawer->geometry().intersects(
        QRect(window->canvas().mapTo(&panels, QPoint()), window->canvas().size()))); // it lies over the canvas
    for (std::int64_t i = 0; i < std::ssize(packed.microTiles()); ++i)
        QVERIFY(lines.line(i).p1().y() <= drawer->y());
    window->grab().save(inOutput("packed-drawer.png"));
}

void TestPacked::gatherMovesMicroTilesOneAfterAnother()
{
    const auto window = opened();
    PackedView& packed = view(*window);
    packed.choose(0);
    const std::int64_t last = std::ssize(packed.microTiles()) - 1;
    QVERIFY(last > 1);
    QCOMPARE(packed.wayOf(0), 0.0);
    QElapsedTimer clock;
    clock.start();
    QTest::mouseClick(&panel(*window).gatherButton(), Qt::LeftButton);
    QCOMPARE(panel(*window).gatherButton().text(), QStringLiteral("Put back"));
    bool apart = false;
    while (packed.wayOf(last) < 1 && clock.elapsed() < 30'000) {
        QVERIFY(packed.wayOf(0) >= packed.wayOf(last));
        apart = apart || packed.wayOf(0) > packed.wayOf(last);
        QTest::qWait(5);
    }
    QVERIFY(apart);
    QVERIFY(clock.elapsed() >= PackedView::gatherMilliseconds - 50);
    QCOMPARE(packed.wayOf(0), 1.0);
    packed.gather();
    QTRY_COMPARE(packed.wayOf(0), 0.0);
    QVERIFY(!packed.gathered());
    // Another one lies in the matrix again.
    packed.gather();
    packed.choose(1);
    QVERIFY(!packed.gathered());
    QCOMPARE(packed.wayOf(0), 0.0);
}

void TestPacked::withReducedMotionTheyAreThereAtOnce()
{
    const auto window = opened();
    PackedView& packed = view(*window);
    packed.choose(0);
    packed.gather();
    part<ExplorePage>(*window).setReducedMotion(true);
    QCOMPARE(packed.wayOf(std::ssize(packed.microTiles()) - 1), 1.0);
    packed.gather();
    QCOMPARE(packed.wayOf(0), 0.0);
}

void TestPacked::inAnotherOrderThereAreNoLines()
{
    const auto window = opened();
    view(*window).choose(0);
    QVERIFY(panel(*window).lines().isVisible());
    window->workspace().attention().order().show(MatrixOrder::Rows);
    QTRY_VERIFY(!panel(*window).lines().isVisible());
    QTRY_VERIFY2(panel(*window).text().contains(QStringLiteral("no lines")), qPrintable(panel(*window).text()));
    window->workspace().attention().order().show(MatrixOrder::File);
    QTRY_VERIFY(panel(*window).lines().isVisible());
    QTRY_VERIFY(!panel(*window).text().contains(QStringLiteral("no lines")));
}

void TestPacked::theOrderIsNamed()
{
    const auto window = opened();
    QCOMPARE(panel(*window).orderText(), QStringLiteral("order: ascending; GPU: any"));
    const MaskSequencePtr masks = window->workspace().document().masks();
    DynamicPlan rule = ruleOf(*masks, narrow());
    rule.rule.order = IndexOrder::Ordered;
    showPlan(window->workspace(), materialise(rule, *masks->mask(0), *masks->matrix(0), 0));
    settle(*window);
    QCOMPARE(panel(*window).orderText(), QStringLiteral("order: ascending, as on the GPU"));
}

void TestPacked::anotherMaskStaysAtItsPlace()
{
    const auto window = opened();
    Workspace& w = window->workspace();
    const MaskSequencePtr masks = w.document().masks();
    DynamicPlan rule = fake::planOf(*masks);
    rule.rule.pairing = {GatheredAxis::Inner, 16, 1, 16, 64, 64, MaskLayout::Row};
    w.document().setRule({std::make_shared<const DynamicPlan>(rule), nullptr,
                          std::make_shared<const Calibration>(readCalibration(defaultCalibration))});
    showPlan(w, materialise(rule, *masks->mask(0), *masks->matrix(0), 0), true);
    settle(*window);
    PackedView& packed = view(*window);
    packed.zoom(1);
    packed.verticalScrollBar()->setValue(100);
    const double scale = packed.scale();
    packed.choose(10);
    const int row = packed.verticalScrollBar()->value();
    w.operations().chooseMask(1);
    settle(*window);
    QCOMPARE(w.document().mask(), std::int64_t{1});
    QCOMPARE(packed.tiles()->plan(), w.attention().plan());
    QCOMPARE(packed.chosen(), std::int64_t{-1});
    QCOMPARE(packed.scale(), scale);
    QCOMPARE(packed.verticalScrollBar()->value(), row);
}

void TestPacked::smallTilesAreBarsAndLargeOnesHavePlaces()
{
    const auto window = opened();
    PackedView& packed = view(*window);
    // At first two buckets are in sight, as large as that allows.
    const auto buckets = packed.tiles()->buckets();
    QVERIFY(packed.placeOf(buckets[1].end - 1).bottom() < packed.viewport()->height());
    QVERIFY(packed.placeOf(0).height() > 40);
    const QImage& picture = *packed.pictureOf(0);
    QCOMPARE(picture.size(), QSize(32, 16));
    const auto places = packed.tiles()->places(0);
    for (std::int64_t i = 0; i < std::ssize(places); ++i) {
        const QColor pixel = picture.pixelColor(static_cast<int>(i % 32), static_cast<int>(i / 32));
        QCOMPARE(pixel.alpha() == 255, places[at(i)] == DenseTiles::Place::Owned);
        QCOMPARE(pixel.alpha() == 0, places[at(i)] == DenseTiles::Place::Padding);
    }
    for (int i = 0; i < 10; ++i) {
        packed.zoom(-1);
        settle(*window);
        QVERIFY(packed.placeOf(0).width() >= 3 && packed.placeOf(0).height() >= 3);
    }
    for (int i = 0; i < 10; ++i) {
        packed.zoom(1);
        settle(*window);
    }
    QCOMPARE(packed.placeOf(0).size(), QSizeF(512, 256));
}

// Nearly half a million members in 2,048 strips.
void TestPacked::manyBucketsAreDrawnAtOnce()
{
    const auto masks = makeMasks(
        "relu", {{"masks", 1}, {"rows", 32'768}, {"cols", 256}, {"density", 0.1}, {"hot", 1.0}, {"group", 1}});
    MainWindow window(Hooks{}, nullptr);
    window.resize(1280, 720);
    window.show();
    show(window.workspace(), masks, narrow());
    window.page().showView("packed");
    settle(window);
    PackedView& packed = view(window);
    QVERIFY(packed.tiles()->members() > 400'000);
    packed.zoom(-10);
    settle(window);
    QElapsedTimer clock;
    clock.start();
    constexpr int frames = 20;
    for (int i = 0; i < frames; ++i) {
        packed.verticalScrollBar()->setValue(packed.verticalScrollBar()->maximum() * i / frames);
        packed.viewport()->repaint();
    }
    QVERIFY2(clock.elapsed() < 100 * frames, qPrintable(QString::number(clock.elapsed())));
}

void TestPacked::nothingIsCutInASmallWindow()
{
    const auto window = opened();
    view(*window).choose(0);
    QCOMPARE(walk::namelessControls(*window), QStringList());
    for (const QSize size : {QSize(1280, 720), QSize(853, 480)}) {
        window->resize(size);
        part<Panels>(*window).openDrawer(Panels::Panel::Strip);
        settle(*window);
        const QStringList faults = walk::layoutFaults(panel(*window), *window);
        QVERIFY2(faults.isEmpty(), qPrintable(faults.join(QLatin1Char('\n'))));
    }
}

// As the plan of one mask there is no GPU code for them; the dynamic plan has some.
void TestPacked::tilesOfADynamicPlanAreRunByIt()
{
    Hooks hooks;
    hooks.hasDeviceCode = [](const std::string& format, OperatorKind) { return format != "micro"; };
    hooks.generateSource = [](const Plan&, const Matrix&, Codegen, Progress&) { return KernelSource(); };
    const auto window = opened(narrow(), hooks);
    Workspace& w = window->workspace();
    auto& inspector = part<Inspector>(*window);
    const QString alone = QStringLiteral("runs on the CPU only"),
                  byRule = QStringLiteral("the dynamic plan runs it on the GPU");
    QVERIFY(inspector.text().contains(alone));
    const MaskSequencePtr masks = w.document().masks();
    showPlan(w, materialise(ruleOf(*masks, narrow()), *masks->mask(0), *masks->matrix(0), 0), true);
    settle(*window);
    QVERIFY2(inspector.text().contains(byRule) && !inspector.text().contains(alone), qPrintable(inspector.text()));
    view(*window).choose(3);
    QVERIFY2(inspector.text().contains(byRule) && !inspector.text().contains(alone), qPrintable(inspector.text()));
    QVERIFY2(inspector.text().contains(QStringLiteral("members")), qPrintable(inspector.text()));
    w.operations().generate();
    QVERIFY(w.operations().sourceProblem().contains(QStringLiteral("The dynamic plan runs on the GPU")));
    window->showPage("compare");
    settle(*window);
    const QList<QLabel*> captions = window->twin().findChildren<QLabel*>();
    QVERIFY(!captions.isEmpty());
    for (const QLabel* caption : captions) // A is the dynamic plan's
        QCOMPARE(caption->text().contains(alone), caption->text().contains(QStringLiteral("<b>B</b>")));
}

VIEW_TEST(TestPacked)
#include "tst_packed.moc"
