// A thread of its own for pictures: only the latest request counts.
#pragma once

#include "engine/core/progress.h"

#include <QThreadPool>

#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>

namespace sparsescope {

class LatestWork {
public:
    using Work = std::function<void(Progress&)>;

    LatestWork();
    ~LatestWork(); // cancels and waits
    LatestWork(const LatestWork&) = delete;
    LatestWork& operator=(const LatestWork&) = delete;

    // Replaces work that has not begun. What is under way is finished, unless it is about something else. What `work`
    // throws once it is cancelled is dropped; else it has to catch everything itself.
    void start(Work work, const void* about = nullptr);
    void cancel(); // forgets everything asked for
    bool busy() { return !waitIdle(0); }
    bool waitIdle(int milliseconds);

private:
    void run();

    struct Pending {
        Work work;
        const void* about = nullptr;
    };
    std::mutex m_mutex;
    std::condition_variable m_idle;
    std::optional<Pending> m_pending;
    std::shared_ptr<Progress> m_current;
    const void* m_about = nullptr; // of the current work
    bool m_running = false;
    QThreadPool m_pool; // last: its thread uses all of the above
};

} // namespace sparsescope
