// The fastest plan in the window: its best are measured where there is a GPU, and a run without a plan asks for it.
#include "engine/matrix/patterns.h"
#include "engine/search/planner.h"
#include "tests/support/fake_worker.h"
#include "tests/views/fake_data.h"
#include "tests/views/view_test.h"
#include "views/inspector/inspector.h"
#include "views/main_window/main_window.h"
#include "views/main_window/status_line.h"
#include "views/pages/measure/measure_page.h"
#include "views/parts/numbers.h"
#include "views/workspace/workspace.h"

#include <QAction>
#include <QLabel>
#include <QMenu>
#include <QMenuBar>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>
#include <QThread>

#include <atomic>
#include <mutex>

using namespace sparsescope;

namespace {

// Runs any plan: the last of those that are measured together is the fastest. It holds up, or fails, while it measures.
class Gpu {
public:
    std::shared_ptr<Worker> worker()
    {
        return fakeWorker([this](const GpuJob& job, Progress& progress, const Worker::Listener&) {
            {
                const std::scoped_lock lock(m_guard);
                m_asked.push_back(job);
            }
            if (job.run.brief && fails)
                throw Error(ErrorKind::Device, "the GPU is gone");
            progress.report("compiling", 0.1);
            while (job.run.brief && held) {
                progress.check();
                QThread::msleep(2);
            }
            session::Session session;
            for (std::size_t i = 0; i < job.plans.size(); ++i) {
                session.plans.push_back({*job.plans[i], {}});
                session.runs.push_back({static_cast<int>(i), *fake::profile(*job.plans[i])});
                session.runs.back().profile.kernel.medianNs = 9000 - 1000 * static_cast<double>(i);
            }
            return session;
        });
    }
    std::vector<GpuJob> asked()
    {
        const std::scoped_lock lock(m_guard);
        return m_asked;
    }

    std::atomic<bool> held{false}, fails{false};

private:
    std::mutex m_guard;
    std::vector<GpuJob> m_asked;
};

std::string figure(const Workspace& w, const char* name)
{
    return w.attention().plan()->figures.value(name, "");
}

} // namespace

class TestFastest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void theBestAreMeasuredAndTheFastestIsShown();
    void whileItMeasuresTheWindowSaysSoAndGoesOn();
    void cancellingTheMeasurementKeepsThePrediction();
    void aWorkerThatFailsLeavesThePrediction();
    void withoutAGpuThePredictionDecidesAndThatIsSaid();
    void withoutAGpuThePredictionDecides();
    void aRunWithoutAPlanTakesTheFastest();
    void aRunWithoutAPlanIsCancelledWithItsSearch();
    void aRunThatComesDuringASearchWaitsForItsPlan();

private:
    struct Open {
        std::unique_ptr<MainWindow> window;
        explicit Open(const Hooks& hooks)
        {
            window = std::make_unique<MainWindow>(hooks, nullptr);
            window->resize(1280, 720);
            window->show();
            w().document().setMatrix(crossing(512, 1));
            w().setup().setOperator({OperatorKind::SpMM, DataType::Float16, 64});
            QTRY_VERIFY(!w().operations().busy());
        }
        Workspace& w() { return window->workspace(); }
        void search()
        {
            w().setup().setPlanner(QStringLiteral("fastest"));
            w().operations().search();
        }
    };
    static Hooks with(Gpu& gpu)
    {
        Hooks hooks;
        hooks.run.device = 0;
        hooks.run.seed = 5;
        hooks.worker = gpu.worker();
        return hooks;
    }
};

