#include "engine/search/alphasparse/graph_model.h"

#include "engine/core/at.h"
#include "engine/plan/graph/results.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <queue>
#include <unordered_set>

namespace sparsescope::alphasparse {

namespace {

using graph::Array;
using graph::Metadata;

// ns on one H200, from kernels of six graphs on 24 matrices. A thread waits for the columns of as many places as it has
// under way, then for their elements of x.
constexpr double startNs = 900;   // a block: where its BMTs and their places are, one after another
constexpr double groupNs = 190;   // gathers under way together, of places that lie one after another
constexpr double apartNs = 210;   // the same for each sector of its own that a lane reads first
constexpr double roundNs = 20;    // the next BMTs of a block's threads
constexpr double warpNs = 60;     // shuffles
constexpr double blockNs = 150;   // through shared memory
constexpr double partialNs = 12;  // a partial that a lane adds
constexpr double writeNs = 250;   // a result, added
constexpr double contendedNs = 3; // one more result that is added to the same row
constexpr double keptNs = 25;     // a result that its row's last writer reads, eight at a time: an estimate
constexpr double linesPerNs = 2;  // of the L1 cache that an SM looks up
constexpr int usualGathers = 4;   // the kernel's default
constexpr std::int64_t sampledPlaces = 200'000;
constexpr int sectorBytes = 32;

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

int gathersOf(const Metadata& m)
{
    return m.gathers > 0 ? m.gathers : usualGathers;
}

// What one branch adds.
class BranchModel {
public:
    BranchModel(const Metadata& m, const Matrix& matrix, const Operator& op, graph::Compression compression)
        : m(m), m_matrix(matrix), m_op(op), m_narrow(compression == graph::Compression::On),
          m_diagonals(m_narrow && graph::bmtsAreDiagonals(m))
    {
    }

    // What each BMTB takes alone, in ns.
    std::vector<double> blockTimes(Progress& progress) const
    {
        const std::vector<double> warps = warpTimes(progress);
        std::vector<double> times(at(m.bmtbs()));
        for (std::int64_t b = 0; b < m.bmtbs(); ++b) {
            if (b % 4096 == 0)
                progress.check();
            times[at(b)] = startNs + threadsNs(b, warps) + reductionNs(b);
        }
        return times;
    }

    // Sectors of x that groups of 32 BMTs read at once, of some BMTBs, and how many of all places these have.
    double sectors(Progress& progress) const
    {
        if (m.xShared)
            return 0;
        const auto entries = m[Array::Entries];
        const auto begins = m[Array::BmtbBmtOffsets];
        const auto sizes = m[Array::BmtSizes];
        const auto columns = m_matrix.colIdx();
        const std::int32_t perSector = sectorBytes / bytesOf(m_op.dtype);
        const std::int64_t step = sampleStep();
        std::int64_t read = 0, seen = 0;
        std::array<std::int32_t, 32> sector{};
        for (std::int64_t b = 0; b < m.bmtbs(); b += step) {
            progress.check();
            std::int64_t bmw = m.bmws() > 0 ? m[Array::BmtbBmwOffsets][at(b)] : b;
            for (std::int32_t first = begins[at(b)]; first < begins[at(b) + 1]; first += 32) {
                const std::int32_t end = std::min(first + 32, begins[at(b) + 1]);
                const std::int32_t longest = *std::max_element(sizes.begin() + first, sizes.begin() + end);
                for (std::int32_t k = 0; k < longest; ++k) {
                    std::size_t count = 0;
                    for (std::int32_t t = first; t < end; ++t) {
                        if (k >= sizes[at(t)])
                            continue;
                        if (m.bmws() > 0)
                            while (m[Array::BmwBmtOffsets][at(bmw) + 1] <= t)
                                ++bmw;
                        const std::int32_t entry = entries[at(graph::placesOf(m, b, bmw, t)[k])];
                        if (entry >= 0)
                            sector[count++] = columns[at(entry)] / perSector;
                    }
                    seen += static_cast<std::int64_t>(count);
                    std::sort(sector.begin(), sector.begin() + count);
                    read += std::unique(sector.begin(), sector.begin() + count) - sector.begin();
                    if (m.bmws() > 0)
                        bmw = firstBmw(b, first);
                }
            }
        }
        return seen == 0 ? 0 : static_cast<double>(read) * static_cast<double>(m.nnz) / static_cast<double>(seen);
    }

