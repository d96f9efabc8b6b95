// What arrays hold while a program runs, and who may read it.
#pragma once

#include "engine/ir/bindings.h"
#include "engine/ir/program.h"

#include <array>
#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

namespace sparsescope::ir::interpreter {

// An array that is bound from outside.
class GlobalArray {
public:
    // Stores go to `to`, which may be null: then there are none.
    GlobalArray(const BoundArray& from, BoundArray* to);

    std::int64_t size() const { return m_size; }
    const double* values() const { return m_values; }
    const std::vector<std::int64_t>& entries() const { return m_from->entries; }
    bool written(std::int64_t i) const { return m_written.empty() || m_written[static_cast<std::size_t>(i)]; }
    // A place of values that owns no non-zero: 0 in what is packed, whether a program writes it or not.
    bool isPadding(std::int64_t i) const
    {
        return static_cast<std::size_t>(i) < m_from->entries.size() && m_from->entries[static_cast<std::size_t>(i)] < 0;
    }
    bool allWritten() const { return m_written.empty(); }
    void store(std::int64_t i, double value);
    // Does no element in [begin, end), which is in range, stand before a smaller one?
    bool ascends(std::int64_t begin, std::int64_t end) const;
    // Says in what was bound whether all of it is written by now; elements that are not hold NaN.
    void finish();

private:
    const BoundArray* m_from;
    BoundArray* m_to;
    const double* m_values;
    std::int64_t m_size;
    std::vector<bool> m_written; // empty: all
    std::int64_t m_missing = 0;
    mutable std::vector<std::int64_t> m_runEnds; // for each element where it stops to ascend; empty: not known
};

// The values of the threadIdx loops around, x, y, z; -1: there is none, so that all threads do the same.
using Thread = std::array<std::int32_t, 3>;
std::string text(const Thread& thread);

// When things happened: a count of stores, reads and barriers. What was written before the block began is of another.
struct Clock {
    std::int64_t now = 1, blockBegan = 1;
    // The last barrier between statements, by the bits of the thread loops around these: it holds up the threads that
    // agree in these loops.
    std::array<std::int64_t, 8> barriers = {};
    bool barrierSince(std::int64_t time, const Thread& a, const Thread& b) const;
};

// Memory that the program itself has, and nobody binds.
class Scratch {
public:
    explicit Scratch(Scope scope)
        : m_scope(scope == Scope::Global || scope == Scope::Shared ? scope : Scope::Local) // fragments are a warp's
    {
    }

    bool reserve(std::int64_t size); // false: too large, as problem() says
    std::int64_t size() const { return m_size; }
    // Who adds to an element: within loops over threads that are summed over (bits), those who set it.
    Thread summing(std::int64_t i, const Thread& thread, unsigned reduced, const Clock& clock) const;
    // False: refused, as problem() says.
    bool read(std::int64_t i, const Thread& thread, Clock& clock, double& value);
    bool write(std::int64_t i, const Thread& thread, Clock& clock, double value);
    // In local memory, or a fragment: did this thread, or all, write the element in this block?
    bool written(std::int64_t i, const Thread& thread, const Clock& clock) const;
    const std::string& problem() const { return m_problem; }

private:
    struct Page { // of one thread, or of several that do the same
        Thread thread{};
        std::vector<double> values;
        std::vector<std::int64_t> written; // times
    };
    struct Cell {
        double value = 0;
        std::int64_t written = 0, read = 0;
        Thread writer{}, reader{};
    };
    // The latest value that this thread, or all that do the same, wrote in this block; null: there is none.
    const Page* latest(std::int64_t i, const Thread& thread, const Clock& clock) const;
    bool readLocal(std::int64_t i, const Thread& thread, const Clock& clock, double& value);
    bool readShared(std::int64_t i, const Thread& thread, Clock& clock, double& value);
    bool writeShared(std::int64_t i, const Thread& thread, Clock& clock, double value);
    Page* pageOf(const Thread& thread);
    bool refuse(std::string problem);

    Scope m_scope;
    std::int64_t m_size = 0;
    std::vector<Page> m_pages; // scope local
    std::unordered_map<std::int64_t, std::size_t> m_pageOf;
    unsigned m_patterns = 0;   // bits of which threads are -1 in some page, as Clock::barriers
    std::vector<Cell> m_cells; // else
    std::string m_problem;
};

} // namespace sparsescope::ir::interpreter
