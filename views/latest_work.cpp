#include "views/latest_work.h"

#include "engine/core/error.h"

#include <chrono>

namespace sparsescope {

LatestWork::LatestWork()
{
    m_pool.setMaxThreadCount(1);
}

LatestWork::~LatestWork()
{
    cancel();
    m_pool.waitForDone();
}

void LatestWork::start(Work work, const void* about)
{
    const std::lock_guard lock(m_mutex);
    if (m_current && m_about != about)
        m_current->cancel();
    m_pending = {std::move(work), about};
    if (!m_running) {
        m_running = true;
        m_pool.start([this] { run(); });
    }
}

void LatestWork::cancel()
{
    const std::lock_guard lock(m_mutex);
    m_pending.reset();
    if (m_current)
        m_current->cancel();
}

bool LatestWork::waitIdle(int milliseconds)
{
    std::unique_lock lock(m_mutex);
    return m_idle.wait_for(lock, std::chrono::milliseconds(milliseconds), [this] { return !m_running; });
}

void LatestWork::run()
{
    for (;;) {
        Work work;
        std::shared_ptr<Progress> progress;
        {
            const std::lock_guard lock(m_mutex);
            m_current.reset();
            if (!m_pending) {
                m_running = false;
                m_idle.notify_all();
                return;
            }
            work = std::move(m_pending->work);
            m_about = m_pending->about;
            m_pending.reset();
            progress = m_current = std::make_shared<Progress>();
        }
        try {
            work(*progress);
        } catch (const Error& error) {
            if (error.kind() != ErrorKind::Cancelled)
                throw;
        }
    }
}

} // namespace sparsescope
