#include "engine/run/interpret_graph.h"

#include "engine/core/parallel.h"

#include <algorithm>
#include <array>
#include <bit>
#include <limits>

namespace sparsescope::graph {

namespace {

constexpr int warpSize = 32;

template <class T>
using Lanes = std::array<T, warpSize>;

// __shfl_down_sync: what lane + by has; the lane's own beyond the warp.
template <class T>
Lanes<T> shuffledDown(const Lanes<T>& lanes, int by)
{
    Lanes<T> moved = lanes;
    for (int lane = 0; lane + by < warpSize; ++lane)
        moved[at(lane)] = lanes[at(lane + by)];
    return moved;
}

// Afterwards the first of each `width` lanes has their sum.
template <class T>
void addLanes(Lanes<T>& lanes, int width = warpSize)
{
    for (int by = width / 2; by > 0; by /= 2) {
        const Lanes<T> other = shuffledDown(lanes, by);
        for (int lane = 0; lane < warpSize; ++lane)
            if (lane % width + by < width)
                lanes[at(lane)] += other[at(lane)];
    }
}

// Afterwards each lane has the sum from it to before the next lane that begins a segment.
template <class T>
void addSegments(Lanes<T>& lanes, std::uint32_t begins)
{
    Lanes<int> end;
    for (int lane = warpSize - 1, next = warpSize; lane >= 0; --lane) {
        end[at(lane)] = next;
        next = (begins >> lane & 1u) != 0 ? lane : next;
    }
    for (int by = 1; by < warpSize; by *= 2) {
        const Lanes<T> other = shuffledDown(lanes, by);
        for (int lane = 0; lane < warpSize; ++lane)
            if (lane + by < end[at(lane)])
                lanes[at(lane)] += other[at(lane)];
    }
}

// What all blocks of a branch read.
template <class T>
struct Input {
    const Metadata& m;
    const Matrix& matrix;
    std::span<const T> x;
    const Numbers& cols;
    Watched<T>* watched;
};

// A thread block, which takes one BMTB after another.
template <class T>
class BlockRun {
public:
    using Sum = typename Watched<T>::Sum;

    explicit BlockRun(const Input<T>& input)
        : m_in(input), m(input.m), m_warps(m.threads / warpSize), m_adapters(adapters(m.reductions)),
          m_threadSums(at(m.threads)), m_warpSums(at(m_warps)), m_partials(at(m.partials))
    {
    }

    void run(std::int64_t bmtb, std::vector<Sum>& results)
    {
        b = bmtb;
        m_results = &results;
        std::fill(m_threadSums.begin(), m_threadSums.end(), T(0));
        std::fill(m_warpSums.begin(), m_warpSums.end(), T(0));
        std::fill(m_partials.begin(), m_partials.end(), std::numeric_limits<T>::quiet_NaN());
        m_written = 0;
        if (m.has(Array::BmtbBmwOffsets)) {
            const auto bmws = m[Array::BmtbBmwOffsets];
            for (int warp = 0; warp < m_warps; ++warp)
                for (std::int32_t w = bmws[at(b)] + warp; w < bmws[at(b) + 1]; w += m_warps)
                    takeBmw(warp, w);
        } else {
            const auto bmts = m[Array::BmtbBmtOffsets];
            for (int thread = 0; thread < m.threads; ++thread)
                for (std::int32_t t = bmts[at(b)] + thread; t < bmts[at(b) + 1]; t += m.threads)
                    takeBmt(thread, 0, t);
        }
        // __syncthreads()
        if (m.reductions.block == BlockRed::Total)
            addBlock();
        else if (m.reductions.block == BlockRed::Offset)
            addPartials();
        if (m_in.watched)
            m_in.watched->partials.insert(m_in.watched->partials.end(), m_partials.begin(),
                                          m_partials.begin() + m_written);
    }

private:
    T place(std::int64_t p) const
    {
        const std::int32_t entry = m[Array::Entries][at(p)];
        const T value = entry < 0 ? T(0) : static_cast<T>(m_in.matrix.value(entry));
        return value * m_in.x[at(m_in.cols[at(p)])];
    }

