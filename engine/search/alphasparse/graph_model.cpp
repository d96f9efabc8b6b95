#include "engine/search/alphasparse/graph_model.h"

#include "engine/plan/graph/results.h"
#include "engine/search/alphasparse/branch_model.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace sparsescope::alphasparse {

namespace {

using graph::Metadata;

// ns on one H200, fitted together with those of a branch.
constexpr double firstNs = 320;      // the first load and the last store
constexpr double waveShare = 0.525;  // of a block's time alone, until the next can have its slot
constexpr double streamNs = 2700;    // one more kernel on a stream of its own, beside its launch
constexpr double zeroNs = 140;       // rows that are zeroed first
constexpr double addedNs = 930;      // results that are added to them
constexpr double contendedNs = 2.3;  // one more result that is added to the same row
constexpr double lastWriterNs = 560; // who is a row's last writer
constexpr double keptNs = 25;        // a result that it reads, eight at a time: an estimate

// Gathers a ns by bytes of x, where columns and values are read beside them (the H200's notes).
double gathersPerNs(double bytes)
{
    constexpr std::array<std::array<double, 2>, 5> measured = {
        {{1.0 / 16, 540}, {1.0 / 4, 231}, {1, 154}, {8, 143}, {32, 121}}};
    const double megabytes = bytes / (1 << 20);
    if (megabytes <= measured.front()[0])
        return measured.front()[1];
    for (std::size_t i = 1; i < measured.size(); ++i)
        if (megabytes <= measured[i][0]) {
            const double share =
                std::log(megabytes / measured[i - 1][0]) / std::log(measured[i][0] / measured[i - 1][0]);
            return measured[i - 1][1] * std::pow(measured[i][1] / measured[i - 1][1], share);
        }
    return measured.back()[1];
}

// Blocks of so many threads that an SM holds at once.
std::int64_t blocksPerSm(const Metadata& m)
{
    constexpr std::int64_t threads = 2048, blocks = 32;
    const std::int64_t shared = graph::sharedBytes(m) + 1024; // which the system keeps
    return std::clamp<std::int64_t>(std::min(threads / m.threads, (graph::mostSharedBytes + 1024) / shared), 1, blocks);
}

} // namespace

GraphFeatures featuresOf(const graph::Applied& applied, const Matrix& matrix, const Operator& op,
                         const Calibration& calibration, Progress& progress, double share,
                         graph::Compression compression)
{
    GraphFeatures f;
    std::vector<int> threads; // of kernels
    double wavesNs = 0, busyNs = 0;
    const auto ofAll = [&](auto these) { return static_cast<double>(these) / share; };
    for (const graph::Branch& branch : applied.branches) {
        progress.check();
        const Metadata& m = branch.metadata();
        const BranchModel model(m, matrix, op, compression);
        const BranchModel::Work work = model.work(progress);
        const BranchModel::Gathered gathered = model.gathered(progress);
        const double lines = model.lines() + gathered.lines;
        // A share of the rows takes as long on a share of the GPU as all of them on all of it.
        const double slots =
            std::max(1.0, std::round(share * static_cast<double>(blocksPerSm(m) * std::max(1, calibration.sms))));
        f.nnz += ofAll(m.nnz);
        f.places += ofAll(m.places);
        f.bmtbs += ofAll(m.bmtbs());
        f.bmts += ofAll(m.bmts());
        f.bytes += ofAll(model.bytes());
        f.sectors += ofAll(gathered.sectors);
        f.lines += ofAll(lines);
        f.waves += static_cast<double>(m.bmtbs()) / slots;
        for (const double ns : work.blocksNs) {
            f.blocksNs = std::max(f.blocksNs, ns);
            wavesNs += waveShare * ns / slots;
        }
        busyNs += ofAll(model.busyNs(work, gathered, progress));
        if (std::find(threads.begin(), threads.end(), m.threads) == threads.end())
            threads.push_back(m.threads);
    }
    f.blocksNs = std::max(f.blocksNs, wavesNs);
    // Some SMs have one block more than others; where there are fewer blocks than SMs, some have none.
    if (f.bmtbs > 0)
        f.busyNs = busyNs * std::ceil(f.bmtbs / std::max(1, calibration.sms)) / f.bmtbs;
    f.kernels = std::max<double>(1, static_cast<double>(threads.size()));
    f.zeroed = ofAll(static_cast<double>(applied.zeroRows().size()));
    const auto& writers = *applied.rowWriters;
    if (const std::int32_t most = writers.empty() ? 0 : *std::max_element(writers.begin(), writers.end()); most > 1) {
        f.mostWriters = most;
        f.writersNs = addedNs + most * contendedNs + (applied.last() ? lastWriterNs + most * keptNs : 0);
    }
    return f;
}

PredictedCounters predictedCounters(const graph::Applied& applied, const Matrix& matrix, const Operator& op,
                                    graph::Compression compression, Progress& progress)
{
    PredictedCounters counters;
    for (const graph::Branch& branch : applied.branches) {
        const BranchModel model(branch.metadata(), matrix, op, compression);
        counters.branches.push_back(
            {.bytes = model.bytes() + model.bytesOfBmws() + sectorBytes * model.sectorsOfBlocks(progress),
             .instructions = model.work(progress).instructions});
    }
    counters.zeroedBytes = static_cast<double>(applied.zeroRows().size()) * bytesOf(op.dtype);
    return counters;
}

double predictedNs(const GraphFeatures& features, const Matrix& matrix, const Operator& op,
                   const Calibration& calibration)
{
    constexpr double inCache = 40e6; // bytes that the L2 cache keeps from one run to the next
    constexpr double cacheBytesPerNs = 4700;
    const double x = static_cast<double>(matrix.cols()) * bytesOf(op.dtype);
    const double bytes = features.bytes + x;
    const double moved = bytes / (bytes < inCache ? cacheBytesPerNs : calibration.rates.copyBytesPerNs);
    const double gathered = features.sectors / gathersPerNs(x);
    return calibration.launchNs + firstNs + (features.kernels - 1) * (calibration.nextLaunchNs + streamNs) +
           (features.zeroed > 0 ? zeroNs : 0) + features.writersNs +
           std::max({features.blocksNs + features.busyNs, moved, gathered});
}

} // namespace sparsescope::alphasparse
