// Masks that are open: one of them is the matrix of every page, the film strip shows all of them, and what was made of
// each stays with it.
#include "engine/core/error.h"
#include "engine/io/masks.h"
#include "engine/matrix/masks/kinds.h"
#include "tests/views/fake_data.h"
#include "tests/views/view_test.h"
#include "views/heatmap/heatmap_view.h"
#include "views/main_window/main_window.h"
#include "views/main_window/panels.h"
#include "views/main_window/pattern_dialog.h"
#include "views/masks/film_strip.h"
#include "views/masks/masks_replay.h"
#include "views/masks/masks_view.h"
#include "views/pages/compare/break_even_view.h"
#include "views/pages/compare/compare_page.h"
#include "views/tabs/tabbed_window.h"
#include "views/workspace/workspace.h"

#include <QAction>
#include <QComboBox>
#include <QDockWidget>
#include <QScrollBar>
#include <QSettings>
#include <QSignalSpy>
#include <QSlider>
#include <QTest>
#include <QWheelEvent>

using namespace sparsescope;

class TestMasks : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void aFileOfMasksOpensAsItsFirstMask();
    void everyKindIsOfferedAndMade();
    void plansStayWithTheirMask();
    void theLastOfManyThatWereChosenIsShown();
    void aSessionIsOfTheMaskThatItWasSavedWith();
    void theCanvasStaysWhereItIs();
    void thePanelIsThereWhileMasksAre();
    void thePanelIsADrawerInASmallWindow();
    void keysWheelAndDragWalkThroughTheFilm();
    void belowTheLastThereIsNothingToChoose();
    void oneMaskIsNotPlayed();
    void masksThatGoWhileSomethingRunsLeaveNothing();
    void whatIsOpenedWhileMasksAreMadeFollows();
    void aWindowClosesWhileMasksRun();
    void playingShowsMaskAfterMask();
    void picturesAreMadeForWhatIsSeenAndForgotten();

private:
    static MaskSequencePtr masksOf(int count)
    {
        return makeMasks("relu", {{"masks", count}, {"rows", 64}, {"cols", 96}});
    }
    static QString fileOf(int count)
    {
        const QString path = inOutput("masks.npz");
        writeMasks(*masksOf(count), path.toStdString(), noProgress());
        return path;
    }
    static std::unique_ptr<MainWindow> openWindow(int count)
    {
        auto window = std::make_unique<MainWindow>(Hooks{}, nullptr);
        window->show();
        const MaskSequencePtr masks = masksOf(count);
        window->workspace().document().setMasks(masks, 0, masks->matrix(0));
        settle(*window);
        return window;
    }
    static void settle(MainWindow& window)
    {
        QTRY_VERIFY(window.settled());
        QTest::qWait(30);
    }
    static void choose(Workspace& w, std::int64_t mask)
    {
        w.operations().chooseMask(mask);
        QTRY_COMPARE(w.document().mask(), mask);
    }
    static OpenPlan planOf(const QString& title)
    {
        return {std::make_shared<const Plan>(*fake::searched().plan), nullptr, title};
    }
};

void TestMasks::aFileOfMasksOpensAsItsFirstMask()
{
    const QString path = fileOf(3);
    const auto settings = std::make_shared<QSettings>(inOutput("masks.ini"), QSettings::IniFormat);
    settings->clear();
    TabbedWindow window(Hooks{}, settings);
    window.show();
    window.current().openFiles({path});
    Document& document = window.current().workspace().document();
    QTRY_VERIFY(document.masks());
    QCOMPARE(document.masks()->size(), 3);
    QCOMPARE(document.mask(), 0);
    QCOMPARE(document.matrix()->nnz(), document.masks()->mask(0)->places());
    QVERIFY(window.windowTitle().contains(QStringLiteral("mask 0")));
    QVERIFY(settings->value(QStringLiteral("recentFiles")).toStringList().contains(path));
    // A matrix takes the place of none of them.
    window.current().openFiles({inSource("samples/figure1.mtx")});
    QTRY_COMPARE(window.count(), 2);
    QVERIFY(document.masks());
}

