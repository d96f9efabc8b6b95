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
#include <map>
#include <memory>
#include <mutex>
#include <type_traits>

namespace sparsescope {

// One job as the status bar and the pages show it.
struct JobStatus {
    quint64 id = 0;
    QString lane;
    QString title;           // "Reading cora.mtx"
    QString what;            // the part that it is at
    double done = -1;        // 0 to 1, negative when unknown
    double seconds = 0;      // since it began
    double secondsLeft = -1; // negative when unknown
    bool ending = false;     // cancelled: it is keeping what it found
};

struct Failure {
    QString lane;
    QString title;
    QString sentence; // what went wrong and where
    QString details;  // for "Copy details"
    ErrorKind kind = ErrorKind::Internal;
};

Failure failureOf(const QString& lane, const QString& title, std::exception_ptr error);

class Jobs : public QObject {
    Q_OBJECT
public:
    explicit Jobs(QObject* parent = nullptr);
    ~Jobs() override; // cancels everything but saves, and waits

    // Runs work(Progress&) on a thread, then done(result) here. A lane holds one job: starting another one cancels the
    // first and drops its result. No closure may refer to objects that die before this one. A job with `stop` can end
    // early with a result: its first cancel calls that, a second one drops it.
    template <class Work, class Done>
    quint64 start(const QString& lane, const QString& title, Work work, Done done,
                  std::function<void(const Failure&)> failed = {}, std::function<void()> stop = {});

    void cancel(quint64 id); // at once as far as anybody can see; the thread ends at its next check
    void cancelLane(const QString& lane);
    void cancelAll();
    // Without a result, whatever it is.
    void dropLane(const QString& lane);
    void dropAll();
    void dropAllButSaves();

    // The lane of writing one file or folder. Saves have a thread of their own: they wait for each other, in the order
    // in which they were asked for, and for no other work.
    static QString saveLane(const QString& path) { return QStringLiteral("save:") + path; }
    bool saving() const;

    bool busy() const { return !m_running.empty(); }
    bool busy(const QString& lane) const { return m_running.contains(lane); }
    QList<JobStatus> running() const;
    // No thread is at work any more, not even for a job that was cancelled.
    bool ended() const { return m_pool.activeThreadCount() == 0 && m_saves.activeThreadCount() == 0; }
    void setMaximumThreads(int threads) { m_pool.setMaxThreadCount(threads); }

Q_SIGNALS:
    void changed(); // the list or somebody's progress; at most ten times a second
    void failed(const sparsescope::Failure& failure);
    void cancelled(const QString& title);

private:
    struct Running {
        quint64 id = 0;
        QString lane, title;
        Progress progress;
        QElapsedTimer clock;
        std::mutex guard; // of what and done
        std::string what;
        double done = -1;
        std::function<void(const Failure&)> failed;
        std::function<void()> stop; // until it was called
        bool ending = false;
        Running();
    };
    using Delivery = std::function<void()>;

    quint64 startErased(const QString& lane, const QString& title, std::function<Delivery(Progress&)> work,
                        std::function<void(const Failure&)> failed, std::function<void()> stop);
    void drop(quint64 id);
    void finish(const std::shared_ptr<Running>& job, const Delivery& deliver, std::exception_ptr error);

    QThreadPool m_pool, m_saves;
    QTimer m_tick;
    quint64 m_nextId = 1;
    std::map<QString, std::shared_ptr<Running>> m_running; // by lane
};

template <class Work, class Done>
quint64 Jobs::start(const QString& lane, const QString& title, Work work, Done done,
                    std::function<void(const Failure&)> failed, std::function<void()> stop)
{
    using Result = std::invoke_result_t<Work&, Progress&>;
    // The closures are shared, so that they are never copied on the worker's thread.
    auto sharedWork = std::make_shared<Work>(std::move(work));
    auto sharedDone = std::make_shared<Done>(std::move(done));
    return startErased(
        lane, title,
        [sharedWork, sharedDone](Progress& progress) -> Delivery {
            auto result = std::make_shared<Result>((*sharedWork)(progress));
            return [result, sharedDone] { (*sharedDone)(std::move(*result)); };
        },
        std::move(failed), std::move(stop));
}

} // namespace sparsescope
