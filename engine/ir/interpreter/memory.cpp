#include "engine/ir/interpreter/memory.h"

#include "engine/core/at.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace sparsescope::ir::interpreter {

namespace {

constexpr std::int64_t mostElements = std::int64_t{1} << 22; // of one array of the program's own
constexpr const char* unwritten = "is read, and nobody wrote it";

std::int64_t packed(const Thread& thread)
{
    std::int64_t key = 0;
    for (const std::int32_t one : thread)
        key = (key << 20) + one + 1;
    return key;
}

// Bits of the dimensions in which all threads do the same.
unsigned patternOf(const Thread& thread)
{
    return (thread[0] < 0 ? 1u : 0u) | (thread[1] < 0 ? 2u : 0u) | (thread[2] < 0 ? 4u : 0u);
}

bool overlap(const Thread& a, const Thread& b)
{
    return std::equal(a.begin(), a.end(), b.begin(), [](auto x, auto y) { return x == -1 || y == -1 || x == y; });
}

// Is `one` among the threads that did what `by` did?
bool covers(const Thread& by, const Thread& one)
{
    return std::equal(by.begin(), by.end(), one.begin(), [](auto b, auto o) { return b == -1 || b == o; });
}

} // namespace

GlobalArray::GlobalArray(const BoundArray& from, BoundArray* to)
    : m_from(&from), m_to(to), m_values(from.values.data()), m_size(static_cast<std::int64_t>(from.values.size()))
{
    if (from.written || from.values.empty())
        return;
    m_written.resize(from.values.size(), false);
    m_missing = m_size;
    if (m_to)
        std::fill(m_to->values.begin(), m_to->values.end(), std::nan(""));
}

void GlobalArray::store(std::int64_t i, double value)
{
    m_to->values[at(i)] = value;
    m_runEnds.clear();
    if (m_written.empty() || m_written[at(i)])
        return;
    m_written[at(i)] = true;
    if (--m_missing == 0)
        m_written.clear();
}

bool GlobalArray::ascends(std::int64_t begin, std::int64_t end) const
{
    if (end - begin < 2)
        return true;
    if (m_runEnds.empty()) {
        m_runEnds.resize(at(m_size));
        for (std::int64_t i = m_size - 1; i >= 0; --i)
            m_runEnds[at(i)] = i + 1 < m_size && m_values[i] <= m_values[i + 1] ? m_runEnds[at(i + 1)] : i + 1;
    }
    return m_runEnds[at(begin)] >= end;
}

void GlobalArray::finish()
{
    if (m_to)
        m_to->written = m_written.empty();
}

std::string text(const Thread& thread)
{
    std::string text;
    for (std::size_t i = 0; i < 3; ++i)
        if (thread[i] >= 0)
            text += fmt::format("{}{} {}", text.empty() ? "" : ", ", "xyz"[i], thread[i]);
    return text.empty() ? "all threads" : "thread " + text;
}

bool Clock::barrierSince(std::int64_t time, const Thread& a, const Thread& b) const
{
    for (std::size_t around = 0; around < barriers.size(); ++around) {
        bool agree = barriers[around] > time;
        for (std::size_t i = 0; i < 3 && agree; ++i)
            agree = (around & std::size_t{1} << i) == 0 || a[i] == b[i];
        if (agree)
            return true;
    }
    return false;
}

bool Scratch::refuse(std::string problem)
{
    m_problem = std::move(problem);
    return false;
}

bool Scratch::reserve(std::int64_t size)
{
    if (size < 0 || size > mostElements)
        return refuse(fmt::format("is an array of {} elements, where {} are the most", size, mostElements));
    if (size == m_size)
        return true;
    m_size = size;
    if (m_scope != Scope::Local)
        m_cells.resize(std::max(m_cells.size(), at(size)));
    for (Page& page : m_pages) {
        page.values.resize(std::max(page.values.size(), at(size)));
        page.written.resize(page.values.size());
    }
    return true;
}

bool Scratch::read(std::int64_t i, const Thread& thread, Clock& clock, double& value)
{
    return m_scope == Scope::Local ? readLocal(i, thread, clock, value) : readShared(i, thread, clock, value);
}

