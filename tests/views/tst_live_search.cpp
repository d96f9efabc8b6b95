// A search in the window: its tiles are seen while it runs, and cancelling it keeps them. The test holds the search up
// whenever it wants to look.
#include "engine/matrix/patterns.h"
#include "engine/plan/plan_file.h"
#include "engine/search/planner.h"
#include "tests/views/fake_data.h"
#include "tests/views/view_test.h"
#include "views/canvas/canvas_link.h"
#include "views/heatmap/heatmap_view.h"
#include "views/inspector/inspector.h"
#include "views/main_window/main_window.h"
#include "views/pages/search/search_curves.h"
#include "views/pages/search/search_page.h"
#include "views/workspace/plan_editor.h"
#include "views/workspace/shown_order.h"
#include "views/workspace/workspace.h"

#include <QLabel>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>
#include <QThread>

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <mutex>

using namespace sparsescope;

namespace {

// Where a search waits until the test lets it go on.
class Gate {
public:
    // Every so many choices a stop, once it has run for so long that it is worth a look.
    explicit Gate(int every) : m_every(every) {}

    void pass()
    {
        if (m_open)
            return;
        if (m_passed == 0)
            QThread::msleep(350);
        if (++m_passed % m_every != 0)
            return;
        std::unique_lock lock(m_guard);
        m_waiting = true;
        m_go.wait(lock, [this] { return m_allowed > 0 || m_open; });
        m_allowed = std::max(0, m_allowed - 1);
        m_waiting = false;
    }
    void letOne()
    {
        const std::scoped_lock lock(m_guard);
        ++m_allowed;
        m_go.notify_all();
    }
    void open()
    {
        const std::scoped_lock lock(m_guard);
        m_open = true;
        m_go.notify_all();
    }
    bool waiting()
    {
        const std::scoped_lock lock(m_guard);
        return m_waiting && m_allowed == 0;
    }

private:
    int m_every;
    std::atomic<int> m_passed{0};
    std::atomic<bool> m_open{false};
    std::mutex m_guard;
    std::condition_variable m_go;
    int m_allowed = 0;
    bool m_waiting = false;
};

} // namespace

class TestLiveSearch : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void tilesAndCurvesAreSeenBeforeTheSearchEnds();
    void aChosenTileCanBeLookedAtWhileItRuns();
    void cancelKeepsACompletePlan();
    void aCancelledPlanIsComparedChangedAndSaved();
    void cancellingTwiceDropsIt();
    void tilesAreSeenInAnotherOrderToo();
    void anotherPlanCanBeLookedAtMeanwhile();
    void theWindowClosesWhileItSearches();

private:
    struct Open {
        std::shared_ptr<Gate> gate;
        std::unique_ptr<MainWindow> window;
        explicit Open(const MatrixPtr& matrix, int every = 3) : gate(std::make_shared<Gate>(every))
        {
            Hooks hooks;
            hooks.searchStep = [gate = gate] { gate->pass(); };
            window = std::make_unique<MainWindow>(hooks, nullptr);
            window->resize(1280, 800);
            window->show();
            w().document().setMatrix(matrix);
            window->showPage("search");
        }
        ~Open() { gate->open(); }
        Workspace& w() { return window->workspace(); }
        // On with the search until the next picture of it.
        void next()
        {
            bool more = false;
            const auto heard = listen(w().attention(), Attention::LiveChanged, window.get(), [&more] { more = true; });
            for (int i = 0; i < 2000 && !more; ++i) {
                if (gate->waiting())
                    gate->letOne();
                QTest::qWait(10);
            }
            QObject::disconnect(heard);
            QVERIFY(w().attention().live());
            QTRY_VERIFY(gate->waiting());
            QVERIFY(window->canvas().waitForRendered());
        }
    };
    static void finish(Open& o)
    {
        o.gate->open();
        QTRY_VERIFY_WITH_TIMEOUT(!o.w().operations().busy(), 60'000);
    }
    const MatrixPtr m_matrix = crossing(1024, 5);
};

