// Two tabs that are linked: side by side, at the same place of both matrices, and what ends that.
#include "engine/matrix/patterns.h"
#include "tests/views/fake_data.h"
#include "tests/views/tabs_window.h"
#include "tests/views/view_test.h"
#include "views/canvas/place_between.h"
#include "views/canvas/twin_canvas.h"
#include "views/heatmap/heatmap_view.h"
#include "views/main_window/banner.h"
#include "views/main_window/condition_line.h"
#include "views/main_window/keys_help.h"
#include "views/main_window/main_window.h"
#include "views/main_window/panels.h"
#include "views/pages/compare/compare_page.h"
#include "views/pages/learn/learn_desk.h"
#include "views/pages/learn/learn_page.h"
#include "views/pages/search/search_page.h"
#include "views/parts/offer_bar.h"
#include "views/rules/rules_document.h"
#include "views/tabs/tab_row.h"
#include "views/tabs/tabbed_window.h"
#include "views/workspace/plan_editor.h"
#include "views/workspace/workspace.h"

#include <QAbstractButton>
#include <QApplication>
#include <QDockWidget>
#include <QDragEnterEvent>
#include <QDropEvent>
#include <QFile>
#include <QMimeData>
#include <QPointer>
#include <QPushButton>
#include <QSettings>
#include <QTabBar>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>
#include <QUrl>

using namespace sparsescope;

class TestLinked : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void linkedTabsShowTheSamePlace();
    void linkedMapsMoveAsOne();
    void aLinkedMapIsAsInItsOwnTab();
    void shapesThatDifferAreLinkedInProportion();
    void aLinkGivesWayToAComparison();
    void linksEndWithEitherTab();
    void placesGoThereAndBack();

private:
    fake::Data m_data = fake::searched();
};

void TestLinked::linkedTabsShowTheSamePlace()
{
    const auto window = tabs::open();
    MainWindow& a = window->current();
    a.workspace().document().setMatrix(m_data.matrix); // 512 x 512
    a.workspace().attention().show({m_data.plan, m_data.trace, QStringLiteral("stile")});
    window->newTab();
    MainWindow& b = window->current();
    b.workspace().document().setMatrix(crossing(512, 7));
    window->showTab(a);
    tabs::settle(*window);
    // The key of the menu: with the tab that was seen last.
    QTest::keyClick(window.get(), Qt::Key_L, Qt::ControlModifier);
    QCOMPARE(window->linkedWith(a), &b);
    QCOMPARE(window->linkedWith(b), &a);
    QVERIFY(a.twin().linkedShown());
    QCOMPARE(a.twin().second().matrix(), b.workspace().document().matrix());
    QVERIFY2(part<ConditionLine>(a).text().contains(QStringLiteral("linked with ") + window->titleOf(b)),
             qPrintable(part<ConditionLine>(a).text()));
    a.canvas().goTo(100, 200);
    a.canvas().zoomIn();
    a.workspace().attention().select({-1, CellRange{96, 128, 192, 256}});
    a.canvasLink().setValueLayer(raster::ValueLayer::Any);
    a.showPage("search");
    tabs::settle(*window);
    const raster::ViewBox seen = a.canvas().view();
    window->showTab(b);
    tabs::settle(*window);
    QCOMPARE(b.page().key(), "search");
    QCOMPARE(b.canvas().pick(), (std::optional<raster::Element>(raster::Element{100, 200})));
    QVERIFY(b.workspace().attention().selection().cells == (CellRange{96, 128, 192, 256}));
    QCOMPARE(b.canvasLink().valueLayer(), raster::ValueLayer::Any);
    QCOMPARE(b.canvas().size(), a.canvas().size());
    QVERIFY(std::abs(tabs::centreRow(b.canvas().view()) - tabs::centreRow(seen)) < 0.5);
    QVERIFY(std::abs(tabs::centreCol(b.canvas().view()) - tabs::centreCol(seen)) < 0.5);
    QVERIFY(std::abs(b.canvas().view().rowsPerPixel / seen.rowsPerPixel - 1) < 1e-6);
    // And back: who moved last leads.
    b.canvas().fitAll();
    b.workspace().attention().select({});
    window->showTab(a);
    tabs::settle(*window);
    QVERIFY(a.canvas().state().fitted);
    QVERIFY(!a.workspace().attention().selection().cells);
    // The word in the line of conditions lets go.
    for (QToolButton* button : part<ConditionLine>(a).findChildren<QToolButton*>())
        if (button->isVisible() && button->text().startsWith(QStringLiteral("linked")))
            button->click();
    QVERIFY(!window->linkedWith(a));
    QVERIFY(!a.twin().shown() && !b.twin().shown());
    QVERIFY(!part<ConditionLine>(a).text().contains(QStringLiteral("linked")));
    a.canvas().goTo(3, 3);
    window->showTab(b);
    QVERIFY(b.canvas().state().fitted);
}

