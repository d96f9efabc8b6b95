// The document, and what is done with it off the GUI thread.
#include "engine/core/error.h"
#include "engine/matrix/patterns.h"
#include "engine/session/session.h"
#include "tests/support/fake_worker.h"
#include "tests/views/fake_data.h"
#include "tests/views/view_test.h"
#include "views/workspace/workspace.h"

#include <QDir>
#include <QFile>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using namespace sparsescope;

class TestWorkspace : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void openingAFileThatIsNotThereSaysSo();
    void theDenseExtentComesBackWithTheOperator();
    void plansOfOneNameAreNumbered();
    void openingADefectiveFileNamesTheLineAndKeepsTheMatrix();
    void aPlanWithoutItsMatrixIsRefused();
    void aNewMatrixForgetsEverythingElse();
    void whatBelongsTogetherIsToldOnce();
    void whoHearsOfAnotherPlanOrMatrixFindsNothingOfTheOneBefore();
    void aSearchBringsPlanTraceFactsAndKernel();
    void theWorkspaceMayBeDestroyedWhileItSearches();
    void aRunOfTheGpuIsKeptWithItsPlan();
    void aRunWithAnotherSplitOfTheDenseLoopIsAPlanOfItsOwn();
    void withoutAGpuTheReasonIsTold();
    void runsGoToTheChosenGpu();
    void aSearchedPlanIsRacedAgainstPlainCsr();
    void aSavedSessionOpensInFullAsRecorded();
    void savesToOneFileFollowEachOther();
    void savesToOtherFilesAreAllMadeAndTold();
    void theStepStaysInRange();
};

void TestWorkspace::theDenseExtentComesBackWithTheOperator()
{
    Workspace w;
    Setup& setup = w.setup();
    setup.setOperator({OperatorKind::SpMM, DataType::Float16, 128});
    setup.setOperator(setup.with(OperatorKind::SpMV));
    QCOMPARE(setup.op().dense, 1);
    setup.setOperator(setup.with(OperatorKind::SDDMM));
    QCOMPARE(setup.op().dense, 128);
}

void TestWorkspace::plansOfOneNameAreNumbered()
{
    Workspace w;
    w.document().setMatrix(figure1());
    for (int i = 0; i < 3; ++i) {
        auto plan = std::make_shared<Plan>();
        plan->op.dense = i < 2 ? 32 : 64;
        w.document().addPlan({plan, nullptr, QStringLiteral("stile")});
    }
    QStringList titles;
    for (const OpenPlan& each : w.document().plans())
        titles << each.title;
    QCOMPARE(titles, (QStringList{QStringLiteral("stile"), QStringLiteral("stile (2)"), QStringLiteral("stile")}));
}

void TestWorkspace::openingAFileThatIsNotThereSaysSo()
{
    Workspace w;
    QSignalSpy failed(&w.operations(), &Operations::failed);
    w.operations().open({QStringLiteral("/nowhere/x.mtx"), QStringLiteral("/nowhere/y.mtx")});
    QTRY_COMPARE(failed.count(), 2);
    QTRY_VERIFY(!w.operations().busy());
    for (const auto& [at, path] : {std::pair(0, "/nowhere/x.mtx"), std::pair(1, "/nowhere/y.mtx")})
        QVERIFY(failed[at].front().value<Failure>().sentence.contains(QLatin1String(path)));
    QVERIFY(!w.document().matrix());
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
    w.document().setMatrix(figure1());
    QSignalSpy failed(&w.operations(), &Operations::failed);
    w.operations().open({path});
    QTRY_COMPARE(failed.count(), 1);
    const QString sentence = failed.front().front().value<Failure>().sentence;
    QVERIFY2(sentence.contains(QStringLiteral("bad.mtx:3")), qPrintable(sentence));
    QVERIFY(!sentence.contains(QLatin1Char('\n')));
    QCOMPARE(w.document().matrix()->nnz(), 10);
}

void TestWorkspace::aPlanWithoutItsMatrixIsRefused()
{
    Workspace w;
    QSignalSpy failed(&w.operations(), &Operations::failed);
    w.operations().open({QStringLiteral("plan.json")});
    QCOMPARE(failed.count(), 1);
    QVERIFY(failed.front().front().value<Failure>().sentence.contains(QStringLiteral("open its matrix first")));
}

void TestWorkspace::aNewMatrixForgetsEverythingElse()
{
    const fake::Data data = fake::searched();
    Workspace w;
    w.document().setMatrix(data.matrix);
    w.attention().show({data.plan, data.trace, QStringLiteral("stile")});
    w.document().addRun(data.plan, fake::profile(*data.plan), true);
    QVERIFY(w.attention().run());
    w.attention().selectTile(1);
    w.document().setMatrix(figure1());
    QVERIFY(!w.attention().plan());
    QVERIFY(!w.attention().run());
    QVERIFY(w.attention().selection().empty());
    QCOMPARE(w.attention().steps(), 0);
    QTRY_VERIFY(!w.operations().busy());
    QVERIFY(!w.attention().planFacts()); // of the old plan: dropped though it was on its way
}

