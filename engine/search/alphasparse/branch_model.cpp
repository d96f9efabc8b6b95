#include "engine/search/alphasparse/branch_model.h"

#include "engine/core/at.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>

namespace sparsescope::alphasparse {

namespace {

using graph::Array;
using graph::Metadata;

// ns on one H200, fitted to 9,300 graphs that searches timed on 40 matrices. What a thread block waits for, one after
// another:
constexpr double bmtbNs = 290;        // where its BMTs and places are, unless that is computed
constexpr double bmwNs = 170;         // the same of a BMW
constexpr double groupNs = 265;       // columns of the places under way together, then their elements of x
constexpr double sectorNs = 16;       // that a lane reads first, of places that lie one after another
constexpr double placeNs = 12.5;      // added up
constexpr double runsNs = 200;        // the bits of 32 BMTs
constexpr double lanesNs = 140;       // the sum of a warp
constexpr double segmentsNs = 220;    // the sums of rows in a warp
constexpr double blockSumNs = 395;    // the sum of a block
constexpr double partialSumsNs = 460; // rows in shared memory, as many as there are threads for
constexpr double partialNs = 4.3;     // a partial that a lane adds
// What keeps the SM that has most to do busy:
constexpr double ofBlockNs = 27;     // to begin and end one
constexpr double ofWarpNs = 6.1;     // the same
constexpr double ofBmtsNs = 0.9;     // a warp's next 32 BMTs or fewer
constexpr double ofPlaceNs = 0.72;   // of each of them
constexpr double ofRunsNs = 0.79;    // the same, as results may begin there
constexpr double ofLineNs = 0.223;   // of the L1 cache, looked up by a warp
constexpr double ofSectorNs = 0.474; // of x, which a block asks the L2 cache for
constexpr double ofClashNs = 0.66;   // lanes beside each other that add to one row
// Instructions of a warp, by the counters of 16 graphs on six matrices: half of the kernels have within 15 % of them.
constexpr double ofWarp = 50;      // at its begin and end
constexpr double ofBmts = 19;      // the next 32 BMTs or fewer
constexpr double ofPlace = 8;      // each under way, there or not
constexpr double ofRead = 8;       // of places that are read together
constexpr double ofKnownPlace = 5; // where all BMTs have one size
constexpr double ofPlaceOfRuns = 23;
constexpr double ofSum = 19;    // of a warp, or of its rows
constexpr double ofTurn = 42;   // of a block's threads over its rows
constexpr int usualGathers = 4; // the kernel's default
constexpr std::int64_t sampledPlaces = 200'000;

int gathersOf(const Metadata& m)
{
    return m.gathers > 0 ? m.gathers : usualGathers;
}

// A kernel computes such an array: the last block is often a smaller one.
bool isLinear(std::span<const std::int32_t> a)
{
    std::int64_t exceptions = 0;
    for (std::size_t i = 2; i < a.size(); ++i)
        exceptions += a[i] != a[0] + static_cast<std::int64_t>(i) * (a[1] - a[0]) ? 1 : 0;
    return exceptions <= graph::mostExceptions(std::ssize(a));
}

} // namespace

BranchModel::BranchModel(const Metadata& m, const Matrix& matrix, const Operator& op, graph::Compression compression)
    : m(m), m_matrix(matrix), m_op(op), m_narrow(compression == graph::Compression::On),
      m_diagonals(m_narrow && graph::bmtsAreDiagonals(m))
{
    const auto sizes = m[Array::BmtSizes];
    m_oneSize = !sizes.empty() && std::all_of(sizes.begin(), sizes.end(), [&](auto n) { return n == sizes[0]; });
    const auto stored = [&](Array a) { return m.has(a) && !(m_narrow && isLinear(m[a])); };
    m_bmtbNs =
        stored(Array::BmtbBmtOffsets) || (!m_oneSize && stored(Array::BmtbNzOffsets)) || stored(Array::BmtbBmwOffsets)
            ? bmtbNs
            : 0;
    m_bmwNs = stored(Array::BmwBmtOffsets) ? bmwNs : 0;
}

BranchModel::Work BranchModel::work(Progress& progress) const
{
    Work work;
    work.blocksNs.resize(at(m.bmtbs()));
    for (std::int64_t b = 0; b < m.bmtbs(); ++b) {
        if (b % 256 == 0)
            progress.check();
        work.blocksNs[at(b)] = m_bmtbNs + threadsNs(b, work) + reductionNs(b, work);
    }
    const auto blocks = static_cast<double>(m.bmtbs());
    work.warpsNs += blocks * (ofBlockNs + m.threads / 32 * ofWarpNs);
    work.instructions += blocks * m.threads / 32 * ofWarp;
    return work;
}

BranchModel::Gathered BranchModel::gathered(Progress& progress) const
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

double BranchModel::sectorsOfBlocks(Progress& progress) const
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

double BranchModel::bytes() const
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

double BranchModel::bytesOfBmws() const
{
    const double words = m.reductions.warp == graph::WarpRed::Bitmap ? 4 : 0;
    return static_cast<double>(m.bmws()) * (2 * offsetBytes() + words);
}

double BranchModel::lines() const
{
    const double size = static_cast<double>(m.places) / static_cast<double>(std::max<std::int64_t>(1, m.bmts()));
    const auto ofWarp = [&](double bytes) {
        return bytes == 0 ? 0 : std::clamp((m.interleave > 0 ? 1 : size) * bytes / 4, 1.0, 32.0);
    };
    return static_cast<double>(m.places) / 32 * (ofWarp(bytesOf(m_op.dtype)) + ofWarp(columnBytes()));
}

double BranchModel::busyNs(const Work& work, const Gathered& gathered, Progress& progress) const
{
    return work.warpsNs + (lines() + gathered.lines) * ofLineNs + sectorsOfBlocks(progress) * ofSectorNs +
           clashes() * ofClashNs;
}

double BranchModel::clashes() const
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

std::int64_t BranchModel::sampleStep() const
{
    return std::clamp<std::int64_t>(m.places / sampledPlaces, 1, std::max<std::int64_t>(1, m.bmtbs() / 16));
}

std::int64_t BranchModel::firstBmw(std::int64_t b, std::int32_t bmt) const
{
    const auto offsets = m[Array::BmwBmtOffsets];
    const std::int64_t first = m[Array::BmtbBmwOffsets][at(b)];
    const std::int64_t end = m[Array::BmtbBmwOffsets][at(b) + 1];
    return std::upper_bound(offsets.begin() + first, offsets.begin() + end + 1, bmt) - offsets.begin() - 1;
}

double BranchModel::groupsOfRuns(std::int32_t first, std::int32_t end) const
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

BranchModel::Steps BranchModel::stepsOf(std::int32_t first, std::int32_t end) const
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

double BranchModel::timeOf(const Steps& steps) const
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

void BranchModel::addTo(Work& work, const Steps& steps) const
{
    const bool runs = m.reductions.thread == graph::ThreadRed::Bitmap;
    work.warpsNs += steps.bmts * ofBmtsNs + steps.places * (ofPlaceNs + (runs ? ofRunsNs : 0));
    work.instructions += steps.bmts * (ofBmts + (m.reductions.warp > graph::WarpRed::Total ? ofSum : 0));
    const double underWay = steps.groups * gathersOf(m);
    if (runs)
        work.instructions += underWay * ofPlaceOfRuns;
    else if (m_oneSize)
        work.instructions += steps.places * ofKnownPlace;
    else
        work.instructions += underWay * (ofPlace + ofRead / std::max(1, m.interleave));
}

double BranchModel::threadsNs(std::int64_t b, Work& work) const
{
    if (m.bmws() > 0) {
        const auto bmws = m[Array::BmtbBmwOffsets], bmts = m[Array::BmwBmtOffsets];
        std::vector<double> warps(at(m.threads / 32));
        for (std::int32_t w = bmws[at(b)]; w < bmws[at(b) + 1]; ++w) {
            Steps steps;
            for (std::int32_t first = bmts[at(w)]; first < bmts[at(w) + 1]; first += 32)
                steps.add(stepsOf(first, std::min(first + 32, bmts[at(w) + 1])));
            addTo(work, steps);
            if (m.reductions.warp == graph::WarpRed::Total)
                work.instructions += ofSum;
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
            addTo(work, steps);
            most.groups = std::max(most.groups, steps.groups);
            most.sectors = std::max(most.sectors, steps.sectors);
            most.places = std::max(most.places, steps.places);
        }
        all.add(most);
    }
    return timeOf(all);
}

double BranchModel::reductionNs(std::int64_t b, Work& work) const
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
            work.instructions += m.threads / 32 * ofTurn;
            ns += partialSumsNs + std::ceil(static_cast<double>(longest) / m.lanes) * partialNs;
        }
    }
    return ns;
}

} // namespace sparsescope::alphasparse
