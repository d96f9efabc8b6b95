// The tab History of the Search page: what a search among graphs has told, as a curve, a list and a tree; its graphs
// planned, and replayed.
#include "engine/cost/cost_model.h"
#include "engine/matrix/patterns.h"
#include "engine/search/planner.h"
#include "tests/views/fake_data.h"
#include "tests/views/view_test.h"
#include "views/heatmap/heatmap_view.h"
#include "views/main_window/main_window.h"
#include "views/pages/search/history_curve.h"
#include "views/pages/search/history_model.h"
#include "views/pages/search/history_panels.h"
#include "views/pages/search/search_page.h"
#include "views/workspace/workspace.h"

#include <QAbstractItemModelTester>
#include <QClipboard>
#include <QComboBox>
#include <QGuiApplication>
#include <QHeaderView>
#include <QScopeGuard>
#include <QSemaphore>
#include <QSignalSpy>
#include <QTabBar>
#include <QTest>
#include <QThread>
#include <QToolButton>

#include <algorithm>

using namespace sparsescope;
using alphasparse::Evaluation;

class TestHistory : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void everyEvaluationIsSeen();
    void rowsAreSortedFilteredStackedAndCopied();
    void aDeepTreeLeavesRoomForWhatItsGraphsAre();
    void enterPlansAGraphAndUndoShowsTheOneBefore();
    void aClickOnAMarkPlansItsGraph();
    void spacePlaysTheEvaluations();
    void pointsComeWhileItSearches();
    void otherPlansHaveNoSuchTab();
    void aTraceMayHoldAnything();

private:
    struct Open {
        std::unique_ptr<MainWindow> window;
        explicit Open(Hooks hooks = {}) : window(std::make_unique<MainWindow>(std::move(hooks), nullptr))
        {
            window->resize(1280, 720);
            window->show();
            window->canvas().setReducedMotion(true);
        }
        Open(const MatrixPtr& matrix, const PlanPtr& plan, const TracePtr& trace) : Open()
        {
            w().document().setMatrix(matrix);
            w().attention().show({plan, trace, QStringLiteral("found")});
            window->showPage("search");
            settle();
            page().showView("history");
        }
        void settle() const { QTRY_VERIFY(window->settled()); }
        Workspace& w() const { return window->workspace(); }
        SearchPage& page() const { return part<SearchPage>(*window); }
        HistoryList& list() const { return part<HistoryList>(*window); }
        HistoryView& rows() const { return list().view(); }
        HistoryModel& model() const { return list().model(); }
        HistoryCurve& curve() const { return part<HistoryCurve>(*window); }
        ShownHistory& shown() const { return part<ShownHistory>(*window); }
        bool tabThere() const
        {
            for (const QTabBar* tabs : window->findChildren<QTabBar*>())
                for (int i = 0; i < tabs->count(); ++i)
                    if (tabs->tabText(i) == QStringLiteral("History"))
                        return tabs->isTabVisible(i);
            return false;
        }
        int another() const // that can be planned, and is not what is shown
        {
            for (int i = 0; i < static_cast<int>(shown().evaluations().size()); ++i)
                if (shown().evaluations()[static_cast<std::size_t>(i)].time() > 0 && i != shown().taken())
                    return i;
            return -1;
        }
    };
    TracePtr chainOf(int graphs) const; // each made from the one before
    const Operator m_op{OperatorKind::SpMV, DataType::Float32, 1};
    const MatrixPtr m_matrix = rmat(256, 2000, 3);
    PlanPtr m_plan;
    TracePtr m_trace;
};

void TestHistory::initTestCase()
{
    const auto model = makeCostModel(readCalibration("h200"), m_op);
    auto trace = std::make_shared<Trace>();
    m_plan =
        std::make_shared<const Plan>(planner("alphasparse")
                                         .search(*m_matrix, m_op, ModelEvaluator(*model),
                                                 {{"evaluator", "model"}, {"evaluations", 40}}, *trace, noProgress()));
    m_trace = trace;
}

