#include "kernels/profile/task_clocks.h"

#include "engine/core/at.h"
#include "kernels/device/compiler.h"
#include "kernels/profile/in_situ.h"
#include "kernels/profile/sampling.h"

#include <fmt/format.h>

namespace sparsescope {

namespace {

constexpr std::size_t sampledTaskTimes = 100'000;
constexpr int instrumentedRepeats = 5;

} // namespace

void measureTasks(const DevicePlan& device, const GeneratedSource& source, const std::string& architecture,
                  const Stream& stream, Stopwatch& stopwatch, Profile& profile, Progress& progress)
{
    const Packed& packed = device.packed();
    if (packed.tasks.empty())
        return;
    CompileOptions options;
    options.architecture = architecture;
    options.defines = {fmt::format("{}=1", clocksMacro)};
    const PlanKernels kernels(source, compileSource(source.text, source.entry + ".cu", options).cubin);
    std::vector<BlockClock> clocks(packed.tasks.size());
    Buffer buffer(clocks.size() * sizeof(BlockClock), "task clocks");
    buffer.fill(0);
    const auto ns = stopwatch.measure(
        2, instrumentedRepeats, [&] { device.fused(stream, kernels, buffer.address()); }, progress);
    device.settle();
    profile.instrumentedNs = summariseTimes(ns).medianNs;
    const double cyclesPerNs = stopwatch.cyclesPerNs(progress);
    buffer.download(clocks.data(), clocks.size() * sizeof(BlockClock));

    const std::vector<double> shares = inSituCycles(clocks);
    const std::vector<BlockLife> lives = blockLives(clocks);
    std::vector<std::int32_t> kinds;
    kinds.reserve(packed.tasks.size());
    for (const Task& task : packed.tasks)
        kinds.push_back(packed.tiles[at(task.tile)].kind);
    const std::vector<std::size_t> sample = stratifiedSample(kinds, sampledTaskTimes);
    if (sample.size() < clocks.size())
        profile.messages.push_back(fmt::format("{} of {} task times are kept, spread evenly over the kinds of tile.",
                                               sample.size(), clocks.size()));
    for (const std::size_t i : sample)
        profile.taskTimes.push_back({packed.tasks[i].tile, packed.tasks[i].part,
                                     static_cast<std::int32_t>(clocks[i].sm), lives[i].start, lives[i].end,
                                     shares[i] / cyclesPerNs});
}

} // namespace sparsescope