    // Sectors of x that BMTBs read, each once a BMTB; where x is copied to shared memory those of its part.
    double sectorsOfBlocks(Progress& progress) const
    {
        const auto entries = m[Array::Entries];
        const auto places = m[Array::BmtbNzOffsets];
        const auto columns = m_matrix.colIdx();
        const std::int32_t perSector = sectorBytes / bytesOf(m_op.dtype);
        const std::int64_t step = sampleStep();
        std::int64_t read = 0, seen = 0;
        std::vector<std::int32_t> sector;
        for (std::int64_t b = 0; b < m.bmtbs(); b += step) {
            progress.check();
            sector.clear();
            for (std::int32_t p = places[at(b)]; p < places[at(b) + 1]; ++p)
                if (entries[at(p)] >= 0)
                    sector.push_back(columns[at(entries[at(p)])] / perSector);
            seen += std::ssize(sector);
            std::sort(sector.begin(), sector.end());
            if (m.xShared && !sector.empty())
                read += sector.back() - sector.front() + 1;
            else
                read += std::unique(sector.begin(), sector.end()) - sector.begin();
        }
        return seen == 0 ? 0 : static_cast<double>(read) * static_cast<double>(m.nnz) / static_cast<double>(seen);
    }

    // Its arrays, and the results written. Columns and offsets are as wide as the matrix, or a BMTB, asks for.
    double bytes() const
    {
        double bytes = static_cast<double>(m.places) * (bytesOf(m_op.dtype) + columnBytes());
        if (m.padded.empty() && !m_diagonals)
            bytes += offsetBytes() * static_cast<double>(m.bmts());
        if (m.reductions.thread == graph::ThreadRed::Bitmap || m.reductions.warp == graph::WarpRed::Seg)
            bytes += 4.0 * static_cast<double>(m.bmts());
        if (m.reductions.block == graph::BlockRed::Offset)
            bytes += offsetBytes() * static_cast<double>(m.rows);
        bytes += 16.0 * static_cast<double>(m.bmtbs());
        return bytes + static_cast<double>(m.rows) * bytesOf(m_op.dtype);
    }

    // Arrays of BMWs, which bytes() leaves out as they decide no search: BMTs, rows, and where rows begin in them.
    double bytesOfBmws() const
    {
        const double words = m.reductions.warp == graph::WarpRed::Bitmap ? 4 : 0;
        return static_cast<double>(m.bmws()) * (2 * offsetBytes() + words);
    }

    // Lines of the L1 cache that warps look up for values and columns: lanes that read places of their own look up a
    // line each.
    double lines() const
    {
        const double size = static_cast<double>(m.places) / static_cast<double>(std::max<std::int64_t>(1, m.bmts()));
        const auto ofWarp = [&](double bytes) {
            return bytes == 0 ? 0 : std::clamp((m.interleave > 0 ? 1 : size) * bytes / 4, 1.0, 32.0);
        };
        return static_cast<double>(m.places) / 32 * (ofWarp(bytesOf(m_op.dtype)) + ofWarp(columnBytes()));
    }

private:
    // From one BMTB that is looked at to the next: some stand for all.
    std::int64_t sampleStep() const
    {
        return std::clamp<std::int64_t>(m.places / sampledPlaces, 1, std::max<std::int64_t>(1, m.bmtbs() / 16));
    }

    double columnBytes() const { return m_diagonals ? 0 : !m_narrow ? 4 : m.cols <= 256 ? 1 : m.cols <= 65536 ? 2 : 4; }
    double offsetBytes() const { return m_narrow ? 2 : 4; }

    std::int64_t firstBmw(std::int64_t b, std::int32_t bmt) const
    {
        const auto offsets = m[Array::BmwBmtOffsets];
        const std::int64_t first = m[Array::BmtbBmwOffsets][at(b)];
        const std::int64_t end = m[Array::BmtbBmwOffsets][at(b) + 1];
        return std::upper_bound(offsets.begin() + first, offsets.begin() + end + 1, bmt) - offsets.begin() - 1;
    }

    double readsNs(double groups, std::int32_t size) const
    {
        // Places one after another: a lane's sector holds those of its next groups too.
        const double reads = m.interleave > 0 ? std::ceil(static_cast<double>(size) / m.interleave) / usualGathers
                                              : std::ceil(size * static_cast<double>(bytesOf(m_op.dtype)) / 32);
        return groups * groupNs + reads * apartNs;
    }

