// Numbers out of text, exactly: what the text readers spend their time in.
#pragma once

#include <cmath>
#include <cstdint>
#include <string>
#include <string_view>

namespace sparsescope {

inline bool isDigit(char c)
{
    return static_cast<unsigned char>(c - '0') < 10;
}

// White space within a line; a carriage return counts only before the line's end, which is the caller's business.
inline bool isBlank(char c)
{
    return c == ' ' || c == '\t' || c == '\v' || c == '\f';
}

inline const char* skipBlanks(const char* p, const char* end)
{
    while (p < end && isBlank(*p))
        ++p;
    return p;
}

// The word that begins at p: up to white space of any kind.
std::string_view wordAt(const char* p, const char* end);

// All parsers return where the number ends, or null: nothing there, or it does not fit. What follows the number (a
// letter, say) is for the caller to refuse.

// Digits without a sign.
inline const char* parseWhole(const char* p, const char* end, std::uint64_t& out)
{
    const char* const begin = p;
    std::uint64_t value = 0;
    while (p < end && isDigit(*p))
        value = value * 10 + static_cast<std::uint64_t>(*p++ - '0');
    if (p == begin || p - begin > 19) // twenty digits may not fit: no index has them
        return nullptr;
    out = value;
    return p;
}

namespace detail {
const char* parseRealSlowly(const char* p, const char* end, double& out);
inline constexpr double powersOfTen[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
                                         1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
} // namespace detail

// The double nearest to the decimal text; "inf", "nan", a leading plus and Fortran's D exponents are read too; too
// small ones become zero, too large ones are refused. Mantissas below 2^53 with a power of ten up to 22 are exact in
// one operation (Clinger 1990, "How to read floating point numbers accurately"); the others go to std::from_chars.
inline const char* parseReal(const char* const begin, const char* end, double& out)
{
    const char* p = begin;
    const bool negative = p < end && *p == '-';
    if (p < end && (*p == '-' || *p == '+'))
        ++p;
    std::uint64_t mantissa = 0;
    const char* first = p;
    while (p < end && isDigit(*p))
        mantissa = mantissa * 10 + static_cast<std::uint64_t>(*p++ - '0');
    std::int64_t digits = p - first;
    std::int64_t exponent = 0;
    if (p < end && *p == '.') {
        first = ++p;
        while (p < end && isDigit(*p))
            mantissa = mantissa * 10 + static_cast<std::uint64_t>(*p++ - '0');
        exponent = first - p;
        digits += p - first;
    }
    if (digits == 0 || digits > 19)
        return detail::parseRealSlowly(begin, end, out);
    if (p < end && (*p | 0x20) == 'e') {
        ++p;
        const bool below = p < end && *p == '-';
        if (p < end && (*p == '-' || *p == '+'))
            ++p;
        std::int64_t shift = 0;
        first = p;
        while (p < end && isDigit(*p) && p - first < 5)
            shift = shift * 10 + (*p++ - '0');
        if (p == first || p - first == 5)
            return detail::parseRealSlowly(begin, end, out);
        exponent += below ? -shift : shift;
    } else if (p < end && (*p | 0x20) == 'd') {
        return detail::parseRealSlowly(begin, end, out);
    }
    if (mantissa > std::uint64_t{1} << 53 || exponent < -22 || exponent > 22)
        return detail::parseRealSlowly(begin, end, out);
    const auto whole = static_cast<double>(mantissa);
    const double value = exponent < 0 ? whole / detail::powersOfTen[-exponent] : whole * detail::powersOfTen[exponent];
    out = negative ? -value : value;
    return p;
}

// A signed or unsigned 64-bit integer as a double; `rounded` is set when it is not exactly one.
const char* parseSigned(const char* p, const char* end, double& out, bool& rounded);
const char* parseUnsigned(const char* p, const char* end, double& out, bool& rounded);

// A word for messages: in quotes, shortened, without control characters.
std::string quoted(std::string_view word);

} // namespace sparsescope
