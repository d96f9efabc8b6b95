// Progress and cancellation of one job. The job reports and checks; its owner listens and cancels.
#pragma once

#include <atomic>
#include <functional>
#include <string>
#include <string_view>

namespace sparsescope {

class Progress {
public:
    // Called from any thread of the job, one call at a time; done is between 0 and 1, or negative when unknown.
    using Sink = std::function<void(std::string_view what, double done)>;

    Progress() = default;
    explicit Progress(Sink sink) : m_sink(std::move(sink)) {}
    // A part of a whole job: cancelled when the whole is. `whole` outlives it.
    Progress(const Progress& whole, Sink sink) : m_sink(std::move(sink)), m_whole(&whole) {}
    Progress(const Progress&) = delete;
    Progress& operator=(const Progress&) = delete;

    // Cheap: reaches the sink only when `what` changes or at least 0.5 % more is done.
    void report(std::string_view what, double done);

    void cancel() { m_cancelled.store(true, std::memory_order_relaxed); }
    bool cancelled() const
    {
        return m_cancelled.load(std::memory_order_relaxed) || (m_whole != nullptr && m_whole->cancelled());
    }
    // Throws Error(Cancelled) once cancel() was called. Call it at least every 50 ms of work.
    void check() const;

private:
    Sink m_sink;
    const Progress* m_whole = nullptr;
    std::atomic<bool> m_cancelled{false};
    std::atomic_flag m_busy;
    std::string m_what;
    double m_done = -2;
};

// For callers that neither watch nor cancel.
Progress& noProgress();

} // namespace sparsescope