void TestLinked::linkedMapsMoveAsOne()
{
    const auto window = tabs::open();
    MainWindow& a = window->current();
    a.workspace().document().setMatrix(crossing(512, 7));
    window->newTab();
    MainWindow& b = window->current();
    b.workspace().document().setMatrix(m_data.matrix);
    b.workspace().attention().show({m_data.plan, m_data.trace, QStringLiteral("stile")});
    window->showTab(a);
    tabs::settle(*window);
    window->link(a, b);
    tabs::settle(*window);
    HeatMapView& first = a.canvas();
    HeatMapView& second = a.twin().second();
    QCOMPARE(second.size(), first.size());
    QCOMPARE(second.plan(), m_data.plan); // it has a plan, though the canvas has none
    first.zoomIn();
    QCOMPARE(second.view(), first.view());
    const raster::ViewBox before = first.view();
    QTest::mousePress(&second, Qt::LeftButton, {}, {200, 150});
    QTest::mouseMove(&second, {170, 130});
    QTest::mouseMove(&second, {150, 120});
    QTest::mouseRelease(&second, Qt::LeftButton, {}, {150, 120});
    QVERIFY(!(first.view() == before));
    QVERIFY(std::abs(first.view().row0 - second.view().row0) < 1e-6 * first.view().rowsPerPixel);
    tabs::settle(*window);
    // The mouse in one is a cross in the other.
    const QPoint at = first.canvas().center().toPoint();
    QTest::mouseMove(&first, at);
    QVERIFY(first.elementAt(at).has_value());
    QCOMPARE(second.ghost(), first.elementAt(at));
    QVERIFY(!first.ghost());
    window->grab().save(inOutput("tabs-linked.png"));
    QTest::mouseMove(&second, at);
    QCOMPARE(first.ghost(), second.elementAt(at));
    // A tile of the other matrix is selected in its own tab.
    Q_EMIT second.tileSelected(3);
    QCOMPARE(b.workspace().attention().selection().tile, std::int64_t{3});
    QCOMPARE(second.selectedTile(), qint64{3});
    // A rectangle in the other is one here.
    Q_EMIT second.rectangleSelected(10, 20, 30, 40);
    QVERIFY(a.workspace().attention().selection().cells == (CellRange{10, 20, 30, 40}));
    // Another matrix in the linked tab stands here at once.
    b.workspace().document().setMatrix(crossing(512, 9));
    QCOMPARE(second.matrix(), b.workspace().document().matrix());
    QVERIFY(!second.plan());
    tabs::settle(*window);
}

void TestLinked::aLinkedMapIsAsInItsOwnTab()
{
    const auto window = tabs::open();
    MainWindow& a = window->current();
    a.workspace().document().setMatrix(crossing(512, 7));
    window->newTab();
    MainWindow& b = window->current();
    b.workspace().document().setMatrix(m_data.matrix);
    b.workspace().attention().show({m_data.plan, m_data.trace, QStringLiteral("stile")});
    tabs::settle(*window);
    b.workspace().attention().setStep(2);
    raster::DensityStyle range = b.canvas().densityStyle();
    range.low = 1;
    range.high = 40;
    b.canvas().setDensityStyle(range);
    b.canvasLink().setOrder(MatrixOrder::Rows);
    tabs::settle(*window);
    window->showTab(a);
    window->link(a, b);
    tabs::settle(*window);
    const HeatMapView& second = a.twin().second();
    QVERIFY(second.matrix() != b.workspace().document().matrix());
    QCOMPARE(second.matrix(), b.canvas().matrix()); // in that order
    QCOMPARE(second.plan(), b.canvas().plan());
    QCOMPARE(second.step(), qint64{2});
    QCOMPARE(second.densityStyle().high, std::optional<double>(40));
    QVERIFY(!a.canvas().densityStyle().high);
    // What changes there changes here.
    b.workspace().attention().setStep(3);
    QCOMPARE(second.step(), qint64{3});
    b.canvasLink().setOrder(MatrixOrder::File);
    QTRY_COMPARE(second.matrix(), b.workspace().document().matrix());
    tabs::settle(*window);
    QCOMPARE(second.plan(), m_data.plan);
    window->showTab(b);
    QVERIFY(!b.twin().second().densityStyle().high);
    range.high = 50;
    b.canvas().setDensityStyle(range);
    window->showTab(a);
    tabs::settle(*window);
    QCOMPARE(second.densityStyle().high, std::optional<double>(50));
}

