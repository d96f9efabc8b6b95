// Counters by column for the threads of a search: one is lent to each job and keeps its arrays for the next.
#pragma once

#include "engine/core/at.h"
#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

namespace sparsescope {

struct Scratch {
    static constexpr unsigned bits = 64; // of a word of marks

    explicit Scratch(std::int64_t cols)
        : count(static_cast<std::size_t>(cols), 0), stamp(static_cast<std::size_t>(cols), 0),
          marks(static_cast<std::size_t>(cols) / bits + 1, 0)
    {
    }

    std::vector<std::uint8_t> count;  // all 0 between uses
    std::vector<std::uint32_t> stamp; // of the last epoch that saw the column
    std::uint32_t epoch = 0;
    std::vector<std::uint64_t> marks; // a bit a column, all 0 between uses
    std::vector<std::int32_t> list;

    // Was the column unseen since the last nextEpoch()?
    bool first(std::int32_t col)
    {
        std::uint32_t& s = stamp[at(col)];
        return s != epoch && (s = epoch, true);
    }
    // The same by a bit a column, of which many more fit into a cache: unmarked afterwards, with all of its word.
    bool mark(std::int32_t col)
    {
        std::uint64_t& word = marks[at(col) / bits];
        const std::uint64_t bit = std::uint64_t{1} << (at(col) % bits);
        return (word & bit) == 0 && (word |= bit, true);
    }
    void unmark(std::int32_t col) { marks[at(col) / bits] = 0; }
    void nextEpoch()
    {
        if (++epoch == 0) {
            stamp.assign(stamp.size(), 0);
            epoch = 1;
        }
    }
};

class ScratchPool {
public:
    explicit ScratchPool(std::int64_t cols) : m_cols(cols) {}

    class Loan {
    public:
        Loan(ScratchPool& pool, std::unique_ptr<Scratch> scratch) : m_pool(pool), m_scratch(std::move(scratch)) {}
        ~Loan() { m_pool.takeBack(std::move(m_scratch)); }
        Loan(const Loan&) = delete;
        Loan& operator=(const Loan&) = delete;
        Scratch& operator*() const { return *m_scratch; }
        Scratch* operator->() const { return m_scratch.get(); }

    private:
        ScratchPool& m_pool;
        std::unique_ptr<Scratch> m_scratch;
    };

    Loan lend()
    {
        const std::scoped_lock lock(m_mutex);
        if (m_free.empty())
            return {*this, std::make_unique<Scratch>(m_cols)};
        auto scratch = std::move(m_free.back());
        m_free.pop_back();
        return {*this, std::move(scratch)};
    }

private:
    void takeBack(std::unique_ptr<Scratch> scratch)
    {
        const std::scoped_lock lock(m_mutex);
        m_free.push_back(std::move(scratch));
    }

    std::int64_t m_cols;
    std::mutex m_mutex;
    std::vector<std::unique_ptr<Scratch>> m_free;
};

} // namespace sparsescope
