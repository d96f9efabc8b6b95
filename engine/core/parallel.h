// Parallel loops over index ranges. The number of threads is what withThreads() says, or one for each core.
#pragma once

#include <cstdint>
#include <functional>

namespace sparsescope {

// The library of the loops is included by parallel.cpp alone: its headers and what it makes of each body are dear.
void parallelRanges(std::int64_t n, std::int64_t grain, const void* body,
                    void (*call)(const void* body, std::int64_t begin, std::int64_t end));

// body(begin, end) on disjoint ranges that cover [0, n), each at least `grain` long where n allows.
template <class Body>
void parallelRanges(std::int64_t n, std::int64_t grain, const Body& body)
{
    parallelRanges(n, grain, &body, [](const void* that, std::int64_t begin, std::int64_t end) {
        (*static_cast<const Body*>(that))(begin, end);
    });
}

// body(i) for every i of [0, n).
template <class Body>
void parallelEach(std::int64_t n, std::int64_t grain, const Body& body)
{
    parallelRanges(n, grain, [&](std::int64_t begin, std::int64_t end) {
        for (std::int64_t i = begin; i < end; ++i)
            body(i);
    });
}

// Runs body on exactly `threads` threads at most (0: all), whatever the caller's arena is.
void withThreads(int threads, const std::function<void()>& body);

} // namespace sparsescope
