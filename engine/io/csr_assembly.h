// Entries in any order into CSR arrays: in parallel, and the same for any number of threads.
#pragma once

#include "engine/core/progress.h"
#include "engine/matrix/matrix.h"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace sparsescope {

// What a symmetric file leaves out: the other half, as it is or with the sign turned. The diagonal has no other half.
enum class Mirror { None, Same, Negated };

// All indices are known to be in range.
struct ValuedEntry {
    std::int32_t row, col;
    double value;
};
struct PatternEntry {
    std::int32_t row, col;
};

// Entries in the order of the file.
struct Coordinates {
    std::int64_t rows = 0, cols = 0;
    std::vector<std::int32_t> row, col;
    std::vector<double> value; // empty for a pattern
    Mirror mirror = Mirror::None;
};

struct Csr {
    std::vector<std::int64_t> rowPtr;
    std::vector<std::int32_t> colIdx;
    std::vector<double> values;
    std::int64_t duplicates = 0; // entries that were summed into another one
};

// Appends n zeros in steps that can be cancelled: first touching pages takes seconds for gigabytes.
template <class T>
void appendZeros(std::vector<T>& v, std::int64_t n, const Progress& progress)
{
    constexpr std::size_t step = 4u << 20;
    const std::size_t size = v.size() + static_cast<std::size_t>(n);
    while (v.size() < size) {
        progress.check();
        v.resize(std::min(size, v.size() + step));
    }
}

template <class T>
std::vector<T> zeros(std::int64_t n, const Progress& progress)
{
    std::vector<T> v;
    v.reserve(static_cast<std::size_t>(n));
    appendZeros(v, n, progress);
    return v;
}

// A stable counting sort by row. Entries come in chunks, which are sorted into blocks of rows at once, while they are
// in a cache; in the end each block is gathered from all chunks and sorted by rows and columns. Duplicates are summed
// in the order of the file (a pattern's are merged). Chunks and blocks depend on the input alone.
template <class Entry>
class RowSorter {
public:
    // `entries` is about how many come, in `chunks` chunks.
    RowSorter(std::int64_t rows, std::int64_t entries, std::int64_t chunks, Mirror mirror);

    // The entries of a chunk, in order. Each chunk comes once, from any thread.
    void take(std::int64_t chunk, std::span<const Entry> entries);

    // Throws Error(Input) naming `file` when the memory does not suffice, Error(Cancelled).
    Csr finish(const std::string& file, Progress& progress);

private:
    struct Unmap {
        std::size_t bytes = 0;
        void operator()(void* data) const;
    };
    struct Chunk {
        std::unique_ptr<Entry[], Unmap> entries;
        std::vector<std::uint32_t> starts; // block b is at [starts[b], starts[b + 1])
    };

    std::span<const Entry> ofBlock(const Chunk& chunk, std::int64_t block) const;
    void place(std::int64_t block, std::int64_t begin, Csr& csr) const;

    std::int64_t m_rows;
    Mirror m_mirror;
    int m_shift; // a block has 2^m_shift rows
    std::int64_t m_blocks;
    std::vector<Chunk> m_chunks;
};

// Throws as RowSorter does.
Csr assemble(Coordinates coordinates, const std::string& file, Progress& progress);

// Sorts the columns of every row and sums duplicates, in place; adds to csr.duplicates.
void canonicalise(Csr& csr, Progress& progress);

} // namespace sparsescope
