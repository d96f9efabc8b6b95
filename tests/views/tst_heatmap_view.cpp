// The heat map view off screen: hands, hover, pictures, threads.
#include "engine/io/reader.h"
#include "engine/matrix/patterns.h"
#include "tests/engine/raster_fixtures.h"
#include "tests/support/image_compare.h"
#include "tests/views/view_test.h"
#include "views/heatmap/heatmap_view.h"
#include "views/heatmap/range_control.h"
#include "views/heatmap/range_histogram.h"
#include "views/parts/latest_work.h"

#include <QApplication>
#include <QComboBox>
#include <QElapsedTimer>
#include <QMouseEvent>
#include <QSignalSpy>
#include <QTest>
#include <QThread>
#include <QToolButton>
#include <QWheelEvent>

#include <atomic>
#include <cmath>

using namespace sparsescope;

namespace {

raster::Image toImage(const QImage& picture)
{
    const QImage argb = picture.convertToFormat(QImage::Format_ARGB32);
    raster::Image out(argb.width(), argb.height());
    for (int y = 0; y < argb.height(); ++y)
        std::copy_n(reinterpret_cast<const std::uint32_t*>(argb.constScanLine(y)), argb.width(),
                    out.pixels.data() + static_cast<std::size_t>(y) * static_cast<std::size_t>(out.width));
    return out;
}

void wheel(HeatMapView& view, QPointF at, int steps)
{
    QWheelEvent event(at, view.mapToGlobal(at), QPoint(), QPoint(0, 120 * steps), Qt::NoButton, Qt::NoModifier,
                      Qt::NoScrollPhase, false);
    QApplication::sendEvent(&view, &event);
}

void drag(HeatMapView& view, QPoint from, QPoint to, Qt::KeyboardModifiers modifiers = Qt::NoModifier)
{
    QTest::mousePress(&view, Qt::LeftButton, modifiers, from);
    for (int i = 1; i <= 4; ++i) {
        const QPointF at = QPointF(from) + QPointF(to - from) * i / 4.0;
        QMouseEvent move(QEvent::MouseMove, at, view.mapToGlobal(at), Qt::NoButton, Qt::LeftButton, modifiers);
        QApplication::sendEvent(&view, &move);
    }
    QTest::mouseRelease(&view, Qt::LeftButton, modifiers, to);
}

QPoint middle(const HeatMapView& view)
{
    return view.canvas().center().toPoint();
}

} // namespace

