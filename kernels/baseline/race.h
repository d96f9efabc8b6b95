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
    std::size_t others = Buffer::allBytes(); // of what there was before its arrays

    // What is done once before the runs; its time is Baseline::preprocessNs.
    void preprocess(const std::function<void()>& work);
    // Runs once on a poisoned output, which has the shape of the reference, with the leading dimension ld, and is
    // verified; is then timed with a warm and a cold L2 cache and, where that is wanted, counted. run() queues one
    // product and never waits.
    void run(Buffer& output, std::int64_t ld, const std::function<void()>& run);
    // The same of an output that `shaped` gives that shape.
    using Shaped = std::function<std::vector<double>(const std::vector<double>& output)>;
    void run(Buffer& output, const std::function<void()>& run, const Shaped& shaped);

private:
    void runPoisoned(Buffer& output, const std::function<void()>& run);
    void judge(const ErrorNorms& norms);
    void time(const std::function<void()>& run);
};

} // namespace sparsescope