void TestWorkspace::whatBelongsTogetherIsToldOnce()
{
    const fake::Data data = fake::searched();
    Workspace w;
    QSignalSpy document(&w.document(), &Document::changed);
    QSignalSpy attention(&w.attention(), &Attention::changed);
    QSignalSpy operations(&w.operations(), &Operations::changed);
    w.document().setMatrix(data.matrix);
    QCOMPARE(document.count(), 1);
    QCOMPARE(attention.count(), 1);
    w.attention().show({data.plan, data.trace, QStringLiteral("stile")});
    QCOMPARE(document.count(), 2);
    QCOMPARE(attention.count(), 2);
    QCOMPARE(operations.count(), 2);
    {
        const Changing now = w.changing();
        w.attention().setStep(1);
        w.attention().selectTile(0);
        w.attention().setPick(raster::Element{1, 2});
        QCOMPARE(attention.count(), 2);
    }
    QCOMPARE(attention.count(), 3);
    QCOMPARE(attention.last().front().value<Attention::Changes>(),
             Attention::StepChanged | Attention::SelectionChanged | Attention::PickChanged);
}

void TestWorkspace::whoHearsOfAnotherPlanOrMatrixFindsNothingOfTheOneBefore()
{
    const fake::Data data = fake::searched();
    Hooks hooks;
    hooks.generateSource = [](const Plan&, const Matrix&, Codegen, Progress&) { return KernelSource{}; };
    hooks.hasDeviceCode = [](const std::string&, OperatorKind) { return true; };
    Workspace w(hooks);
    w.document().setMatrix(data.matrix);
    w.attention().show({data.plan, data.trace, QStringLiteral("one")});
    QTRY_VERIFY(w.operations().source());
    int heard = 0;
    const auto look = [&] {
        ++heard;
        QVERIFY(!w.operations().source());
        QVERIFY(!w.attention().plan() || w.attention().step() == w.attention().steps());
    };
    const auto list = listen(w.document(), Document::PlansChanged, this, look);
    const auto plan = listen(w.attention(), Attention::PlanChanged, this, look);
    w.attention().show({std::make_shared<const Plan>(*data.plan), data.trace, QStringLiteral("two")});
    QCOMPARE(heard, 2);
    w.document().setMatrix(fake::searched().matrix);
    QCOMPARE(heard, 4);
    QVERIFY(!w.attention().plan());
    disconnect(list);
    disconnect(plan);
}