    // THREAD_TOTAL_RED
    T totalOf(std::int64_t w, std::int64_t t) const
    {
        const PlacesOf places = placesOf(m, b, w, t);
        T sum = 0;
        for (std::int32_t k = 0; k < m[Array::BmtSizes][at(t)]; ++k)
            sum += place(places[k]);
        return sum;
    }

    // THREAD_BITMAP_RED: emit(i, sum) for what ends before place i of the bitmap begins another, then for the rest. The
    // first has i = -1 where no result begins with the BMT.
    template <class Emit>
    void runsOf(std::int64_t w, std::int64_t t, const Emit& emit) const
    {
        const PlacesOf places = placesOf(m, b, w, t);
        const auto bits = static_cast<std::uint32_t>(m[Array::BmtBitmaps][at(t)]);
        int run = -1;
        T sum = 0;
        for (std::int32_t k = 0; k < m[Array::BmtSizes][at(t)]; ++k) {
            if ((bits >> k & 1u) != 0) {
                if (k > 0)
                    emit(run, sum);
                ++run;
                sum = 0;
            }
            sum += place(places[k]);
        }
        if (m[Array::BmtSizes][at(t)] > 0)
            emit(run, sum);
    }

    void takeBmt(int thread, std::int64_t w, std::int32_t t)
    {
        const std::int32_t row = m[Array::BmtRows][at(t)];
        if (m.reductions.thread == ThreadRed::Bitmap) {
            runsOf(w, t, [&](int i, T sum) {
                if (row < 0)
                    return; // an empty BMT, of padding alone
                if (m_adapters[1] == Adapter::PartialsOfRuns)
                    setPartial(m[Array::BmtFirstPartial][at(t)] + i, sum);
                else
                    put(row + i, sum);
            });
            return;
        }
        const T sum = totalOf(w, t);
        if (m_adapters[1] == Adapter::BlockTree)
            m_threadSums[at(thread)] += sum;
        else if (m_adapters[1] == Adapter::PartialOfBmt)
            setPartial(t - m[Array::BmtbBmtOffsets][at(b)], sum);
        else if (row >= 0)
            put(row, sum);
    }

    void takeBmw(int warp, std::int32_t w)
    {
        const std::int32_t first = m[Array::BmwBmtOffsets][at(w)];
        const std::int32_t end = m[Array::BmwBmtOffsets][at(w) + 1];
        if (m.reductions.warp == WarpRed::None) {
            for (int lane = 0; lane < warpSize; ++lane)
                for (std::int32_t t = first + lane; t < end; t += warpSize)
                    takeBmt(warp * warpSize + lane, w, t);
        } else if (m.reductions.warp == WarpRed::Total) {
            Lanes<T> sums{};
            for (int lane = 0; lane < warpSize; ++lane)
                for (std::int32_t t = first + lane; t < end; t += warpSize)
                    sums[at(lane)] += totalOf(w, t);
            addLanes(sums);
            leaveLane0(warp, w, sums[0]);
        } else if (m.reductions.thread == ThreadRed::Total) {
            Lanes<T> sums{};
            for (std::int32_t t = first; t < end; ++t)
                sums[at(t - first)] = totalOf(w, t);
            leaveRows(w, sums,
                      m.reductions.warp == WarpRed::Bitmap ? static_cast<std::uint32_t>(m[Array::BmwBitmaps][at(w)])
                                                           : beginsByRows(first, end));
        } else {
            segmentedRuns(w, first, end);
        }
    }

    // WARP_SEG_RED of sums: each lane compares its row with that of the lane before.
    std::uint32_t beginsByRows(std::int32_t first, std::int32_t end) const
    {
        std::uint32_t begins = 0;
        for (std::int32_t t = first; t < end; ++t) {
            const std::int32_t row = m[Array::BmtRows][at(t)];
            if (row >= 0 && (t == first || row != m[Array::BmtRows][at(t) - 1]))
                begins |= 1u << (t - first);
        }
        return begins;
    }

