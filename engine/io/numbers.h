// Numbers out of text, exactly: what the text readers spend their time in.
#pragma once

#include "engine/core/at.h"

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
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

namespace detail {

// powers<double>(10)[k] is 10^k.
template <class T, std::size_t count>
constexpr std::array<T, count> powers(T base)
{
    std::array<T, count> all{1};
    for (std::size_t k = 1; k < count; ++k)
        all[k] = all[k - 1] * base;
    return all;
}
inline constexpr auto powersOfTen = powers<double, 23>(10);        // all that a double holds exactly
inline constexpr auto powersOfFive = powers<std::uint64_t, 28>(5); // all that 64 bits hold
inline constexpr auto powersOfTenUpTo8 = powers<std::uint64_t, 9>(10);

// Appends the digits at p, eight at a time, to those of `value`; returns where they end. More than 19 wrap round.
inline const char* appendDigits(const char* p, const char* end, std::uint64_t& value)
{
    static_assert(std::endian::native == std::endian::little, "the first digit is the lowest byte");
    while (end - p >= 8) {
        std::uint64_t bytes = 0;
        std::memcpy(&bytes, p, sizeof bytes);
        bytes ^= 0x3030303030303030; // digits become 0 to 9
        const std::uint64_t others = (bytes | (bytes + 0x7676767676767676)) & 0x8080808080808080;
        const int count = std::countr_zero(others) / 8;
        bytes = bytes << (32 - 4 * count) << (32 - 4 * count); // what follows them goes, zeros lead
        bytes = bytes * 10 + (bytes >> 8);                     // pairs, then fours, then all
        bytes = ((bytes & 0x000000ff000000ff) * (100 + (std::uint64_t{1000000} << 32)) +
                 ((bytes >> 16) & 0x000000ff000000ff) * (1 + (std::uint64_t{10000} << 32))) >>
                32;
        value = value * powersOfTenUpTo8[at(count)] + bytes;
        p += count;
        if (count < 8)
            return p;
    }
    while (p < end && isDigit(*p))
        value = value * 10 + static_cast<std::uint64_t>(*p++ - '0');
    return p;
}

// The double nearest to mantissa / 10^places for a mantissa above 0 and at most 27 places: a quotient of more than 60
// bits, whose last is set where there is a remainder, is rounded once.
inline double quotient(std::uint64_t mantissa, std::int64_t places)
{
    __extension__ using Wide = unsigned __int128;
    const std::uint64_t five = powersOfFive[at(places)];
    const int up = std::countl_zero(mantissa);
    const int fiveUp = std::countl_zero(five);
    const Wide dividend = static_cast<Wide>(mantissa << up) << 62;
    const std::uint64_t divisor = five << fiveUp;
    const auto whole = static_cast<std::uint64_t>(dividend / divisor);
    const bool rest = whole * divisor != static_cast<std::uint64_t>(dividend);
    const auto scale = static_cast<std::uint64_t>(1023 + fiveUp - up - 62 - places) << 52; // a power of two
    return static_cast<double>(static_cast<std::int64_t>(whole | (rest ? 1 : 0))) * std::bit_cast<double>(scale);
}

const char* parseRealSlowly(const char* p, const char* end, double& out);

} // namespace detail

// All parsers return where the number ends, or null: nothing there, or it does not fit. What follows the number (a
// letter, say) is for the caller to refuse.

// Digits without a sign.
inline const char* parseWhole(const char* const begin, const char* end, std::uint64_t& out)
{
    std::uint64_t value = 0;
    const char* const p = detail::appendDigits(begin, end, value);
    if (p == begin || p - begin > 19) // twenty digits may not fit: no index has them
        return nullptr;
    out = value;
    return p;
}

// The double nearest to the decimal text; "inf", "nan", a leading plus and Fortran's D exponents are read too; too
// small ones become zero, too large ones are refused. Mantissas below 2^53 with a power of ten up to 22 are exact in
// one operation (Clinger 1990, "How to read floating point numbers accurately"), longer ones are divided in integers;
// the others go to std::from_chars.
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
        p = detail::appendDigits(p, end, mantissa);
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
    double value = 0;
    if (mantissa <= std::uint64_t{1} << 53 && exponent >= -22 && exponent <= 22) {
        const double power = detail::powersOfTen[at(std::abs(exponent))];
        const auto whole = static_cast<double>(mantissa);
        value = exponent < 0 ? whole / power : whole * power;
    } else if (mantissa > 0 && exponent >= -27 && exponent <= 0) {
        value = detail::quotient(mantissa, -exponent);
    } else {
        return detail::parseRealSlowly(begin, end, out);
    }
    out = negative ? -value : value;
    return p;
}

// A signed or unsigned 64-bit integer as a double; `rounded` is set when it is not exactly one.
const char* parseSigned(const char* p, const char* end, double& out, bool& rounded);
const char* parseUnsigned(const char* p, const char* end, double& out, bool& rounded);

// A word for messages: in quotes, shortened, without control characters.
std::string quoted(std::string_view word);

} // namespace sparsescope
