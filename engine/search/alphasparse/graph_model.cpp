#include "engine/search/alphasparse/graph_model.h"

#include "engine/core/at.h"
#include "engine/plan/graph/results.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <unordered_set>

namespace sparsescope::alphasparse {

namespace {

using graph::Array;
using graph::Metadata;

// ns on one H200, fitted to 5,800 graphs that searches timed on 24 matrices. What a thread block waits for, one after
// another:
constexpr double bmtbNs = 270;        // where its BMTs and places are, unless that is computed
constexpr double bmwNs = 160;         // the same of a BMW
constexpr double groupNs = 275;       // columns of the places under way together, then their elements of x
constexpr double sectorNs = 20;       // that a lane reads first, of places that lie one after another
constexpr double placeNs = 8;         // added up
constexpr double runsNs = 115;        // the bits of 32 BMTs
constexpr double lanesNs = 240;       // the sum of a warp
constexpr double segmentsNs = 330;    // the sums of rows in a warp
constexpr double blockSumNs = 340;    // the sum of a block
constexpr double partialSumsNs = 400; // rows in shared memory, as many as there are threads for
constexpr double partialNs = 4;       // a partial that a lane adds
// What keeps the SM that has most to do busy:
constexpr double ofBlockNs = 27;    // to begin and end one
constexpr double ofWarpNs = 6;      // the same
constexpr double ofBmtsNs = 1.7;    // a warp's next 32 BMTs or fewer
constexpr double ofPlaceNs = 0.55;  // of each of them
constexpr double ofRunsNs = 1.1;    // the same, as results may begin there
constexpr double ofLineNs = 0.23;   // of the L1 cache, looked up by a warp
constexpr double ofSectorNs = 0.46; // of x, which a block asks the L2 cache for
constexpr double ofClashNs = 0.57;  // lanes beside each other that add to one row
// Of the whole:
constexpr double firstNs = 350;      // the first load and the last store
constexpr double waveShare = 0.55;   // of a block's time alone, until the next can have its slot
constexpr double streamNs = 2600;    // one more kernel on a stream of its own, beside its launch
constexpr double zeroNs = 250;       // rows that are zeroed first
constexpr double addedNs = 750;      // results that are added to them
constexpr double contendedNs = 2.3;  // one more result that is added to the same row
constexpr double lastWriterNs = 600; // who is a row's last writer
constexpr double keptNs = 25;        // a result that it reads, eight at a time: an estimate
constexpr int usualGathers = 4;      // the kernel's default
constexpr std::int64_t sampledPlaces = 200'000;
constexpr int sectorBytes = 32, lineBytes = 128;

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
        const auto sizes = m[Array::BmtSizes];
        m_oneSize = !sizes.empty() && std::all_of(sizes.begin(), sizes.end(), [&](auto n) { return n == sizes[0]; });
        const auto stored = [&](Array a) { return m.has(a) && !(m_narrow && isLinear(m[a])); };
        m_bmtbNs = stored(Array::BmtbBmtOffsets) || (!m_oneSize && stored(Array::BmtbNzOffsets)) ||
                           stored(Array::BmtbBmwOffsets)
                       ? bmtbNs
                       : 0;
        m_bmwNs = stored(Array::BmwBmtOffsets) ? bmwNs : 0;
    }

    struct Work {
        std::vector<double> blocksNs; // each alone
        double warpsNs = 0;           // all of it, of one SM
    };
    Work work(Progress& progress) const
    {
        Work work;
        work.blocksNs.resize(at(m.bmtbs()));
        for (std::int64_t b = 0; b < m.bmtbs(); ++b) {
            if (b % 4096 == 0)
                progress.check();
            work.blocksNs[at(b)] = m_bmtbNs + threadsNs(b, work.warpsNs) + reductionNs(b);
        }
        work.warpsNs += static_cast<double>(m.bmtbs()) * (ofBlockNs + m.threads / 32 * ofWarpNs);
        return work;
    }