void TestWorkspace::aSearchBringsPlanTraceFactsAndKernel()
{
    Hooks hooks;
    hooks.generateSource = [](const Plan& plan, const Matrix&, Codegen, Progress&) {
        KernelSource source;
        source.text = QStringLiteral("// %1 kinds").arg(plan.tiling().formats.size());
        return source;
    };
    Workspace w(hooks);
    w.document().setMatrix(crossing(512, 1));
    w.operations().search();
    QTRY_VERIFY_WITH_TIMEOUT(w.attention().plan() && !w.operations().busy(), 20'000);
    QVERIFY(w.attention().trace() && !w.attention().trace()->rounds.empty());
    QVERIFY(w.attention().planFacts());
    QCOMPARE(static_cast<std::int64_t>(w.attention().planFacts()->owners.size()), w.document().matrix()->nnz());
    QCOMPARE(w.attention().planFacts()->covered.back(), w.document().matrix()->nnz());
    QVERIFY(w.operations().source() && w.operations().source()->text.startsWith(QStringLiteral("// ")));
    QCOMPARE(w.attention().step(), w.attention().steps());
}

void TestWorkspace::theWorkspaceMayBeDestroyedWhileItSearches()
{
    for (int milliseconds : {0, 5, 50}) {
        Workspace w;
        w.document().setMatrix(rmat(8192, 200'000, 3));
        w.operations().search();
        QVERIFY(w.jobs().busy());
        QTest::qWait(milliseconds);
    }
}

void TestWorkspace::aRunOfTheGpuIsKeptWithItsPlan()
{
    const fake::Data data = fake::searched();
    Hooks hooks;
    hooks.worker = fakeWorker([](const GpuJob& job, Progress&, const Worker::Listener& say) {
        say("compiling");
        session::Session session;
        session.runs.push_back({0, *fake::profile(*job.plans.front())});
        return session;
    });
    Workspace w(hooks);
    QSignalSpy messages(&w.operations(), &Operations::message);
    QTRY_VERIFY(!w.operations().busy());
    w.document().setMatrix(data.matrix);
    w.attention().show({data.plan, data.trace, QStringLiteral("stile")});
    QCOMPARE(w.operations().whyNoGpuRun(), QString());
    w.operations().runOnGpu();
    QTRY_VERIFY(w.attention().run() && w.attention().run()->facts);
    QVERIFY(!w.attention().run()->recorded);
    QCOMPARE(w.attention().run()->facts->saturated.size(), data.plan->tiling().tiles.size());
    QVERIFY(messages.count() >= 1);
}

void TestWorkspace::aRunWithAnotherSplitOfTheDenseLoopIsAPlanOfItsOwn()
{
    const fake::Data data = fake::searched();
    Hooks hooks;
    hooks.worker = fakeWorker([](const GpuJob& job, Progress&, const Worker::Listener&) {
        session::Session session;
        session.plans.push_back({*job.plans.front(), {}});
        session.plans.front().plan.densePart *= 2;
        session.runs.push_back({0, *fake::profile(session.plans.front().plan)});
        return session;
    });
    Workspace w(hooks);
    QTRY_VERIFY(!w.operations().busy());
    w.document().setMatrix(data.matrix);
    w.attention().show({data.plan, data.trace, QStringLiteral("stile")});
    w.operations().runOnGpu();
    QTRY_VERIFY(w.attention().run() && w.attention().run()->facts);
    QCOMPARE(w.document().plans().size(), 2);
    QCOMPARE(w.attention().plan()->densePart, 2 * data.plan->densePart);
    QCOMPARE(w.attention().run()->plan, w.attention().plan());
    QCOMPARE(w.document().plans()[1].trace, data.trace);
    QCOMPARE(w.document().plans()[1].title, QStringLiteral("stile, parts of %1").arg(2 * data.plan->densePart));
    QCOMPARE(w.document().plans()[0].plan, data.plan);
}

void TestWorkspace::withoutAGpuTheReasonIsTold()
{
    Hooks hooks;
    const auto worker = fakeWorker();
    worker->problem = "there is no driver; install one";
    hooks.worker = worker;
    Workspace w(hooks);
    QSignalSpy told(&w.setup(), &Setup::changed);
    QTRY_COMPARE(told.count(), 1);
    QCOMPARE(w.operations().whyNoGpuRun(), QStringLiteral("there is no driver; install one"));
}

void TestWorkspace::runsGoToTheChosenGpu()
{
    const fake::Data data = fake::searched();
    int device = -1;
    std::uint64_t seed = 0;
    Hooks hooks;
    const auto worker = fakeWorker([&](const GpuJob& job, Progress&, const Worker::Listener&) {
        device = job.run.device;
        seed = job.run.seed;
        session::Session session;
        session.runs.push_back({0, *fake::profile(*job.plans.front())});
        return session;
    });
    worker->gpus = {{0, "NVIDIA H200", {}}, {1, "NVIDIA T4", "has compute capability 7.5"}, {2, "NVIDIA L40", {}}};
    hooks.worker = worker;
    hooks.run.device = 3;
    hooks.run.seed = 5;
    Workspace w(hooks);
    w.document().setMatrix(data.matrix);
    w.attention().show({data.plan, data.trace, QStringLiteral("stile")});
    QTRY_VERIFY(!w.operations().busy());
    QCOMPARE(w.operations().whyNoGpuRun(),
             QStringLiteral("there is no GPU 3; there are 0 (NVIDIA H200), 1 (NVIDIA T4), 2 (NVIDIA L40)"));
    w.setup().setDevice(1);
    QCOMPARE(w.operations().whyNoGpuRun(), QStringLiteral("GPU 1 (NVIDIA T4) has compute capability 7.5"));
    w.setup().setDevice(2);
    QCOMPARE(w.operations().whyNoGpuRun(), QString());
    w.operations().runOnGpu();
    QTRY_VERIFY(w.attention().run() && !w.operations().busy());
    QCOMPARE(device, 2);
    QCOMPARE(seed, std::uint64_t(5));
}

// Once plain CSR loses, once it wins: then it is open with its run, and shown.
void TestWorkspace::aSearchedPlanIsRacedAgainstPlainCsr()
{
    for (const bool wins : {false, true}) {
        int jobs = 0;
        Hooks hooks;
        hooks.worker = fakeWorker([&](const GpuJob& job, Progress&, const Worker::Listener&) {
            ++jobs;
            const Plan& plan = *job.plans.front();
            const bool csr = plan.tiling().formats.front()->name() == "csr";
            session::Session session;
            session.plans.push_back({plan, {}});
            session.runs.push_back({0, *fake::profile(plan)});
            session.runs.front().profile.kernel.medianNs = csr == wins ? 1000 : 2000;
            return session;
        });
        Workspace w(hooks);
        w.setup().setCalibration(QStringLiteral("h200"));
        w.document().setMatrix(crossing(512, 1));
        w.operations().search();
        QTRY_VERIFY_WITH_TIMEOUT(w.attention().plan() && !w.operations().busy(), 20'000);
        QVERIFY(w.attention().plan()->tiling().formats.front()->name() != "csr");
        w.operations().runOnGpu();
        QTRY_VERIFY_WITH_TIMEOUT(w.attention().run() && !w.operations().busy(), 20'000);
        QCOMPARE(jobs, wins ? 3 : 2); // the plan, plain CSR briefly, and in full where it is the faster one
        QCOMPARE(w.document().plans().size(), wins ? 2 : 1);
        QCOMPARE(w.document().runs().size(), wins ? 2 : 1);
        QCOMPARE(w.attention().plan()->tiling().formats.front()->name() == "csr", wins);
        QCOMPARE(w.attention().run()->profile->kernel.medianNs, 1000.0);
    }
}

void TestWorkspace::aSavedSessionOpensInFullAsRecorded()
{
    const fake::Data data = fake::searched();
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("one.sscope"));
    {
        Workspace w;
        connect(&w.operations(), &Operations::failed, this,
                [](const Failure& failure) { qWarning("%s", qPrintable(failure.sentence)); });
        w.document().setMatrix(data.matrix);
        w.attention().show({data.plan, data.trace, QStringLiteral("stile")});
        w.document().addRun(data.plan, fake::profile(*data.plan), false);
        w.operations().saveSession(path);
        QTRY_VERIFY_WITH_TIMEOUT(!w.operations().busy(), 20'000);
    }
    Workspace w;
    connect(&w.operations(), &Operations::failed, this,
            [](const Failure& failure) { qWarning("%s", qPrintable(failure.sentence)); });
    w.operations().open({path});
    QTRY_VERIFY_WITH_TIMEOUT(w.attention().run() && w.attention().run()->facts && !w.operations().busy(), 20'000);
    QVERIFY(w.document().matrix()->fingerprint() == data.matrix->fingerprint());
    QCOMPARE(w.attention().steps(), static_cast<std::int64_t>(data.plan->tiling().tiles.size()));
    QVERIFY(w.attention().trace() && w.attention().trace()->rounds.size() == data.trace->rounds.size());
    QVERIFY(w.attention().run()->recorded);
    QCOMPARE(w.attention().run()->profile->conditions.device, std::string("NVIDIA H200"));
    QCOMPARE(w.attention().run()->facts->inSitu.size(), 2 * data.plan->tiling().tiles.size());
}

void TestWorkspace::savesToOneFileFollowEachOther()
{
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("s.sscope"));
    const fake::Data data = fake::searched();
    Workspace w;
    QStringList messages;
    connect(&w.operations(), &Operations::message, this, [&](const QString& text) { messages << text; });
    w.document().setMatrix(data.matrix);
    for (int i = 0; i < 20; ++i) {
        w.attention().show({std::make_shared<const Plan>(*data.plan), data.trace, QString::number(i)});
        w.operations().saveSession(path);
        QTest::qWait(i % 4);
        if (QFile::exists(path)) // whole at any moment
            session::readSession(path.toStdString(), noProgress());
    }
    QTRY_VERIFY(!w.operations().busy());
    QTest::qWait(50);
    QCOMPARE(session::readSession(path.toStdString(), noProgress()).plans.size(), std::size_t{20});
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
    connect(&w.operations(), &Operations::message, this, [&](const QString& text) { messages << text; });
    w.document().setMatrix(data.matrix);
    w.attention().show({data.plan, data.trace, QStringLiteral("stile")});
    w.operations().saveSession(folder.filePath(QStringLiteral("s.sscope")));
    w.operations().savePlan(folder.filePath(QStringLiteral("p.json")));
    w.operations().savePlan(folder.filePath(QStringLiteral("q.json")));
    QTRY_VERIFY(!w.operations().busy());
    QCOMPARE(messages.filter(QStringLiteral("Saved")).size(), 3);
    QCOMPARE(QDir(folder.path()).entryList({QStringLiteral("*.json"), QStringLiteral("*.sscope")}, QDir::Files).size(),
             3);
}

void TestWorkspace::theStepStaysInRange()
{
    const fake::Data data = fake::searched();
    Workspace w;
    w.document().setMatrix(data.matrix);
    w.attention().show({data.plan, data.trace, QStringLiteral("stile")});
    const std::int64_t n = w.attention().steps();
    QVERIFY(n > 10);
    w.attention().setStep(-5);
    QCOMPARE(w.attention().step(), 0);
    w.attention().setStep(n + 5);
    QCOMPARE(w.attention().step(), n);
    w.attention().selectTile(n); // there is none
    QVERIFY(w.attention().selection().empty());
}

VIEW_TEST(TestWorkspace)
#include "tst_workspace.moc"