const Scratch::Page* Scratch::latest(std::int64_t i, const Thread& thread, const Clock& clock) const
{
    const Page* best = nullptr;
    std::int64_t written = clock.blockBegan - 1;
    const unsigned own = patternOf(thread);
    for (unsigned pattern = 0; pattern < 8; ++pattern) {
        if ((m_patterns & 1u << pattern) == 0 || (pattern & own) != own)
            continue;
        Thread wider = thread;
        for (std::size_t d = 0; d < 3; ++d)
            if ((pattern & 1u << d) != 0)
                wider[d] = -1;
        const auto found = m_pageOf.find(packed(wider));
        if (found == m_pageOf.end() || m_pages[found->second].written[at(i)] <= written)
            continue;
        best = &m_pages[found->second];
        written = best->written[at(i)];
    }
    return best;
}

Thread Scratch::summing(std::int64_t i, const Thread& thread, unsigned reduced, const Clock& clock) const
{
    Thread set = thread;
    if (m_scope != Scope::Local)
        set = m_cells[at(i)].writer;
    else if (const Page* page = latest(i, thread, clock))
        set = page->thread;
    Thread made = thread;
    for (std::size_t d = 0; d < 3; ++d)
        if ((reduced & 1u << d) != 0 && set[d] == -1)
            made[d] = -1;
    return made;
}

bool Scratch::written(std::int64_t i, const Thread& thread, const Clock& clock) const
{
    return latest(i, thread, clock) != nullptr;
}

bool Scratch::readLocal(std::int64_t i, const Thread& thread, const Clock& clock, double& value)
{
    const Page* best = latest(i, thread, clock);
    const std::int64_t written = best ? best->written[at(i)] : clock.blockBegan - 1;
    if (best && (patternOf(thread) == 0 || m_pages.size() == 1)) {
        value = best->values[at(i)];
        return true;
    }
    // Threads that are meant together have to agree.
    for (const Page& page : m_pages)
        if (page.written[at(i)] > written && (!best || overlap(thread, page.thread)))
            return refuse(fmt::format("is local: {} reads what {} wrote", text(thread), text(page.thread)));
    if (!best)
        return refuse(unwritten);
    value = best->values[at(i)];
    return true;
}

bool Scratch::readShared(std::int64_t i, const Thread& thread, Clock& clock, double& value)
{
    Cell& cell = m_cells[at(i)];
    if (cell.written < (m_scope == Scope::Global ? 1 : clock.blockBegan))
        return refuse(unwritten);
    if (m_scope == Scope::Shared) {
        if (!covers(cell.writer, thread) && !clock.barrierSince(cell.written, cell.writer, thread))
            return refuse(fmt::format("is shared: {} reads what {} wrote since the last barrier", text(thread),
                                      text(cell.writer)));
        if (cell.read <= clock.barriers[0])
            cell.reader = thread;
        for (std::size_t d = 0; d < 3; ++d)
            if (cell.reader[d] != thread[d])
                cell.reader[d] = -2; // several
        cell.read = ++clock.now;
    }
    value = cell.value;
    return true;
}

Scratch::Page* Scratch::pageOf(const Thread& thread)
{
    const auto [known, added] = m_pageOf.emplace(packed(thread), m_pages.size());
    if (!added)
        return &m_pages[known->second];
    if ((static_cast<std::int64_t>(m_pages.size()) + 1) * m_size > mostElements) {
        m_pageOf.erase(known);
        return nullptr;
    }
    m_pages.push_back({thread, std::vector<double>(at(m_size)), std::vector<std::int64_t>(at(m_size))});
    m_patterns |= 1u << patternOf(thread);
    return &m_pages.back();
}

bool Scratch::write(std::int64_t i, const Thread& thread, Clock& clock, double value)
{
    if (m_scope != Scope::Local)
        return writeShared(i, thread, clock, value);
    Page* page = pageOf(thread);
    if (!page)
        return refuse(fmt::format("is local, and {} elements of all threads are the most", mostElements));
    page->values[at(i)] = value;
    page->written[at(i)] = ++clock.now;
    return true;
}

bool Scratch::writeShared(std::int64_t i, const Thread& thread, Clock& clock, double value)
{
    Cell& cell = m_cells[at(i)];
    // Where threads copy the same there, nobody sees who came first.
    if (m_scope == Scope::Shared && cell.read >= clock.blockBegan && cell.reader != thread && cell.value != value &&
        !clock.barrierSince(cell.read, cell.reader, thread))
        return refuse(
            fmt::format("is shared: {} overwrites what {} read since the last barrier", text(thread),
                        *std::min_element(cell.reader.begin(), cell.reader.end()) < -1 ? "others" : text(cell.reader)));
    cell = {value, ++clock.now, 0, thread, {}};
    return true;
}

} // namespace sparsescope::ir::interpreter
