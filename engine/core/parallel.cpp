// Parallel loops by oneTBB; for the thread sanitizer by plain threads, with the same contracts: the TBB of a
// distribution is not instrumented, so that the sanitizer cannot see how it orders its tasks.
#include "engine/core/parallel.h"

#include <algorithm>

#ifdef __SANITIZE_THREAD__
#include <atomic>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>
#else
#include <oneapi/tbb/blocked_range.h>
#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/task_arena.h>
#endif

namespace sparsescope {

#ifndef __SANITIZE_THREAD__

void parallelRanges(std::int64_t n, std::int64_t grain, const void* body,
                    void (*call)(const void*, std::int64_t, std::int64_t))
{
    if (n <= 0)
        return;
    using Range = oneapi::tbb::blocked_range<std::int64_t>;
    oneapi::tbb::parallel_for(Range(0, n, std::max<std::int64_t>(grain, 1)),
                              [&](const Range& r) { call(body, r.begin(), r.end()); });
}

void withThreads(int threads, const std::function<void()>& body)
{
    using oneapi::tbb::global_control;
    // More threads than cores only when it is asked for.
    const auto most = std::max<std::size_t>(global_control::active_value(global_control::max_allowed_parallelism),
                                            static_cast<std::size_t>(std::max(threads, 1)));
    const global_control control(global_control::max_allowed_parallelism, most);
    oneapi::tbb::task_arena arena(threads > 0 ? threads : oneapi::tbb::task_arena::automatic);
    arena.execute(body);
}

#else

namespace {

thread_local int threadLimit = 0; // 0: one for each core

} // namespace

void parallelRanges(std::int64_t n, std::int64_t grain, const void* body,
                    void (*call)(const void*, std::int64_t, std::int64_t))
{
    if (n <= 0)
        return;
    const std::int64_t limit = threadLimit > 0 ? threadLimit : std::max(2u, std::thread::hardware_concurrency());
    const std::int64_t step = std::max({grain, n / (8 * limit), std::int64_t{1}});
    const std::int64_t ranges = (n + step - 1) / step;
    std::atomic<std::int64_t> next = 0;
    std::mutex mutex;
    std::exception_ptr thrown;
    const auto work = [&] {
        for (std::int64_t i = next++; i < ranges; i = next++) {
            try {
                call(body, i * step, std::min(n, (i + 1) * step));
            } catch (...) {
                const std::scoped_lock lock(mutex);
                thrown = thrown ? thrown : std::current_exception();
                next = ranges;
            }
        }
    };
    std::vector<std::thread> threads;
    for (std::int64_t t = 1; t < std::min(limit, ranges); ++t)
        threads.emplace_back(work);
    work();
    for (std::thread& thread : threads)
        thread.join();
    if (thrown)
        std::rethrow_exception(thrown);
}

void withThreads(int threads, const std::function<void()>& body)
{
    struct Restore {
        int limit = threadLimit;
        ~Restore() { threadLimit = limit; }
    } const restore;
    threadLimit = threads;
    body();
}

#endif

} // namespace sparsescope
