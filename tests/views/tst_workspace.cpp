// The document and its jobs.
#include "engine/core/error.h"
#include "engine/matrix/patterns.h"
#include "engine/session/session.h"
#include "tests/views/fake_data.h"
#include "tests/views/view_test.h"
#include "views/workspace/workspace.h"

#include <QDir>
#include <QFile>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <atomic>
#include <chrono>
#include <thread>

using namespace sparsescope;

namespace {

// Works until it is cancelled, as a job should: looking every few milliseconds.
bool workUntilCancelled(Progress& progress, std::atomic<bool>& ended)
{
    try {
        for (int i = 0; i < 100'000; ++i) {
            progress.report("counting", i / 100'000.0);
            progress.check();
            std::this_thread::sleep_for(std::chrono::milliseconds(5));
        }
    } catch (...) {
        ended = true;
        throw;
    }
    return true;
}

} // namespace

class TestWorkspace : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void aResultArrivesOnTheThreadOfTheJobs();
    void anErrorArrivesAsOneSentence();
    void cancelIsSeenAtOnceAndEndsTheThread();
    void aSupersededResultIsDropped();
    void jobsMayBeDestroyedWhileTheyRun();
    void openingAFileThatIsNotThereSaysSo();
    void openingADefectiveFileNamesTheLineAndKeepsTheMatrix();
    void aPlanWithoutItsMatrixIsRefused();
    void aNewMatrixForgetsEverythingElse();
    void aSearchBringsPlanTraceFactsAndKernel();
    void theWorkspaceMayBeDestroyedWhileItSearches();
    void aRunOfTheGpuIsKeptWithItsPlan();
    void aRunWithAnotherSplitOfTheDenseLoopIsAPlanOfItsOwn();
    void withoutAGpuTheReasonIsTold();
    void aSavedSessionOpensInFullAsRecorded();
    void savesToOneFileFollowEachOther();
    void savesToOtherFilesAreAllMadeAndTold();
    void theStepStaysInRange();
};

void TestWorkspace::aResultArrivesOnTheThreadOfTheJobs()
{
    Jobs jobs;
    int result = 0;
    QThread* thread = nullptr;
    jobs.start(
        Lane::Open, QStringLiteral("A"), [](Progress&) { return 42; },
        [&](int value) {
            result = value;
            thread = QThread::currentThread();
        });
    QVERIFY(jobs.busy());
    QTRY_COMPARE(result, 42);
    QCOMPARE(thread, QThread::currentThread());
    QVERIFY(!jobs.busy());
}

void TestWorkspace::anErrorArrivesAsOneSentence()
{
    Jobs jobs;
    QSignalSpy failed(&jobs, &Jobs::failed);
    jobs.start(
        Lane::Open, QStringLiteral("Reading x.mtx"),
        [](Progress&) -> int {
            failInput("the row is 9, there are 8", {"x.mtx", 12, 0, {}});
        },
        [](int) { QFAIL("a result"); });
    QTRY_COMPARE(failed.count(), 1);
    const auto failure = failed.front().front().value<Failure>();
    QCOMPARE(failure.sentence, QStringLiteral("x.mtx:12: the row is 9, there are 8"));
    QCOMPARE(failure.kind, ErrorKind::Input);
    QVERIFY(failure.details.contains(QStringLiteral("Reading x.mtx")));
}

void TestWorkspace::cancelIsSeenAtOnceAndEndsTheThread()
{
    Jobs jobs;
    std::atomic<bool> ended{false};
    QSignalSpy cancelled(&jobs, &Jobs::cancelled);
    const quint64 id = jobs.start(
        Lane::Open, QStringLiteral("A"), [&](Progress& p) { return workUntilCancelled(p, ended); },
        [](bool) { QFAIL("a result"); });
    QTest::qWait(20);
    jobs.cancel(id);
    QVERIFY(!jobs.busy());
    QCOMPARE(cancelled.count(), 1);
    QTRY_VERIFY(ended.load());
}

