// Sorting by rows, then by columns within them.
#include "engine/io/csr_assembly.h"

#include "engine/core/at.h"
#include "engine/core/error.h"
#include "engine/core/files.h"
#include "engine/core/parallel.h"
#include "engine/matrix/patterns/build.h"

#include <atomic>
#include <bit>
#include <new>
#include <numeric>
#include <sys/mman.h>
#include <type_traits>
#include <utility>

namespace sparsescope {

namespace {

constexpr std::int64_t chunkEntries = 1 << 15; // where they come from arrays
constexpr std::int64_t blockEntries = 1 << 16; // at most, on average
constexpr std::int64_t groupEntries = 1 << 20; // of blocks for which memory is taken at a time
constexpr std::int64_t mostBlocks = 2048;

// Calls body(chunk, begin, end) for fixed chunks of [0, n) in parallel, checking for cancellation before each.
template <class Body>
void overChunks(std::int64_t n, Progress& progress, const Body& body)
{
    parallelEach((n + chunkEntries - 1) / chunkEntries, 1, [&](std::int64_t chunk) {
        progress.check();
        body(chunk, chunk * chunkEntries, std::min(n, (chunk + 1) * chunkEntries));
    });
}

bool rowMajor(const Coordinates& c, Progress& progress)
{
    std::atomic<bool> ascending{true};
    const auto n = static_cast<std::int64_t>(c.row.size());
    overChunks(n, progress, [&](std::int64_t, std::int64_t begin, std::int64_t end) {
        for (std::int64_t i = std::max<std::int64_t>(begin, 1); i < end && ascending.load(std::memory_order_relaxed);
             ++i)
            if (c.row[at(i)] < c.row[at(i - 1)] ||
                (c.row[at(i)] == c.row[at(i - 1)] && c.col[at(i)] <= c.col[at(i - 1)]))
                ascending.store(false, std::memory_order_relaxed);
    });
    return ascending;
}

// Row pointers of ascending rows: each row's start is written once, by the chunk that holds its first entry.
std::vector<std::int64_t> pointersOf(const std::vector<std::int32_t>& row, std::int64_t rows, Progress& progress)
{
    std::vector<std::int64_t> rowPtr = zeros<std::int64_t>(rows + 1, progress);
    const auto n = static_cast<std::int64_t>(row.size());
    overChunks(n, progress, [&](std::int64_t, std::int64_t begin, std::int64_t end) {
        for (std::int64_t i = begin; i < end; ++i) {
            const std::int64_t before = i > 0 ? row[at(i - 1)] : -1;
            for (std::int64_t r = before + 1; r <= row[at(i)]; ++r)
                rowPtr[at(r)] = i;
        }
    });
    std::fill(rowPtr.begin() + (n > 0 ? row.back() + 1 : 0), rowPtr.end(), n);
    return rowPtr;
}

// Rows [firstRow, lastRow) with their entries at [begin, end).
struct RowBlock {
    std::int64_t firstRow, lastRow, begin, end;
};

bool ascending(const Csr& csr, std::int64_t begin, std::int64_t end)
{
    for (std::int64_t i = begin + 1; i < end; ++i)
        if (csr.colIdx[at(i)] <= csr.colIdx[at(i - 1)])
            return false;
    return true;
}

// Sorts one row by column (stable) and sums duplicates; returns where what is left ends.
std::int64_t sortRow(Csr& csr, std::int64_t begin, std::int64_t end,
                     std::vector<std::pair<std::int32_t, double>>& scratch)
{
    constexpr std::int64_t shortRow = 32; // where moving up one by one is faster than merging
    const bool valued = !csr.values.empty();
    const auto less = [](const auto& a, const auto& b) { return a.first < b.first; };
    scratch.clear();
    for (std::int64_t i = begin; i < end; ++i) {
        scratch.emplace_back(csr.colIdx[at(i)], valued ? csr.values[at(i)] : 1.0);
        if (end - begin <= shortRow)
            for (std::size_t k = scratch.size() - 1; k > 0 && less(scratch[k], scratch[k - 1]); --k)
                std::swap(scratch[k], scratch[k - 1]);
    }
    if (end - begin > shortRow)
        std::stable_sort(scratch.begin(), scratch.end(), less);
    std::int64_t out = begin;
    for (std::size_t i = 0; i < scratch.size();) {
        const std::int32_t col = scratch[i].first;
        double sum = scratch[i].second;
        for (++i; i < scratch.size() && scratch[i].first == col; ++i)
            sum += scratch[i].second;
        csr.colIdx[at(out)] = col;
        if (valued)
            csr.values[at(out)] = sum;
        ++out;
    }
    return out;
}

void moveDown(Csr& csr, std::int64_t from, std::int64_t end, std::int64_t to)
{
    std::copy(csr.colIdx.begin() + from, csr.colIdx.begin() + end, csr.colIdx.begin() + to);
    if (!csr.values.empty())
        std::copy(csr.values.begin() + from, csr.values.begin() + end, csr.values.begin() + to);
}

// Sorts the rows of a block and sums duplicates. What is left stands at its begin; rowPtr and its end follow. Of rowPtr
// only what lies behind firstRow is touched, as firstRow's own is the end of the block before.
void tidyRows(Csr& csr, RowBlock& block, const Progress& progress)
{
    constexpr std::int64_t mostBetweenChecks = 1 << 16;
    std::vector<std::pair<std::int32_t, double>> scratch;
    std::int64_t checked = block.begin;
    std::int64_t out = block.begin;
    std::int64_t begin = block.begin;
    for (std::int64_t r = block.firstRow; r < block.lastRow; ++r) {
        const std::int64_t end = csr.rowPtr[at(r + 1)];
        if (end + r - checked >= mostBetweenChecks) {
            progress.check();
            checked = end + r;
        }
        const std::int64_t kept = ascending(csr, begin, end) ? end : sortRow(csr, begin, end, scratch);
        if (out != begin)
            moveDown(csr, begin, kept, out);
        out += kept - begin;
        if (out != end)
            csr.rowPtr[at(r + 1)] = out;
        begin = end;
    }
    block.end = out;
}

// Closes the gaps that summed duplicates left behind blocks, which are the last of the arrays.
void closeGaps(Csr& csr, std::span<const RowBlock> blocks, const Progress& progress)
{
    std::int64_t out = blocks.empty() ? 0 : blocks.front().begin;
    for (const RowBlock& block : blocks) {
        if (const std::int64_t gap = block.begin - out; gap > 0) {
            progress.check();
            moveDown(csr, block.begin, block.end, out);
            for (std::int64_t r = block.firstRow; r < block.lastRow; ++r)
                csr.rowPtr[at(r + 1)] -= gap;
        }
        out += block.end - block.begin;
    }
    csr.duplicates += static_cast<std::int64_t>(csr.colIdx.size()) - out;
    csr.colIdx.resize(at(out));
    if (!csr.values.empty())
        csr.values.resize(at(out));
}

} // namespace

template <class Entry>
RowSorter<Entry>::RowSorter(std::int64_t rows, std::int64_t entries, std::int64_t chunks, Mirror mirror)
    : m_rows(rows), m_mirror(mirror), m_chunks(at(chunks))
{
    const std::int64_t wanted = std::clamp<std::int64_t>(2 * entries / blockEntries, 1, mostBlocks);
    m_shift = rows > wanted ? std::bit_width(static_cast<std::uint64_t>((rows + wanted - 1) / wanted - 1)) : 0;
    m_blocks = (rows + (std::int64_t{1} << m_shift) - 1) >> m_shift;
}

template <class Entry>
void RowSorter<Entry>::Unmap::operator()(void* data) const
{
    ::munmap(data, bytes);
}

template <class Entry>
void RowSorter<Entry>::take(std::int64_t number, std::span<const Entry> entries)
{
    Chunk& chunk = m_chunks[at(number)];
    chunk.starts.assign(at(m_blocks + 1), 0);
    // next[b] first counts block b, then says where its next entry goes; in the end it is where block b + 1 begins.
    std::uint32_t* const next = chunk.starts.data() + 1;
    const bool mirrored = m_mirror != Mirror::None;
    for (const Entry& entry : entries) {
        ++next[entry.row >> m_shift];
        if (mirrored && entry.row != entry.col)
            ++next[entry.col >> m_shift];
    }
    std::uint32_t count = 0;
    for (std::int64_t b = 0; b < m_blocks; ++b)
        count += std::exchange(next[b], count);
    if (count == 0)
        return;
    // From the system, which has it back as soon as the chunk is used up: an allocator might keep it. All of it will be
    // written, so its pages are made at once.
    const std::size_t bytes = count * sizeof(Entry);
    void* const data =
        ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_POPULATE, -1, 0);
    if (data == MAP_FAILED)
        throw std::bad_alloc();
    auto* const out = static_cast<Entry*>(data);
    chunk.entries = {out, Unmap{bytes}};
    for (const Entry& entry : entries) {
        out[next[entry.row >> m_shift]++] = entry;
        if (mirrored && entry.row != entry.col) {
            Entry other = entry;
            std::swap(other.row, other.col);
            if constexpr (std::is_same_v<Entry, ValuedEntry>)
                other.value = m_mirror == Mirror::Negated ? -entry.value : entry.value;
            out[next[entry.col >> m_shift]++] = other;
        }
    }
}