    // WARP_SEG_RED of runs: closed rows leave at once; a tail and the heads behind it, up to the next BMT in which a
    // row begins, are one row.
    void segmentedRuns(std::int32_t w, std::int32_t first, std::int32_t end)
    {
        Lanes<T> heads{}, tails{};
        Lanes<std::int32_t> rows{}; // of the tails
        std::uint32_t begins = 0;   // ballot: lanes that have a tail
        for (std::int32_t t = first; t < end; ++t) {
            const auto lane = at(t - first);
            const auto bits = static_cast<std::uint32_t>(m[Array::BmtBitmaps][at(t)]);
            const std::int32_t row = m[Array::BmtRows][at(t)] + (bits & 1u ? 0 : 1); // of the first run
            const int lastRun = std::popcount(bits) - 1;
            runsOf(w, t, [&](int i, T sum) {
                if (i < 0) {
                    heads[lane] = sum;
                    watch(m_in.watched ? &m_in.watched->heads : nullptr, t, sum);
                } else if (i < lastRun) {
                    leaveRow(w, row + i, sum);
                    if (m_in.watched)
                        m_in.watched->closed[at(t)].push_back({row + i, sum});
                } else {
                    tails[lane] = sum;
                    rows[lane] = row + i;
                    begins |= 1u << lane;
                    watch(m_in.watched ? &m_in.watched->tails : nullptr, t, sum);
                }
            });
        }
        Lanes<T> next = shuffledDown(heads, 1); // added by the lane before
        next[warpSize - 1] = 0;
        addSegments(next, begins);
        for (int lane = 0; lane < warpSize; ++lane)
            if ((begins >> lane & 1u) != 0)
                leaveRow(w, rows[at(lane)], tails[at(lane)] + next[at(lane)]);
    }

    void leaveRows(std::int32_t w, Lanes<T> sums, std::uint32_t begins)
    {
        addSegments(sums, begins);
        for (int lane = 0; lane < warpSize; ++lane)
            if ((begins >> lane & 1u) != 0)
                leaveRow(w, m[Array::BmtRows][at(m[Array::BmwBmtOffsets][at(w)] + lane)], sums[at(lane)]);
    }

    void leaveRow(std::int32_t w, std::int32_t row, T sum)
    {
        if (m_adapters[1] == Adapter::PartialsOfRows)
            setPartial(m[Array::BmwFirstPartial][at(w)] + row - m[Array::BmwRows][at(w)], sum);
        else
            put(row, sum);
    }

    void leaveLane0(int warp, std::int32_t w, T sum)
    {
        if (m_adapters[1] == Adapter::WarpSums)
            m_warpSums[at(warp)] += sum;
        else if (m_adapters[1] == Adapter::PartialOfBmw)
            setPartial(w - m[Array::BmtbBmwOffsets][at(b)], sum);
        else if (m[Array::BmwRows][at(w)] >= 0)
            put(m[Array::BmwRows][at(w)], sum);
    }

    // SHMEM_TOTAL_RED: of the threads' sums, or the warps'.
    void addBlock()
    {
        if (m_adapters[1] == Adapter::BlockTree)
            for (int warp = 0; warp < m_warps; ++warp) {
                Lanes<T> lanes;
                std::copy_n(m_threadSums.begin() + warp * warpSize, warpSize, lanes.begin());
                addLanes(lanes);
                m_warpSums[at(warp)] = lanes[0];
            }
        Lanes<T> lanes{}; // a block has 32 warps at most
        std::copy(m_warpSums.begin(), m_warpSums.end(), lanes.begin());
        addLanes(lanes);
        put(m.bmtbRow(b), lanes[0]);
    }

    // SHMEM_OFFSET_RED: groups of lanes take the rows of the BMTB in turn.
    void addPartials()
    {
        const std::int32_t before = m[Array::BmtbResultOffsets][at(b)];
        const std::int32_t rows = m[Array::BmtbResultOffsets][at(b) + 1] - before;
        const auto offsets = m[Array::BmtbPartialOffsets].subspan(at(before + b), at(rows) + 1);
        const int groups = m.threads / m.lanes;
        for (std::int32_t turn = 0; turn < rows; turn += groups)
            for (std::int32_t r = turn; r < std::min(turn + groups, rows); ++r) {
                Lanes<T> lanes{};
                for (int lane = 0; lane < m.lanes; ++lane)
                    for (std::int32_t i = offsets[at(r)] + lane; i < offsets[at(r) + 1]; i += m.lanes)
                        lanes[at(lane)] += m_partials[at(i)];
                addLanes(lanes, m.lanes);
                put(m.bmtbRow(b) + r, lanes[0]);
            }
    }

