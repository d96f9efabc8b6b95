// The rarer roads of number parsing.
#include "engine/io/numbers.h"

#include <algorithm>
#include <charconv>

namespace sparsescope {

std::string_view wordAt(const char* p, const char* end)
{
    const char* q = p;
    while (q < end && !isBlank(*q) && *q != '\n' && *q != '\r')
        ++q;
    return {p, static_cast<std::size_t>(q - p)};
}

std::string quoted(std::string_view word)
{
    constexpr std::size_t most = 40;
    std::string text = "\"";
    for (const char c : word.substr(0, most))
        text += static_cast<unsigned char>(c) < 32 || c == 127 ? '?' : c;
    return text + (word.size() > most ? "...\"" : "\"");
}

namespace {

// Whether a decimal text that no double holds is too large (rather than too small).
bool tooLarge(std::string_view word)
{
    std::int64_t place = 0; // decimal places of the first non-zero digit before the point
    bool point = false;
    bool found = false;
    std::size_t i = 0;
    for (; i < word.size() && (isDigit(word[i]) || word[i] == '.' || word[i] == '-'); ++i) {
        if (word[i] == '.')
            point = true;
        else if (isDigit(word[i])) {
            found = found || word[i] != '0';
            if (!point && found)
                ++place;
            if (point && !found)
                --place;
        }
    }
    if (i >= word.size())
        return place > 0;
    const std::string_view power = word.substr(i + 1);
    std::int64_t exponent = 0;
    const char* begin = power.data() + (!power.empty() && power[0] == '+' ? 1 : 0);
    const auto result = std::from_chars(begin, power.data() + power.size(), exponent);
    if (result.ec == std::errc::result_out_of_range)
        return power[0] != '-';
    return place + exponent > 0;
}

template <class T>
const char* parseInteger(const char* p, const char* end, double& out, bool& rounded)
{
    if (p < end && *p == '+') {
        ++p;
        if (p < end && *p == '-')
            return nullptr;
    }
    T value = 0;
    const auto [rest, error] = std::from_chars(p, end, value);
    if (error != std::errc{})
        return nullptr;
    out = static_cast<double>(value);
    constexpr auto exact = T{1} << 53;
    if (value > exact || (std::is_signed_v<T> && value < T{0} - exact)) {
        // A double beside the largest T may be 2^63 or 2^64 itself, which T cannot hold.
        const double limit = std::is_signed_v<T> ? 0x1p63 : 0x1p64;
        rounded = rounded || out >= limit || static_cast<T>(out) != value;
    }
    return rest;
}

} // namespace

const char* detail::parseRealSlowly(const char* p, const char* end, double& out)
{
    const std::string_view whole = wordAt(p, end);
    std::string_view word = whole;
    if (!word.empty() && word[0] == '+') {
        word.remove_prefix(1);
        if (!word.empty() && word[0] == '-')
            return nullptr;
    }
    std::string fortran;
    const std::size_t power = word.find_first_of("dD");
    if (power != std::string_view::npos && power > 0 && (isDigit(word[power - 1]) || word[power - 1] == '.')) {
        fortran = word;
        fortran[power] = 'e';
        word = fortran;
    }
    double value = 0;
    const auto [rest, error] = std::from_chars(word.data(), word.data() + word.size(), value);
    if (error == std::errc::result_out_of_range) {
        if (tooLarge(word))
            return nullptr;
        value = word[0] == '-' ? -0.0 : 0.0;
    } else if (error != std::errc{}) {
        return nullptr;
    } else if (std::isinf(value) && word.find_first_of("iI") == std::string_view::npos) {
        return nullptr; // some libraries round an overflow to infinity
    }
    if (rest != word.data() + word.size())
        return nullptr;
    out = value;
    return p + whole.size();
}

const char* parseSigned(const char* p, const char* end, double& out, bool& rounded)
{
    return parseInteger<std::int64_t>(p, end, out, rounded);
}

const char* parseUnsigned(const char* p, const char* end, double& out, bool& rounded)
{
    return parseInteger<std::uint64_t>(p, end, out, rounded);
}

} // namespace sparsescope
