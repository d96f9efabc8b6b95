// The layers of the heat map, their legend, and what is said about a rectangle, in the real window.
#include "engine/matrix/patterns.h"
#include "tests/views/fake_data.h"
#include "tests/views/view_test.h"
#include "views/canvas/layer_bar.h"
#include "views/heatmap/heatmap_view.h"
#include "views/inspector/inspector.h"
#include "views/main_window/main_window.h"
#include "views/parts/numbers.h"
#include "views/workspace/workspace.h"

#include <QAction>
#include <QLineEdit>
#include <QMenu>
#include <QSet>
#include <QSettings>
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>

#include <set>

using namespace sparsescope;

namespace {

QAction* layer(const LayerBar& bar, const char* name)
{
    for (QAction* action : bar.valueActions() + bar.tileActions())
        if (action->text() == QLatin1String(name))
            return action;
    return nullptr;
}

// The button of a layer that can be clicked now.
QToolButton* button(const LayerBar& bar, const char* name)
{
    for (QToolButton* b : bar.findChildren<QToolButton*>())
        if (b->text() == QLatin1String(name) && b->isVisible())
            return b;
    return nullptr;
}

void settle(MainWindow& window)
{
    QTRY_VERIFY_WITH_TIMEOUT(window.settled(), 20'000);
    QTest::qWait(20);
    QTRY_VERIFY_WITH_TIMEOUT(window.settled(), 20'000);
}

void keep(MainWindow& window, const QString& name)
{
    QVERIFY(window.grab().toImage().save(inOutput("layers-%1.png").arg(name)));
}

QString legendOf(MainWindow& window)
{
    settle(window);
    return window.canvas().legend() ? window.canvas().legend()->text() : QString();
}

} // namespace

class TestLayers : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void layersWithoutDataSayWhy();
    void everyLayerIsAClickAwayAndHasALegend();
    void theLegendCountsWhatIsShown();
    void valuesHaveMagnitudesAndSigns();
    void keysWalkThroughTheLayers();
    void whereThereIsNoRoomLayersFold();
    void aRectangleIsCounted();
    void aRectangleIsSelectedWithTheKeyboard();
    void aPixelSaysWhatItHides();

private:
    fake::Data m_data = fake::searched();
    void load(MainWindow& window)
    {
        window.resize(1440, 900);
        window.show();
        window.workspace().document().setMatrix(m_data.matrix);
        window.workspace().attention().show({m_data.plan, m_data.trace, QStringLiteral("stile")});
        window.workspace().document().addRun(m_data.plan, fake::profile(*m_data.plan), true);
        settle(window);
    }
};

void TestLayers::layersWithoutDataSayWhy()
{
    MainWindow window({}, nullptr);
    window.resize(1440, 900);
    window.show();
    window.workspace().document().setMatrix(banded(256, 16)); // a pattern
    settle(window);
    const auto& bar = *window.findChild<LayerBar*>();
    QVERIFY(layer(bar, "count")->isChecked());
    QVERIFY(layer(bar, "any")->isEnabled());
    QVERIFY(!layer(bar, "magnitude")->isEnabled());
    QVERIFY(layer(bar, "magnitude")->toolTip().contains(QStringLiteral("no values")));
    QVERIFY(!layer(bar, "round")->isEnabled());
    QVERIFY(layer(bar, "round")->toolTip().contains(QStringLiteral("no plan yet")));

    window.workspace().document().setMatrix(m_data.matrix);
    window.workspace().attention().show({m_data.plan, m_data.trace, QStringLiteral("stile")});
    settle(window);
    QVERIFY(layer(bar, "format")->isChecked()); // a plan that comes is shown
    QVERIFY(layer(bar, "round")->isEnabled());
    QVERIFY(!layer(bar, "time")->isEnabled());
    QVERIFY(layer(bar, "time")->toolTip().contains(QStringLiteral("not measured")));
    window.workspace().document().addRun(m_data.plan, fake::profile(*m_data.plan), true);
    settle(window);
    QVERIFY(layer(bar, "time")->isEnabled());
    // What has no data any more gives way, and the choice comes back with the data.
    layer(bar, "error")->trigger();
    QVERIFY(layer(bar, "error")->isChecked());
    window.workspace().attention().show({fake::searched().plan, {}, QStringLiteral("another")});
    settle(window);
    QVERIFY(layer(bar, "format")->isChecked());
    window.workspace().attention().setCurrentPlan(0);
    settle(window);
    QVERIFY(layer(bar, "error")->isChecked());
}

void TestLayers::everyLayerIsAClickAwayAndHasALegend()
{
    MainWindow window({}, nullptr);
    window.resize(1920, 1200);
    load(window);
    window.resize(1920, 1200);
    settle(window);
    const auto& bar = *window.findChild<LayerBar*>();
    const auto click = [&](const char* name) {
        QToolButton* b = button(bar, name);
        QVERIFY2(b, name);
        QTest::mouseClick(b, Qt::LeftButton);
        QVERIFY2(layer(bar, name)->isChecked(), name);
    };
    const std::pair<const char*, const char*> tiles[] = {{"format", "block B, "},
                                                         {"level", "level"},
                                                         {"round", "round that chose"},
                                                         {"padding", "%"},
                                                         {"redundant", "another tile"},
                                                         {"split", "whole"},
                                                         {"cost", "predicted cost"},
                                                         {"time", "time of a sub-task in situ, recorded"},
                                                         {"error", "slower"}};
    for (const auto& [name, words] : tiles) {
        click(name);
        const QString text = legendOf(window);
        QVERIFY2(text.contains(QLatin1String(words)), qPrintable(text));
        QVERIFY2(text.contains(QStringLiteral("1 pixel = ")) || text.contains(QStringLiteral("1 place = ")),
                 qPrintable(text));
        QVERIFY(window.canvas().tilesShown());
        keep(window, QString::fromUtf8(name));
    }
    click("any");
    QVERIFY(legendOf(window).contains(QStringLiteral("one or more")));
    QVERIFY(!window.canvas().tilesShown());
    click("count");
    QVERIFY(legendOf(window).contains(QStringLiteral("non-zeros in a pixel")));
}

// At a step of the replay its numbers are those of that step, and it stays as large as it is.
void TestLayers::theLegendCountsWhatIsShown()
{
    MainWindow window({}, nullptr);
    load(window);
    Attention& attention = window.workspace().attention();
    const Tiling& tiling = attention.plan()->tiling();
    const auto blocks = [&](std::int64_t step) {
        return std::count_if(tiling.tiles.begin(), tiling.tiles.begin() + step,
                             [&](const Tile& tile) { return tiling.formatOf(tile).name() == "block"; });
    };
    const std::int64_t all = blocks(attention.steps());
    QVERIFY(all > 2 && blocks(2) < all);
    QVERIFY(legendOf(window).contains(
        QStringLiteral("block B, %1").arg(countOf(all, QStringLiteral("tile"), QStringLiteral("tiles")))));
    attention.setStep(2);
    const QString begun = blocks(2) > 0 ? countOf(blocks(2), QStringLiteral("tile"), QStringLiteral("tiles"))
                                        : QStringLiteral("none yet");
    QVERIFY2(legendOf(window).contains(QStringLiteral("block B, ") + begun), qPrintable(legendOf(window)));
    attention.setStep(0);
    QVERIFY2(legendOf(window).contains(QStringLiteral("block B, none yet")), qPrintable(legendOf(window)));
    attention.setStep(attention.steps());
    QVERIFY(legendOf(window).contains(
        QStringLiteral("block B, %1").arg(countOf(all, QStringLiteral("tile"), QStringLiteral("tiles")))));
}

void TestLayers::valuesHaveMagnitudesAndSigns()
{
    MainWindow window({}, nullptr);
    window.resize(1280, 800);
    window.show();
    window.workspace().document().setMatrix(stencil2d(24)); // 4 and -1
    settle(window);
    const auto& bar = *window.findChild<LayerBar*>();
    const auto colours = [&] {
        settle(window);
        QSet<QRgb> found;
        const QImage picture = window.canvas().renderNow({576, 576}, 1);
        for (int y = 0; y < picture.height(); ++y)
            for (int x = 0; x < picture.width(); ++x)
                found.insert(picture.pixel(x, y));
        return found;
    };
    layer(bar, "sign")->trigger();
    const QSet<QRgb> signs = colours();
    QVERIFY(signs.contains(raster::signRamp(false).front()));
    QVERIFY(signs.contains(raster::signRamp(false).back()));
    QVERIFY(legendOf(window).contains(QStringLiteral("negative; as many; positive")));
    keep(window, QStringLiteral("sign"));
    layer(bar, "magnitude")->trigger();
    QVERIFY(colours().contains(raster::sequentialRamp(raster::ColourMap::Viridis, false).back()));
    QVERIFY(legendOf(window).contains(QStringLiteral("largest |value|")));
    keep(window, QStringLiteral("magnitude"));
}

void TestLayers::keysWalkThroughTheLayers()
{
    MainWindow window({}, nullptr);
    load(window);
    const auto& bar = *window.findChild<LayerBar*>();
    window.canvas().setFocus();
    QTest::keyClick(&window.canvas(), Qt::Key_T);
    QVERIFY(layer(bar, "level")->isChecked());
    QTest::keyClick(&window.canvas(), Qt::Key_V); // back to the values shown last
    QVERIFY(layer(bar, "count")->isChecked());
    QTest::keyClick(&window.canvas(), Qt::Key_V);
    QVERIFY(layer(bar, "any")->isChecked());
    QTest::keyClick(&window.canvas(), Qt::Key_V); // a pattern has no magnitudes
    QVERIFY(layer(bar, "count")->isChecked());
    QTest::keyClick(&window.canvas(), Qt::Key_T);
    QVERIFY(layer(bar, "level")->isChecked());
}

void TestLayers::whereThereIsNoRoomLayersFold()
{
    MainWindow window({}, nullptr);
    load(window);
    auto& bar = *window.findChild<LayerBar*>();
    QVERIFY(button(bar, "padding"));
    window.resize(1280, 800);
    settle(window);
    QVERIFY(button(bar, "padding")); // the tiles' layers stay in sight as long as they can
    window.showPage("kernel");       // beside the source
    QTRY_VERIFY(!button(bar, "padding"));
    const QList<QToolButton*> buttons = bar.findChildren<QToolButton*>();
    const auto folded = std::find_if(buttons.begin(), buttons.end(), [](const QToolButton* b) {
        return b->isVisible() && b->text().startsWith(QStringLiteral("format")) && b->menu();
    });
    QVERIFY(folded != buttons.end());
    QCOMPARE((*folded)->menu()->actions(), bar.tileActions());
}

void TestLayers::aRectangleIsCounted()
{
    MainWindow window({}, nullptr);
    load(window);
    HeatMapView& canvas = window.canvas();
    const QPoint from = canvas.canvas().center().toPoint() - QPoint(60, 60);
    QTest::mousePress(&canvas, Qt::LeftButton, Qt::ShiftModifier, from);
    QTest::mouseMove(&canvas, from + QPoint(120, 120));
    QTest::mouseRelease(&canvas, Qt::LeftButton, Qt::ShiftModifier, from + QPoint(120, 120));
    QVERIFY(window.workspace().attention().selection().cells.has_value());
    QVERIFY(part<Inspector>(window).text().contains(QStringLiteral("Rectangle")));
    QTRY_VERIFY(part<Inspector>(window).text().contains(QStringLiteral("Tiles in it")));
    const QString text = part<Inspector>(window).text();
    const CellRange r = *window.workspace().attention().selection().cells;
    const std::int64_t nnz = m_data.matrix->countIn(r.row0, r.row1, r.col0, r.col1);
    QVERIFY2(text.contains(QStringLiteral("non-zeros: %L1").arg(nnz)), qPrintable(text));
    for (const char* name : {"empty rows: ", "longest row: ", "wholly inside: ", "padding: ", "predicted: "})
        QVERIFY2(text.contains(QLatin1String(name)), name);
    keep(window, QStringLiteral("rectangle"));
    QTest::keyClick(&canvas, Qt::Key_Escape);
    QTRY_VERIFY(!part<Inspector>(window).text().contains(QStringLiteral("Rectangle")));
}

void TestLayers::aRectangleIsSelectedWithTheKeyboard()
{
    MainWindow window({}, nullptr);
    load(window);
    HeatMapView& canvas = window.canvas();
    canvas.setFocus();
    QTest::keyClick(&canvas, Qt::Key_G);
    auto* edit = canvas.findChild<QLineEdit*>();
    QTest::keyClicks(edit, QStringLiteral("100-9000,0-3")); // beyond the last row
    QTest::keyClick(edit, Qt::Key_Return);
    QVERIFY(edit->isVisible());
    edit->clear();
    QTest::keyClicks(edit, QStringLiteral("16-79, 32-95"));
    QTest::keyClick(edit, Qt::Key_Return);
    QVERIFY(!edit->isVisible());
    QVERIFY((*window.workspace().attention().selection().cells == CellRange{16, 80, 32, 96}));
    QTRY_VERIFY(part<Inspector>(window).text().contains(QStringLiteral("64 × 64")));
    // An element by keyboard: go to, nudge, and the tile that owns it.
    QTest::keyClick(&canvas, Qt::Key_G);
    QTest::keyClicks(edit, QStringLiteral("0,1"));
    QTest::keyClick(edit, Qt::Key_Return);
    QTest::keyClick(&canvas, Qt::Key_Down);
    QTest::keyClick(&canvas, Qt::Key_Left);
    QVERIFY((*canvas.pick() == raster::Element{1, 0}));
    QTest::keyClick(&canvas, Qt::Key_Return);
    QVERIFY(window.workspace().attention().selection().tile >= 0);
}

void TestLayers::aPixelSaysWhatItHides()
{
    HeatMapView view;
    view.resize(200, 200);
    view.show();
    view.setMatrix(m_data.matrix);
    std::vector<std::uint32_t> owner = ownerOfEntries(*m_data.plan);
    view.setPlan(m_data.plan, std::make_shared<const std::vector<std::uint32_t>>(owner));
    QVERIFY(view.waitForRendered());
    std::int64_t most = 0;
    QPoint where;
    for (int y = 0; y < 200; ++y)
        for (int x = 0; x < 200; ++x)
            if (const auto hover = view.hoverAt(QPointF(x, y)); hover && hover->tiles > most) {
                most = hover->tiles;
                where = {x, y};
                std::set<std::uint32_t> tiles;
                for (std::int64_t r = hover->pixel.rowBegin; r < hover->pixel.rowEnd; ++r)
                    for (std::int64_t p = m_data.matrix->rowPtr()[static_cast<std::size_t>(r)];
                         p < m_data.matrix->rowPtr()[static_cast<std::size_t>(r + 1)]; ++p)
                        if (const std::int32_t c = m_data.matrix->colIdx()[static_cast<std::size_t>(p)];
                            c >= hover->pixel.colBegin && c < hover->pixel.colEnd)
                            tiles.insert(owner[static_cast<std::size_t>(p)]);
                QCOMPARE(hover->tiles, static_cast<qint64>(tiles.size()));
            }
    QVERIFY(most > 1);
    QSignalSpy status(&view, &HeatMapView::statusText);
    QTest::mouseMove(&view, where);
    QTRY_VERIFY(!status.isEmpty());
    QVERIFY(status.last().at(0).toString().contains(QStringLiteral("more that this pixel hides")));
}

VIEW_TEST(TestLayers)
#include "tst_layers.moc"