void TestMasks::everyKindIsOfferedAndMade()
{
    PatternDialog dialog(QStringLiteral("New masks"), QStringLiteral("Kind of masks"), maskKinds());
    auto& kinds = *dialog.findChild<QComboBox*>();
    QCOMPARE(static_cast<std::size_t>(kinds.count()), maskKinds().size());
    Workspace w;
    for (int i = 0; i < kinds.count(); ++i) {
        kinds.setCurrentIndex(i);
        w.operations().makeMasks(dialog.kind(), dialog.parameters());
        QTRY_VERIFY(w.document().masks() && w.document().masks()->facts().kind == dialog.kind().toStdString());
        QVERIFY(w.document().matrix());
        dialog.grab().save(inOutput("masks-dialog.png"));
    }
}

void TestMasks::plansStayWithTheirMask()
{
    Workspace w;
    const MaskSequencePtr masks = masksOf(4);
    w.document().setMasks(masks, 0, masks->matrix(0));
    w.attention().show(planOf(QStringLiteral("first")));
    w.attention().show(planOf(QStringLiteral("second")));
    const PlanPtr first = w.document().plans()[0].plan;
    w.attention().setCurrentPlan(0);
    w.document().setNote(QStringLiteral("of all masks"));
    choose(w, 2);
    QCOMPARE(w.document().matrix(), masks->matrix(2));
    QVERIFY(w.document().plans().isEmpty());
    QVERIFY(!w.attention().plan());
    QCOMPARE(w.document().note(), QStringLiteral("of all masks"));
    // What waits elsewhere would be lost.
    QVERIFY(w.document().unsaved().contains(QStringLiteral("work on 1 other mask")));
    choose(w, 0);
    QCOMPARE(w.document().plans().size(), 2);
    QCOMPARE(w.attention().plan(), first); // that was looked at
    QVERIFY(w.document().unsaved().contains(QStringLiteral("2 plans")));
    // Others take the place of all.
    w.document().setMatrix(fake::searched().matrix);
    QVERIFY(!w.document().masks() && w.document().plans().isEmpty());
    QVERIFY(w.document().unsaved().isEmpty());
}

void TestMasks::theLastOfManyThatWereChosenIsShown()
{
    Workspace w;
    const MaskSequencePtr masks = masksOf(50);
    w.document().setMasks(masks, 0, masks->matrix(0));
    QSignalSpy matrices(&w.document(), &Document::changed);
    for (int t = 1; t < 50; ++t)
        w.operations().chooseMask(t);
    QCOMPARE(w.operations().chosenMask(), 49);
    QTRY_COMPARE(w.document().mask(), 49);
    QCOMPARE(w.document().matrix(), masks->matrix(49));
    QVERIFY(matrices.count() < 40); // not all of them on the way
    w.operations().chooseMask(1000);
    QCOMPARE(w.operations().chosenMask(), 49);
}

void TestMasks::aSessionIsOfTheMaskThatItWasSavedWith()
{
    Workspace w;
    const MaskSequencePtr masks = masksOf(2);
    w.document().setMasks(masks, 0, masks->matrix(0));
    w.attention().show(planOf(QStringLiteral("kept")));
    w.document().setSaved(w.document().work(), QStringLiteral("mask0.sscope"));
    QVERIFY(w.document().unsaved().isEmpty());
    choose(w, 1);
    QVERIFY(w.document().unsaved().isEmpty());
    QVERIFY(w.document().sessionPath().isEmpty()); // it would be written over with another matrix
    choose(w, 0);
    QVERIFY(w.document().unsaved().isEmpty());
}