void TestHistory::everyEvaluationIsSeen()
{
    const Open o(m_matrix, m_plan, m_trace);
    QVERIFY(o.tabThere());
    const std::vector<Evaluation>& all = o.shown().evaluations();
    const auto told = m_plan->figures.at("graphSearch").at("evaluated").get<int>();
    QCOMPARE(static_cast<int>(all.size()), told);
    QCOMPARE(o.model().rowCount(), told);
    QVERIFY(o.rows().isVisible() && o.curve().isVisible());
    // The one that the plan is made of is picked; each mark is found where it stands.
    QVERIFY(o.shown().taken() >= 0);
    QCOMPARE(o.shown().current(), o.shown().taken());
    QCOMPARE(o.model().evaluationAt(o.rows().currentIndex()), o.shown().taken());
    QTRY_VERIFY(o.curve().axisRect()->width() > 100);
    int seen = 0;
    for (int i = 0; i < told; ++i) {
        const QPointF place = o.curve().placeOf(i);
        QVERIFY(o.curve().axisRect()->rect().adjusted(-1, -1, 1, 1).contains(place.toPoint()));
        seen += o.curve().evaluationAt(place) == i;
        const QStringList lines = o.shown().linesOf(i);
        QCOMPARE(lines.size(), 3);
        QVERIFY(lines[0].contains(QString::fromStdString(all[static_cast<std::size_t>(i)].move)));
        QCOMPARE(lines[2], QString::fromStdString(all[static_cast<std::size_t>(i)].nodes));
    }
    QVERIFY(seen > told / 2); // some lie on others
    // The pick moves with the rows, and the marks of the way to it with the pick.
    o.rows().setFocus();
    QTest::keyClick(&o.rows(), Qt::Key_Home);
    QCOMPARE(o.shown().current(), 0);
    QTest::keyClick(&o.rows(), Qt::Key_Down);
    QCOMPARE(o.shown().current(), 1);
}

TracePtr TestHistory::chainOf(int graphs) const
{
    auto chain = std::make_shared<Trace>();
    const auto first = std::find_if(m_trace->events.begin(), m_trace->events.end(),
                                    [](const TraceEvent& event) { return event.name == "graph"; });
    for (int i = 0; i < graphs; ++i) {
        chain->events.push_back(*first);
        chain->events.back().data["id"] = i;
        chain->events.back().data["parent"] = i - 1;
    }
    return chain;
}

void TestHistory::aDeepTreeLeavesRoomForWhatItsGraphsAre()
{
    const Open o(m_matrix, m_plan, chainOf(40));
    o.list().setTree(true);
    const auto half = [&] { return o.rows().viewport()->width() / 2; };
    QTRY_VERIFY(o.rows().isVisible() && half() > 100);
    QVERIFY(o.rows().columnViewportPosition(HistoryModel::Move) < half());
    QVERIFY(o.rows().visualRect(o.model().indexOf(39)).left() > o.rows().visualRect(o.model().indexOf(38)).left());
    o.list().setTree(false);
    QVERIFY(o.rows().columnViewportPosition(HistoryModel::Move) < half() / 2);
}

void TestHistory::rowsAreSortedFilteredStackedAndCopied()
{
    const Open o(m_matrix, m_plan, m_trace);
    const QAbstractItemModelTester tester(&o.model(), QAbstractItemModelTester::FailureReportingMode::QtTest);
    const std::vector<Evaluation>& all = o.shown().evaluations();
    const auto evaluation = [&](int row) -> const Evaluation& {
        return all[static_cast<std::size_t>(o.model().evaluationAt(o.model().index(row, 0)))];
    };
    o.rows().sortByColumn(HistoryModel::Predicted, Qt::AscendingOrder);
    for (int row = 1; row < o.model().rowCount(); ++row)
        QVERIFY(evaluation(row).predictedNs == 0 || evaluation(row - 1).predictedNs <= evaluation(row).predictedNs);
    o.rows().sortByColumn(HistoryModel::Number, Qt::DescendingOrder);
    QCOMPARE(evaluation(0).id, all.back().id);
    o.rows().sortByColumn(HistoryModel::Number, Qt::AscendingOrder);

    auto* phases = o.list().findChild<QComboBox*>();
    phases->setCurrentText(QStringLiteral("structures"));
    QVERIFY(o.model().rowCount() > 0 && o.model().rowCount() < static_cast<int>(all.size()));
    for (int row = 0; row < o.model().rowCount(); ++row)
        QCOMPARE(evaluation(row).phase, alphasparse::Phase::Structures);
    phases->setCurrentIndex(0);

    // Each graph below the one that it was made from.
    QTest::mouseClick(o.list().findChild<QToolButton*>(), Qt::LeftButton);
    QVERIFY(o.model().tree());
    int below = 0;
    for (int i = 0; i < static_cast<int>(all.size()); ++i) {
        const int parent = all[static_cast<std::size_t>(i)].parent;
        QCOMPARE(o.model().evaluationAt(o.model().indexOf(i).parent()), parent);
        below += parent >= 0;
    }
    QVERIFY(below > 0);
    QVERIFY(o.model().rowCount() < static_cast<int>(all.size()));
    phases->setCurrentText(QStringLiteral("structures")); // with parents that are left out
    for (int i = 0; i < static_cast<int>(all.size()); ++i)
        QCOMPARE(o.model().indexOf(i).isValid(),
                 all[static_cast<std::size_t>(i)].phase == alphasparse::Phase::Structures);
    phases->setCurrentIndex(0);

    o.rows().setFocus();
    o.shown().setCurrent(0);
    QTest::keySequence(&o.rows(), QKeySequence::Copy);
    const QString copied = QGuiApplication::clipboard()->text();
    QVERIFY2(copied.contains(QString::fromStdString(all[0].move)) &&
                 copied.endsWith(QString::fromStdString(all[0].graph)),
             qPrintable(copied));
}