void TestWorkspace::aSupersededResultIsDropped()
{
    Jobs jobs;
    QList<int> results;
    jobs.start(
        Lane::Open, QStringLiteral("slow"),
        [](Progress&) {
            std::this_thread::sleep_for(std::chrono::milliseconds(80));
            return 1;
        },
        [&](int value) { results << value; });
    jobs.start(
        Lane::Open, QStringLiteral("fast"), [](Progress&) { return 2; }, [&](int value) { results << value; });
    QCOMPARE(jobs.running().size(), 1);
    QTest::qWait(200);
    QCOMPARE(results, QList<int>{2});
}

void TestWorkspace::jobsMayBeDestroyedWhileTheyRun()
{
    std::atomic<bool> ended{false};
    {
        Jobs jobs;
        jobs.start(
            Lane::Open, QStringLiteral("A"), [&](Progress& p) { return workUntilCancelled(p, ended); },
            [](bool) { QFAIL("a result"); });
        QTest::qWait(20);
    }
    QVERIFY(ended); // the destructor has waited for it
}

void TestWorkspace::openingAFileThatIsNotThereSaysSo()
{
    Workspace w;
    QSignalSpy failed(&w, &Workspace::failed);
    w.open({QStringLiteral("/nowhere/x.mtx"), QStringLiteral("/nowhere/y.mtx")});
    QTRY_COMPARE(failed.count(), 1);
    QVERIFY(failed.front().front().value<Failure>().sentence.contains(QStringLiteral("/nowhere/x.mtx")));
    QTRY_VERIFY(!w.busy());
    QCOMPARE(failed.count(), 1); // what stood behind it is not tried
    QVERIFY(!w.matrix());
}

void TestWorkspace::openingADefectiveFileNamesTheLineAndKeepsTheMatrix()
{
    QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("bad.mtx"));
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("%%MatrixMarket matrix coordinate real general\n2 2 1\n3 1 1.0\n");
    file.close();
    Workspace w;
    w.setMatrix(figure1());
    QSignalSpy failed(&w, &Workspace::failed);
    w.open({path});
    QTRY_COMPARE(failed.count(), 1);
    const QString sentence = failed.front().front().value<Failure>().sentence;
    QVERIFY2(sentence.contains(QStringLiteral("bad.mtx:3")), qPrintable(sentence));
    QVERIFY(!sentence.contains(QLatin1Char('\n')));
    QCOMPARE(w.matrix()->nnz(), 10);
}

void TestWorkspace::aPlanWithoutItsMatrixIsRefused()
{
    Workspace w;
    QSignalSpy failed(&w, &Workspace::failed);
    w.open({QStringLiteral("plan.json")});
    QCOMPARE(failed.count(), 1);
    QVERIFY(failed.front().front().value<Failure>().sentence.contains(QStringLiteral("open its matrix first")));
}

void TestWorkspace::aNewMatrixForgetsEverythingElse()
{
    const fake::Data data = fake::searched();
    Workspace w;
    w.setMatrix(data.matrix);
    w.addPlan(data.plan, data.trace, QStringLiteral("stile"));
    w.addRun(data.plan, fake::profile(*data.plan), true);
    QVERIFY(w.run());
    w.selectTile(1);
    w.setMatrix(figure1());
    QVERIFY(!w.plan());
    QVERIFY(!w.run());
    QVERIFY(w.selection().empty());
    QCOMPARE(w.steps(), 0);
    QTRY_VERIFY(!w.busy());
    QVERIFY(!w.planFacts()); // of the old plan: dropped though it was on its way
}

