// Rows and columns in another order, in the real window: chosen, picked, selected, slid, saved, gone back to.
#include "engine/io/reader.h"
#include "engine/matrix/orderings.h"
#include "engine/matrix/patterns.h"
#include "engine/search/planner.h"
#include "tests/views/fake_data.h"
#include "tests/views/view_test.h"
#include "views/canvas/canvas_link.h"
#include "views/canvas/layer_bar.h"
#include "views/canvas/twin_canvas.h"
#include "views/heatmap/heatmap_view.h"
#include "views/heatmap/line_motion.h"
#include "views/inspector/inspector.h"
#include "views/main_window/main_window.h"
#include "views/session/view_keeper.h"
#include "views/workspace/shown_order.h"
#include "views/workspace/workspace.h"

#include <QAction>
#include <QApplication>
#include <QFileInfo>
#include <QLineEdit>
#include <QMenu>
#include <QSettings>
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>

using namespace sparsescope;

namespace {

void standStill(MainWindow& window)
{
    QTRY_VERIFY_WITH_TIMEOUT(window.settled() && !window.canvas().sliding(), 60'000);
    QTest::qWait(20);
    QTRY_VERIFY_WITH_TIMEOUT(window.settled() && !window.canvas().sliding(), 60'000);
}

QAction* action(MainWindow& window, MatrixOrder order)
{
    return window.findChild<LayerBar*>()->orderActions()[static_cast<int>(order)];
}

void show(MainWindow& window, MatrixOrder order)
{
    action(window, order)->trigger();
    standStill(window);
    QCOMPARE(window.workspace().attention().order().order(), order);
}

// Where an element of the file is on the canvas now.
QPoint pointOf(const HeatMapView& canvas, raster::Element element)
{
    const raster::Element place = canvas.placeOf(element);
    return (canvas.canvas().topLeft() + QPointF(canvas.view().xOf(static_cast<double>(place.col) + 0.5),
                                                canvas.view().yOf(static_cast<double>(place.row) + 0.5)))
        .toPoint();
}

// Elements that are large enough to be hit.
void zoomTo(HeatMapView& canvas, raster::Element element)
{
    canvas.goTo(element.row, element.col);
    QVERIFY(canvas.waitForRendered());
}

raster::Element elementOf(const Matrix& matrix, std::int64_t position)
{
    return {matrix.rowOf(position), matrix.colIdx()[static_cast<std::size_t>(position)]};
}

bool has(const Matrix& matrix, raster::Element element)
{
    return matrix.countIn(element.row, element.row + 1, element.col, element.col + 1) > 0;
}

} // namespace

class TestOrder : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void anOrderIsChosenByKeyboard();
    void whatCannotBeShownSaysWhy();
    void thePickAndTheHoverAreOfTheFile();
    void aClickSelectsTheTileThatIsThere();
    void aSelectedTileAndTheStepStay();
    void anotherPlanBringsItsOrder();
    void aRectangleIsCountedWhereItIs();
    void linesSlideAndEnd();
    void reducedMotionChangesAtOnce();
    void linesBeginAndEndAtTheirPlaces();
    void anotherMatrixBeginsAsInItsFile();
    void aCancelledOrderLeavesWhatWasShown();
    void backAndForwardGoThroughOrders();
    void aSavedViewHasItsOrder();
    void bothCanvasesOfACompareHaveTheOrder();
    void realMatrices();

private:
    fake::Data m_data = fake::searched();
    void load(MainWindow& window, bool reduced = true)
    {
        window.resize(1440, 900);
        window.show();
        window.canvas().setReducedMotion(reduced);
        window.workspace().document().setMatrix(m_data.matrix);
        window.workspace().attention().show({m_data.plan, m_data.trace, QStringLiteral("stile")});
        standStill(window);
    }
};

void TestOrder::anOrderIsChosenByKeyboard()
{
    MainWindow window({}, nullptr);
    load(window);
    HeatMapView& canvas = window.canvas();
    QVERIFY(!canvas.legend()->text().contains(QStringLiteral("rows by length")));
    canvas.setFocus();
    QTest::keyClick(&canvas, Qt::Key_O);
    auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
    QVERIFY(menu);
    QTest::keyClick(menu, Qt::Key_Down); // from the one that is shown
    QTest::keyClick(menu, Qt::Key_Return);
    standStill(window);
    QCOMPARE(window.workspace().attention().order().order(), MatrixOrder::Rows);
    const std::vector<std::int32_t> lengths = rowLengths(*canvas.matrix());
    QVERIFY(std::is_sorted(lengths.rbegin(), lengths.rend()));
    QCOMPARE(canvas.matrix()->nnz(), m_data.matrix->nnz());
    // It says so, above the canvas and in the legend.
    const auto* button = window.findChild<QToolButton*>(QStringLiteral("order"));
    QVERIFY(button->text().contains(QStringLiteral("rows by length")));
    QVERIFY(button->isChecked());
    QVERIFY(canvas.legend()->text().contains(QStringLiteral("rows by length")));
    // Every order has a way through the menu and the palette too.
    const auto* bar = window.findChild<LayerBar*>();
    QCOMPARE(bar->orderActions().size(), qsizetype{matrixOrders.size()});
    for (const MatrixOrder order : matrixOrders) {
        show(window, order);
        QVERIFY(action(window, order)->isChecked());
    }
    show(window, MatrixOrder::File);
    QCOMPARE(canvas.matrix(), m_data.matrix);
    QCOMPARE(canvas.plan(), m_data.plan);
    QVERIFY(!button->isChecked());
}

void TestOrder::whatCannotBeShownSaysWhy()
{
    MainWindow window({}, nullptr);
    window.resize(1440, 900);
    window.show();
    window.workspace().document().setMatrix(randomUniform(60, 90, 0.1, 3));
    standStill(window);
    QVERIFY(!action(window, MatrixOrder::ReverseCuthillMcKee)->isEnabled());
    QVERIFY(action(window, MatrixOrder::ReverseCuthillMcKee)->toolTip().contains(QStringLiteral("square")));
    QVERIFY(!action(window, MatrixOrder::Tiles)->isEnabled());
    QVERIFY(action(window, MatrixOrder::Tiles)->toolTip().contains(QStringLiteral("no plan yet")));
    window.workspace().attention().order().show(MatrixOrder::Tiles);
    QCOMPARE(window.workspace().attention().order().wanted(), MatrixOrder::File);
}

void TestOrder::thePickAndTheHoverAreOfTheFile()
{
    MainWindow window({}, nullptr);
    load(window);
    HeatMapView& canvas = window.canvas();
    const raster::Element element = elementOf(*m_data.matrix, m_data.matrix->nnz() / 3);
    zoomTo(canvas, element);
    for (const MatrixOrder order : {MatrixOrder::Both, MatrixOrder::ReverseCuthillMcKee, MatrixOrder::Tiles}) {
        const QPoint before = pointOf(canvas, element);
        show(window, order);
        // The same element is picked, and where it was on the screen.
        QVERIFY((canvas.pick() == element));
        QVERIFY((window.workspace().attention().pick() == element));
        QVERIFY((pointOf(canvas, element) - before).manhattanLength() < 80);
        const QString text = part<Inspector>(window).text();
        QVERIFY2(text.contains(QStringLiteral("row: %L1").arg(element.row)), qPrintable(text));
        QVERIFY2(text.contains(QStringLiteral("column: %L1").arg(element.col)), qPrintable(text));
        const raster::Element place = canvas.placeOf(element);
        QVERIFY2(text.contains(QStringLiteral("shown at: %L1, %L2").arg(place.row).arg(place.col)), qPrintable(text));
        QVERIFY(has(*canvas.matrix(), place));
        // Hover, on non-zeros and beside them.
        QSignalSpy status(&canvas, &HeatMapView::statusText);
        for (const QPoint offset : {QPoint(0, 0), QPoint(40, 10), QPoint(-30, 25), QPoint(5, -60)}) {
            const QPoint at = pointOf(canvas, element) + offset;
            const auto hover = canvas.hoverAt(at);
            if (!hover)
                continue;
            QCOMPARE(has(*m_data.matrix, hover->element), has(*canvas.matrix(), hover->place));
            QCOMPARE(hover->count > 0, has(*m_data.matrix, hover->element));
            QTest::mouseMove(&canvas, at);
            QTRY_VERIFY(!status.isEmpty());
            const QString words = status.last().at(0).toString();
            QVERIFY2(words.contains(QStringLiteral("row %L1  col %L2").arg(hover->element.row).arg(hover->element.col)),
                     qPrintable(words));
            QVERIFY2(words.contains(QStringLiteral("shown at %L1, %L2").arg(hover->place.row).arg(hover->place.col)),
                     qPrintable(words));
        }
    }
    // Going somewhere means the file's row and column; a nudge goes one place on in what is shown.
    QTest::keyClick(&canvas, Qt::Key_G);
    auto* edit = canvas.findChild<QLineEdit*>();
    QTest::keyClicks(edit, QStringLiteral("17,400"));
    QTest::keyClick(edit, Qt::Key_Return);
    QVERIFY((canvas.pick() == raster::Element{17, 400}));
    const raster::Element place = canvas.placeOf({17, 400});
    QTest::keyClick(&canvas, place.row > 0 ? Qt::Key_Up : Qt::Key_Down);
    QCOMPARE(canvas.placeOf(*canvas.pick()).row, place.row > 0 ? place.row - 1 : 1);
    QCOMPARE(canvas.pick()->col, std::int64_t{400});
    show(window, MatrixOrder::File);
    QVERIFY(!part<Inspector>(window).text().contains(QStringLiteral("shown at")));
    QTest::keyClick(&canvas, Qt::Key_Escape);
    QVERIFY(!window.workspace().attention().pick());
}

void TestOrder::aClickSelectsTheTileThatIsThere()
{
    MainWindow window({}, nullptr);
    load(window);
    HeatMapView& canvas = window.canvas();
    const std::vector<std::uint32_t> owner = ownerOfEntries(*m_data.plan);
    for (const MatrixOrder order : {MatrixOrder::Tiles, MatrixOrder::Both}) {
        show(window, order);
        for (const std::int64_t part : {1, 3, 5, 7}) {
            const std::int64_t position = m_data.matrix->nnz() * part / 8;
            const raster::Element element = elementOf(*m_data.matrix, position);
            zoomTo(canvas, element);
            canvas.clearSelection();
            QTest::mouseClick(&canvas, Qt::LeftButton, Qt::NoModifier, pointOf(canvas, element));
            QVERIFY((canvas.pick() == element));
            QCOMPARE(window.workspace().attention().selection().tile,
                     static_cast<std::int64_t>(owner[static_cast<std::size_t>(position)]));
            canvas.clearSelection();
            canvas.goTo(element.row, element.col);
            QTest::keyClick(&canvas, Qt::Key_Return);
            QCOMPARE(window.workspace().attention().selection().tile,
                     static_cast<std::int64_t>(owner[static_cast<std::size_t>(position)]));
        }
    }
}

void TestOrder::aSelectedTileAndTheStepStay()
{
    MainWindow window({}, nullptr);
    load(window);
    window.workspace().attention().setStep(9);
    window.workspace().attention().selectTile(4);
    action(window, MatrixOrder::Rows)->trigger();
    standStill(window);
    QCOMPARE(window.canvas().selectedTile(), qint64{4});
    QCOMPARE(window.workspace().attention().selection().tile, std::int64_t{4});
    QCOMPARE(window.canvas().step(), qint64{9});
    // Fitting it shows the rows where they are now.
    window.canvas().fitSelection();
    const Plan& shown = *window.canvas().plan();
    for (const std::int32_t row : shown.tiling().view(shown.tiling().tiles[4]).rowIds) {
        QVERIFY(window.canvas().view().yOf(row) >= -1);
        QVERIFY(window.canvas().view().yOf(row) <= window.canvas().view().height);
    }
    // A layer of values stays one.
    window.findChild<LayerBar*>()->valueActions()[0]->trigger();
    show(window, MatrixOrder::Both);
    QVERIFY(!window.canvas().tilesShown());
}

void TestOrder::anotherPlanBringsItsOrder()
{
    MainWindow window({}, nullptr);
    load(window);
    show(window, MatrixOrder::Tiles);
    const MatrixPtr first = window.canvas().matrix();
    auto other = std::make_shared<Plan>(*m_data.plan);
    std::reverse(other->tiling().tiles.begin(), other->tiling().tiles.end());
    window.workspace().attention().show({other, {}, QStringLiteral("backwards")});
    standStill(window);
    QVERIFY(window.canvas().matrix() != first);
    QCOMPARE(window.workspace().attention().order().order(), MatrixOrder::Tiles);
    QVERIFY(window.canvas().plan());
    QCOMPARE(window.canvas().plan()->tiling().tiles.size(), other->tiling().tiles.size());
    QCOMPARE(window.canvas().placeOf({other->tiling().view(other->tiling().tiles[0]).rowIds[0], 0}).row,
             std::int64_t{0});
    // In an order without tiles the other plan is drawn where its entries are, too.
    show(window, MatrixOrder::Both);
    window.workspace().attention().setCurrentPlan(0);
    standStill(window);
    QTRY_VERIFY(window.canvas().plan());
    const std::vector<std::uint32_t> owner = ownerOfEntries(*m_data.plan);
    const raster::Element element = elementOf(*m_data.matrix, 100);
    zoomTo(window.canvas(), element);
    const auto hover = window.canvas().hoverAt(pointOf(window.canvas(), element));
    QCOMPARE(hover->tile, static_cast<qint64>(owner[100]));
}

void TestOrder::aRectangleIsCountedWhereItIs()
{
    MainWindow window({}, nullptr);
    load(window);
    HeatMapView& canvas = window.canvas();
    show(window, MatrixOrder::Both);
    canvas.setFocus();
    QTest::keyClick(&canvas, Qt::Key_G);
    auto* edit = canvas.findChild<QLineEdit*>();
    QTest::keyClicks(edit, QStringLiteral("0-49,0-99"));
    QTest::keyClick(edit, Qt::Key_Return);
    QVERIFY(window.workspace().attention().selection().cells.has_value());
    QTRY_VERIFY(part<Inspector>(window).text().contains(QStringLiteral("Tiles in it")));
    const QString text = part<Inspector>(window).text();
    QVERIFY2(text.contains(QStringLiteral("non-zeros: %L1").arg(canvas.matrix()->countIn(0, 50, 0, 100))),
             qPrintable(text));
    QVERIFY2(text.contains(QStringLiteral("rows shown at: 0 to 49")), qPrintable(text));
    // The longest row in it is named as in the file.
    std::int64_t longest = 0;
    for (std::int64_t r = 1; r < 50; ++r)
        if (canvas.matrix()->countIn(r, r + 1, 0, 100) > canvas.matrix()->countIn(longest, longest + 1, 0, 100))
            longest = r;
    const std::int64_t row = window.workspace().attention().order().shown().lines->row(longest);
    QVERIFY2(text.contains(QStringLiteral("longest row: %L1").arg(row)), qPrintable(text));
    // In another order those places are other elements.
    show(window, MatrixOrder::File);
    QVERIFY(!window.workspace().attention().selection().cells.has_value());
}

void TestOrder::linesSlideAndEnd()
{
    MainWindow window({}, nullptr);
    load(window, false);
    HeatMapView& canvas = window.canvas();
    const auto begin = [&](MatrixOrder order) {
        action(window, order)->trigger();
        QTRY_VERIFY_WITH_TIMEOUT(canvas.sliding(), 10'000);
    };
    begin(MatrixOrder::Both);
    window.grab();
    standStill(window); // by itself
    begin(MatrixOrder::Rows);
    canvas.setFocus();
    QTest::keyClick(&canvas, Qt::Key_Escape);
    QVERIFY(!canvas.sliding());
    QCOMPARE(window.workspace().attention().order().order(), MatrixOrder::Rows);
    // Other changes on the way.
    begin(MatrixOrder::Tiles);
    canvas.zoomIn();
    QVERIFY(!canvas.sliding());
    canvas.fitAll();
    standStill(window);
    begin(MatrixOrder::Columns);
    action(window, MatrixOrder::File)->trigger();
    window.workspace().attention().selectTile(3);
    window.grab();
    standStill(window);
    begin(MatrixOrder::Rows);
    window.workspace().document().setMatrix(banded(256, 16));
    QVERIFY(!canvas.sliding());
    standStill(window);
    QCOMPARE(canvas.matrix(), window.workspace().document().matrix());
}

void TestOrder::reducedMotionChangesAtOnce()
{
    MainWindow window({}, nullptr);
    load(window, true);
    bool slid = false;
    connect(&window.canvas(), &HeatMapView::rendered, this, [&] { slid = slid || window.canvas().sliding(); });
    for (const MatrixOrder order : {MatrixOrder::Rows, MatrixOrder::Both, MatrixOrder::File})
        show(window, order);
    QVERIFY(!slid);
    // Set on the way, it ends what moves.
    window.canvas().setReducedMotion(false);
    action(window, MatrixOrder::Rows)->trigger();
    QTRY_VERIFY_WITH_TIMEOUT(window.canvas().sliding(), 10'000);
    window.canvas().setReducedMotion(true);
    QVERIFY(!window.canvas().sliding());
}

void TestOrder::linesBeginAndEndAtTheirPlaces()
{
    // Four rows and columns, each of its own colour and two pixels wide.
    const auto picture = [](const std::vector<int>& rows, const std::vector<int>& cols) {
        QImage image(8, 8, QImage::Format_ARGB32_Premultiplied);
        for (int y = 0; y < 8; ++y)
            for (int x = 0; x < 8; ++x)
                image.setPixel(
                    x, y,
                    qRgb(60 * rows[static_cast<std::size_t>(y / 2)], 60 * cols[static_cast<std::size_t>(x / 2)], 9));
        return image;
    };
    const raster::ViewBox view{0, 0, 0.5, 0.5, 8, 8};
    const auto rows = std::make_shared<const LineOrder>(lineOrder({2, 0, 3, 1}, {}));
    const auto both = std::make_shared<const LineOrder>(lineOrder({2, 0, 3, 1}, {3, 2, 1, 0}));
    const QImage file = picture({0, 1, 2, 3}, {0, 1, 2, 3});
    const QImage byRows = picture({2, 0, 3, 1}, {0, 1, 2, 3});
    const QImage byBoth = picture({2, 0, 3, 1}, {3, 2, 1, 0});
    const LineMotion one({file, view, nullptr}, {byRows, view, rows}, 4, 4);
    QCOMPARE(one.phases(), 1);
    QCOMPARE(one.lines(0), file);
    QCOMPARE(one.lines(1), byRows);
    QCOMPARE(one.colPart(0.4), one.rowPart(0.4));
    // First the rows, then the columns; between them the rows have arrived.
    const LineMotion two({file, view, nullptr}, {byBoth, view, both}, 4, 4);
    QCOMPARE(two.phases(), 2);
    QCOMPARE(two.lines(0), file);
    QCOMPARE(two.lines(0.5), byRows);
    QCOMPARE(two.lines(1), byBoth);
    QCOMPARE(two.rowPart(0.5), 1.0);
    QCOMPARE(two.colPart(0.5), 0.0);
    const LineMotion back({byBoth, view, both}, {byRows, view, rows}, 4, 4);
    QCOMPARE(back.phases(), 1);
    QCOMPARE(back.lines(0), byBoth);
    QCOMPARE(back.lines(1), byRows);
    QCOMPARE(one.fromOpacity(1), 0.0);
    // What was out of sight comes in from there.
    const raster::ViewBox above{2, 0, 0.5, 0.5, 8, 8};
    QImage below(8, 8, QImage::Format_ARGB32_Premultiplied); // rows 2 and 3
    below.fill(Qt::transparent);
    for (int y = 0; y < 4; ++y)
        std::copy_n(file.constScanLine(y + 4), file.bytesPerLine(), below.scanLine(y));
    const LineMotion in({below, above, nullptr}, {byRows, view, rows}, 4, 4);
    QCOMPARE(in.lines(0), below);
    QCOMPARE(in.lines(1), byRows);
}

void TestOrder::anotherMatrixBeginsAsInItsFile()
{
    MainWindow window({}, nullptr);
    load(window);
    show(window, MatrixOrder::Both);
    const MatrixPtr other = banded(300, 8);
    window.workspace().document().setMatrix(other);
    standStill(window);
    QCOMPARE(window.workspace().attention().order().order(), MatrixOrder::File);
    QCOMPARE(window.canvas().matrix(), other);
    QVERIFY(action(window, MatrixOrder::File)->isChecked());
    // While an order is made, too.
    action(window, MatrixOrder::Rows)->trigger();
    window.workspace().document().setMatrix(m_data.matrix);
    standStill(window);
    QCOMPARE(window.workspace().attention().order().wanted(), MatrixOrder::File);
    QCOMPARE(window.canvas().matrix(), m_data.matrix);
}

void TestOrder::aCancelledOrderLeavesWhatWasShown()
{
    MainWindow window({}, nullptr);
    load(window);
    show(window, MatrixOrder::Rows);
    const MatrixPtr before = window.canvas().matrix();
    action(window, MatrixOrder::ReverseCuthillMcKee)->trigger();
    QCOMPARE(window.workspace().attention().order().wanted(), MatrixOrder::ReverseCuthillMcKee);
    window.workspace().jobs().cancelAll();
    QCOMPARE(window.workspace().attention().order().wanted(), MatrixOrder::Rows);
    QVERIFY(action(window, MatrixOrder::Rows)->isChecked());
    standStill(window);
    QCOMPARE(window.canvas().matrix(), before);
    // One that is wanted while another is made takes its place.
    action(window, MatrixOrder::ReverseCuthillMcKee)->trigger();
    action(window, MatrixOrder::Columns)->trigger();
    standStill(window);
    QCOMPARE(window.workspace().attention().order().order(), MatrixOrder::Columns);
}

void TestOrder::backAndForwardGoThroughOrders()
{
    MainWindow window({}, nullptr);
    load(window);
    auto* link = window.findChild<CanvasLink*>();
    window.canvas().zoomIn();
    const raster::ViewBox view = window.canvas().view();
    show(window, MatrixOrder::Both);
    window.canvas().goTo(3, 4);
    QTRY_VERIFY_WITH_TIMEOUT(link->canGoBack(), 5'000);
    const raster::ViewBox last = window.canvas().view();
    while (link->canGoBack() && window.workspace().attention().order().order() != MatrixOrder::File) {
        link->goBack();
        standStill(window);
    }
    QCOMPARE(window.workspace().attention().order().order(), MatrixOrder::File);
    QCOMPARE(window.canvas().view(), view);
    while (link->canGoForward()) {
        link->goForward();
        standStill(window);
    }
    QCOMPARE(window.workspace().attention().order().order(), MatrixOrder::Both);
    QCOMPARE(window.canvas().view(), last);
}

void TestOrder::aSavedViewHasItsOrder()
{
    MainWindow window({}, nullptr);
    load(window);
    show(window, MatrixOrder::ReverseCuthillMcKee);
    window.canvas().goTo(100, 100);
    window.workspace().attention().select({-1, CellRange{5, 60, 7, 80}});
    const session::SavedView saved = part<ViewKeeper>(window).now();
    QCOMPARE(saved.order, std::string("rcm"));
    show(window, MatrixOrder::File);
    window.canvas().fitAll();
    part<ViewKeeper>(window).show(saved);
    standStill(window);
    QCOMPARE(window.workspace().attention().order().order(), MatrixOrder::ReverseCuthillMcKee);
    QCOMPARE(window.canvas().view(), saved.box);
    QVERIFY((window.workspace().attention().selection().cells == CellRange{5, 60, 7, 80}));
    // From a file, and one of an order that this program does not know is shown as in the file.
    const QString file = inOutput("order.sscope");
    window.workspace().operations().saveSession(file);
    standStill(window);
    MainWindow other({}, nullptr);
    other.resize(1440, 900);
    other.show();
    other.canvas().setReducedMotion(true);
    other.openFiles({file});
    standStill(other);
    QTRY_COMPARE(other.workspace().attention().order().order(), MatrixOrder::ReverseCuthillMcKee);
    QVERIFY((other.workspace().attention().selection().cells == CellRange{5, 60, 7, 80}));
    session::SavedView unknown = saved;
    unknown.order = "by moonlight";
    unknown.cells.reset();
    part<ViewKeeper>(other).show(unknown);
    standStill(other);
    QCOMPARE(other.workspace().attention().order().order(), MatrixOrder::File);
}

void TestOrder::bothCanvasesOfACompareHaveTheOrder()
{
    MainWindow window({}, nullptr);
    load(window);
    auto other = std::make_shared<Plan>(*m_data.plan);
    window.workspace().attention().show({other, {}, QStringLiteral("another")});
    standStill(window);
    window.showPage("compare");
    standStill(window);
    auto* twin = window.findChild<TwinCanvas*>();
    QTRY_VERIFY(twin->shown());
    show(window, MatrixOrder::Rows);
    QCOMPARE(twin->second().matrix(), window.canvas().matrix());
    QTRY_VERIFY(twin->second().plan());
    const raster::Element element = elementOf(*m_data.matrix, 500);
    zoomTo(window.canvas(), element);
    QVERIFY(twin->second().waitForRendered());
    QTest::mouseClick(&twin->second(), Qt::LeftButton, Qt::NoModifier, pointOf(twin->second(), element));
    QVERIFY((window.canvas().pick() == element));
    QVERIFY((window.workspace().attention().pick() == element));
    show(window, MatrixOrder::File);
    QCOMPARE(twin->second().matrix(), m_data.matrix);
}

void TestOrder::realMatrices()
{
    const QByteArray set = qgetenv("SPARSESCOPE_DATA");
    const QString data = set.isEmpty() ? inSource("../shared/data") : QString::fromLocal8Bit(set);
    const QString cora = data + QStringLiteral("/cora.mtx");
    if (!QFileInfo::exists(cora))
        QSKIP("cora.mtx is not here");
    MainWindow window({}, nullptr);
    window.resize(1440, 900);
    window.show();
    window.openFiles({cora});
    standStill(window);
    window.workspace().operations().search();
    standStill(window);
    for (const MatrixOrder order : matrixOrders) {
        show(window, order);
        QCOMPARE(window.canvas().matrix()->nnz(), window.workspace().document().matrix()->nnz());
        QVERIFY(window.canvas().plan());
    }
}

VIEW_TEST(TestOrder)
#include "tst_order.moc"
