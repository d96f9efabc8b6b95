#include "kernels/profile/micro_counters.h"

#include "kernels/profile/counters.h"

#include <fmt/format.h>
#include <functional>

namespace sparsescope {

void countMicro(const MicroRun& run, const Context& context, const Stream& stream, SequenceRun& sequence,
                Progress& progress)
{
    sequence.conditions.chip = chipName(context);
    struct Part {
        const char* name;
        std::string kernel;
        std::function<void()> launch;
    };
    const Part parts[] = {{"index", run.indexName(),
                           [&] {
                               run.clear(stream);
                               run.index(stream);
                           }},
                          {"kernel", run.productName(), [&] {
                               run.again(stream);
                               run.multiply(stream);
                           }}};
    for (const Part& part : parts) {
        progress.check();
        const auto prefixed = [&](const std::string& counter) { return fmt::format("{}: {}", part.name, counter); };
        sequence.counters.push_back({prefixed("activity"), measureActivity(stream, part.kernel, part.launch), "ns",
                                     "The kernel's time by CUPTI's activity record."});
        CounterResult counted = measureCounters(context, stream, part.launch);
        for (Counter& counter : counted.counters) {
            counter.name = prefixed(counter.name);
            sequence.counters.push_back(std::move(counter));
        }
        sequence.messages.insert(sequence.messages.end(), counted.messages.begin(), counted.messages.end());
    }
}

} // namespace sparsescope
