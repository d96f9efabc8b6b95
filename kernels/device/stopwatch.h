// Timing by CUDA events while the stream is held until all runs are queued, so that the host's launch cost is out.
#pragma once

#include "engine/core/progress.h"
#include "engine/measure/profile.h"
#include "kernels/device/device.h"

#include <functional>
#include <string>
#include <vector>

namespace sparsescope {

// Median and 5th and 95th percentiles (linear between neighbours); zeros without samples.
Timing summariseTimes(std::vector<double> ns);

// How many of `repeats` runs are made of a kernel that takes so long: as many as a second holds, but five where so many
// are asked for. More would tell no more of a kernel that slow.
int timedRuns(int repeats, double runNs);

class Stopwatch {
public:
    // architecture: "sm_90". Compiles its small kernels.
    Stopwatch(const Stream& stream, const std::string& architecture);

    // run(stream) queues one run and never waits; called `warmups` times, then timedRuns() times timed. Each time in
    // ns. If a run waits for the stream after all, the gate opens by itself and the runs are timed without it (held()
    // tells). Cold: what the L2 cache held is replaced before every timed run, outside the measured time.
    enum class Cache { Warm, Cold };
    std::vector<double> measure(int warmups, int repeats, const std::function<void()>& run, Progress& progress,
                                Cache cache = Cache::Warm);
    bool held() const { return m_held; }

    // The same by the host's clock, from the first call to the end of the stream: what waits for the stream in between
    // can be timed by nothing else.
    std::vector<double> measureByHost(int warmups, int repeats, const std::function<void()>& run, Progress& progress);

    // Queues an empty kernel.
    void launchNothing() const;

    // Cycles of an SM per nanosecond, over about 2 ms.
    double cyclesPerNs(Progress& progress);

private:
    bool measureBatch(int repeats, const std::function<void()>& run, bool held, Cache cache, std::vector<double>& ns,
                      Progress& progress);

    const Stream& m_stream;
    Module m_module;
    Function m_gate;
    Function m_compareClocks;
    Function m_flush;
    Function m_nothing;
    Buffer m_flushed; // made at the first cold measurement
    MappedMemory m_flags;
    bool m_held = true;
};

} // namespace sparsescope