    // What 32 BMTs or fewer take whose runs are gathered one after another: each waits for the longest of its lanes.
    double runsNs(std::int32_t first, std::int32_t end) const
    {
        std::array<std::int32_t, 33> longest{};
        std::int32_t size = 0;
        for (std::int32_t t = first; t < end; ++t) {
            const std::int32_t places = m[Array::BmtSizes][at(t)];
            size = std::max(size, places);
            auto bits = static_cast<std::uint32_t>(m[Array::BmtBitmaps][at(t)]) & ~1U;
            std::size_t run = 0;
            for (std::int32_t k = 0; k < places; ++run) {
                const std::int32_t next = bits == 0 ? places : std::min(places, std::countr_zero(bits));
                bits &= bits - 1;
                longest[run] = std::max(longest[run], next - k);
                k = next;
            }
        }
        double groups = 0;
        for (const std::int32_t places : longest)
            groups += std::ceil(static_cast<double>(places) / gathersOf(m));
        return readsNs(groups, size);
    }

    // The longest of BMTs [first, end), which a warp's or block's threads take at the same time.
    double roundOf(std::int32_t first, std::int32_t end) const
    {
        double ns = 0;
        if (m.reductions.thread == graph::ThreadRed::Bitmap) {
            for (; first < end; first += 32)
                ns = std::max(ns, runsNs(first, std::min(first + 32, end)));
        } else {
            const auto sizes = m[Array::BmtSizes];
            const std::int32_t longest = *std::max_element(sizes.begin() + first, sizes.begin() + end);
            ns = readsNs(std::ceil(static_cast<double>(longest) / gathersOf(m)), longest);
        }
        return ns + roundNs + (m.reductions.warp > graph::WarpRed::Total ? warpNs : 0);
    }

    std::vector<double> warpTimes(Progress& progress) const
    {
        std::vector<double> times(at(m.bmws()), m.reductions.warp == graph::WarpRed::Total ? warpNs : 0);
        const auto bmts = m[Array::BmwBmtOffsets];
        for (std::size_t w = 0; w < times.size(); ++w) {
            if (w % 65536 == 0)
                progress.check();
            for (std::int32_t first = bmts[w]; first < bmts[w + 1]; first += 32)
                times[w] += roundOf(first, std::min(first + 32, bmts[w + 1]));
        }
        return times;
    }

    double threadsNs(std::int64_t b, std::span<const double> warps) const
    {
        if (m.bmws() > 0) {
            const auto bmws = m[Array::BmtbBmwOffsets];
            std::vector<double> busy(at(m.threads / 32));
            for (std::int32_t w = bmws[at(b)]; w < bmws[at(b) + 1]; ++w)
                busy[at(w - bmws[at(b)]) % busy.size()] += warps[at(w)];
            return *std::max_element(busy.begin(), busy.end());
        }
        const auto bmts = m[Array::BmtbBmtOffsets];
        double ns = 0;
        for (std::int32_t first = bmts[at(b)]; first < bmts[at(b) + 1]; first += m.threads)
            ns += roundOf(first, std::min(first + m.threads, bmts[at(b) + 1]));
        return ns;
    }

    double reductionNs(std::int64_t b) const
    {
        double ns = m.xShared ? 2 * blockNs : 0;
        if (m.reductions.block == graph::BlockRed::Total)
            ns += blockNs;
        if (m.reductions.block == graph::BlockRed::Offset) {
            const auto results = m[Array::BmtbResultOffsets];
            const std::int64_t first = results[at(b)];
            const std::int64_t rows = results[at(b) + 1] - first;
            const auto partials = m[Array::BmtbPartialOffsets];
            const std::int64_t together = std::max(1, m.threads / m.lanes);
            for (std::int64_t r = 0; r < rows; r += together) {
                std::int32_t longest = 0;
                for (std::int64_t i = r; i < std::min(rows, r + together); ++i)
                    longest = std::max(longest, partials[at(first + b + i + 1)] - partials[at(first + b + i)]);
                ns += blockNs + std::ceil(static_cast<double>(longest) / m.lanes) * partialNs;
            }
        }
        return ns;
    }

