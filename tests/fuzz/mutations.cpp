#include "tests/fuzz/mutations.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cctype>
#include <cstring>
#include <limits>
#include <vector>

namespace sparsescope::fuzz {

namespace {

constexpr std::array words = {"0",
                              "-1",
                              "1",
                              "2147483647",
                              "2147483648",
                              "4294967296",
                              "1073741824",
                              "4611686018427387904",
                              "9223372036854775807",
                              "18446744073709551615",
                              "1e308",
                              "1e999",
                              "-1e-308",
                              "0.5",
                              "NaN",
                              "null",
                              "\"\"",
                              "[]",
                              "{}",
                              "true",
                              "-9223372036854775808",
                              "1e18"};

constexpr std::array<std::int64_t, 14> numbers = {0,
                                                  -1,
                                                  1,
                                                  2,
                                                  0x7fffffff,
                                                  -0x80000000LL,
                                                  0x80000000LL,
                                                  std::int64_t{1} << 62,
                                                  std::numeric_limits<std::int64_t>::max(),
                                                  std::numeric_limits<std::int64_t>::min(),
                                                  std::bit_cast<std::int64_t>(std::numeric_limits<double>::quiet_NaN()),
                                                  std::bit_cast<std::int64_t>(std::numeric_limits<double>::infinity()),
                                                  std::bit_cast<std::int64_t>(1e308),
                                                  std::bit_cast<std::int64_t>(-1.0)};

// Below n; 0 where n is.
std::size_t below(std::size_t n, Random& random)
{
    return n == 0 ? 0 : random() % n;
}

struct Span {
    std::size_t begin = 0, size = 0;
};

// Short ones more often than long ones.
Span someSpan(const std::string& text, Random& random)
{
    const std::size_t begin = below(text.size() + 1, random);
    const std::size_t most = random() % 2 ? std::min<std::size_t>(text.size() - begin, 16) : text.size() - begin;
    return {begin, below(most + 1, random)};
}

void flipByte(std::string& text, Random& random)
{
    if (!text.empty())
        text[below(text.size(), random)] ^= static_cast<char>(1u << random() % 8);
}

void replaceByte(std::string& text, Random& random)
{
    if (!text.empty())
        text[below(text.size(), random)] = static_cast<char>(random());
}

void replaceWord(std::string& text, Random& random)
{
    std::vector<Span> found;
    for (std::size_t i = 0; i < text.size(); ++i)
        if (std::isdigit(static_cast<unsigned char>(text[i])) != 0) {
            const std::size_t begin = i > 0 && text[i - 1] == '-' ? i - 1 : i;
            i = std::min(text.find_first_not_of("0123456789.eE+-", i), text.size());
            found.push_back({begin, i - begin});
        }
    if (found.empty())
        return;
    const Span place = found[below(found.size(), random)];
    text.replace(place.begin, place.size, words[below(words.size(), random)]);
}

void replaceNumber(std::string& text, Random& random)
{
    const std::size_t size = random() % 2 ? 4 : 8;
    if (text.size() < size)
        return;
    std::int64_t number = numbers[below(numbers.size(), random)];
    char* const at = text.data() + below(text.size() - size + 1, random);
    if (random() % 4 == 0) { // one more or less than it was
        std::memcpy(&number, at, size);
        number =
            static_cast<std::int64_t>(static_cast<std::uint64_t>(number) + (random() % 2 ? 1u : ~std::uint64_t{0}));
    }
    std::memcpy(at, &number, size);
}

void removeSpan(std::string& text, Random& random)
{
    const Span span = someSpan(text, random);
    text.erase(span.begin, span.size);
}

void doubleSpan(std::string& text, Random& random)
{
    const Span span = someSpan(text, random);
    text.insert(below(text.size() + 1, random), text.substr(span.begin, span.size));
}

void cutOff(std::string& text, Random& random)
{
    text.resize(below(text.size() + 1, random));
}

} // namespace

std::string mutated(std::string_view input, std::span<const std::string> others, Random& random)
{
    constexpr std::size_t mostBytes = 1 << 20;
    constexpr std::array changes = {flipByte,      replaceByte, replaceWord, replaceWord, replaceNumber,
                                    replaceNumber, removeSpan,  doubleSpan,  cutOff};
    std::string text(input);
    for (std::uint64_t i = 1 + random() % 3; i > 0; --i) {
        const std::size_t which = below(changes.size() + (others.empty() ? 0 : 1), random);
        if (which < changes.size()) {
            changes[which](text, random);
        } else {
            const std::string& other = others[below(others.size(), random)];
            const Span span = someSpan(other, random);
            const Span place = someSpan(text, random);
            text.replace(place.begin, place.size, other, span.begin, span.size);
        }
    }
    if (text.size() > mostBytes)
        text.resize(mostBytes);
    return text;
}

} // namespace sparsescope::fuzz
