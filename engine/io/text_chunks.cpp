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

std::int64_t lineOf(std::string_view text, std::size_t position)
{
    return 1 +
           std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(std::min(position, text.size())), '\n');
}

std::vector<TextChunk> cutText(std::string_view text, std::size_t from, std::string_view ends)
{
    constexpr std::size_t step = 1u << 20;
    std::vector<TextChunk> chunks;
    while (from < text.size()) {
        std::size_t end = text.size();
        if (text.size() - from > step)
            end = std::min(text.find_first_of(ends, from + step), text.size() - 1) + 1;
        chunks.push_back({from, end, 0});
        from = end;
    }
    return chunks;
}

} // namespace sparsescope