class HeatMapViewTest : public QObject {
    Q_OBJECT

private:
    std::unique_ptr<HeatMapView> open(MatrixPtr matrix, QSize size = {640, 520})
    {
        auto view = std::make_unique<HeatMapView>();
        view->resize(size);
        view->show();
        view->setMatrix(std::move(matrix));
        return view;
    }

private Q_SLOTS:
    void wheelKeepsTheElementUnderTheCursor()
    {
        auto view = open(rmat(4096, 50'000, 3));
        for (const QPointF at : {view->canvas().center(), view->canvas().center() + QPointF(-130.25, 80.5)})
            for (const int steps : {3, 7, -2, 5, -6}) {
                const auto before = view->elementAt(at);
                QVERIFY(before.has_value());
                const QPointF p = at - view->canvas().topLeft();
                const double row = view->view().rowAt(p.y());
                wheel(*view, at, steps);
                QVERIFY(std::abs(view->view().rowAt(p.y()) - row) < 1e-6);
                QCOMPARE(view->elementAt(at)->row, before->row);
                QCOMPARE(view->elementAt(at)->col, before->col);
            }
        QVERIFY(view->waitForRendered());
    }

    void dragPansByAsMuchAsTheHandMoves()
    {
        auto view = open(rmat(4096, 50'000, 3));
        wheel(*view, middle(*view), 6);
        QSignalSpy clicked(view.get(), &HeatMapView::picked);
        const raster::ViewBox before = view->view();
        drag(*view, middle(*view), middle(*view) + QPoint(40, -30));
        QVERIFY(std::abs(view->view().xOf(2000) - before.xOf(2000) - 40) < 1e-6);
        QVERIFY(std::abs(view->view().yOf(2000) - before.yOf(2000) + 30) < 1e-6);
        QCOMPARE(clicked.count(), 0); // a drag is no click
    }

    void shiftDragSelectsAndControlDragZooms()
    {
        auto view = open(rmat(4096, 50'000, 3));
        QSignalSpy selected(view.get(), &HeatMapView::rectangleSelected);
        const QPoint a = middle(*view) - QPoint(50, 60);
        const QPoint b = middle(*view) + QPoint(30, 20);
        drag(*view, b, a, Qt::ShiftModifier); // in any direction
        QCOMPARE(selected.count(), 1);
        const auto rect = view->selectedRectangle();
        QVERIFY(rect.has_value());
        QCOMPARE(rect->rowBegin, view->elementAt(a)->row);
        QCOMPARE(rect->colEnd, view->elementAt(b - QPointF(0.01, 0.01))->col + 1);
        QTest::keyClick(view.get(), Qt::Key_F); // fits it
        QVERIFY(view->view().rowsPerPixel < static_cast<double>(rect->rowEnd - rect->rowBegin) / 300);
        QVERIFY(view->view().yOf(static_cast<double>(rect->rowBegin)) >= 0);
        QTest::keyClick(view.get(), Qt::Key_Escape);
        QVERIFY(!view->selectedRectangle().has_value());
        QCOMPARE(selected.count(), 2);

        QTest::mouseDClick(view.get(), Qt::LeftButton, Qt::NoModifier, middle(*view));
        const raster::ViewBox fit = view->view();
        const auto corner = view->elementAt(a);
        drag(*view, a, b, Qt::ControlModifier);
        QVERIFY(view->view().rowsPerPixel < fit.rowsPerPixel / 3);
        QVERIFY(view->view().row0 <= static_cast<double>(corner->row) + 1);
        QVERIFY(!view->selectedRectangle().has_value());
        QTest::mouseDClick(view.get(), Qt::LeftButton, Qt::NoModifier, middle(*view));
        QCOMPARE(view->view(), fit);
    }

    void hoverCountsWhatThePixelHolds()
    {
        const MatrixPtr matrix = rmat(2048, 60'000, 9);
        auto view = open(matrix);
        std::mt19937_64 random(5);
        for (const int steps : {0, 4, 12}) {
            wheel(*view, middle(*view), steps);
            QVERIFY(view->waitForRendered());
            const raster::ViewBox& box = view->view();
            int seen = 0;
            for (int i = 0; i < 300; ++i) {
                const QPointF at(std::uniform_real_distribution<>(0, box.width)(random),
                                 view->canvas().top() + std::uniform_real_distribution<>(0, box.height)(random));
                const auto hover = view->hoverAt(at);
                if (!hover)
                    continue;
                std::int64_t count = 0;
                for (std::int64_t r = hover->pixel.rowBegin; r < hover->pixel.rowEnd; ++r)
                    for (const std::int32_t c : matrix->row(r))
                        count += c >= hover->pixel.colBegin && c < hover->pixel.colEnd;
                QCOMPARE(hover->count, count);
                if (box.rowsPerPixel >= 1) {
                    // By the definition of a pixel: centres of elements inside it.
                    const double x = std::floor(at.x());
                    const double y = std::floor(at.y() - view->canvas().top());
                    std::int64_t centres = 0;
                    for (std::int64_t r = 0; r < 2048; ++r)
                        for (const std::int32_t c : matrix->row(r))
                            centres += std::floor(box.yOf(static_cast<double>(r) + 0.5)) == y &&
                                       std::floor(box.xOf(c + 0.5)) == x;
                    QCOMPARE(hover->count, centres);
                }
                seen += count > 0;
            }
            QVERIFY(seen > 0);
        }
    }

    void clickPicksAndSelectsTheTile()
    {
        const PaintedPlan p = checkered(randomUniform(40, 40, 0.5, 3), 8);
        auto view = open(p.matrix);
        view->setPlan(p.plan, p.owner);
        QSignalSpy selected(view.get(), &HeatMapView::tileSelected);
        for (const std::int64_t position : {std::int64_t{0}, p.matrix->nnz() / 2, p.matrix->nnz() - 1}) {
            const std::int64_t row = p.matrix->rowOf(position);
            const std::int64_t col = p.matrix->colIdx()[static_cast<std::size_t>(position)];
            const QPointF at = view->canvas().topLeft() + QPointF(view->view().xOf(static_cast<double>(col) + 0.5),
                                                                  view->view().yOf(static_cast<double>(row) + 0.5));
            QTest::mouseClick(view.get(), Qt::LeftButton, Qt::NoModifier, at.toPoint());
            QCOMPARE(view->pick()->row, row);
            QCOMPARE(view->pick()->col, col);
            const auto tile = static_cast<qint64>((*p.owner)[static_cast<std::size_t>(position)]);
            QCOMPARE(view->selectedTile(), tile);
            QCOMPARE(selected.last().at(0).toLongLong(), tile);
            // What is not chosen yet cannot be selected.
            view->setStep(tile);
            QCOMPARE(view->hoverAt(at)->tile, qint64(-1));
            view->setStep(-1);
        }
    }

    void keysMoveThePickAndTheView()
    {
        auto view = open(rmat(4096, 50'000, 3));
        QSignalSpy picked(view.get(), &HeatMapView::picked);
        view->goTo(1000, 2000);
        QCOMPARE(view->elementAt(QPointF(middle(*view)))->row, 1000);
        QVERIFY(view->view().rowsPerPixel < 1);
        QTest::keyClick(view.get(), Qt::Key_Right);
        QTest::keyClick(view.get(), Qt::Key_Down, Qt::ShiftModifier);
        QCOMPARE(view->pick()->row, 1010);
        QCOMPARE(view->pick()->col, 2001);
        for (int i = 0; i < 60; ++i)
            QTest::keyClick(view.get(), Qt::Key_Left);
        const double x = view->view().xOf(static_cast<double>(view->pick()->col));
        QVERIFY(x >= 0 && x < view->view().width); // the view follows
        QCOMPARE(picked.last().at(1).toLongLong(), qint64(1941));

        QTest::keyClick(view.get(), Qt::Key_1);
        QCOMPARE(view->view().rowsPerPixel, 1.0);
        QTest::keyClick(view.get(), Qt::Key_Plus);
        QVERIFY(view->view().rowsPerPixel < 1);
        QTest::keyClick(view.get(), Qt::Key_Minus);
        QVERIFY(std::abs(view->view().rowsPerPixel - 1) < 1e-9);
        QTest::keyClick(view.get(), Qt::Key_Escape);
        QVERIFY(!view->pick().has_value());
        QTest::keyClick(view.get(), Qt::Key_F); // nothing selected: all
        QVERIFY(view->state().fitted);
    }

    void minimapMovesTheView()
    {
        auto view = open(rmat(4096, 50'000, 3), {900, 700});
        QVERIFY(view->waitForRendered());
        wheel(*view, middle(*view), 8);
        QVERIFY(view->waitForRendered());
        // The map's lower right corner is 16 pixels from the canvas' one and 128 pixels large.
        const QPointF corner = view->canvas().bottomRight() - QPointF(16, 16);
        QTest::mousePress(view.get(), Qt::LeftButton, Qt::NoModifier, (corner - QPointF(128, 128) * 0.75).toPoint());
        QTest::mouseRelease(view.get(), Qt::LeftButton, Qt::NoModifier, (corner - QPointF(128, 128) * 0.75).toPoint());
        QVERIFY(std::abs(view->view().rowAt(view->view().height / 2.0) - 1024) < 48);
        QVERIFY(std::abs(view->view().colAt(view->view().width / 2.0) - 1024) < 48);
    }

    void stateIsSavedAndRestored()
    {
        auto view = open(rmat(4096, 50'000, 3));
        wheel(*view, middle(*view) + QPoint(30, 10), 9);
        view->setPick(raster::Element{5, 6});
        view->setSelectedRectangle(raster::ElementRect{1, 2, 3, 4});
        const HeatMapView::State state = view->state();
        view->clearSelection();
        view->fitAll();
        view->restore(state);
        QVERIFY(std::abs(view->view().row0 - state.view.row0) < 1e-6);
        QCOMPARE(view->view().rowsPerPixel, state.view.rowsPerPixel);
        QVERIFY(view->pick() == state.pick);
        QVERIFY(view->selectedRectangle() == state.selection);
        view->resize(800, 400);
        QVERIFY(std::abs(view->view().rowsPerPixel - state.view.rowsPerPixel) < 1e-9);
        view->fitAll();
        view->resize(700, 500);
        QVERIFY(view->state().fitted);
    }

    void picturesEqualTheEngines_data()
    {
        QTest::addColumn<double>("ratio");
        QTest::addColumn<bool>("dark");
        QTest::addColumn<int>("steps");
        for (const double ratio : {1.0, 1.5, 2.0})
            for (const bool dark : {false, true})
                for (const int steps : {0, 9})
                    QTest::addRow("ratio %.1f %s %d", ratio, dark ? "dark" : "light", steps) << ratio << dark << steps;
    }

    void picturesEqualTheEngines()
    {
        QFETCH(double, ratio);
        QFETCH(bool, dark);
        QFETCH(int, steps);
        const PaintedPlan p = checkered(rmat(1024, 20'000, 3), 64);
        auto view = open(p.matrix);
        const HeatMapColours colours = dark ? HeatMapColours::night() : HeatMapColours::day();
        view->setColours(colours);
        wheel(*view, middle(*view), steps);
        for (const bool tiles : {false, true}) {
            if (tiles) {
                view->setPlan(p.plan, p.owner);
                view->setStep(static_cast<qint64>(p.plan->tiling().tiles.size()) / 2);
            }
            const QImage picture = view->renderNow({300, 240}, ratio);
            QCOMPARE(picture.size(),
                     QSize(static_cast<int>(std::lround(300 * ratio)), static_cast<int>(std::lround(240 * ratio))));
            const raster::ViewSpace space(1024, 1024, 300, 240);
            const raster::ViewBox device =
                scaledToDevice(steps == 0 ? space.fit() : space.adopted(view->view()), ratio);
            raster::DensityStyle density;
            density.dark = dark;
            if (tiles)
                density.map = raster::ColourMap::Grey;
            raster::Image expected(device.width, device.height, raster::background(dark));
            const raster::DensityCounts counts = raster::densityCounts(*p.matrix, nullptr, device, noProgress());
            raster::Image over = colourDensity(counts, density);
            if (tiles) {
                raster::TileStyle style;
                style.dark = dark;
                style.pixelRatio = ratio;
                style.step = static_cast<std::int64_t>(p.plan->tiling().tiles.size()) / 2;
                const raster::Image drawn = raster::renderTiles(p.matrix, p.plan, p.owner, device, style, noProgress());
                for (std::size_t i = 0; i < over.pixels.size(); ++i) {
                    const std::uint32_t alpha = drawn.pixels[i] >> 24;
                    if (over.pixels[i] == 0)
                        over.pixels[i] = drawn.pixels[i];
                    else if (alpha > 0)
                        over.pixels[i] = raster::mixed(over.pixels[i], drawn.pixels[i], alpha / 255.0);
                }
            }
            for (std::size_t i = 0; i < over.pixels.size(); ++i)
                expected.pixels[i] = raster::mixed(expected.pixels[i], over.pixels[i], (over.pixels[i] >> 24) / 255.0);
            const ImageDifference d =
                compareImages(toImage(picture), expected, 4, std::string("heatmap-") + (tiles ? "tiles" : "density"));
            QVERIFY(d.sameSize);
            QVERIFY2(d.over == 0, d.picture.c_str());
        }
    }

    void whatIsOnScreenIsThePicture()
    {
        auto view = open(rmat(1024, 20'000, 3));
        view->setLegendShown(false);
        view->setMinimapShown(false);
        QVERIFY(view->waitForRendered());
        const QRect area = view->canvas().toRect();
        const raster::Image screen = toImage(view->grab(area).toImage());
        const raster::Image picture = toImage(view->renderNow(area.size(), 1));
        const raster::ViewBox& box = view->view();
        // Inside the matrix, away from its frame and the focus line.
        int wrong = 0;
        for (int y = static_cast<int>(box.yOf(0)) + 3; y < static_cast<int>(box.yOf(1024)) - 3; ++y)
            for (int x = static_cast<int>(box.xOf(0)) + 3; x < static_cast<int>(box.xOf(1024)) - 3; ++x)
                wrong += screen.at(x, y) != picture.at(x, y);
        QCOMPARE(wrong, 0);
    }

    void staleRequestsAreDropped()
    {
        auto view = open(rmat(1 << 15, 1'000'000, 3));
        QVERIFY(view->waitForRendered());
        QSignalSpy rendered(view.get(), &HeatMapView::rendered);
        QElapsedTimer timer;
        timer.start();
        for (int i = 0; i < 200; ++i)
            wheel(*view, middle(*view), i % 2 ? 1 : -1);
        const double gui = static_cast<double>(timer.nsecsElapsed()) / 1e6 / 200;
        QVERIFY(view->waitForRendered());
        qInfo("%.3f ms a wheel step on the GUI thread, %d of 200 views drawn", gui, static_cast<int>(rendered.count()));
        QVERIFY(rendered.count() < 100);
    }

    void canBeDestroyedAndChangedWhileRendering()
    {
        const MatrixPtr large = rmat(1 << 15, 600'000, 3);
        const MatrixPtr other = rmat(1 << 14, 300'000, 4);
        const PaintedPlan p = checkered(large, 256);
        for (int i = 0; i < 20; ++i) {
            auto view = open(large);
            view->setPlan(p.plan, p.owner);
            if (i % 3 == 0)
                QTest::qWait(i);
            if (i % 2 == 0)
                view->setMatrix(other);
            if (i % 4 == 0) {
                QVERIFY(view->waitForRendered());
                QVERIFY(view->matrix() == other);
            }
            if (i % 5 == 0)
                view->setMatrix(nullptr);
            view->update();
            QApplication::processEvents();
        }
    }

    void emptyMatricesAndNone()
    {
        HeatMapView none;
        none.resize(300, 200);
        none.grab();
        QVERIFY(none.renderNow({100, 100}, 1).isNull());
        for (const auto& [rows, cols] : {std::pair(0, 0), std::pair(5, 0), std::pair(3, 7)}) {
            auto view = open(matrixFromCoordinates(rows, cols, {}, "empty"));
            QVERIFY(view->waitForRendered());
            view->grab();
            for (const Qt::Key key : {Qt::Key_Left, Qt::Key_F, Qt::Key_1, Qt::Key_Plus, Qt::Key_Escape})
                QTest::keyClick(view.get(), key);
            wheel(*view, middle(*view), 3);
            QTest::mouseClick(view.get(), Qt::LeftButton, Qt::NoModifier, middle(*view));
        }
    }

    void whatIsDoneInTheMomentAfterHoldsNobodyUp()
    {
        LatestWork work;
        std::atomic<int> done = 0, begun = 0, ended = 0, asked = 0;
        std::atomic<int> latest = 0; // the request whose afterwork began last
        const auto start = [&] {
            work.start([&](Progress&) { ++done; }, nullptr,
                       [&, request = ++asked](Progress& progress) {
                           ++begun;
                           latest = request;
                           for (;;) {
                               if (progress.cancelled())
                                   ++ended;
                               progress.check();
                               QThread::msleep(1);
                           }
                       });
        };
        start();
        QVERIFY(work.waitIdle(5000));
        QCOMPARE(done.load(), 1);
        QTRY_COMPARE(begun.load(), 1);
        QVERIFY(!work.busy());
        start(); // ends it
        QVERIFY(work.waitIdle(5000));
        QCOMPARE(done.load(), 2);
        QCOMPARE(ended.load(), 1);
        QTRY_COMPARE(begun.load(), 2);
        work.cancel();
        QTRY_COMPARE(ended.load(), 2);
        start();
        QVERIFY(work.waitIdle(5000));
        work.cancel(); // before it begins
        start();
        QTRY_COMPARE(latest.load(), 4); // its end waits for no picture
        QCOMPARE(begun.load(), 3);
    }

    void rangeControlSetsTheStyle()
    {
        auto view = open(rmat(2048, 80'000, 5));
        RangeControl control;
        control.resize(500, 72);
        control.show();
        control.attach(view.get());
        QVERIFY(view->waitForRendered());
        QVERIFY(view->histogram().most > 10);
        auto* histogram = control.findChild<RangeHistogram*>();
        QVERIFY(histogram);
        QCOMPARE(histogram->low(), view->histogram().range.percentile1);
        QCOMPARE(histogram->high(), view->histogram().range.percentile99);
        // The upper handle to the middle, by mouse; then the lower one by keys.
        QTest::mousePress(histogram, Qt::LeftButton, Qt::NoModifier, QPoint(histogram->width() * 3 / 4, 20));
        QTest::mouseRelease(histogram, Qt::LeftButton);
        QVERIFY(view->densityStyle().high.has_value());
        const double high = *view->densityStyle().high;
        QVERIFY(std::abs(view->histogram().positionOf(high) - 0.75) < 0.06);
        QTest::keyClick(histogram, Qt::Key_Right, Qt::ShiftModifier);
        QCOMPARE(*view->densityStyle().low, 2.0);
        QVERIFY(view->waitForRendered());
        for (auto* button : control.findChildren<QToolButton*>())
            button->click(); // logarithm off, automatic limits
        QVERIFY(!view->densityStyle().logarithmic);
        QVERIFY(!view->densityStyle().high.has_value());
        control.findChild<QComboBox*>()->setCurrentIndex(1);
        QVERIFY(view->densityStyle().map == raster::ColourMap::Cividis);
        QVERIFY(view->waitForRendered());
        view.reset(); // the control outlives it
        control.findChild<QComboBox*>()->setCurrentIndex(0);
    }
};

VIEW_TEST(HeatMapViewTest)
#include "tst_heatmap_view.moc"
