// Cutting text.
#include "engine/io/text_chunks.h"

#include "engine/io/numbers.h"

#include <algorithm>

namespace sparsescope {

std::vector<std::string_view> words(std::string_view line)
{
    std::vector<std::string_view> found;
    const char* const end = line.data() + line.size();
    for (const char* p = skipBlanks(line.data(), end); p < end; p = skipBlanks(p, end)) {
        const char* q = p;
        while (q < end && !isBlank(*q))
            ++q;
        found.emplace_back(p, static_cast<std::size_t>(q - p));
        p = q;
    }
    return found;
}

std::int64_t lineOf(std::string_view text, std::size_t position, const Progress& progress)
{
    constexpr std::size_t piece = 16u << 20;
    std::int64_t line = 1;
    for (text = text.substr(0, position); !text.empty(); text.remove_prefix(std::min(piece, text.size()))) {
        progress.check();
        const std::string_view some = text.substr(0, piece);
        line += std::count(some.begin(), some.end(), '\n');
    }
    return line;
}

std::vector<TextChunk> cutText(std::string_view text, std::size_t from, std::string_view ends, const Progress& progress)
{
    constexpr std::size_t step = 1u << 20;
    constexpr std::size_t longest = 1u << 16; // of an end's search: no number is as long, and what is none is refused
    std::vector<TextChunk> chunks;
    while (from < text.size()) {
        progress.check();
        std::size_t end = text.size();
        if (text.size() - from > step)
            end = from + step + std::min(text.substr(from + step, longest).find_first_of(ends), longest - 1) + 1;
        end = std::min(end, text.size());
        chunks.push_back({from, end, 0});
        from = end;
    }
    return chunks;
}

} // namespace sparsescope
