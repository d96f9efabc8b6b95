#include "views/parts/latest_work.h"

#include "engine/core/error.h"

#include <chrono>
#include <utility>

namespace sparsescope {

namespace {
constexpr int moment = 200; // ms
}

LatestWork::LatestWork()
{
    m_pool.setMaxThreadCount(1);
}

LatestWork::~LatestWork()
{
    cancel();
    m_pool.waitForDone();
}

void LatestWork::start(Work work, const void* about, Work after)
{
    const std::lock_guard lock(m_mutex);
    if (m_current && (m_about != about || !m_running))
        m_current->cancel();
    m_pending = {std::move(work), about, std::move(after)};
    m_running = true;
    m_change.notify_all();
    if (!m_alive) {
        m_alive = true;
        m_pool.start([this] { run(); });
    }
}

void LatestWork::cancel()
{
    const std::lock_guard lock(m_mutex);
    m_pending.reset();
    m_after = {};
    m_change.notify_all();
    if (m_current)
        m_current->cancel();
}

bool LatestWork::waitIdle(int milliseconds)
{
    std::unique_lock lock(m_mutex);
    return m_change.wait_for(lock, std::chrono::milliseconds(milliseconds), [this] { return !m_running; });
}

void LatestWork::run()
{
    std::unique_lock lock(m_mutex);
    for (;;) {
        m_current.reset();
        if (!m_pending) {
            m_running = false;
            m_change.notify_all();
            m_change.wait_for(lock, std::chrono::milliseconds(moment), [this] { return m_pending || !m_after; });
        }
        Work work;
        if (m_pending) {
            work = std::move(m_pending->work);
            m_about = m_pending->about;
            m_after = std::move(m_pending->after);
            m_pending.reset();
        } else
            work = std::exchange(m_after, {});
        if (!work) {
            m_alive = false;
            return;
        }
        const auto progress = m_current = std::make_shared<Progress>();
        lock.unlock();
        try {
            work(*progress);
        } catch (const Error& error) {
            if (error.kind() != ErrorKind::Cancelled)
                throw;
        }
        work = {};
        lock.lock();
    }
}

} // namespace sparsescope