void TestMasks::theCanvasStaysWhereItIs()
{
    const auto window = openWindow(3);
    window->canvas().oneToOne();
    const raster::ViewBox view = window->canvas().view();
    choose(window->workspace(), 1);
    QCOMPARE(window->canvas().matrix(), window->workspace().document().matrix());
    QVERIFY(window->canvas().view() == view);
}

void TestMasks::thePanelIsThereWhileMasksAre()
{
    const auto window = openWindow(3);
    auto& dock = *window->findChild<QDockWidget*>(QStringLiteral("masksPanel"));
    QVERIFY(dock.isVisible());
    const QRect place = dock.geometry();
    for (const char* page : {"search", "kernel", "measure", "compare", "explore"}) {
        window->showPage(page);
        settle(*window);
        QVERIFY2(dock.isVisible(), page);
        QCOMPARE(dock.geometry(), place);
    }
    auto& panels = part<Panels>(*window);
    // Kept in layouts where it was put, whether there are masks or not.
    panels.addDockWidget(Qt::TopDockWidgetArea, &dock);
    settle(*window);
    QVERIFY(part<FilmStrip>(*window).lying());
    const QByteArray layout = panels.save();
    panels.restoreDefaults();
    settle(*window);
    QCOMPARE(dock.geometry(), place);
    QVERIFY(!part<FilmStrip>(*window).lying());
    window->workspace().document().setMatrix(fake::searched().matrix);
    settle(*window);
    QVERIFY(!dock.isVisible());
    QVERIFY(panels.restore(layout));
    QVERIFY(!dock.isVisible());
    const MaskSequencePtr masks = masksOf(3);
    window->workspace().document().setMasks(masks, 0, masks->matrix(0));
    settle(*window);
    QVERIFY(dock.isVisible());
    QCOMPARE(panels.dockWidgetArea(&dock), Qt::TopDockWidgetArea);
    // Torn off it comes and goes too.
    panels.tearOff(Panels::Panel::Masks, true);
    QVERIFY(dock.isVisible() && dock.isWindow());
    window->workspace().document().setMatrix(fake::searched().matrix);
    QVERIFY(!dock.isVisible());
}

void TestMasks::thePanelIsADrawerInASmallWindow()
{
    const auto window = openWindow(3);
    auto& panels = part<Panels>(*window);
    window->resize(640, 480);
    settle(*window);
    QVERIFY(panels.drawer(Panels::Panel::Inspector) && panels.docked(Panels::Panel::Masks)); // that gives way first
    window->resize(480, 480);
    settle(*window);
    QVERIFY(panels.drawer(Panels::Panel::Masks));
    panels.openDrawer(Panels::Panel::Masks);
    settle(*window);
    QVERIFY(part<FilmStrip>(*window).isVisible());
    window->grab().save(inOutput("masks-drawer.png"));
    window->resize(1440, 900);
    settle(*window);
    QVERIFY(panels.docked(Panels::Panel::Masks));
    QVERIFY(part<FilmStrip>(*window).isVisible());
}

