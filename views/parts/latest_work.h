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
    // throws once it is cancelled is dropped; else it has to catch everything itself. `after` is done when nothing else
    // was asked for in the moment after it; the next request ends it, and nobody waits for it.
    void start(Work work, const void* about = nullptr, Work after = {});
    void cancel(); // forgets everything asked for
    bool busy() { return !waitIdle(0); }
    bool waitIdle(int milliseconds);

private:
    void run();

    struct Pending {
        Work work;
        const void* about = nullptr;
        Work after;
    };
    std::mutex m_mutex;
    std::condition_variable m_change;
    std::optional<Pending> m_pending;
    std::shared_ptr<Progress> m_current;
    const void* m_about = nullptr; // of the current work
    Work m_after;                  // of the latest work that has begun
    bool m_running = false;        // at what was asked for
    bool m_alive = false;          // there is a thread
    QThreadPool m_pool;            // last: its thread uses all of the above
};

} // namespace sparsescope
