// Matrices of several relations in the window: the operator with two dense axes, its planner, and single slices.
#include "engine/matrix/patterns.h"
#include "tests/views/tabs_window.h"
#include "views/main_window/setup_actions.h"
#include "views/pages/explore/lengths_plot.h"
#include "views/workspace/workspace.h"

#include <QMenu>
#include <QPushButton>
#include <QSpinBox>

using namespace sparsescope;

class TestRelational : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void theStartPageOpensATypedGraph();
    void theOperatorBringsItsPlannerAndItsAxes();
    void aSearchGoesFromRelationToRelation();
    void aSliceAndTheirSumAreOpenedBesideTheMatrix();

private:
    static std::unique_ptr<TabbedWindow> opened()
    {
        auto window = tabs::open({});
        window->resize(1280, 720);
        window->current().workspace().document().setMatrix(typedGraph({.nodes = 60, .edges = 500, .relations = 5}));
        tabs::settle(*window);
        return window;
    }
    static QAction* action(TabbedWindow& window, const QString& text)
    {
        for (QAction* one : window.current().findChildren<QAction*>())
            if (one->text() == text && one->isVisible())
                return one;
        return nullptr;
    }
    static QPushButton* button(TabbedWindow& window, const QString& text)
    {
        for (auto* one : window.current().findChildren<QPushButton*>())
            if (one->text() == text)
                return one;
        return nullptr;
    }
};

void TestRelational::theStartPageOpensATypedGraph()
{
    const auto window = tabs::open();
    button(*window, QStringLiteral("A typed graph"))->click();
    tabs::settle(*window);
    const Workspace& w = window->current().workspace();
    QVERIFY(w.document().matrix());
    QCOMPARE(w.document().matrix()->slices(), 45);
    QCOMPARE(w.setup().op().kind, OperatorKind::RGMS);
    QCOMPARE(w.setup().plannerName(), QStringLiteral("rgms"));
}

void TestRelational::theOperatorBringsItsPlannerAndItsAxes()
{
    const auto window = opened();
    Setup& setup = window->current().workspace().setup();
    QCOMPARE(setup.plannerName(), QStringLiteral("stile"));
    QVERIFY(!action(*window, QStringLiteral("K = 64")));
    const Operator rgms = setup.with(OperatorKind::RGMS);
    QVERIFY(setup.whyNot(rgms).isEmpty());
    setup.setOperator(rgms);
    QCOMPARE(setup.plannerName(), QStringLiteral("rgms"));
    QVERIFY(setup.whyNotPlanner(QStringLiteral("stile")).contains(QStringLiteral("not RGMS")));
    QCOMPARE(setup.op().inner, 32);
    for (const char* text : {"K = 64", "L = 128"}) {
        QVERIFY(action(*window, QString::fromLatin1(text)));
        action(*window, QString::fromLatin1(text))->trigger();
    }
    QCOMPARE(setup.op(), (Operator{OperatorKind::RGMS, DataType::Float16, 128, 64}));
    // Back again, and what K was is not forgotten.
    setup.setOperator(setup.with(OperatorKind::SpMM));
    QCOMPARE(setup.plannerName(), QStringLiteral("stile"));
    QCOMPARE(setup.op().inner, 1);
    QCOMPARE(setup.with(OperatorKind::RGMS).inner, 64);
}

void TestRelational::aSearchGoesFromRelationToRelation()
{
    const auto window = opened();
    Workspace& w = window->current().workspace();
    w.setup().setOperator(w.setup().with(OperatorKind::RGMS));
    w.operations().search();
    tabs::settle(*window);
    QVERIFY(w.attention().plan());
    QCOMPARE(w.attention().plan()->planner, std::string("rgms"));
    const Tiling& tiling = w.attention().plan()->tiling();
    for (std::size_t t = 1; t < tiling.tiles.size(); ++t)
        QVERIFY(tiling.tiles[t - 1].partition <= tiling.tiles[t].partition);
}

void TestRelational::aSliceAndTheirSumAreOpenedBesideTheMatrix()
{
    const auto window = opened();
    window->show();
    window->current().showPage("explore");
    tabs::settle(*window);
    auto& plot = part<SlicesPlot>(window->current());
    QVERIFY(plot.isVisible());
    const auto at = [&](int slice) {
        return QPoint(static_cast<int>(plot.xAxis->coordToPixel(slice)), plot.height() / 2);
    };
    QTest::mouseClick(&plot, Qt::LeftButton, {}, at(3));
    QCOMPARE(part<QSpinBox>(*plot.parentWidget()).value(), 3);
    const int tabsBefore = window->count();
    button(*window, QStringLiteral("Open it"))->click();
    tabs::settle(*window);
    QCOMPARE(window->count(), tabsBefore + 1);
    const MatrixPtr slice = window->current().workspace().document().matrix();
    QCOMPARE(slice->cols(), 60);
    QCOMPARE(slice->source().name, std::string("typed-graph, slice 3"));
    QVERIFY(!part<SlicesPlot>(window->current()).isVisible());
}

VIEW_TEST(TestRelational)
#include "tst_relational.moc"
