// Text cut into fixed chunks at line ends, and lines one after the other: the same cuts for any number of threads.
#pragma once

#include "engine/core/at.h"
#include "engine/core/parallel.h"
#include "engine/core/progress.h"

#include <atomic>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

namespace sparsescope {

// Lines of a text with their numbers (from 1), without "\n" or "\r\n".
class Lines {
public:
    explicit Lines(std::string_view text) : m_text(text) {}

    bool next(std::string_view& line)
    {
        if (m_at >= m_text.size())
            return false;
        const std::size_t end = std::min(m_text.find('\n', m_at), m_text.size());
        line = m_text.substr(m_at, end - m_at);
        if (line.ends_with('\r'))
            line.remove_suffix(1);
        m_at = std::min(end + 1, m_text.size());
        ++m_number;
        return true;
    }
    std::int64_t number() const { return m_number; } // of the line that next() gave
    std::size_t position() const { return m_at; }    // of the line that comes

private:
    std::string_view m_text;
    std::size_t m_at = 0;
    std::int64_t m_number = 0;
};

// Words of one line, between white space.
std::vector<std::string_view> words(std::string_view line);

// Number of the line (from 1) that holds a position.
std::int64_t lineOf(std::string_view text, std::size_t position, const Progress& progress = noProgress());

struct TextChunk {
    std::size_t begin = 0;
    std::size_t end = 0;
    std::int64_t items = 0; // for the caller's first pass: of the chunk, then of all before it
};

// Cuts [from, end of text) behind the first character of `ends` after each full mebibyte; within a word that is longer
// than any number, so that no file makes one piece of gigabytes.
std::vector<TextChunk> cutText(std::string_view text, std::size_t from, std::string_view ends,
                               const Progress& progress);

// What was wrong first; found by any thread, the earliest in the text wins.
struct Defect {
    std::size_t position = std::string_view::npos;
    std::string reason;
};

// Runs body(chunk index) -> Defect over all chunks in parallel, checking for cancellation before each and reporting
// between two shares of the whole work. Returns the earliest defect; chunks behind a known one are skipped.
template <class Body>
Defect overTextChunks(std::int64_t chunks, Progress& progress, const char* what, double from, double to,
                      const Body& body)
{
    std::vector<Defect> defects(static_cast<std::size_t>(chunks));
    std::atomic<std::int64_t> first{chunks};
    std::atomic<std::int64_t> done{0};
    parallelEach(chunks, 1, [&](std::int64_t i) {
        progress.check();
        if (i > first.load(std::memory_order_relaxed))
            return;
        Defect& defect = defects[at(i)];
        defect = body(i);
        if (defect.position != std::string_view::npos) {
            std::int64_t known = first.load();
            while (i < known && !first.compare_exchange_weak(known, i)) {
            }
        }
        progress.report(what, from + (to - from) * static_cast<double>(++done) / static_cast<double>(chunks));
    });
    progress.check();
    const std::int64_t i = first.load();
    return i < chunks ? std::move(defects[at(i)]) : Defect{};
}

} // namespace sparsescope
