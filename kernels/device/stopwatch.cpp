#include "kernels/device/stopwatch.h"

#include "engine/core/error.h"
#include "kernels/device/compiler.h"
#include "kernels/generate/templates.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cmath>

namespace sparsescope {

namespace {

// Runs behind one gate: a stream takes about a thousand launches before the host has to wait.
constexpr int batch = 40;
constexpr std::uint64_t gateLimitNs = 3'000'000'000;
constexpr double enoughNs = 1e9;
constexpr int fewestRuns = 5;
constexpr std::size_t flushBytes = 256 << 20; // several times any L2 cache

std::string instruments(const std::string& architecture)
{
    CompileOptions options;
    options.architecture = architecture;
    return compileSource(deviceTemplates().at("instruments.cuh"), "instruments.cuh", options).cubin;
}

// Opens the gate at the latest when an exception leaves the batch.
class GateKey {
public:
    explicit GateKey(void* flags) : m_flags(static_cast<std::uint32_t*>(flags))
    {
        set(0, 0);
        set(1, 0);
    }
    ~GateKey() { open(); }
    GateKey(const GateKey&) = delete;
    GateKey& operator=(const GateKey&) = delete;

    void open() { set(0, 1); }
    bool expired() const { return std::atomic_ref<std::uint32_t>(m_flags[1]).load(std::memory_order_seq_cst) != 0; }

private:
    void set(int index, std::uint32_t value)
    {
        std::atomic_ref<std::uint32_t>(m_flags[index]).store(value, std::memory_order_seq_cst);
    }

    std::uint32_t* m_flags;
};

double percentile(const std::vector<double>& sorted, double p)
{
    const double at = p * static_cast<double>(sorted.size() - 1);
    const auto below = static_cast<std::size_t>(std::floor(at));
    const std::size_t above = std::min(below + 1, sorted.size() - 1);
    return sorted[below] + (at - static_cast<double>(below)) * (sorted[above] - sorted[below]);
}

} // namespace

Timing summariseTimes(std::vector<double> ns)
{
    if (ns.empty())
        return {};
    std::sort(ns.begin(), ns.end());
    return {percentile(ns, 0.5), percentile(ns, 0.05), percentile(ns, 0.95)};
}

int timedRuns(int repeats, double runNs)
{
    if (!(runNs * repeats > enoughNs))
        return repeats;
    return std::clamp(static_cast<int>(enoughNs / runNs), std::min(fewestRuns, repeats), repeats);
}

Stopwatch::Stopwatch(const Stream& stream, const std::string& architecture)
    : m_stream(stream), m_module(instruments(architecture)), m_gate(m_module.function("gate")),
      m_compareClocks(m_module.function("compareClocks")), m_flush(m_module.function("flush")),
      m_nothing(m_module.function("nothing")), m_flags(64)
{
}

std::vector<double> Stopwatch::measure(int warmups, int repeats, const std::function<void()>& run, Progress& progress,
                                       Cache cache)
{
    if (cache == Cache::Cold && m_flushed.bytes() == 0) {
        m_flushed = Buffer(flushBytes, "memory that replaces what the L2 cache holds");
        m_flushed.fill(0);
    }
    if (warmups > 1)
        run(); // the first may load code, which the next does not take
    if (warmups > 0) {
        Event begin, end;
        begin.record(m_stream);
        run();
        end.record(m_stream);
        m_stream.wait(progress);
        const double runNs = end.nsSince(begin);
        warmups = timedRuns(warmups, runNs);
        repeats = timedRuns(repeats, runNs);
    }
    for (int i = 2; i < warmups; ++i) {
        run();
        if (i % batch == batch - 1)
            m_stream.wait(progress);
    }
    m_stream.wait(progress);
    std::vector<double> ns;
    m_held = true;
    while (static_cast<int>(ns.size()) < repeats) {
        const int count = std::min(batch, repeats - static_cast<int>(ns.size()));
        if (!measureBatch(count, run, m_held, cache, ns, progress))
            m_held = false; // this batch is measured again
        progress.check();
    }
    return ns;
}

std::vector<double> Stopwatch::measureByHost(int warmups, int repeats, const std::function<void()>& run,
                                             Progress& progress)
{
    const auto once = [&] {
        m_stream.wait(progress);
        const auto begin = std::chrono::steady_clock::now();
        run();
        m_stream.wait(progress);
        return std::chrono::duration<double, std::nano>(std::chrono::steady_clock::now() - begin).count();
    };
    if (warmups > 1)
        once(); // as above
    if (warmups > 0) {
        const double runNs = once();
        warmups = timedRuns(warmups, runNs);
        repeats = timedRuns(repeats, runNs);
    }
    for (int i = 2; i < warmups; ++i)
        once();
    std::vector<double> ns;
    while (static_cast<int>(ns.size()) < repeats)
        ns.push_back(once());
    return ns;
}

bool Stopwatch::measureBatch(int repeats, const std::function<void()>& run, bool held, Cache cache,
                             std::vector<double>& ns, Progress& progress)
{
    std::vector<Event> begins(static_cast<std::size_t>(repeats));
    std::vector<Event> ends(static_cast<std::size_t>(repeats));
    GateKey key(m_flags.host());
    if (held)
        m_gate.launch(m_stream, 1, 1, m_flags.address(), gateLimitNs);
    for (std::size_t i = 0; i < begins.size(); ++i) {
        if (cache == Cache::Cold)
            m_flush.launch(m_stream, 1024, 256, m_flushed.address(), static_cast<std::int64_t>(flushBytes / 16));
        begins[i].record(m_stream);
        run();
        ends[i].record(m_stream);
    }
    key.open();
    m_stream.wait(progress);
    if (held && key.expired())
        return false;
    for (std::size_t i = 0; i < begins.size(); ++i)
        ns.push_back(ends[i].nsSince(begins[i]));
    return true;
}

void Stopwatch::launchNothing() const
{
    m_nothing.launch(m_stream, 1, 32);
}

double Stopwatch::cyclesPerNs(Progress& progress)
{
    std::array<std::int64_t, 2> counted = {0, 0};
    Buffer out(sizeof counted, "a clock");
    m_compareClocks.launch(m_stream, 1, 1, out.address(), std::uint64_t{2'000'000});
    m_stream.wait(progress);
    out.download(counted.data(), sizeof counted);
    if (counted[0] <= 0 || counted[1] <= 0)
        throw Error(ErrorKind::Device, "the clocks of the GPU did not advance", {.call = "compareClocks"});
    return static_cast<double>(counted[0]) / static_cast<double>(counted[1]);
}

} // namespace sparsescope