void TestLiveSearch::tilesAndCurvesAreSeenBeforeTheSearchEnds()
{
    Open o(m_matrix);
    Workspace& w = o.w();
    QVERIFY(part<Inspector>(*o.window).text().contains(QStringLiteral("Search a plan (Alt+2)")));
    w.operations().search();
    QVERIFY(!w.attention().live());
    QVERIFY(part<Inspector>(*o.window).text().contains(QStringLiteral("A plan is being searched")));
    o.next();
    HeatMapView& canvas = o.window->canvas();
    const LiveSearch first = *w.attention().live();
    QCOMPARE(canvas.plan().get(), first.plan().get());
    QVERIFY(canvas.tilesShown());
    QCOMPARE(canvas.step(), first.chosen());
    QVERIFY(first.covered() > 0 && first.covered() < 1);
    QCOMPARE(first.number, 1);
    QVERIFY(first.of > 1);
    const QImage before = canvas.renderNow({400, 400}, 1);
    for (int i = 0; i < 200 && w.attention().live()->covered() - first.covered() < 0.2; ++i)
        o.next();
    QVERIFY(w.attention().live()->covered() > first.covered());
    QVERIFY(w.attention().live()->chosen() > first.chosen());
    QVERIFY(canvas.renderNow({400, 400}, 1) != before);
    QVERIFY(w.attention().live()->rounds.size() > first.rounds.size());
    // The curves have a point for each round and the start; who is seen stands in words.
    auto* curves = o.window->findChild<SearchCurves*>();
    QTRY_COMPARE(curves->graph(0)->dataCount(),
                 static_cast<int>(std::min<std::size_t>(w.attention().live()->rounds.size(), 500)) + 1);
    QStringList said;
    for (const QLabel* label : o.window->findChildren<QLabel*>())
        said << label->text();
    QVERIFY(said.contains(QStringLiteral("Searching: %1").arg(w.attention().live()->name)));
    // Zoomed while it runs, the view stays where it is.
    canvas.zoomIn();
    const raster::ViewBox view = canvas.view();
    o.next();
    QVERIFY(canvas.view() == view);
    finish(o);
    QVERIFY(!w.attention().live());
    QVERIFY(w.attention().plan() && w.attention().planFacts());
    QCOMPARE(canvas.plan().get(), w.attention().plan().get());
    QVERIFY(!cancelledSearch(*w.attention().plan()));
    QCOMPARE(w.document().plans().front().title, QStringLiteral("stile"));
}

void TestLiveSearch::aChosenTileCanBeLookedAtWhileItRuns()
{
    Open o(m_matrix);
    Workspace& w = o.w();
    w.operations().search();
    o.next();
    const auto owners = w.attention().live()->owners();
    const auto owned =
        std::find_if(owners->begin(), owners->end(), [](std::uint32_t t) { return t != PartialPlan::noOwner; });
    QVERIFY(owned != owners->end());
    const std::int64_t tile = *owned;
    Q_EMIT o.window->canvas().tileSelected(tile);
    QCOMPARE(w.attention().selection().liveTile, tile);
    QCOMPARE(w.attention().selection().tile, -1);
    auto* inspector = o.window->findChild<Inspector*>();
    QVERIFY(inspector->text().contains(QStringLiteral("chosen so far")));
    o.next();
    QCOMPARE(o.window->canvas().selectedTile(), tile);
    // A place that nobody owns yet is no tile.
    const auto none =
        std::find(w.attention().live()->owners()->begin(), w.attention().live()->owners()->end(), PartialPlan::noOwner);
    QVERIFY(none != w.attention().live()->owners()->end());
    const std::int64_t p = none - w.attention().live()->owners()->begin();
    const std::int64_t row = m_matrix->rowOf(p);
    HeatMapView& canvas = o.window->canvas();
    canvas.goTo(row, m_matrix->colIdx()[static_cast<std::size_t>(p)]);
    canvas.setFocus();
    QTest::keyClick(&canvas, Qt::Key_Return);
    QCOMPARE(w.attention().selection().liveTile, -1);
    finish(o);
    QCOMPARE(w.attention().selection().liveTile, -1);
}