void TestMasks::keysWheelAndDragWalkThroughTheFilm()
{
    const auto window = openWindow(40);
    Workspace& w = window->workspace();
    auto& film = part<FilmStrip>(*window);
    film.setFocus();
    const auto press = [&](Qt::Key key) {
        QTest::keyClick(&film, key);
        return w.operations().chosenMask();
    };
    QCOMPARE(press(Qt::Key_Right), 1);
    QTRY_COMPARE(w.document().mask(), 1);
    QVERIFY(film.hasFocus()); // another matrix, and the keys stay here
    QCOMPARE(press(Qt::Key_Down), 2);
    QCOMPARE(press(Qt::Key_Left), 1);
    QCOMPARE(press(Qt::Key_End), 39);
    QVERIFY(film.viewport()->rect().contains(film.placeOf(39)));
    QVERIFY(press(Qt::Key_PageUp) < 39);
    QCOMPARE(press(Qt::Key_Home), 0);
    // The wheel scrolls and chooses nothing.
    const QPointF centre = film.viewport()->rect().center();
    QWheelEvent wheel(centre, film.viewport()->mapToGlobal(centre), {}, {0, -240}, Qt::NoButton, Qt::NoModifier,
                      Qt::NoScrollPhase, false);
    QApplication::sendEvent(film.viewport(), &wheel);
    QVERIFY(film.verticalScrollBar()->value() > 0);
    QCOMPARE(w.operations().chosenMask(), 0);
    // A drag scrubs.
    const QPoint third = film.placeOf(3).center(), fifth = film.placeOf(5).center();
    QTest::mousePress(film.viewport(), Qt::LeftButton, {}, third);
    QCOMPARE(w.operations().chosenMask(), 3);
    QTest::mouseMove(film.viewport(), fifth);
    QCOMPARE(w.operations().chosenMask(), 5);
    QTest::mouseRelease(film.viewport(), Qt::LeftButton, {}, fifth);
    QTRY_COMPARE(w.document().mask(), 5);
    // As its buttons say, from wherever the focus is in the panel.
    for (QWidget* part :
         {static_cast<QWidget*>(&film), static_cast<QWidget*>(film.parentWidget()->findChild<QSlider*>())}) {
        part->setFocus();
        QTest::keyClick(part, Qt::Key_Period);
        QCOMPARE(w.operations().chosenMask(), 6);
        QTest::keyClick(part, Qt::Key_Comma);
        QCOMPARE(w.operations().chosenMask(), 5);
    }
    QTRY_COMPARE(w.document().mask(), 5);
    QTRY_VERIFY(film.pictures().find(5));
    QVERIFY(film.describe(5).contains(QStringLiteral("mask 5")));
}

void TestMasks::belowTheLastThereIsNothingToChoose()
{
    const auto window = openWindow(2);
    auto& film = part<FilmStrip>(*window);
    const QPoint below = film.placeOf(1).center() + QPoint(0, 2 * film.placeOf(1).height());
    QVERIFY(film.viewport()->rect().contains(below));
    QTest::mouseClick(film.viewport(), Qt::LeftButton, {}, below);
    QCOMPARE(window->workspace().operations().chosenMask(), 0);
    // A drag that began on one goes to the last.
    QTest::mousePress(film.viewport(), Qt::LeftButton, {}, film.placeOf(0).center());
    QTest::mouseMove(film.viewport(), below);
    QTest::mouseRelease(film.viewport(), Qt::LeftButton, {}, below);
    QCOMPARE(window->workspace().operations().chosenMask(), 1);
}

void TestMasks::oneMaskIsNotPlayed()
{
    const auto window = openWindow(1);
    auto& film = part<FilmStrip>(*window);
    film.setFocus();
    for (const Qt::Key key : {Qt::Key_Space, Qt::Key_Period, Qt::Key_Comma, Qt::Key_Home, Qt::Key_End, Qt::Key_Left,
                              Qt::Key_Right, Qt::Key_PageUp, Qt::Key_PageDown}) {
        QTest::keyClick(&film, key);
        QVERIFY(!part<MasksView>(*window).replay().playing());
        QCOMPARE(window->workspace().operations().chosenMask(), 0);
    }
}

void TestMasks::masksThatGoWhileSomethingRunsLeaveNothing()
{
    const auto window = openWindow(200);
    Workspace& w = window->workspace();
    auto& film = part<FilmStrip>(*window);
    for (const char* page : {"explore", "search", "measure", "compare"}) {
        const MaskSequencePtr masks = masksOf(200);
        w.document().setMasks(masks, 0, masks->matrix(0));
        w.setup().setPlanner(QStringLiteral("sparda"));
        window->showPage(page);
        w.operations().search();
        part<MasksView>(*window).replay().play();
        w.operations().chooseMask(77);
        QTest::qWait(5);
        // Others, then a matrix alone.
        const MaskSequencePtr few = masksOf(2);
        w.document().setMasks(few, 1, few->matrix(1));
        QVERIFY(!part<MasksView>(*window).replay().playing());
        w.operations().chooseMask(0);
        const MatrixPtr alone = fake::searched().matrix;
        w.document().setMatrix(alone);
        settle(*window);
        QVERIFY(!w.document().masks() && !w.document().rule());
        QCOMPARE(w.document().matrix(), alone);
        QVERIFY(!film.isVisible());
        QVERIFY(!window->grab().isNull());
    }
}

