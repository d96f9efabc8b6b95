// The loops of parallel.h on plain threads, for the thread sanitizer: the TBB of a distribution is not instrumented,
// so that the sanitizer cannot see how it orders its tasks. Same contracts; never in a build for users.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

namespace sparsescope {

// Of the calling thread: 0 is one for each core.
inline thread_local int plainThreadLimit = 0;

template <class Body>
void parallelRanges(std::int64_t n, std::int64_t grain, const Body& body)
{
    if (n <= 0)
        return;
    const std::int64_t limit = plainThreadLimit > 0 ? plainThreadLimit : std::max(2u, std::thread::hardware_concurrency());
    const std::int64_t step = std::max({grain, n / (8 * limit), std::int64_t{1}});
    const std::int64_t ranges = (n + step - 1) / step;
    std::atomic<std::int64_t> next = 0;
    std::mutex mutex;
    std::exception_ptr thrown;
    const auto work = [&] {
        for (std::int64_t i = next++; i < ranges; i = next++) {
            try {
                body(i * step, std::min(n, (i + 1) * step));
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

template <class Iterator, class Less>
void parallelSort(Iterator begin, Iterator end, const Less& less)
{
    std::sort(begin, end, less);
}

template <class Body>
void withThreads(int threads, const Body& body)
{
    struct Restore {
        int limit = plainThreadLimit;
        ~Restore() { plainThreadLimit = limit; }
    } const restore;
    plainThreadLimit = threads;
    body();
}

}  // namespace sparsescope
