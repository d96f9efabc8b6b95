// Stable two-level counting sort of coordinates by row: first into blocks of rows with one histogram per chunk of
// entries, then within each block, which fits a cache. Chunks and blocks depend on the input alone.
#include "engine/io/csr_assembly.h"

#include "engine/core/at.h"
#include "engine/core/error.h"
#include "engine/core/files.h"
#include "engine/core/parallel.h"
#include "engine/matrix/patterns/build.h"

#include <atomic>
#include <bit>
#include <fmt/format.h>
#include <utility>

namespace sparsescope {

namespace {

constexpr std::int64_t chunkEntries = 1 << 18;
constexpr std::int64_t blockEntries = 1 << 16; // wanted on average
constexpr std::int64_t mostBlocks = 2048;

struct Valued {
    std::int32_t row, col;
    double value;
};
struct Bare {
    std::int32_t row, col;
};

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

template <class Record>
Csr scatter(Coordinates c, Mirror mirror, Progress& progress)
{
    constexpr bool valued = std::is_same_v<Record, Valued>;
    const auto stored = static_cast<std::int64_t>(c.row.size());
    const std::int64_t wanted = std::clamp<std::int64_t>(2 * stored / blockEntries, 1, mostBlocks);
    const int shift = std::bit_width(static_cast<std::uint64_t>((c.rows + wanted - 1) / wanted - 1));
    const std::int64_t blocks = ((c.rows - 1) >> shift) + 1;
    const std::int64_t chunks = (stored + chunkEntries - 1) / chunkEntries;

    std::vector<std::int64_t> offsets(at(chunks * blocks), 0);
    overChunks(stored, progress, [&](std::int64_t chunk, std::int64_t begin, std::int64_t end) {
        std::int64_t* counts = offsets.data() + chunk * blocks;
        for (std::int64_t i = begin; i < end; ++i) {
            ++counts[c.row[at(i)] >> shift];
            if (mirror != Mirror::None && c.row[at(i)] != c.col[at(i)])
                ++counts[c.col[at(i)] >> shift];
        }
    });
    std::vector<std::int64_t> blockBegin(at(blocks + 1), 0);
    std::int64_t total = 0;
    for (std::int64_t b = 0; b < blocks; ++b) {
        blockBegin[at(b)] = total;
        for (std::int64_t k = 0; k < chunks; ++k) {
            const std::int64_t count = offsets[at(k * blocks + b)];
            offsets[at(k * blocks + b)] = total;
            total += count;
        }
    }
    blockBegin[at(blocks)] = total;

    std::vector<Record> records = zeros<Record>(total, progress);
    overChunks(stored, progress, [&](std::int64_t chunk, std::int64_t begin, std::int64_t end) {
        std::int64_t* next = offsets.data() + chunk * blocks;
        for (std::int64_t i = begin; i < end; ++i) {
            const std::int32_t row = c.row[at(i)];
            const std::int32_t col = c.col[at(i)];
            Record& record = records[at(next[row >> shift]++)];
            record.row = row;
            record.col = col;
            if constexpr (valued)
                record.value = c.value[at(i)];
            if (mirror != Mirror::None && row != col) {
                Record& other = records[at(next[col >> shift]++)];
                other.row = col;
                other.col = row;
                if constexpr (valued)
                    other.value = mirror == Mirror::Negated ? -c.value[at(i)] : c.value[at(i)];
            }
        }
    });
    const std::int64_t rows = c.rows;
    c = {};

    Csr csr;
    csr.rowPtr = zeros<std::int64_t>(rows + 1, progress);
    csr.colIdx = zeros<std::int32_t>(total, progress);
    if constexpr (valued)
        csr.values = zeros<double>(total, progress);
    parallelEach(blocks, 1, [&](std::int64_t b) {
        progress.check();
        // next[r] first counts row r, then says where its next entry goes; in the end it is where row r + 1 begins.
        std::int64_t* next = csr.rowPtr.data() + 1;
        for (std::int64_t i = blockBegin[at(b)]; i < blockBegin[at(b + 1)]; ++i)
            ++next[records[at(i)].row];
        std::int64_t sum = blockBegin[at(b)];
        for (std::int64_t r = b << shift; r < std::min(rows, (b + 1) << shift); ++r)
            sum += std::exchange(next[r], sum);
        for (std::int64_t i = blockBegin[at(b)]; i < blockBegin[at(b + 1)]; ++i) {
            const std::size_t place = at(next[records[at(i)].row]++);
            csr.colIdx[place] = records[at(i)].col;
            if constexpr (valued)
                csr.values[place] = records[at(i)].value;
        }
    });
    return csr;
}

// Sorts one row by column (stable) and sums duplicates; returns how many entries are left.
std::int64_t sortRow(Csr& csr, std::int64_t begin, std::int64_t end,
                     std::vector<std::pair<std::int32_t, double>>& scratch)
{
    const bool valued = !csr.values.empty();
    scratch.clear();
    for (std::int64_t i = begin; i < end; ++i)
        scratch.emplace_back(csr.colIdx[at(i)], valued ? csr.values[at(i)] : 1.0);
    std::stable_sort(scratch.begin(), scratch.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
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
    return out - begin;
}

bool ascending(const Csr& csr, std::int64_t begin, std::int64_t end)
{
    for (std::int64_t i = begin + 1; i < end; ++i)
        if (csr.colIdx[at(i)] <= csr.colIdx[at(i - 1)])
            return false;
    return true;
}

// Closes the gaps that merged duplicates left behind.
void compact(Csr& csr, const std::vector<std::int64_t>& kept, Progress& progress)
{
    std::int64_t out = 0;
    for (std::int64_t r = 0; r < static_cast<std::int64_t>(kept.size()); ++r) {
        if ((r & 0xffff) == 0)
            progress.check();
        const std::int64_t from = csr.rowPtr[at(r)];
        csr.rowPtr[at(r)] = out;
        if (from != out) {
            std::copy_n(csr.colIdx.begin() + from, kept[at(r)], csr.colIdx.begin() + out);
            if (!csr.values.empty())
                std::copy_n(csr.values.begin() + from, kept[at(r)], csr.values.begin() + out);
        }
        out += kept[at(r)];
    }
    csr.rowPtr.back() = out;
    csr.colIdx.resize(at(out));
    if (!csr.values.empty())
        csr.values.resize(at(out));
}

} // namespace

std::uint64_t assemblyBytes(std::int64_t rows, std::int64_t expanded, bool values)
{
    const std::uint64_t record = values ? sizeof(Valued) : sizeof(Bare);
    const std::uint64_t place = values ? 12 : 4;
    return 8 * (static_cast<std::uint64_t>(rows) + 1) + static_cast<std::uint64_t>(expanded) * (record + place);
}

void canonicalise(Csr& csr, Progress& progress)
{
    constexpr std::int64_t grain = 1024;
    constexpr std::int64_t mostBetweenChecks = 1 << 16;
    const std::int64_t rows = static_cast<std::int64_t>(csr.rowPtr.size()) - 1;
    // body(row) for all rows, checking for cancellation by the work done.
    const auto overRows = [&](const auto& body) {
        parallelRanges(rows, grain, [&](std::int64_t begin, std::int64_t end) {
            std::int64_t checked = -mostBetweenChecks;
            std::vector<std::pair<std::int32_t, double>> scratch;
            for (std::int64_t r = begin; r < end; ++r) {
                if (csr.rowPtr[at(r)] + r - checked >= mostBetweenChecks) {
                    progress.check();
                    checked = csr.rowPtr[at(r)] + r;
                }
                body(r, scratch);
            }
        });
    };
    std::atomic<bool> tidy{true};
    overRows([&](std::int64_t r, auto&) {
        if (tidy.load(std::memory_order_relaxed) && !ascending(csr, csr.rowPtr[at(r)], csr.rowPtr[at(r + 1)]))
            tidy.store(false, std::memory_order_relaxed);
    });
    if (tidy)
        return;
    std::vector<std::int64_t> kept = zeros<std::int64_t>(rows, progress);
    std::atomic<std::int64_t> merged{0};
    overRows([&](std::int64_t r, auto& scratch) {
        const std::int64_t begin = csr.rowPtr[at(r)];
        const std::int64_t end = csr.rowPtr[at(r + 1)];
        kept[at(r)] = ascending(csr, begin, end) ? end - begin : sortRow(csr, begin, end, scratch);
        merged += end - begin - kept[at(r)];
    });
    csr.duplicates += merged;
    if (merged > 0)
        compact(csr, kept, progress);
}

Csr assemble(Coordinates c, Mirror mirror, const std::string& file, Progress& progress)
{
    const bool valued = !c.value.empty();
    const auto stored = static_cast<std::int64_t>(c.row.size());
    requireRowsInUse(c.rows, stored, file);
    if (stored == 0 || (mirror == Mirror::None && rowMajor(c, progress))) {
        requireMemory(8 * (static_cast<std::uint64_t>(c.rows) + 1), file, "the matrix");
        Csr csr;
        csr.rowPtr = pointersOf(c.row, c.rows, progress);
        csr.colIdx = std::move(c.col);
        csr.values = std::move(c.value);
        return csr;
    }
    requireMemory(assemblyBytes(c.rows, mirror == Mirror::None ? stored : 2 * stored, valued), file, "the matrix");
    Csr csr = valued ? scatter<Valued>(std::move(c), mirror, progress) : scatter<Bare>(std::move(c), mirror, progress);
    canonicalise(csr, progress);
    return csr;
}

} // namespace sparsescope