    // Of x, distinct among those that groups of 32 BMTs read at once; of all places, as some BMTBs have them.
    struct Gathered {
        double sectors = 0;
        double lines = 0; // of the L1 cache
    };
    Gathered gathered(Progress& progress) const
    {
        if (m.xShared)
            return {};
        const auto entries = m[Array::Entries];
        const auto begins = m[Array::BmtbBmtOffsets];
        const auto sizes = m[Array::BmtSizes];
        const auto columns = m_matrix.colIdx();
        const std::int32_t perSector = sectorBytes / bytesOf(m_op.dtype);
        const std::int64_t step = sampleStep();
        std::int64_t sectors = 0, lines = 0, seen = 0;
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
                    const auto endOfThem = sector.begin() + static_cast<std::ptrdiff_t>(count);
                    std::sort(sector.begin(), endOfThem);
                    std::int32_t lastSector = -1, lastLine = -1;
                    for (auto s = sector.begin(); s != endOfThem; ++s) {
                        sectors += *s != lastSector ? 1 : 0;
                        lastSector = *s;
                        const std::int32_t line = *s / (lineBytes / sectorBytes);
                        lines += line != lastLine ? 1 : 0;
                        lastLine = line;
                    }
                    if (m.bmws() > 0)
                        bmw = firstBmw(b, first);
                }
            }
        }
        const double all = seen == 0 ? 0 : static_cast<double>(m.nnz) / static_cast<double>(seen);
        return {all * static_cast<double>(sectors), all * static_cast<double>(lines)};
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

    // BMTs whose lane adds to the row that the one before adds to.
    double clashes() const
    {
        if (m.reductions.thread != graph::ThreadRed::Total || m.reductions.warp != graph::WarpRed::None ||
            m.reductions.block != graph::BlockRed::None)
            return 0;
        const auto rows = m[Array::BmtRows];
        double clashes = 0;
        for (std::size_t t = 1; t < rows.size(); ++t)
            clashes += rows[t] >= 0 && rows[t] == rows[t - 1] ? 1 : 0;
        return clashes;
    }