void TestHistory::enterPlansAGraphAndUndoShowsTheOneBefore()
{
    const Open o(m_matrix, m_plan, m_trace);
    const int one = o.another();
    QVERIFY(one >= 0);
    const Evaluation wanted = o.shown().evaluations()[static_cast<std::size_t>(one)];
    o.shown().setCurrent(one);
    o.rows().setFocus();
    QTest::keyClick(&o.rows(), Qt::Key_Return);
    o.settle();
    const PlanPtr planned = o.w().attention().plan();
    QVERIFY(planned != m_plan);
    QCOMPARE(planned->planner, std::string("graph"));
    QCOMPARE(planned->options.at("graph").get<std::string>(), wanted.graph);
    QVERIFY(o.w().document().plans().back().title.startsWith(QStringLiteral("alphasparse, ")));
    // The history is still that of the search, and says which graph is on the canvas.
    QVERIFY(o.tabThere());
    QCOMPARE(o.shown().evaluations().size(), static_cast<std::size_t>(o.model().rowCount()));
    QCOMPARE(o.shown().taken(), one);
    QTest::keyClick(o.window.get(), Qt::Key_Z, Qt::ControlModifier);
    o.settle();
    QCOMPARE(o.w().attention().plan(), m_plan);
    QTest::keyClick(o.window.get(), Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier);
    o.settle();
    QCOMPARE(o.w().attention().plan(), planned);
    // What was planned once is shown again; what the search has found is its own plan.
    o.w().attention().show(o.w().document().plans().front());
    o.settle();
    o.shown().plan(one);
    o.settle();
    QCOMPARE(o.w().attention().plan(), planned);
    QCOMPARE(o.w().document().plans().size(), 2);
    // Another search is not thrown away for it.
    o.w().jobs().start(
        Lane::Search, QStringLiteral("Searching"),
        [](Progress& progress) {
            while (true) {
                progress.check();
                QThread::msleep(5);
            }
            return 0;
        },
        [](int) {});
    o.shown().plan(o.another());
    QTest::qWait(50);
    QVERIFY(o.w().operations().searching());
    QCOMPARE(o.w().attention().plan(), planned);
    o.w().jobs().cancelAll();
    o.settle();
}

void TestHistory::aClickOnAMarkPlansItsGraph()
{
    const Open o(m_matrix, m_plan, m_trace);
    QTRY_VERIFY(o.curve().axisRect()->width() > 100);
    int one = -1;
    for (int i = 0; one < 0; ++i)
        if (o.shown().evaluations()[static_cast<std::size_t>(i)].time() > 0 && i != o.shown().taken() &&
            o.curve().evaluationAt(o.curve().placeOf(i)) == i)
            one = i;
    const QPoint place = o.curve().placeOf(one).toPoint();
    QTest::mouseClick(&o.curve(), Qt::LeftButton, {}, place);
    o.settle();
    QCOMPARE(o.w().attention().plan()->planner, std::string("graph"));
    QCOMPARE(o.shown().taken(), one);
}

