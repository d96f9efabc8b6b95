#include "kernels/baseline/race.h"

#include "engine/core/error.h"
#include "engine/measure/baselines.h"
#include "kernels/device/device_plan.h"

namespace sparsescope {

void Race::preprocess(const std::function<void()>& work)
{
    Event begin, end;
    begin.record(stream);
    work();
    end.record(stream);
    stream.wait(progress);
    result.preprocessNs = end.nsSince(begin);
}

std::vector<float> Race::run(Buffer& output, const std::function<void()>& run)
{
    output.fill(0xff);
    run();
    stream.wait(progress);
    std::vector<std::uint8_t> bytes(output.bytes());
    output.download(bytes.data(), bytes.size());
    result.timing = summariseTimes(stopwatch.measure(input.warmups, input.repeats, run, progress));
    try {
        result.cold =
            summariseTimes(stopwatch.measure(input.warmups, input.repeats, run, progress, Stopwatch::Cache::Cold));
    } catch (const Error& error) { // no memory to flush with, say: the warm time stands
        if (error.kind() == ErrorKind::Cancelled)
            throw;
    }
    if (input.count) // after the times, which counting must not touch
        result.counters = input.count(run);
    return decode(bytes, input.op.dtype);
}

void Race::check(const std::vector<float>& output, std::int64_t ld)
{
    const ErrorNorms norms = compare(input.reference, output.data(), ld);
    result.relativeError = norms.relative;
    // Some kernels of the libraries add in 16 bits: less exact, and still what a user would race against. Who asks is
    // told.
    constexpr double lessExact = 10;
    const ErrorNorms bounds = acceptedErrors(input.op.dtype);
    const bool library = libraryOf(result.name) != BaselineLibrary::User && narrow(input.op.dtype);
    result.verified = norms.accepted(input.op.dtype) || (library && norms.relative <= lessExact * bounds.relative &&
                                                         norms.worstElement <= lessExact * bounds.worstElement);
}

} // namespace sparsescope
