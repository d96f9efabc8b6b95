// Work off the GUI thread.
#include "views/workspace/jobs.h"

#include <QCoreApplication>

#include <algorithm>
#include <new>
#include <utility>
#include <vector>

namespace sparsescope {

Failure failureOf(Lane lane, const QString& title, std::exception_ptr error)
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

Jobs::Running::Running(const JobKey& ofKey)
    : key(ofKey), progress([this](std::string_view text, double part) {
          const std::scoped_lock lock(guard);
          what = text;
          done = part;
      })
{
}

JobStatus Jobs::Running::status()
{
    JobStatus status;
    status.id = id;
    status.lane = key.lane;
    status.title = title;
    status.ending = ending;
    {
        const std::scoped_lock lock(guard);
        status.what = QString::fromStdString(what);
        status.done = done;
    }
    status.seconds = static_cast<double>(clock.elapsed()) / 1000;
    // Too early or too little to say: a wrong promise is worse than none.
    if (!status.ending && status.done > 0.05 && status.seconds > 0.5)
        status.secondsLeft = status.seconds * (1 - status.done) / status.done;
    return status;
}

Jobs::Jobs(QObject* parent) : QObject(parent)
{
    qRegisterMetaType<Failure>();
    qRegisterMetaType<JobStatus>();
    m_pool.setMaxThreadCount(8); // enough that no view waits for a search, a run and a sweep
    m_saves.setMaxThreadCount(1);
    m_tick.setInterval(100);
    connect(&m_tick, &QTimer::timeout, this, &Jobs::changed);
}

Jobs::~Jobs()
{
    for (auto& [key, job] : m_running)
        if (key.lane != Lane::Save)
            job->progress.cancel();
    m_running.clear();
    m_pool.waitForDone();
    m_saves.waitForDone();
}

quint64 Jobs::startErased(const JobKey& key, const QString& title, std::function<Delivery(Progress&)> work,
                          std::function<void(const Failure&)> failed, std::function<void()> stop)
{
    if (const auto old = m_running.find(key); old != m_running.end()) {
        old->second->progress.cancel();
        m_running.erase(old);
    }
    auto job = std::make_shared<Running>(key);
    job->id = m_nextId++;
    job->title = title;
    job->failed = std::move(failed);
    job->stop = std::move(stop);
    job->clock.start();
    m_running[key] = job;
    m_tick.start();
    (key.lane == Lane::Save ? m_saves : m_pool).start([this, job, work = std::move(work)]() mutable {
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
    // A view may come here while it is laid out or painted; what lasts is heard of at the next tick.
    if (!isOfView(key.lane))
        Q_EMIT changed();
    return job->id;
}

void Jobs::finish(const std::shared_ptr<Running>& job, const Delivery& deliver, std::exception_ptr error)
{
    const auto current = m_running.find(job->key);
    if (current == m_running.end() || current->second != job)
        return; // cancelled or superseded
    m_running.erase(current);
    if (m_running.empty())
        m_tick.stop();
    if (error) {
        const Failure failure = failureOf(job->key.lane, job->title, error);
        if (failure.kind == ErrorKind::Cancelled)
            Q_EMIT cancelled(job->status());
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
    for (const auto& [key, job] : m_running) {
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
        const std::shared_ptr<Running> job = it->second;
        erase(it);
        Q_EMIT cancelled(job->status());
        Q_EMIT changed();
        return;
    }
}

void Jobs::erase(std::map<JobKey, std::shared_ptr<Running>>::iterator job)
{
    job->second->progress.cancel();
    m_running.erase(job);
    if (m_running.empty())
        m_tick.stop();
}

void Jobs::forget(const JobKey& key)
{
    if (const auto it = m_running.find(key); it != m_running.end())
        erase(it);
}

void Jobs::cancel(const JobKey& key)
{
    if (const auto it = m_running.find(key); it != m_running.end())
        cancel(it->second->id);
}

void Jobs::cancelAll()
{
    std::vector<quint64> ids;
    for (const auto& [key, job] : m_running)
        if (!isOfView(key.lane))
            ids.push_back(job->id);
    for (const quint64 id : ids)
        cancel(id);
}

void Jobs::drop(const JobKey& key)
{
    if (const auto it = m_running.find(key); it != m_running.end())
        drop(it->second->id);
}

void Jobs::dropAllButSaves()
{
    QList<quint64> others;
    for (const auto& [key, job] : m_running)
        if (key.lane != Lane::Save)
            others.push_back(job->id);
    for (const quint64 id : others)
        drop(id);
}

bool Jobs::busyIn(std::initializer_list<Lane> lanes) const
{
    return std::any_of(m_running.begin(), m_running.end(), [&](const auto& job) {
        return std::find(lanes.begin(), lanes.end(), job.first.lane) != lanes.end();
    });
}

bool Jobs::working() const
{
    return std::any_of(m_running.begin(), m_running.end(), [](const auto& job) { return !isOfView(job.first.lane); });
}

QList<JobStatus> Jobs::running() const
{
    QList<JobStatus> list;
    for (const auto& [key, job] : m_running)
        list.push_back(job->status());
    return list;
}

} // namespace sparsescope