void TestLiveSearch::cancelKeepsACompletePlan()
{
    Open o(m_matrix);
    Workspace& w = o.w();
    w.operations().search();
    o.next();
    o.next();
    const std::int64_t covered = w.attention().live()->tiles->covered;
    QTest::keyClick(o.window.get(), Qt::Key_Period, Qt::ControlModifier);
    QVERIFY(w.jobs().busy(Lane::Search)); // it keeps what it found
    QVERIFY(w.jobs().running().front().ending);
    finish(o);
    QVERIFY(w.attention().plan());
    const auto cancelled = cancelledSearch(*w.attention().plan());
    QVERIFY(cancelled && cancelled->covered < 1);
    QVERIFY(cancelled->covered * static_cast<double>(m_matrix->nnz()) >= static_cast<double>(covered) - 0.5);
    const QString title = w.document().plans().back().title;
    QVERIFY2(title.startsWith(QStringLiteral("stile, cancelled at ")) && title.endsWith(QLatin1Char('%')),
             qPrintable(title));
    validatePlan(*w.attention().plan(), *m_matrix);
    QCOMPARE(w.attention().planFacts()->covered.back(), m_matrix->nnz());
    QCOMPARE(o.window->canvas().plan().get(), w.attention().plan().get());
    // It can be replayed: the last rounds take the rest.
    QVERIFY(w.attention().trace() && w.attention().trace()->rounds.back().rest &&
            !w.attention().trace()->rounds.front().rest);
    w.attention().setStep(1);
    QCOMPARE(o.window->canvas().step(), 1);
    w.attention().selectTile(w.attention().steps() - 1);
    QCOMPARE(w.attention().selection().tile, w.attention().steps() - 1);
    w.operations().checkOnCpu();
    QTRY_VERIFY(w.operations().cpuCheck());
    QVERIFY(w.operations().cpuCheck()->accepted);
}