    const Metadata& m;
    const Matrix& m_matrix;
    const Operator& m_op;
    const bool m_narrow;    // whole numbers are as narrow as they can be
    const bool m_diagonals; // no columns are stored
};

// Blocks of so many threads that an SM holds at once.
std::int64_t blocksPerSm(const Metadata& m)
{
    constexpr std::int64_t threads = 2048, blocks = 32;
    const std::int64_t shared = graph::sharedBytes(m) + 1024; // which the system keeps
    return std::clamp<std::int64_t>(std::min(threads / m.threads, (graph::mostSharedBytes + 1024) / shared), 1, blocks);
}

// When the last of these ends, each of which begins in the slot that is free first.
double makespan(std::span<const double> times, std::size_t slots, Progress& progress)
{
    if (times.size() <= slots)
        return times.empty() ? 0 : *std::max_element(times.begin(), times.end());
    std::priority_queue<double, std::vector<double>, std::greater<>> free;
    for (std::size_t i = 0; i < slots; ++i)
        free.push(0);
    double last = 0;
    for (std::size_t i = 0; i < times.size(); ++i) {
        if (i % 65536 == 0)
            progress.check();
        const double end = free.top() + times[i];
        free.pop();
        free.push(end);
        last = std::max(last, end);
    }
    return last;
}

} // namespace

GraphFeatures featuresOf(const graph::Applied& applied, const Matrix& matrix, const Operator& op,
                         const Calibration& calibration, Progress& progress, double share,
                         graph::Compression compression)
{
    GraphFeatures f;
    std::vector<int> threads; // of launches
    const auto ofAll = [&](auto these) { return static_cast<double>(these) / share; };
    for (const graph::Branch& branch : applied.branches) {
        progress.check();
        const Metadata& m = branch.metadata();
        const BranchModel model(m, matrix, op, compression);
        const std::vector<double> times = model.blockTimes(progress);
        // A share of the rows takes as long on a share of the GPU as all of them on all of it.
        const std::int64_t slots =
            std::max<std::int64_t>(1, std::llround(share * blocksPerSm(m) * std::max(1, calibration.sms)));
        const double waves = static_cast<double>(m.bmtbs()) / static_cast<double>(slots);
        f.nnz += ofAll(m.nnz);
        f.places += ofAll(m.places);
        f.bmtbs += ofAll(m.bmtbs());
        f.bmts += ofAll(m.bmts());
        f.threads += ofAll(m.bmtbs() * m.threads);
        f.bytes += ofAll(model.bytes());
        f.sectors += ofAll(model.sectors(progress));
        f.lines += ofAll(model.lines());
        f.waves += waves;
        if (!times.empty())
            f.longestNs = std::max(f.longestNs, *std::max_element(times.begin(), times.end()));
        // Branches of one launch share its slots, and those that wait fill what others leave.
        f.makespanNs += makespan(times, at(slots), progress) * std::min(1.0, waves);
        if (std::find(threads.begin(), threads.end(), m.threads) == threads.end())
            threads.push_back(m.threads);
    }
    f.makespanNs = std::max(f.makespanNs, f.longestNs);
    f.launches = std::max<double>(1, static_cast<double>(threads.size()));
    f.zeroed = ofAll(static_cast<double>(applied.zeroRows().size()));
    const auto& writers = *applied.rowWriters;
    if (const std::int32_t most = writers.empty() ? 0 : *std::max_element(writers.begin(), writers.end()); most > 1) {
        f.makespanNs += writeNs + (applied.last() ? most * keptNs : 0);
        f.mostWriters = most;
        f.launches += applied.last() && f.zeroed == 0 ? 0 : 1;
    } else if (f.zeroed > 0) {
        f.launches += 1;
    }
    return f;
}

std::vector<double> predictedTraffic(const graph::Applied& applied, const Matrix& matrix, const Operator& op,
                                     graph::Compression compression, Progress& progress)
{
    std::vector<double> bytes;
    for (const graph::Branch& branch : applied.branches) {
        const BranchModel model(branch.metadata(), matrix, op, compression);
        bytes.push_back(model.bytes() + model.bytesOfBmws() + sectorBytes * model.sectorsOfBlocks(progress));
    }
    return bytes;
}

double predictedNs(const GraphFeatures& features, const Matrix& matrix, const Operator& op,
                   const Calibration& calibration)
{
    constexpr double inCache = 40e6; // bytes that the L2 cache keeps from one run to the next
    constexpr double cacheBytesPerNs = 6000;
    const double x = static_cast<double>(matrix.cols()) * bytesOf(op.dtype);
    const double bytes = features.bytes + x;
    const double moved = bytes / (bytes < inCache ? cacheBytesPerNs : calibration.rates.copyBytesPerNs);
    const double gathered = features.sectors / gathersPerNs(x);
    return calibration.launchNs + (features.launches - 1) * calibration.nextLaunchNs +
           std::hypot(std::hypot(features.makespanNs, moved, gathered),
                      (features.lines + features.sectors) / (linesPerNs * std::max(1, calibration.sms)),
                      features.mostWriters * contendedNs);
}

} // namespace sparsescope::alphasparse