void TestLinked::shapesThatDifferAreLinkedInProportion()
{
    const auto window = tabs::open();
    MainWindow& a = window->current();
    a.workspace().document().setMatrix(crossing(512, 7));
    window->newTab();
    MainWindow& b = window->current();
    b.workspace().document().setMatrix(crossing(2048, 7));
    tabs::settle(*window);
    window->link(b, a);
    tabs::settle(*window);
    HeatMapView& second = b.twin().second();
    b.canvas().goTo(1024, 512);
    for (int i = 0; i < 3; ++i)
        b.canvas().zoomIn();
    QVERIFY(std::abs(tabs::centreRow(second.view()) * 4 - tabs::centreRow(b.canvas().view())) < 2);
    QVERIFY(std::abs(tabs::centreCol(second.view()) * 4 - tabs::centreCol(b.canvas().view())) < 2);
    QCOMPARE(second.pick(), (std::optional<raster::Element>(raster::Element{256, 128})));
    b.workspace().attention().select({-1, CellRange{1024, 1100, 0, 6}});
    QVERIFY(second.selectedRectangle() == (raster::ElementRect{256, 275, 0, 2}));
    window->showTab(a);
    tabs::settle(*window);
    QVERIFY(a.workspace().attention().selection().cells == (CellRange{256, 275, 0, 2}));
    QCOMPARE(a.canvas().pick(), (std::optional<raster::Element>(raster::Element{256, 128})));
    QVERIFY(std::abs(tabs::centreRow(a.canvas().view()) * 4 - tabs::centreRow(b.canvas().view())) < 4);
}

void TestLinked::aLinkGivesWayToAComparison()
{
    const auto window = tabs::open();
    MainWindow& a = window->current();
    a.workspace().document().setMatrix(m_data.matrix);
    a.workspace().attention().show({m_data.plan, m_data.trace, QStringLiteral("one")});
    a.workspace().attention().show({std::make_shared<const Plan>(*m_data.plan), m_data.trace, QStringLiteral("two")});
    window->newTab();
    MainWindow& b = window->current();
    b.workspace().document().setMatrix(crossing(128, 7));
    window->showTab(a);
    tabs::settle(*window);
    window->link(a, b);
    QVERIFY(a.twin().linkedShown());
    a.showPage("compare");
    tabs::settle(*window);
    QVERIFY(a.twin().shown() && !a.twin().linkedShown());
    QCOMPARE(a.twin().second().matrix(), m_data.matrix);
    part<ComparePage>(a).showSweeps();
    QVERIFY(a.twin().linkedShown());
    QCOMPARE(a.twin().second().matrix(), b.workspace().document().matrix());
    part<ComparePage>(a).showPlans();
    tabs::settle(*window);
    QVERIFY(!a.twin().linkedShown());
    a.showPage("explore");
    QVERIFY(a.twin().linkedShown());
    tabs::settle(*window);
}

void TestLinked::linksEndWithEitherTab()
{
    const auto window = tabs::open({tabs::figure, tabs::figure, tabs::crossingFile});
    tabs::settle(*window);
    MainWindow& a = *window->tabs()[0];
    MainWindow& b = *window->tabs()[1];
    MainWindow& c = *window->tabs()[2];
    window->link(a, b);
    window->link(c, a); // takes the place of the other
    QVERIFY(!window->linkedWith(b));
    QVERIFY(!b.twin().shown());
    QCOMPARE(window->linkedWith(a), &c);
    window->closeTab(c);
    QVERIFY(!window->linkedWith(a));
    QVERIFY(!a.twin().shown());
    QVERIFY(!part<ConditionLine>(a).text().contains(QStringLiteral("linked")));
    window->link(a, b);
    tabs::settle(*window);
    window->closeTab(a);
    QVERIFY(!window->linkedWith(b));
    QVERIFY(!b.twin().shown());
    tabs::settle(*window);
    window->link(b, window->roomFor(b)); // an end while they are linked is clean
}

void TestLinked::placesGoThereAndBack()
{
    const MatrixPtr small = crossing(128, 1), large = crossing(1280, 1);
    const PlaceBetween there(*small, *large), back(*large, *small);
    for (const std::int64_t row : {0, 1, 50, 127}) {
        const raster::Element e{row, 127 - row};
        QCOMPARE(back.element(there.element(e)), e);
        const raster::ElementRect r{row, row + 1, 0, 128};
        QVERIFY(there.rectangle(r) == (raster::ElementRect{10 * row, 10 * row + 10, 0, 1280}));
        QVERIFY(back.rectangle(there.rectangle(r)) == r);
    }
    // What is less than an element stays one.
    QVERIFY(back.rectangle({1279, 1280, 1279, 1280}) == (raster::ElementRect{127, 128, 127, 128}));
    const raster::ViewBox fit = raster::ViewSpace(128, 128, 400, 300).fit();
    QVERIFY(std::abs(there.view(fit).rowsPerPixel - raster::ViewSpace(1280, 1280, 400, 300).fit().rowsPerPixel) < 1e-9);
    const PlaceBetween same(*small, *small);
    QCOMPARE(same.view(fit), fit);
}

VIEW_TEST(TestLinked)
#include "tst_linked.moc"
