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

void Race::run(Buffer& output, std::int64_t ld, const std::function<void()>& run)
{
    runPoisoned(output, run);
    judge(input.verifier.compare(output, ld, stream, progress));
    time(run);
}

void Race::run(Buffer& output, const std::function<void()>& run, const Shaped& shaped)
{
    runPoisoned(output, run);
    std::vector<std::uint8_t> bytes(output.bytes());
    output.download(bytes.data(), bytes.size());
    judge(input.verifier.compare(shaped(decode(bytes, input.op.dtype)), 1, progress));
    time(run);
}

void Race::runPoisoned(Buffer& output, const std::function<void()>& run)
{
    output.fill(0xff);
    run();
    stream.wait(progress);
    const std::size_t shared = &output == &input.C ? input.C.bytes() : 0; // or it is the baseline's own
    result.memoryBytes = static_cast<std::int64_t>(Buffer::allBytes() - others + shared);
    for (const OperandDefinition& operand : input.op.definition().operands)
        result.memoryBytes += operandShape(input.op, operand, shapeOf(input.matrix)).rows *
                              operandLd(input.op, operand, input.ld) * bytesOf(input.op.dtype);
}

void Race::time(const std::function<void()>& run)
{
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
}

void Race::judge(const ErrorNorms& norms)
{
    result.relativeError = norms.relative;
    result.verified = acceptedOf(result.name, norms, input.op.dtype);
}

} // namespace sparsescope