void TestFastest::theBestAreMeasuredAndTheFastestIsShown()
{
    Gpu gpu;
    Open o(with(gpu));
    QSignalSpy messages(&o.w().operations(), &Operations::message);
    o.search();
    QTRY_VERIFY_WITH_TIMEOUT(o.w().attention().plan() && !o.w().operations().busy(), 60'000);
    QCOMPARE(gpu.asked().size(), std::size_t{1});
    const GpuJob job = gpu.asked().front();
    QVERIFY(job.run.brief && !job.run.tune && job.run.baselines.empty());
    QCOMPARE(job.run.seed, std::uint64_t{5});
    const Plan& plan = *o.w().attention().plan();
    const std::size_t measured = job.plans.size();
    QVERIFY(measured >= 2 && measured <= 9); // seven, plain CSR and dense
    QCOMPARE(plan.figures.at("measuredNs").size(), measured);
    QCOMPARE(figure(o.w(), "planner"), job.plans.back()->figures.at("planner").get<std::string>());
    QVERIFY(job.plans.back()->predictedNs > job.plans.front()->predictedNs);
    QVERIFY(!o.w().attention().run()); // which is another thing
    QVERIFY(messages.last().front().toString().endsWith(QStringLiteral(", the fastest that was measured")));
    const QString told = part<Inspector>(*o.window).text();
    QVERIFY2(told.contains(QStringLiteral("measured")), qPrintable(told));
    QVERIFY(told.contains(durationText(9000 - 1000 * static_cast<double>(measured - 1))));
}

void TestFastest::whileItMeasuresTheWindowSaysSoAndGoesOn()
{
    Gpu gpu;
    gpu.held = true;
    Open o(with(gpu));
    o.search();
    QTRY_VERIFY_WITH_TIMEOUT(gpu.asked().size() == 1, 60'000);
    const auto says = [&] {
        for (const QLabel* label : part<StatusLine>(*o.window).findChildren<QLabel*>())
            if (label->text().startsWith(QStringLiteral("measuring the best")))
                return true;
        return false;
    };
    QTRY_VERIFY(says());
    QVERIFY(!o.w().operations().running());
    o.window->showPage("measure"); // nothing waits for the GPU
    o.window->showPage("search");
    gpu.held = false;
    QTRY_VERIFY_WITH_TIMEOUT(o.w().attention().plan() && !o.w().operations().busy(), 60'000);
}

void TestFastest::cancellingTheMeasurementKeepsThePrediction()
{
    Gpu gpu;
    gpu.held = true;
    Open o(with(gpu));
    o.search();
    QTRY_VERIFY_WITH_TIMEOUT(gpu.asked().size() == 1, 60'000);
    o.w().jobs().cancel(Lane::Search);
    QTRY_VERIFY_WITH_TIMEOUT(o.w().attention().plan() && !o.w().operations().busy(), 60'000);
    QCOMPARE(figure(o.w(), "notMeasured"), std::string("cancelled"));
    QCOMPARE(o.w().attention().plan()->predictedNs, gpu.asked().front().plans.front()->predictedNs);
    QVERIFY(!cancelledSearch(*o.w().attention().plan())); // its search was over

    // The second one drops it: nothing but the plan that was there is left.
    o.search();
    QTRY_VERIFY_WITH_TIMEOUT(gpu.asked().size() == 2, 60'000);
    o.w().jobs().drop(Lane::Search);
    QTRY_VERIFY(o.w().jobs().running().isEmpty());
    QCOMPARE(o.w().document().plans().size(), 1);
}

void TestFastest::withoutAGpuThePredictionDecidesAndThatIsSaid()
{
    Hooks hooks;
    const auto worker = fakeWorker();
    worker->problem = "there is no driver; install one";
    hooks.worker = worker;
    Open o(hooks);
    QTRY_VERIFY(!o.w().setup().whyNoGpu().isEmpty());
    QSignalSpy messages(&o.w().operations(), &Operations::message);
    o.search();
    QTRY_VERIFY_WITH_TIMEOUT(o.w().attention().plan() && !o.w().operations().busy(), 60'000);
    QVERIFY(messages.last().front().toString().endsWith(
        QStringLiteral(", the best by prediction: there was no GPU to ask")));
    // What cannot be run says why, where it is looked for.
    int found = 0;
    for (const QMenu* menu : o.window->menuBar()->findChildren<QMenu*>())
        for (const QAction* action : menu->actions())
            if (action->text() == QStringLiteral("Run on the G&PU")) {
                ++found;
                QVERIFY(!action->isEnabled() && menu->toolTipsVisible());
                QCOMPARE(action->toolTip(), QStringLiteral("there is no driver; install one"));
            }
    QCOMPARE(found, 1);
}

void TestFastest::aWorkerThatFailsLeavesThePrediction()
{
    Gpu gpu;
    gpu.fails = true;
    Open o(with(gpu));
    QSignalSpy failed(&o.w().operations(), &Operations::failed);
    QSignalSpy messages(&o.w().operations(), &Operations::message);
    o.search();
    QTRY_VERIFY_WITH_TIMEOUT(o.w().attention().plan() && !o.w().operations().busy(), 60'000);
    QCOMPARE(figure(o.w(), "notMeasured"), std::string("the GPU is gone"));
    QCOMPARE(failed.count(), 0);
    QVERIFY(messages.last().front().toString().endsWith(
        QStringLiteral(", the best by prediction; not measured: the GPU is gone")));
    QVERIFY(part<Inspector>(*o.window).text().contains(QStringLiteral("the GPU is gone")));
}

void TestFastest::withoutAGpuThePredictionDecides()
{
    Gpu gpu;
    Hooks hooks = with(gpu);
    hooks.run.device = 3; // which there is not
    Open o(hooks);
    o.search();
    QTRY_VERIFY_WITH_TIMEOUT(o.w().attention().plan() && !o.w().operations().busy(), 60'000);
    QVERIFY(gpu.asked().empty());
    QVERIFY(!o.w().attention().plan()->figures.contains("measuredNs"));
    QVERIFY(!o.w().attention().plan()->figures.contains("notMeasured"));
}

void TestFastest::aRunWithoutAPlanTakesTheFastest()
{
    Gpu gpu;
    Open o(with(gpu));
    o.window->showPage("measure");
    const QString planner = o.w().setup().plannerName();
    QCOMPARE(o.w().operations().whyNoGpuRun(), QString());
    auto& page = part<MeasurePage>(*o.window);
    QPushButton* run = nullptr;
    for (QPushButton* button : page.findChildren<QPushButton*>())
        if (button->isVisible() && button->text() == QStringLiteral("Run on the GPU"))
            run = button;
    QVERIFY(run);
    gpu.held = true;
    run->click();
    QVERIFY(o.w().operations().running());
    QTRY_VERIFY_WITH_TIMEOUT(gpu.asked().size() == 1, 60'000);
    QTRY_COMPARE(run->text(), QStringLiteral("Cancel"));
    QTRY_VERIFY([&] {
        const auto labels = page.findChildren<QLabel*>();
        return std::any_of(labels.begin(), labels.end(), [](const QLabel* label) {
            return label->isVisible() && label->text().startsWith(QStringLiteral("measuring the best: compiling"));
        });
    }());
    o.window->grab().save(inOutput("run-without-a-plan.png"));
    gpu.held = false;
    QTRY_VERIFY_WITH_TIMEOUT(o.w().attention().run() && !o.w().operations().busy(), 60'000);
    QCOMPARE(o.w().attention().plan()->planner, std::string("fastest"));
    QCOMPARE(o.w().document().plans().size(), 1);
    QCOMPARE(gpu.asked().size(), std::size_t{2}); // the best, then the fastest in full
    QVERIFY(!gpu.asked().back().run.brief);
    QCOMPARE(gpu.asked().back().plans.front(), o.w().attention().plan());
    QCOMPARE(o.w().setup().plannerName(), planner); // the next search is what it was
}

void TestFastest::aRunWithoutAPlanIsCancelledWithItsSearch()
{
    Gpu gpu;
    gpu.held = true;
    Open o(with(gpu));
    o.w().operations().runOnGpu();
    QTRY_VERIFY_WITH_TIMEOUT(gpu.asked().size() == 1, 60'000);
    o.w().operations().cancelRun();
    QVERIFY(!o.w().operations().running());
    QTRY_VERIFY_WITH_TIMEOUT(o.w().attention().plan() && !o.w().operations().busy(), 60'000);
    QVERIFY(!o.w().attention().run()); // the plan is kept and can be looked at
    QCOMPARE(gpu.asked().size(), std::size_t{1});
    // No search begins for what no plan can be made of.
    o.w().document().setMatrix(crossing(512, 2));
    o.w().setup().setCalibration(QStringLiteral("a100-stile"));
    o.w().setup().setOperator({OperatorKind::SpMV, DataType::Float32, 1});
    const QString why = o.w().operations().whyNoGpuRun();
    QVERIFY2(why.startsWith(QStringLiteral("There is no plan to run, and none can be searched")), qPrintable(why));
}

void TestFastest::aRunThatComesDuringASearchWaitsForItsPlan()
{
    Gpu gpu;
    std::atomic<bool> go{false};
    Hooks hooks = with(gpu);
    hooks.searchStep = [&go] {
        while (!go)
            QThread::msleep(1);
    };
    Open o(hooks);
    o.w().operations().search(); // by stile
    o.w().operations().runOnGpu();
    QVERIFY(o.w().operations().running());
    go = true;
    QTRY_VERIFY_WITH_TIMEOUT(o.w().attention().run() && !o.w().operations().busy(), 60'000);
    QCOMPARE(o.w().document().plans().front().plan->planner, std::string("stile"));
}

VIEW_TEST(TestFastest)
#include "tst_fastest.moc"