void TestMasks::whatIsOpenedWhileMasksAreMadeFollows()
{
    Workspace w;
    w.operations().makeMasks(QStringLiteral("relu"), {{"masks", 3}});
    w.operations().open({inSource("samples/figure1.mtx")});
    QTRY_VERIFY(!w.operations().busy());
    QCOMPARE(w.document().matrix()->source().name, std::string("figure1.mtx"));
    // One that is cancelled takes along what was to be opened onto it, and no more.
    w.operations().makeMasks(QStringLiteral("relu"), {{"masks", 3}});
    w.operations().open({QStringLiteral("nowhere.json"), inSource("samples/figure1.mtx")});
    w.jobs().cancel(Lane::Open);
    QTRY_VERIFY(!w.operations().busy());
    QVERIFY(!w.document().masks());
    QCOMPARE(w.document().matrix()->source().name, std::string("figure1.mtx"));
}

void TestMasks::aWindowClosesWhileMasksRun()
{
    for (const int wait : {0, 3, 20, 60}) {
        const auto window = openWindow(10'000);
        Workspace& w = window->workspace();
        w.setup().setPlanner(QStringLiteral("sparda"));
        w.operations().search();
        window->showPage("compare");
        part<ComparePage>(*window).showBreakEvens();
        part<BreakEvenView>(*window).start();
        auto& replay = part<MasksView>(*window).replay();
        replay.toLast();
        replay.toFirst();
        replay.play();
        QTest::qWait(wait);
        QVERIFY(w.jobs().busy());
    }
}

void TestMasks::playingShowsMaskAfterMask()
{
    const auto window = openWindow(20);
    Workspace& w = window->workspace();
    MasksReplay& replay = part<MasksView>(*window).replay();
    replay.setTilesPerSecond(40);
    auto& film = part<FilmStrip>(*window);
    film.setFocus();
    QTest::keyClick(&film, Qt::Key_Space);
    QVERIFY(replay.playing());
    QSignalSpy matrices(&w.document(), &Document::changed);
    QTRY_VERIFY(!replay.playing());
    QCOMPARE(w.operations().chosenMask(), 19);
    QTRY_COMPARE(w.document().mask(), 19);
    QVERIFY(matrices.count() > 3); // some were seen on the way
}

void TestMasks::picturesAreMadeForWhatIsSeenAndForgotten()
{
    const auto window = openWindow(2000);
    auto& film = part<FilmStrip>(*window);
    FilmPictures& pictures = film.pictures();
    QTRY_VERIFY(pictures.find(0) && !pictures.busy());
    QVERIFY(!pictures.find(100));
    QCOMPARE(pictures.find(0)->places, window->workspace().document().masks()->mask(0)->places());
    film.verticalScrollBar()->setValue(film.verticalScrollBar()->maximum());
    film.viewport()->repaint();
    QTRY_VERIFY(pictures.find(1999));
    QVERIFY(!pictures.find(1000));
    // No more are kept than there is room for.
    for (int i = 0; i < 100; ++i) {
        film.verticalScrollBar()->setValue(film.verticalScrollBar()->maximum() * i / 100);
        film.viewport()->repaint();
        QTRY_VERIFY(!pictures.busy());
    }
    std::size_t kept = 0;
    for (int t = 0; t < 2000; ++t)
        kept += pictures.find(t) ? 1 : 0;
    QVERIFY(kept <= FilmPictures::mostKept);
}

VIEW_TEST(TestMasks)
#include "tst_masks.moc"
