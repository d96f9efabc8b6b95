// Work off the GUI thread.
#include "views/workspace/jobs.h"

#include <QCoreApplication>

#include <algorithm>
#include <new>
#include <utility>
#include <vector>

namespace sparsescope {

namespace {

bool isSave(const QString& lane)
{
    return lane.startsWith(Jobs::saveLane({}));
}

} // namespace

Failure failureOf(const QString& lane, const QString& title, std::exception_ptr error)
{
    Failure failure{lane, title, {}, {}, ErrorKind::Internal};
    try {
        std::rethrow_exception(error);
    } catch (const Error& e) {
        failure.kind = e.kind();
        failure.sentence = QString::fromStdString(e.what());
    } catch (const std::bad_alloc&) {
        failure.kind = ErrorKind::Input;
        failure.sentence = QCoreApplication::translate("jobs", "there is not enough memory for this");
    } catch (const std::exception& e) {
        failure.sentence = QString::fromUtf8(e.what());
    } catch (...) {
        failure.sentence = QCoreApplication::translate("jobs", "an unknown fault");
    }
    failure.details = title + QStringLiteral("\n") + failure.sentence + QStringLiteral("\n") +
                      QCoreApplication::translate("jobs", "kind of error: %1").arg(static_cast<int>(failure.kind));
    return failure;
}

Jobs::Running::Running()
    : progress([this](std::string_view text, double part) {
          const std::scoped_lock lock(guard);
          what = text;
          done = part;
      })
{
}

Jobs::Jobs(QObject* parent) : QObject(parent)
{
    qRegisterMetaType<Failure>();
    m_pool.setMaxThreadCount(4);
    m_saves.setMaxThreadCount(1);
    m_tick.setInterval(100);
    connect(&m_tick, &QTimer::timeout, this, &Jobs::changed);
}

Jobs::~Jobs()
{
    for (auto& [lane, job] : m_running)
        if (!isSave(lane))
            job->progress.cancel();
    m_running.clear();
    m_pool.waitForDone();
    m_saves.waitForDone();
}

quint64 Jobs::startErased(const QString& lane, const QString& title, std::function<Delivery(Progress&)> work,
                          std::function<void(const Failure&)> failed, std::function<void()> stop)
{
    if (const auto old = m_running.find(lane); old != m_running.end()) {
        old->second->progress.cancel();
        m_running.erase(old);
    }
    auto job = std::make_shared<Running>();
    job->id = m_nextId++;
    job->lane = lane;
    job->title = title;
    job->failed = std::move(failed);
    job->stop = std::move(stop);
    job->clock.start();
    m_running[lane] = job;
    m_tick.start();
    (isSave(lane) ? m_saves : m_pool).start([this, job, work = std::move(work)]() mutable {
        Delivery deliver;
        std::exception_ptr error;
        try {
            job->progress.check();
            deliver = work(job->progress);
        } catch (...) {
            error = std::current_exception();
        }
        work = nullptr; // what it holds goes before anybody hears of the end
        // The pool is waited for in the destructor, so `this` is alive; the event is dropped when it no longer is.
        QMetaObject::invokeMethod(
            this, [this, job, deliver, error] { finish(job, deliver, error); }, Qt::QueuedConnection);
    });
    Q_EMIT changed();
    return job->id;
}

void Jobs::finish(const std::shared_ptr<Running>& job, const Delivery& deliver, std::exception_ptr error)
{
    const auto current = m_running.find(job->lane);
    if (current == m_running.end() || current->second != job)
        return; // cancelled or superseded
    m_running.erase(current);
    if (m_running.empty())
        m_tick.stop();
    if (error) {
        const Failure failure = failureOf(job->lane, job->title, error);
        if (failure.kind == ErrorKind::Cancelled)
            Q_EMIT cancelled(job->title);
        else {
            if (job->failed)
                job->failed(failure);
            Q_EMIT failed(failure);
        }
    } else {
        deliver();
    }
    Q_EMIT changed();
}

void Jobs::cancel(quint64 id)
{
    for (const auto& [lane, job] : m_running) {
        if (job->id != id || !job->stop)
            continue;
        job->ending = true;
        std::exchange(job->stop, {})();
        Q_EMIT changed();
        return;
    }
    drop(id);
}

void Jobs::drop(quint64 id)
{
    for (auto it = m_running.begin(); it != m_running.end(); ++it) {
        if (it->second->id != id)
            continue;
        const QString title = it->second->title;
        it->second->progress.cancel();
        m_running.erase(it);
        if (m_running.empty())
            m_tick.stop();
        Q_EMIT cancelled(title);
        Q_EMIT changed();
        return;
    }
}

void Jobs::cancelLane(const QString& lane)
{
    if (const auto it = m_running.find(lane); it != m_running.end())
        cancel(it->second->id);
}

void Jobs::cancelAll()
{
    std::vector<quint64> ids;
    for (const auto& [lane, job] : m_running)
        ids.push_back(job->id);
    for (const quint64 id : ids)
        cancel(id);
}

void Jobs::dropLane(const QString& lane)
{
    if (const auto it = m_running.find(lane); it != m_running.end())
        drop(it->second->id);
}

void Jobs::dropAll()
{
    while (!m_running.empty())
        drop(m_running.begin()->second->id);
}

void Jobs::dropAllButSaves()
{
    QList<quint64> others;
    for (const auto& [lane, job] : m_running)
        if (!isSave(lane))
            others.push_back(job->id);
    for (const quint64 id : others)
        drop(id);
}

bool Jobs::saving() const
{
    return std::any_of(m_running.begin(), m_running.end(), [](const auto& job) { return isSave(job.first); });
}

QList<JobStatus> Jobs::running() const
{
    QList<JobStatus> list;
    for (const auto& [lane, job] : m_running) {
        JobStatus status;
        status.id = job->id;
        status.lane = lane;
        status.title = job->title;
        status.ending = job->ending;
        {
            const std::scoped_lock lock(job->guard);
            status.what = QString::fromStdString(job->what);
            status.done = job->done;
        }
        status.seconds = static_cast<double>(job->clock.elapsed()) / 1000;
        // Too early or too little to say: a wrong promise is worse than none.
        if (!status.ending && status.done > 0.05 && status.seconds > 0.5)
            status.secondsLeft = status.seconds * (1 - status.done) / status.done;
        list.push_back(status);
    }
    return list;
}

} // namespace sparsescope