void TestLiveSearch::aCancelledPlanIsComparedChangedAndSaved()
{
    Open o(m_matrix);
    Workspace& w = o.w();
    w.operations().search();
    o.next();
    w.jobs().cancelAll();
    finish(o);
    const PlanPtr early = w.attention().plan();
    QVERIFY(cancelledSearch(*early));
    w.operations().search(); // this time to its end
    QTRY_VERIFY_WITH_TIMEOUT(w.document().plans().size() == 2 && !w.operations().busy(), 60'000);
    QVERIFY(!cancelledSearch(*w.attention().plan()));
    o.window->showPage("compare");
    QTRY_VERIFY(o.window->settled());
    w.attention().setCurrentPlan(0);
    QTRY_VERIFY(!w.operations().busy());
    PlanEditor* const editor = &part<PlanEditor>(*o.window);
    w.attention().selectTile(0);
    editor->remove();
    QTRY_VERIFY(!w.operations().busy() && w.attention().plan() != early);
    editor->stack().undo();
    QTRY_VERIFY(!w.operations().busy());
    QCOMPARE(w.attention().plan().get(), early.get());
    const QString path = inOutput("cancelled.sscope");
    w.operations().saveSession(path);
    QTRY_VERIFY_WITH_TIMEOUT(!w.operations().busy(), 20'000);
    Workspace again;
    again.operations().open({path});
    QTRY_VERIFY_WITH_TIMEOUT(again.document().plans().size() == 2 && !again.operations().busy(), 20'000);
    QCOMPARE(again.document().plans()[0].title, w.document().plans()[0].title);
    QVERIFY(again.document().plans()[0].plan->options == early->options);
    QVERIFY(again.document().plans()[0].trace->rounds.back().rest);
}

void TestLiveSearch::cancellingTwiceDropsIt()
{
    Open o(m_matrix);
    Workspace& w = o.w();
    w.operations().search();
    o.next();
    QString said;
    connect(&w.operations(), &Operations::message, this, [&said](const QString& text) { said = text; });
    w.jobs().cancelAll();
    QVERIFY(w.attention().live());
    w.jobs().cancelAll();
    QVERIFY(!w.attention().live());
    QVERIFY(!w.jobs().busy(Lane::Search));
    QVERIFY(said.contains(QStringLiteral("dropped")));
    finish(o);
    QVERIFY(w.document().plans().isEmpty());
    QVERIFY(!o.window->canvas().plan());
}

void TestLiveSearch::tilesAreSeenInAnotherOrderToo()
{
    Open o(m_matrix);
    Workspace& w = o.w();
    ShownOrder& order = w.attention().order();
    const HeatMapView& canvas = o.window->canvas();
    // Where the tiles of the search that are on the canvas lie, by the file's numbers.
    const auto drawnRight = [&] {
        const LiveSearch& live = *w.attention().live();
        const Tiling& drawn = canvas.plan()->tiling();
        if (!canvas.tilesShown() || drawn.tiles.empty() || drawn.tiles.size() > live.plan()->tiling().tiles.size())
            return false;
        const auto rows = drawn.view(drawn.tiles[0]).rowIds;
        const auto named = live.plan()->tiling().view(live.plan()->tiling().tiles[0]).rowIds;
        const LineOrder lines = order.shown().lines ? *order.shown().lines : LineOrder();
        return std::equal(rows.begin(), rows.end(), named.begin(), named.end(),
                          [&](std::int32_t place, std::int32_t row) { return place == lines.rowPlace(row); });
    };
    const auto show = [&](MatrixOrder wanted) {
        order.show(wanted);
        QTRY_COMPARE(order.order(), wanted);
    };
    show(MatrixOrder::Both);
    w.operations().search();
    o.next();
    QTRY_VERIFY(canvas.plan() && drawnRight());
    const auto before = canvas.plan();
    o.next();
    QTRY_VERIFY(canvas.plan() && canvas.plan() != before && drawnRight());
    // A tile that is clicked is one of the search.
    w.attention().select({-1, {}, 0});
    QCOMPARE(canvas.selectedTile(), 0);
    QTRY_VERIFY(part<Inspector>(*o.window).text().contains(QStringLiteral("format")));
    show(MatrixOrder::File); // while it stands still
    QTRY_VERIFY(canvas.plan() && drawnRight());
    show(MatrixOrder::ReverseCuthillMcKee);
    QTRY_VERIFY(canvas.plan() && drawnRight());
    finish(o);
    QVERIFY(!w.attention().live());
    QTRY_VERIFY(canvas.plan() && canvas.plan()->tiling().tiles.size() == w.attention().plan()->tiling().tiles.size());
}

void TestLiveSearch::anotherPlanCanBeLookedAtMeanwhile()
{
    Open o(m_matrix);
    Workspace& w = o.w();
    const fake::Data data = fake::searched();
    w.document().setMatrix(data.matrix);
    w.attention().show({data.plan, data.trace, QStringLiteral("one")});
    QTRY_VERIFY(w.attention().planFacts());
    w.attention().show({std::make_shared<const Plan>(*data.plan), data.trace, QStringLiteral("two")});
    QTRY_VERIFY(!w.operations().busy());
    w.operations().search();
    o.next();
    QCOMPARE(o.window->canvas().plan().get(), w.attention().live()->plan().get());
    w.attention().setCurrentPlan(0);
    QVERIFY(!w.attention().live());
    QCOMPARE(o.window->canvas().plan().get(), data.plan.get());
    finish(o);
    QCOMPARE(w.document().plans().size(), 3);
    QCOMPARE(w.attention().currentPlan(), 2);
}

void TestLiveSearch::theWindowClosesWhileItSearches()
{
    Open o(m_matrix);
    o.w().operations().search();
    o.next();
    o.w().jobs().cancelAll(); // even while it keeps what it found
    QVERIFY(o.w().jobs().busy());
    o.window->setAsk([](const QString&, const QString&) { return MainWindow::Answer::Discard; }); // where it is slow
    o.window->close();
    o.gate->open();
    o.window.reset();
    o.window = std::make_unique<MainWindow>(Hooks{}, nullptr);
}

VIEW_TEST(TestLiveSearch)
#include "tst_live_search.moc"