    void setPartial(std::int32_t i, T sum)
    {
        m_partials[at(i)] = sum;
        m_written = std::max(m_written, i + 1);
    }

    // A final result; rows of padding have none.
    void put(std::int32_t row, T sum)
    {
        if (const std::int32_t origin = m[Array::OriginRows][at(row)]; origin >= 0)
            m_results->push_back({origin, sum});
    }

    static void watch(std::vector<std::optional<T>>* sums, std::int32_t t, T sum)
    {
        if (sums)
            (*sums)[at(t)] = sum;
    }

    const Input<T>& m_in;
    const Metadata& m;
    int m_warps;
    std::array<Adapter, 3> m_adapters;
    std::vector<T> m_threadSums, m_warpSums; // of threads in registers, of warps in shared memory
    std::vector<T> m_partials;               // in shared memory
    std::int32_t m_written = 0;
    std::int64_t b = 0;
    std::vector<Sum>* m_results = nullptr;
};

// Calls take(sum) for each final result of a branch, in the order of BMTBs.
template <class T, class Take>
void runBranch(const Input<T>& input, Progress& progress, const Take& take)
{
    using Sum = typename Watched<T>::Sum;
    constexpr std::int64_t together = 1024; // BMTBs of which results are kept
    const std::int64_t grain = input.watched ? together : 16;
    for (std::int64_t begin = 0; begin < input.m.bmtbs(); begin += together) {
        const std::int64_t count = std::min(together, input.m.bmtbs() - begin);
        std::vector<std::vector<Sum>> results(at(count));
        parallelRanges(count, grain, [&](std::int64_t first, std::int64_t end) {
            BlockRun<T> block(input);
            for (std::int64_t i = first; i < end && !progress.cancelled(); ++i)
                block.run(begin + i, results[at(i)]);
        });
        progress.check();
        for (const std::vector<Sum>& ofBmtb : results)
            for (const Sum& sum : ofBmtb)
                take(sum);
    }
}

} // namespace

template <class T>
std::vector<T> interpretGraph(const Applied& applied, const Matrix& matrix, std::span<const T> x, Progress& progress,
                              Watched<T>* watched)
{
    std::vector<T> y(at(matrix.rows()), std::numeric_limits<T>::quiet_NaN());
    for (const std::int32_t row : applied.zeroRows())
        y[at(row)] = 0;
    const Numbers& writers = *applied.rowWriters;
    Numbers written(applied.last() ? y.size() : 0); // results of a row that are in its scratch
    for (const Branch& branch : applied.branches) {
        const Metadata& m = branch.metadata();
        const Numbers cols = colIndices(m, matrix);
        if (watched) {
            const std::size_t bmts = at(m.bmts());
            watched->closed.assign(bmts, {});
            watched->heads.assign(bmts, {});
            watched->tails.assign(bmts, {});
        }
        runBranch<T>({m, matrix, x, cols, watched}, progress, [&](const typename Watched<T>::Sum& sum) {
            // GMEM_ATOM_RED; the last writer of a row adds its scratch in this order and stores.
            const bool first = m.last && written[at(sum.row)]++ == 0;
            if (writers[at(sum.row)] == 1 || first)
                y[at(sum.row)] = sum.value;
            else
                y[at(sum.row)] += sum.value;
            if (watched)
                watched->results.push_back(sum);
        });
    }
    return y;
}

template std::vector<float> interpretGraph(const Applied&, const Matrix&, std::span<const float>, Progress&,
                                           Watched<float>*);
template std::vector<double> interpretGraph(const Applied&, const Matrix&, std::span<const double>, Progress&,
                                            Watched<double>*);

} // namespace sparsescope::graph
