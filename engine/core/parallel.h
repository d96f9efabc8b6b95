// Parallel loops over index ranges (oneTBB). The number of threads is the caller's arena or global_control.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#ifdef __SANITIZE_THREAD__
#include "engine/core/plain_threads.h"
#else
#include <oneapi/tbb/blocked_range.h>
#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/parallel_sort.h>
#include <oneapi/tbb/task_arena.h>
#endif

namespace sparsescope {

#ifndef __SANITIZE_THREAD__

// body(begin, end) on disjoint ranges that cover [0, n), each at least `grain` long where n allows.
template <class Body>
void parallelRanges(std::int64_t n, std::int64_t grain, const Body& body)
{
    if (n <= 0)
        return;
    using Range = oneapi::tbb::blocked_range<std::int64_t>;
    oneapi::tbb::parallel_for(Range(0, n, std::max<std::int64_t>(grain, 1)),
                              [&](const Range& r) { body(r.begin(), r.end()); });
}

// Not stable: `less` must order any two different elements.
template <class Iterator, class Less>
void parallelSort(Iterator begin, Iterator end, const Less& less)
{
    oneapi::tbb::parallel_sort(begin, end, less);
}

// Runs body on exactly `threads` threads at most (0: all), whatever the caller's arena is.
template <class Body>
void withThreads(int threads, const Body& body)
{
    using oneapi::tbb::global_control;
    // More threads than cores only when it is asked for.
    const auto most = std::max<std::size_t>(global_control::active_value(global_control::max_allowed_parallelism), static_cast<std::size_t>(std::max(threads, 1)));
    const global_control control(global_control::max_allowed_parallelism, most);
    oneapi::tbb::task_arena arena(threads > 0 ? threads : oneapi::tbb::task_arena::automatic);
    arena.execute(body);
}

#endif

// body(i) for every i of [0, n).
template <class Body>
void parallelEach(std::int64_t n, std::int64_t grain, const Body& body)
{
    parallelRanges(n, grain, [&](std::int64_t begin, std::int64_t end) {
        for (std::int64_t i = begin; i < end; ++i)
            body(i);
    });
}

}  // namespace sparsescope
