// One baseline's run: what all of them share, so that each is checked and timed in the same way.
#pragma once

#include "kernels/baseline/baseline.h"

#include <functional>
#include <vector>

namespace sparsescope {

struct Race {
    const BaselineInput& input;
    const Stream& stream;
    Stopwatch& stopwatch;
    Progress& progress;
    Baseline& result;

    // What is done once before the runs; its time is Baseline::preprocessNs.
    void preprocess(const std::function<void()>& work);
    // Runs once on a poisoned output, which comes back in float32, is then timed with a warm and a cold L2 cache and,
    // where that is wanted, counted. run() queues one product and never waits.
    std::vector<float> run(Buffer& output, const std::function<void()>& run);
    // output has the shape of the reference, with the leading dimension ld.
    void check(const std::vector<float>& output, std::int64_t ld);
};

} // namespace sparsescope