template <class Entry>
std::span<const Entry> RowSorter<Entry>::ofBlock(const Chunk& chunk, std::int64_t block) const
{
    if (!chunk.entries)
        return {};
    const std::uint32_t* const starts = chunk.starts.data() + block;
    return {chunk.entries.get() + starts[0], chunk.entries.get() + starts[1]};
}

// Counts the rows of a block and puts its entries, which begin at `begin`, in their order.
template <class Entry>
void RowSorter<Entry>::place(std::int64_t block, std::int64_t begin, Csr& csr) const
{
    std::int64_t* const next = csr.rowPtr.data() + 1; // as in take()
    for (const Chunk& chunk : m_chunks)
        for (const Entry& entry : ofBlock(chunk, block))
            ++next[entry.row];
    for (std::int64_t r = block << m_shift; r < std::min(m_rows, (block + 1) << m_shift); ++r)
        begin += std::exchange(next[r], begin);
    for (const Chunk& chunk : m_chunks)
        for (const Entry& entry : ofBlock(chunk, block)) {
            const std::size_t i = at(next[entry.row]++);
            csr.colIdx[i] = entry.col;
            if constexpr (std::is_same_v<Entry, ValuedEntry>)
                csr.values[i] = entry.value;
        }
}

template <class Entry>
Csr RowSorter<Entry>::finish(const std::string& file, Progress& progress)
{
    constexpr bool valued = std::is_same_v<Entry, ValuedEntry>;
    std::vector<std::int64_t> sizes(at(m_blocks), 0);
    for (const Chunk& chunk : m_chunks)
        for (std::int64_t b = 0; b < m_blocks; ++b)
            sizes[at(b)] += static_cast<std::int64_t>(ofBlock(chunk, b).size());
    const std::int64_t total = std::accumulate(sizes.begin(), sizes.end(), std::int64_t{0});
    requireMemory(static_cast<std::uint64_t>(8 * (m_rows + 1) + total * (valued ? 12 : 4)), file, "the matrix");
    Csr csr;
    csr.rowPtr = zeros<std::int64_t>(m_rows + 1, progress);
    csr.colIdx.reserve(at(total));
    if constexpr (valued)
        csr.values.reserve(at(total));
    for (std::int64_t done = 0; done < m_blocks;) {
        std::vector<RowBlock> group;
        const auto begin = static_cast<std::int64_t>(csr.colIdx.size());
        std::int64_t end = begin;
        for (; done < m_blocks && (group.empty() || end + sizes[at(done)] <= begin + groupEntries); ++done) {
            const std::int64_t from = std::exchange(end, end + sizes[at(done)]);
            group.push_back({done << m_shift, std::min(m_rows, (done + 1) << m_shift), from, end});
        }
        appendZeros(csr.colIdx, end - begin, progress);
        if constexpr (valued)
            appendZeros(csr.values, end - begin, progress);
        parallelEach(static_cast<std::int64_t>(group.size()), 1, [&](std::int64_t i) {
            progress.check();
            RowBlock& block = group[at(i)];
            place(block.firstRow >> m_shift, block.begin, csr);
            tidyRows(csr, block, progress);
        });
        closeGaps(csr, group, progress);
        for (Chunk& chunk : m_chunks) // those of a file by rows are used up one after the other
            if (chunk.entries && chunk.starts[at(done)] == chunk.starts.back())
                chunk.entries.reset();
        progress.report("sorting entries", 0.75 + 0.2 * static_cast<double>(done) / static_cast<double>(m_blocks));
    }
    return csr;
}

