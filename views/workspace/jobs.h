// Work off the GUI thread: progress, time left, cancelling, errors as sentences. Results arrive on the thread of this
// object; those that were cancelled or superseded never do.
#pragma once

#include "engine/core/error.h"
#include "engine/core/progress.h"

#include <QElapsedTimer>
#include <QList>
#include <QObject>
#include <QString>
#include <QThreadPool>
#include <QTimer>

#include <functional>
#include <initializer_list>
#include <map>
#include <memory>
#include <mutex>
#include <type_traits>
#include <utility>

namespace sparsescope {

// What a job is for. One job runs in a lane, or in a lane for each file or plan (JobKey). Of several that run, the
// status line names the first of this order.
enum class Lane {
    Open,     // a matrix, a session or a plan
    Search,   // of the next plan
    Gpu,      // a run
    Sweep,    // over options
    Check,    // of the shown plan on the CPU
    Edit,     // of a plan by hand
    Mask,     // that was chosen, as a matrix
    RulePlan, // of that mask, by a dynamic plan
    Generate, // the kernel's source
    Compile,  // that source
    Project,  // the kernel as a project
    Save,     // for each file; saves have a thread of their own
    Export,   // for each file or folder
    Order,    // of rows and columns, for each plan and for the matrix
    SweepPlan,
    Compare,
    CountRules,
    OpenRules,
    OpenGraph,
    OpenPublished,
    WhatIf,
    Rectangle,
    OpenLesson,
    OpenBatch, // the table of a batch
    Recovery,
    RecoverLessons,
    RecoverRules,
    GpuStatus,
    CheckProgram,
    WalkProgram,  // statement by statement
    ProgramSteps, // that may be the next
    Statistics,
    PlanFacts,
    RunFacts,
    // What a view arranges or draws by itself (isOfView).
    Samples,
    Thumbnails, // of a batch's matrices
    LiveTiles,  // of a search under way, in the order that is shown
    SortTiles,
    SortSubtasks,
    OtherCosts, // of a run's tiles, beside its measurements
    Cloud,
    Roofline,
    Schedule,
    History,
    GraphStates,    // arrays after every node
    GraphFunctions, // what a kernel stores of them
    GraphMarks,
    GraphNeeds, // of what a menu offers
    Program,
    ProgramCuda, // printed of it
    ForestModel, // by which a plan was chosen
};

// True for a lane that keeps a view up to date: nobody asked for its jobs, cancelAll() leaves them, for the view would
// stay as it was, and they make no noise when they begin.
constexpr bool isOfView(Lane lane)
{
    return lane >= Lane::Samples;
}

// The place of one job: a lane, or the part of a lane that belongs to one file or plan.
struct JobKey {
    Lane lane;
    QString of; // a path or another name; empty: the lane has one job

    JobKey(Lane ofLane, QString ofWhat = {}) : lane(ofLane), of(std::move(ofWhat)) {}
    bool operator<(const JobKey& other) const { return lane == other.lane ? of < other.of : lane < other.lane; }
};

// One job as the status bar and the pages show it.
struct JobStatus {
    quint64 id = 0;
    Lane lane = Lane::Open;
    QString title;           // "Reading cora.mtx"
    QString what;            // the part that it is at
    double done = -1;        // 0 to 1, negative when unknown
    double seconds = 0;      // since it began
    double secondsLeft = -1; // negative when unknown
    bool ending = false;     // cancelled: it is keeping what it found
};

struct Failure {
    Lane lane = Lane::Open;
    QString title;
    QString sentence; // what went wrong and where
    QString details;  // for "Copy details"
    ErrorKind kind = ErrorKind::Internal;
};

Failure failureOf(Lane lane, const QString& title, std::exception_ptr error);

class Jobs : public QObject {
    Q_OBJECT
public:
    explicit Jobs(QObject* parent = nullptr);
    ~Jobs() override; // cancels everything but saves, and waits

    // Runs work(Progress&) on a thread, then done(result) here. A key holds one job: starting another one cancels the
    // first and drops its result. No closure may refer to objects that die before this one. A job with `stop` can end
    // early with a result: its first cancel calls that, a second one drops it.
    template <class Work, class Done>
    quint64 start(const JobKey& key, const QString& title, Work work, Done done,
                  std::function<void(const Failure&)> failed = {}, std::function<void()> stop = {});

    void cancel(quint64 id); // at once as far as anybody can see; the thread ends at its next check
    void cancel(const JobKey& key);
    void cancelAll(); // but what keeps views up to date
    // Without a result, whatever it is.
    void drop(const JobKey& key);
    void dropAllButSaves();
    // Drops it without a word: its view shows something else by now.
    void forget(const JobKey& key);

    // In any of these lanes, whatever file or plan it is for. Saves wait for each other, in the order in which they
    // were asked for, and for no other work.
    bool busyIn(std::initializer_list<Lane> lanes) const;
    bool busy() const { return !m_running.empty(); }
    bool busy(const JobKey& key) const { return m_running.contains(key); }
    // Something that was asked for is under way: more than views that come up to date.
    bool working() const;
    QList<JobStatus> running() const;
    // No thread is at work any more, not even for a job that was cancelled.
    bool ended() const { return m_pool.activeThreadCount() == 0 && m_saves.activeThreadCount() == 0; }
    void setMaximumThreads(int threads) { m_pool.setMaxThreadCount(threads); }

Q_SIGNALS:
    void changed(); // the list or somebody's progress; at most ten times a second
    void failed(const sparsescope::Failure& failure);
    void cancelled(const sparsescope::JobStatus& job);

private:
    struct Running {
        quint64 id = 0;
        JobKey key;
        QString title;
        Progress progress;
        QElapsedTimer clock;
        std::mutex guard; // of what and done
        std::string what;
        double done = -1;
        std::function<void(const Failure&)> failed;
        std::function<void()> stop; // until it was called
        bool ending = false;
        explicit Running(const JobKey& ofKey);
        JobStatus status(); // what is known at once
    };
    using Delivery = std::function<void()>;

    quint64 startErased(const JobKey& key, const QString& title, std::function<Delivery(Progress&)> work,
                        std::function<void(const Failure&)> failed, std::function<void()> stop);
    void drop(quint64 id);
    void erase(std::map<JobKey, std::shared_ptr<Running>>::iterator job);
    void finish(const std::shared_ptr<Running>& job, const Delivery& deliver, std::exception_ptr error);

    QThreadPool m_pool, m_saves;
    QTimer m_tick;
    quint64 m_nextId = 1;
    std::map<JobKey, std::shared_ptr<Running>> m_running;
};

template <class Work, class Done>
quint64 Jobs::start(const JobKey& key, const QString& title, Work work, Done done,
                    std::function<void(const Failure&)> failed, std::function<void()> stop)
{
    using Result = std::invoke_result_t<Work&, Progress&>;
    // The closures are shared, so that they are never copied on the worker's thread.
    auto sharedWork = std::make_shared<Work>(std::move(work));
    auto sharedDone = std::make_shared<Done>(std::move(done));
    return startErased(
        key, title,
        [sharedWork, sharedDone](Progress& progress) -> Delivery {
            auto result = std::make_shared<Result>((*sharedWork)(progress));
            return [result, sharedDone] { (*sharedDone)(std::move(*result)); };
        },
        std::move(failed), std::move(stop));
}

} // namespace sparsescope