void TestHistory::spacePlaysTheEvaluations()
{
    const Open o(m_matrix, m_plan, m_trace);
    const auto n = static_cast<std::int64_t>(o.shown().evaluations().size());
    const std::int64_t tiles = o.w().attention().step();
    QCOMPARE(o.shown().step(), n);
    o.rows().setFocus();
    QTest::keyClick(&o.rows(), Qt::Key_Comma);
    QCOMPARE(o.shown().step(), n - 1);
    QCOMPARE(o.shown().current(), static_cast<int>(n) - 2);
    QTest::keyClick(&o.rows(), Qt::Key_Period);
    QCOMPARE(o.shown().step(), n);
    auto& replay = part<HistoryReplay>(*o.window);
    replay.setTilesPerSecond(400);
    QSignalSpy steps(&o.shown(), &ShownHistory::stepChanged);
    QTest::keyClick(&o.rows(), Qt::Key_Space); // from the start
    QVERIFY(replay.playing());
    QTRY_VERIFY(!replay.playing());
    QVERIFY(steps.size() > 2);
    QCOMPARE(o.shown().step(), n);
    QCOMPARE(o.w().attention().step(), tiles); // the plan's tiles stay as they are
    o.page().showTab(SearchPage::Tab::Why);
    QTest::keyClick(o.window.get(), Qt::Key_Home); // and have their own step
    QCOMPARE(o.w().attention().step(), 0);
    QCOMPARE(o.shown().step(), n);
}

void TestHistory::pointsComeWhileItSearches()
{
    auto steps = std::make_shared<QSemaphore>();
    Hooks hooks;
    hooks.searchStep = [steps, slept = false]() mutable {
        if (!std::exchange(slept, true))
            QThread::msleep(350); // what is over sooner is not worth a look
        QThread::msleep(5);
        steps->acquire();
    };
    const Open o(hooks);
    o.w().document().setMatrix(m_matrix);
    o.w().setup().setOperator(m_op);
    o.w().setup().setPlanner(QStringLiteral("alphasparse"));
    o.w().setup().setPlannerOptions({{"evaluator", "model"}, {"evaluations", 80}});
    o.window->showPage("search");
    o.settle();
    QVERIFY(!o.tabThere());
    const auto goOn = qScopeGuard([steps] { steps->release(100'000); }); // whatever is found out here
    o.w().operations().search();
    steps->release(30);
    QTRY_VERIFY(o.tabThere());
    o.page().showView("history");
    const auto seen = [&] { return static_cast<int>(o.shown().evaluations().size()); };
    QVERIFY(o.shown().live());
    const int first = seen();
    QVERIFY(first > 0);
    steps->release(30);
    for (int i = 0; i < 200 && seen() <= first; ++i)
        QTest::qWait(10);
    QVERIFY(seen() > first);
    QCOMPARE(o.model().rowCount(), seen());
    o.shown().plan(0); // not now: it would end the search
    QVERIFY(o.w().operations().searching());
    steps->release(100'000);
    o.settle();
    QVERIFY(!o.shown().live());
    QCOMPARE(seen(), o.w().attention().plan()->figures.at("graphSearch").at("evaluated").get<int>());
    QVERIFY(o.rows().isVisible());
}

void TestHistory::otherPlansHaveNoSuchTab()
{
    const fake::Data data = fake::searched();
    const Open o(data.matrix, data.plan, data.trace);
    QVERIFY(!o.tabThere());
    QVERIFY(!o.rows().isVisible());
    o.page().showView("history"); // nothing happens, until there is one
    QVERIFY(!o.rows().isVisible());
    o.w().document().setMatrix(m_matrix);
    o.w().attention().show({m_plan, m_trace, QStringLiteral("found")});
    o.settle();
    QVERIFY(o.rows().isVisible());
}

void TestHistory::aTraceMayHoldAnything()
{
    auto trace = std::make_shared<Trace>(*m_trace);
    trace->events.push_back({"graph", {{"id", 100'000}, {"parent", "none"}}});
    trace->events.push_back({"graph", nullptr});
    trace->events.push_back({"final", {{"id", 77'777}}});
    const Open o(m_matrix, m_plan, trace);
    QCOMPARE(o.model().rowCount(), static_cast<int>(o.shown().evaluations().size()));
    QVERIFY2(o.shown().summary().contains(QStringLiteral("3 events")), qPrintable(o.shown().summary()));

    // Each made from the one before: no view goes down so far.
    const Open deep(m_matrix, m_plan, chainOf(3000));
    deep.list().setTree(true);
    int depth = 0;
    for (QModelIndex up = deep.model().indexOf(2999); up.isValid(); up = up.parent())
        ++depth;
    QVERIFY(depth > 50 && depth < 150);
    deep.window->grab();

    auto nothing = std::make_shared<Trace>();
    nothing->events.push_back({"graph", "?"});
    const Open none(m_matrix, m_plan, nothing);
    QVERIFY(!none.tabThere());
}

VIEW_TEST(TestHistory)
#include "tst_history.moc"