template class RowSorter<ValuedEntry>;
template class RowSorter<PatternEntry>;

void canonicalise(Csr& csr, Progress& progress)
{
    constexpr std::int64_t grain = 1024;
    const std::int64_t rows = static_cast<std::int64_t>(csr.rowPtr.size()) - 1;
    std::vector<RowBlock> blocks;
    for (std::int64_t r = 0; r < rows; r += grain) {
        const std::int64_t last = std::min(rows, r + grain);
        blocks.push_back({r, last, csr.rowPtr[at(r)], csr.rowPtr[at(last)]});
    }
    parallelEach(static_cast<std::int64_t>(blocks.size()), 1,
                 [&](std::int64_t b) { tidyRows(csr, blocks[at(b)], progress); });
    closeGaps(csr, blocks, progress);
}

namespace {

template <class Entry>
Csr sorted(Coordinates c, const std::string& file, Progress& progress)
{
    const auto n = static_cast<std::int64_t>(c.row.size());
    RowSorter<Entry> sorter(c.rows, n, (n + chunkEntries - 1) / chunkEntries, c.mirror);
    overChunks(n, progress, [&](std::int64_t chunk, std::int64_t begin, std::int64_t end) {
        std::vector<Entry> entries(at(end - begin));
        for (std::int64_t i = begin; i < end; ++i) {
            Entry& entry = entries[at(i - begin)];
            entry.row = c.row[at(i)];
            entry.col = c.col[at(i)];
            if constexpr (std::is_same_v<Entry, ValuedEntry>)
                entry.value = c.value[at(i)];
        }
        sorter.take(chunk, entries);
    });
    c = {};
    return sorter.finish(file, progress);
}

} // namespace

Csr assemble(Coordinates c, const std::string& file, Progress& progress)
{
    const auto stored = static_cast<std::int64_t>(c.row.size());
    const bool valued = !c.value.empty();
    requireRowsInUse(c.rows, stored, file);
    if (c.mirror == Mirror::None && rowMajor(c, progress)) {
        requireMemory(8 * (static_cast<std::uint64_t>(c.rows) + 1), file, "the matrix");
        Csr csr;
        csr.rowPtr = pointersOf(c.row, c.rows, progress);
        csr.colIdx = std::move(c.col);
        csr.values = std::move(c.value);
        return csr;
    }
    requireMemory(static_cast<std::uint64_t>(stored) * (c.mirror == Mirror::None ? 1 : 2) *
                      (valued ? sizeof(ValuedEntry) : sizeof(PatternEntry)),
                  file, "the matrix");
    return valued ? sorted<ValuedEntry>(std::move(c), file, progress)
                  : sorted<PatternEntry>(std::move(c), file, progress);
}

} // namespace sparsescope