void TestWorkspace::aSearchBringsPlanTraceFactsAndKernel()
{
    Hooks hooks;
    hooks.generateSource = [](const Plan& plan, const Matrix&, Progress&) {
        KernelSource source;
        source.text = QStringLiteral("// %1 kinds").arg(plan.formats.size());
        return source;
    };
    Workspace w(hooks);
    w.setMatrix(crossing(512, 1));
    w.search();
    QTRY_VERIFY_WITH_TIMEOUT(w.plan() && !w.busy(), 20'000);
    QVERIFY(w.trace() && !w.trace()->rounds.empty());
    QVERIFY(w.planFacts());
    QCOMPARE(static_cast<std::int64_t>(w.planFacts()->owners.size()), w.matrix()->nnz());
    QCOMPARE(w.planFacts()->covered.back(), w.matrix()->nnz());
    QVERIFY(w.source() && w.source()->text.startsWith(QStringLiteral("// ")));
    QCOMPARE(w.step(), w.steps());
}

void TestWorkspace::theWorkspaceMayBeDestroyedWhileItSearches()
{
    for (int milliseconds : {0, 5, 50}) {
        Workspace w;
        w.setMatrix(rmat(8192, 200'000, 3));
        w.search();
        QTest::qWait(milliseconds);
    }
}

void TestWorkspace::aRunOfTheGpuIsKeptWithItsPlan()
{
    const fake::Data data = fake::searched();
    Hooks hooks;
    hooks.gpuStatus = [] { return std::string(); };
    hooks.runGpu = [](const GpuRequest& request, Progress&, const std::function<void(const std::string&)>& say) {
        say("compiling");
        Session session;
        session.runs.push_back({0, *fake::profile(*request.plan)});
        return session;
    };
    Workspace w(hooks);
    QSignalSpy messages(&w, &Workspace::message);
    QTRY_VERIFY(!w.busy());
    w.setMatrix(data.matrix);
    w.addPlan(data.plan, data.trace, QStringLiteral("stile"));
    QCOMPARE(w.whyNoGpuRun(), QString());
    w.runOnGpu();
    QTRY_VERIFY(w.run() && w.run()->facts);
    QVERIFY(!w.run()->recorded);
    QCOMPARE(w.run()->facts->saturated.size(), data.plan->tiles.size());
    QVERIFY(messages.count() >= 1);
}

void TestWorkspace::aRunWithAnotherSplitOfTheDenseLoopIsAPlanOfItsOwn()
{
    const fake::Data data = fake::searched();
    Hooks hooks;
    hooks.gpuStatus = [] { return std::string(); };
    hooks.runGpu = [](const GpuRequest& request, Progress&, const auto&) {
        Session session;
        session.plans.push_back({*request.plan, {}});
        session.plans.front().plan.densePart *= 2;
        session.runs.push_back({0, *fake::profile(session.plans.front().plan)});
        return session;
    };
    Workspace w(hooks);
    QTRY_VERIFY(!w.busy());
    w.setMatrix(data.matrix);
    w.addPlan(data.plan, data.trace, QStringLiteral("stile"));
    w.runOnGpu();
    QTRY_VERIFY(w.run() && w.run()->facts);
    QCOMPARE(w.plans().size(), 2);
    QCOMPARE(w.plan()->densePart, 2 * data.plan->densePart);
    QCOMPARE(w.run()->plan, w.plan());
    QCOMPARE(w.plans()[1].trace, data.trace);
    QCOMPARE(w.plans()[1].title, QStringLiteral("stile, parts of %1").arg(2 * data.plan->densePart));
    QCOMPARE(w.plans()[0].plan, data.plan);
}

void TestWorkspace::withoutAGpuTheReasonIsTold()
{
    Hooks hooks;
    hooks.gpuStatus = [] { return std::string("there is no driver; install one"); };
    hooks.runGpu = [](const GpuRequest&, Progress&, const auto&) { return Session(); };
    Workspace w(hooks);
    QSignalSpy told(&w, &Workspace::gpuStatusChanged);
    QTRY_COMPARE(told.count(), 1);
    QCOMPARE(w.whyNoGpuRun(), QStringLiteral("there is no driver; install one"));
}

void TestWorkspace::aSavedSessionOpensInFullAsRecorded()
{
    const fake::Data data = fake::searched();
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("one.sscope"));
    {
        Workspace w;
        connect(&w, &Workspace::failed, this,
                [](const Failure& failure) { qWarning("%s", qPrintable(failure.sentence)); });
        w.setMatrix(data.matrix);
        w.addPlan(data.plan, data.trace, QStringLiteral("stile"));
        w.addRun(data.plan, fake::profile(*data.plan), false);
        w.saveSession(path);
        QTRY_VERIFY_WITH_TIMEOUT(!w.busy(), 20'000);
    }
    Workspace w;
    connect(&w, &Workspace::failed, this, [](const Failure& failure) { qWarning("%s", qPrintable(failure.sentence)); });
    w.open({path});
    QTRY_VERIFY_WITH_TIMEOUT(w.run() && w.run()->facts && !w.busy(), 20'000);
    QVERIFY(w.matrix()->fingerprint() == data.matrix->fingerprint());
    QCOMPARE(w.steps(), static_cast<std::int64_t>(data.plan->tiles.size()));
    QVERIFY(w.trace() && w.trace()->rounds.size() == data.trace->rounds.size());
    QVERIFY(w.run()->recorded);
    QCOMPARE(w.run()->profile->conditions.device, std::string("NVIDIA H200"));
    QCOMPARE(w.run()->facts->inSitu.size(), 2 * data.plan->tiles.size());
}

void TestWorkspace::savesToOneFileFollowEachOther()
{
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("s.sscope"));
    const fake::Data data = fake::searched();
    Workspace w;
    QStringList messages;
    connect(&w, &Workspace::message, this, [&](const QString& text) { messages << text; });
    w.setMatrix(data.matrix);
    for (int i = 0; i < 20; ++i) {
        w.addPlan(data.plan, data.trace, QString::number(i));
        w.saveSession(path);
        QTest::qWait(i % 4);
        if (QFile::exists(path)) // whole at any moment
            readSession(path.toStdString(), noProgress());
    }
    QTRY_VERIFY(!w.busy());
    QTest::qWait(50);
    QCOMPARE(readSession(path.toStdString(), noProgress()).plans.size(), std::size_t{20});
    QVERIFY(!messages.filter(QStringLiteral("Saved the session")).isEmpty());
    QVERIFY(messages.filter(QStringLiteral("Cancelled")).isEmpty());
    QCOMPARE(QDir(folder.path()).entryList(QDir::Files), QStringList{QStringLiteral("s.sscope")});
}

void TestWorkspace::savesToOtherFilesAreAllMadeAndTold()
{
    const QTemporaryDir folder;
    const fake::Data data = fake::searched();
    Workspace w;
    QStringList messages;
    connect(&w, &Workspace::message, this, [&](const QString& text) { messages << text; });
    w.setMatrix(data.matrix);
    w.addPlan(data.plan, data.trace, QStringLiteral("stile"));
    w.saveSession(folder.filePath(QStringLiteral("s.sscope")));
    w.savePlan(folder.filePath(QStringLiteral("p.json")));
    w.savePlan(folder.filePath(QStringLiteral("q.json")));
    QTRY_VERIFY(!w.busy());
    QCOMPARE(messages.filter(QStringLiteral("Saved")).size(), 3);
    QCOMPARE(QDir(folder.path()).entryList({QStringLiteral("*.json"), QStringLiteral("*.sscope")}, QDir::Files).size(),
             3);
}

void TestWorkspace::theStepStaysInRange()
{
    const fake::Data data = fake::searched();
    Workspace w;
    w.setMatrix(data.matrix);
    w.addPlan(data.plan, data.trace, QStringLiteral("stile"));
    const std::int64_t n = w.steps();
    QVERIFY(n > 10);
    w.setStep(-5);
    QCOMPARE(w.step(), 0);
    w.setStep(n + 5);
    QCOMPARE(w.step(), n);
    w.selectTile(n); // there is none
    QVERIFY(w.selection().empty());
}

VIEW_TEST(TestWorkspace)
#include "tst_workspace.moc"