private:
    static bool isLinear(std::span<const std::int32_t> a)
    {
        for (std::size_t i = 2; i < a.size(); ++i)
            if (a[i] - a[i - 1] != a[1] - a[0])
                return false;
        return true;
    }

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

    // What the threads of a warp, or the warps of a block, do one after another; places of the longest of them.
    struct Steps {
        double bmts = 0;
        double groups = 0;
        double sectors = 0;
        double places = 0;

        void add(const Steps& other)
        {
            bmts += other.bmts;
            groups += other.groups;
            sectors += other.sectors;
            places += other.places;
        }
    };

    // Groups of places of 32 BMTs or fewer whose runs are gathered one after another: each waits for the longest of
    // its lanes.
    double groupsOfRuns(std::int32_t first, std::int32_t end) const
    {
        std::array<std::int32_t, 33> longest{};
        for (std::int32_t t = first; t < end; ++t) {
            const std::int32_t places = m[Array::BmtSizes][at(t)];
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
        return groups;
    }

    // 32 BMTs or fewer, of a warp.
    Steps stepsOf(std::int32_t first, std::int32_t end) const
    {
        const auto sizes = m[Array::BmtSizes];
        const std::int32_t longest = *std::max_element(sizes.begin() + first, sizes.begin() + end);
        Steps steps{.bmts = 1, .places = static_cast<double>(longest)};
        if (m.reductions.thread == graph::ThreadRed::Bitmap)
            steps.groups = groupsOfRuns(first, end);
        else
            steps.groups = std::ceil(static_cast<double>(longest) / gathersOf(m));
        // Places one after another: a lane's sector holds those of its next groups too.
        steps.sectors = m.interleave > 0 ? std::ceil(static_cast<double>(longest) / m.interleave) / usualGathers
                                         : std::ceil(longest * static_cast<double>(bytesOf(m_op.dtype)) / sectorBytes);
        return steps;
    }

    double timeOf(const Steps& steps) const
    {
        double groups = steps.groups, sectors = steps.sectors;
        if (m_diagonals) {
            groups = steps.bmts;
            sectors = 0;
        } else if (m_oneSize && m.reductions.thread != graph::ThreadRed::Bitmap) {
            groups = std::ceil(steps.places / std::max(gathersOf(m), usualGathers)); // the loops are unrolled
        }
        double ns = groups * groupNs + sectors * sectorNs + steps.places * placeNs;
        if (m.reductions.thread == graph::ThreadRed::Bitmap)
            ns += steps.bmts * runsNs;
        if (m.reductions.warp > graph::WarpRed::Total)
            ns += steps.bmts * segmentsNs;
        return ns;
    }

    // Of a warp, which keeps its SM busy.
    double busyNs(const Steps& steps) const
    {
        const double place = ofPlaceNs + (m.reductions.thread == graph::ThreadRed::Bitmap ? ofRunsNs : 0);
        return steps.bmts * ofBmtsNs + steps.places * place;
    }

    // Until the threads of a block have taken its BMTs; `busy` is added to.
    double threadsNs(std::int64_t b, double& busy) const
    {
        if (m.bmws() > 0) {
            const auto bmws = m[Array::BmtbBmwOffsets], bmts = m[Array::BmwBmtOffsets];
            std::vector<double> warps(at(m.threads / 32));
            for (std::int32_t w = bmws[at(b)]; w < bmws[at(b) + 1]; ++w) {
                Steps steps;
                for (std::int32_t first = bmts[at(w)]; first < bmts[at(w) + 1]; first += 32)
                    steps.add(stepsOf(first, std::min(first + 32, bmts[at(w) + 1])));
                busy += busyNs(steps);
                warps[at(w - bmws[at(b)]) % warps.size()] +=
                    m_bmwNs + timeOf(steps) + (m.reductions.warp == graph::WarpRed::Total ? lanesNs : 0);
            }
            return *std::max_element(warps.begin(), warps.end());
        }
        const auto bmts = m[Array::BmtbBmtOffsets];
        Steps all;
        for (std::int32_t first = bmts[at(b)]; first < bmts[at(b) + 1]; first += m.threads) {
            const std::int32_t end = std::min(first + m.threads, bmts[at(b) + 1]);
            Steps most{.bmts = 1};
            for (std::int32_t begin = first; begin < end; begin += 32) {
                const Steps steps = stepsOf(begin, std::min(begin + 32, end));
                busy += busyNs(steps);
                most.groups = std::max(most.groups, steps.groups);
                most.sectors = std::max(most.sectors, steps.sectors);
                most.places = std::max(most.places, steps.places);
            }
            all.add(most);
        }
        return timeOf(all);
    }

    double reductionNs(std::int64_t b) const
    {
        double ns = m.xShared ? blockSumNs : 0;
        if (m.reductions.block == graph::BlockRed::Total)
            ns += blockSumNs;
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
                ns += partialSumsNs + std::ceil(static_cast<double>(longest) / m.lanes) * partialNs;
            }
        }
        return ns;
    }

    const Metadata& m;
    const Matrix& m_matrix;
    const Operator& m_op;
    const bool m_narrow;    // whole numbers are as narrow as they can be
    const bool m_diagonals; // no columns are stored
    bool m_oneSize = false; // of all BMTs
    double m_bmtbNs = 0, m_bmwNs = 0;
};

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
        f.threads += ofAll(m.bmtbs() * m.threads);
        f.bytes += ofAll(model.bytes());
        f.sectors += ofAll(gathered.sectors);
        f.lines += ofAll(lines);
        f.waves += static_cast<double>(m.bmtbs()) / slots;
        for (const double ns : work.blocksNs) {
            f.blocksNs = std::max(f.blocksNs, ns);
            wavesNs += waveShare * ns / slots;
        }
        busyNs += ofAll(work.warpsNs + lines * ofLineNs + model.sectorsOfBlocks(progress) * ofSectorNs +
                        model.clashes() * ofClashNs);
        if (std::find(threads.begin(), threads.end(), m.threads) == threads.end())
            threads.push_back(m.threads);
    }
    f.blocksNs = std::max(f.blocksNs, wavesNs);
    // SMs have one block more than others, or none where there are fewer.
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
    return calibration.launchNs + firstNs + (features.kernels - 1) * (calibration.nextLaunchNs + streamNs) +
           (features.zeroed > 0 ? zeroNs : 0) + features.writersNs +
           std::max({features.blocksNs + features.busyNs, moved, gathered});
}

} // namespace sparsescope::alphasparse
