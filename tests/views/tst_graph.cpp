// A graph in the window: planned from its text, and its plan on every page.
#include "engine/core/files.h"
#include "engine/matrix/patterns.h"
#include "tests/views/view_test.h"
#include "views/heatmap/heatmap_view.h"
#include "views/inspector/inspector.h"
#include "views/main_window/main_window.h"
#include "views/pages/kernel/kernel_kinds.h"
#include "views/pages/kernel/kernel_page.h"
#include "views/workspace/workspace.h"

#include <QLineEdit>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QTabBar>
#include <QTest>
#include <QTreeWidget>

#include <algorithm>

using namespace sparsescope;

class TestGraph : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init();
    void itsTextIsPlannedAndEveryPageShowsThePlan();
    void whatIsWrongWithItIsSaidWithItsPlace();

private:
    std::unique_ptr<MainWindow> m_window;
    const MatrixPtr m_matrix = rmat(512, 6000, 3);

    Workspace& w() { return m_window->workspace(); }
    QLineEdit* field() { return m_window->findChild<QLineEdit*>(QStringLiteral("option-graph")); }
    void search(const QString& text)
    {
        field()->setFocus();
        field()->setText(text);
        QTest::keyClick(field(), Qt::Key_Return);
        QTest::keyClick(m_window.get(), Qt::Key_R, Qt::ControlModifier);
        QTRY_VERIFY_WITH_TIMEOUT(m_window->settled(), 30'000);
    }
};

void TestGraph::init()
{
    Hooks hooks;
    hooks.generateSource = [](const Plan& plan, const Matrix&, Codegen,
                              Progress&) { // a case of three lines for each branch
        KernelSource source;
        source.entry = QStringLiteral("graphSpmv");
        source.threads = 128;
        for (const Tile& tile : plan.tiling().tiles)
            if (const int line = 3 * tile.level; source.links.empty() || source.links.back().level != tile.level)
                source.links.push_back(
                    {QStringLiteral("branch"), tile.format, false, line, line, line + 2, tile.level});
        source.text = QStringLiteral("a line\n").repeated(40);
        return source;
    };
    hooks.hasDeviceCode = [](const std::string& format, OperatorKind) { return findFormatKind(format)->traits.onGpu; };
    m_window = std::make_unique<MainWindow>(hooks, nullptr);
    m_window->resize(1280, 720);
    m_window->show();
    m_window->canvas().setReducedMotion(true);
    w().document().setMatrix(m_matrix);
    w().setup().setOperator({OperatorKind::SpMV, DataType::Float32, 1});
    w().setup().setPlanner(QStringLiteral("graph"));
    m_window->showPage("search");
    QTRY_VERIFY(m_window->settled());
    for (QTabBar* tabs : m_window->findChildren<QTabBar*>())
        if (tabs->accessibleName() == QStringLiteral("Parts of the search"))
            tabs->setCurrentIndex(3); // Planner
    QTRY_VERIFY(field() && field()->isVisible());
}

void TestGraph::itsTextIsPlannedAndEveryPageShowsThePlan()
{
    QVERIFY(field()->text().startsWith(QStringLiteral("{\"schema\": \"sparsescope-graph\"")));
    const std::string text = readText(inSource("samples/graphs/by-length.json").toStdString());
    search(QString::fromStdString(text));
    const PlanPtr plan = w().attention().plan();
    QVERIFY(plan);
    QCOMPARE(plan->planner, std::string("graph"));
    QCOMPARE(plan->options.at("graph").get<std::string>(), text); // lines and all
    QVERIFY(plan->tiling().formats.size() > 1);
    validatePlan(*plan, *m_matrix);
    const auto tiles = static_cast<std::int64_t>(plan->tiling().tiles.size());
    for (Page* page : m_window->pages())
        for (const PageView& view : page->definition().views) {
            m_window->showPage(*page);
            page->showView(view.name);
            for (const std::int64_t step : {std::int64_t{0}, tiles / 2, tiles}) {
                w().attention().setStep(step);
                QTRY_VERIFY2_WITH_TIMEOUT(m_window->settled(), view.name, 30'000);
            }
            m_window->grab();
        }
    w().attention().select({0, {}});
    QTRY_VERIFY(m_window->settled());
    QVERIFY2(part<Inspector>(*m_window).text().contains(QStringLiteral("THREAD_TOTAL_RED")),
             qPrintable(part<Inspector>(*m_window).text()));
    // Its kernel has a case for each branch, whatever rows its tiles share with others.
    m_window->showPage("kernel");
    w().operations().generate();
    QTRY_VERIFY(w().operations().source() && m_window->settled());
    QTreeWidget& cases = part<KernelPage>(*m_window).kinds();
    QCOMPARE(cases.topLevelItemCount(), static_cast<int>(plan->tiling().tiles.back().level));
    QVERIFY(cases.topLevelItemCount() > 1);
    std::int64_t counted = 0;
    for (int i = 0; i < cases.topLevelItemCount(); ++i) {
        counted += cases.topLevelItem(i)->text(1).remove(QRegularExpression(QStringLiteral("\\D"))).toLongLong();
        cases.setCurrentItem(cases.topLevelItem(i));
        QCOMPARE(plan->tiling().tiles[static_cast<std::size_t>(w().attention().selection().tile)].level, i + 1);
    }
    QCOMPARE(counted, tiles);
    w().attention().selectTile(tiles - 1);
    QCOMPARE(cases.indexOfTopLevelItem(cases.currentItem()), cases.topLevelItemCount() - 1);
}

void TestGraph::whatIsWrongWithItIsSaidWithItsPlace()
{
    QSignalSpy failed(&w().operations(), &Operations::failed);
    search(QStringLiteral(R"({"schema": "sparsescope-graph", "version": 1, "nodes": [{"op": "NONE"}]})"));
    QVERIFY(!w().attention().plan());
    QCOMPARE(failed.size(), 1);
    const QString said = failed[0][0].value<Failure>().sentence;
    QVERIFY2(said.contains(QStringLiteral("/nodes/0/op: is the name of no node")), qPrintable(said));
}

VIEW_TEST(TestGraph)
#include "tst_graph.moc"
