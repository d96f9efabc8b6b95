// Jobs: results, errors, cancelling, and which job takes the place of which.
#include "engine/core/error.h"
#include "tests/views/view_test.h"
#include "views/workspace/jobs.h"

#include <QSignalSpy>
#include <QTest>
#include <QThread>

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

class TestJobs : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void aResultArrivesOnTheThreadOfTheJobs();
    void anErrorArrivesAsOneSentence();
    void cancelIsSeenAtOnceAndEndsTheThread();
    void aSupersededResultIsDropped();
    void jobsMayBeDestroyedWhileTheyRun();
    void whatKeepsAViewUpToDateIsNoWorkAndStays();
};

void TestJobs::aResultArrivesOnTheThreadOfTheJobs()
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

void TestJobs::anErrorArrivesAsOneSentence()
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

void TestJobs::cancelIsSeenAtOnceAndEndsTheThread()
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

void TestJobs::aSupersededResultIsDropped()
{
    Jobs jobs;
    QList<int> results;
    std::atomic<bool> begun{false};
    jobs.start(
        Lane::Open, QStringLiteral("slow"),
        [&](Progress&) {
            begun = true;
            std::this_thread::sleep_for(std::chrono::milliseconds(80));
            return 1;
        },
        [&](int value) { results << value; });
    QTRY_VERIFY(begun);
    jobs.start(
        Lane::Open, QStringLiteral("fast"), [](Progress&) { return 2; }, [&](int value) { results << value; });
    QCOMPARE(jobs.running().size(), 1);
    QTRY_VERIFY(jobs.ended() && !jobs.busy());
    QTest::qWait(20); // what it would tell comes by an event
    QCOMPARE(results, QList<int>{2});
}

void TestJobs::jobsMayBeDestroyedWhileTheyRun()
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

void TestJobs::whatKeepsAViewUpToDateIsNoWorkAndStays()
{
    Jobs jobs;
    QSignalSpy cancelled(&jobs, &Jobs::cancelled);
    std::atomic<bool> ended{false};
    jobs.start(
        Lane::Cloud, QStringLiteral("drawing"), [&](Progress& p) { return workUntilCancelled(p, ended); },
        [](bool) { QFAIL("a result"); });
    jobs.cancelAll();
    QVERIFY(jobs.busy());
    QVERIFY(!jobs.working());
    jobs.forget(Lane::Cloud);
    QVERIFY(!jobs.busy());
    QTRY_VERIFY(jobs.ended());
    QCOMPARE(cancelled.count(), 0);
}

VIEW_TEST(TestJobs)
#include "tst_jobs.moc"
