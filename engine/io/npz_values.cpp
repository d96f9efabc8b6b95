// Conversion of NumPy's number types.
#include "engine/io/npz_values.h"

#include "engine/core/at.h"
#include "engine/core/files.h"
#include "engine/core/parallel.h"
#include "engine/io/csr_assembly.h"

#include <atomic>
#include <cmath>
#include <complex>
#include <fmt/format.h>
#include <limits>
#include <type_traits>
#include <utility>

namespace sparsescope {

namespace {

constexpr std::int64_t grain = 1 << 16;

// IEEE 754 binary16 as it lies in the file.
struct Half {
    std::uint16_t bits;
};

double number(Half h)
{
    const int exponent = h.bits >> 10 & 0x1f;
    const int fraction = h.bits & 0x3ff;
    const double magnitude = exponent == 0    ? std::ldexp(fraction, -24)
                             : exponent == 31 ? (fraction == 0 ? std::numeric_limits<double>::infinity()
                                                               : std::numeric_limits<double>::quiet_NaN())
                                              : std::ldexp(fraction + 1024, exponent - 25);
    return h.bits & 0x8000 ? -magnitude : magnitude;
}
template <class T>
double number(std::complex<T> z)
{
    return std::hypot(static_cast<double>(z.real()), static_cast<double>(z.imag()));
}
template <class T>
requires std::is_arithmetic_v<T>
double number(T x)
{
    return static_cast<double>(x);
}

template <class T>
std::vector<double> convert(const NpyArray& array, bool& rounded, const Progress& progress)
{
    const auto* from = reinterpret_cast<const T*>(array.data.data());
    std::vector<double> out = zeros<double>(array.elements(), progress);
    std::atomic<bool> inexact{false};
    parallelRanges(array.elements(), grain, [&](std::int64_t begin, std::int64_t end) {
        progress.check();
        for (std::int64_t i = begin; i < end; ++i) {
            out[at(i)] = number(from[i]);
            if constexpr (std::is_integral_v<T> && sizeof(T) == 8) {
                constexpr auto exact = T{1} << 53;
                const double limit = std::is_signed_v<T> ? 0x1p63 : 0x1p64;
                const double x = out[at(i)];
                if ((from[i] > exact || (std::is_signed_v<T> && from[i] < T{0} - exact)) &&
                    (x >= limit || static_cast<T>(x) != from[i]))
                    inexact.store(true, std::memory_order_relaxed);
            }
        }
    });
    rounded = inexact;
    return out;
}

template <class From, class T>
std::vector<T> integers(const NpyArray& array, std::int64_t least, std::int64_t limit, const Where& where,
                        const Progress& progress)
{
    const auto* from = reinterpret_cast<const From*>(array.data.data());
    const std::int64_t n = array.elements();
    std::vector<T> out = zeros<T>(n, progress);
    std::atomic<std::int64_t> firstBad{n};
    parallelRanges(n, grain, [&](std::int64_t begin, std::int64_t end) {
        progress.check();
        for (std::int64_t i = begin; i < end; ++i) {
            if (std::cmp_less(from[i], least) || std::cmp_greater_equal(from[i], limit)) {
                std::int64_t known = firstBad.load();
                while (i < known && !firstBad.compare_exchange_weak(known, i)) {
                }
                return;
            }
            out[at(i)] = static_cast<T>(from[i]);
        }
    });
    if (firstBad < n)
        failInput(fmt::format("element {} is {}, out of range: from {} to {}", firstBad.load(), from[firstBad], least,
                              limit - 1),
                  where);
    return out;
}

void appendUtf8(std::string& text, char32_t c)
{
    const auto tail = [&](int shift) { text += static_cast<char>(0x80 | (c >> shift & 0x3f)); };
    if (c < 0x80) {
        text += static_cast<char>(c);
    } else if (c < 0x800) {
        text += static_cast<char>(0xc0 | c >> 6);
        tail(0);
    } else if (c < 0x10000) {
        text += static_cast<char>(0xe0 | c >> 12);
        tail(6);
        tail(0);
    } else {
        text += static_cast<char>(0xf0 | c >> 18);
        tail(12);
        tail(6);
        tail(0);
    }
}

// Question marks for what is no UTF-8.
std::u32string codePoints(const std::string& text)
{
    std::u32string points;
    for (std::size_t i = 0; i < text.size();) {
        const auto first = static_cast<unsigned char>(text[i]);
        const std::size_t bytes = first < 0x80       ? 1
                                  : first >> 5 == 6  ? 2
                                  : first >> 4 == 14 ? 3
                                  : first >> 3 == 30 ? 4
                                                     : 0;
        char32_t c = bytes == 1 ? first : first & (0x7fu >> bytes);
        bool good = bytes > 0 && i + bytes <= text.size();
        for (std::size_t k = 1; good && k < bytes; ++k) {
            const auto next = static_cast<unsigned char>(text[i + k]);
            good = next >> 6 == 2;
            c = c << 6 | (next & 0x3f);
        }
        points += good ? c : U'?';
        i += good ? bytes : 1;
    }
    return points;
}

} // namespace

template <class T>
std::vector<T> npyIntegers(const NpyArray& array, std::int64_t limit, const Where& where, const Progress& progress,
                           std::int64_t least)
{
    requireMemory(static_cast<std::uint64_t>(array.elements()) * sizeof(T), where.file, where.call);
    if (array.dtype == "<i4")
        return integers<std::int32_t, T>(array, least, limit, where, progress);
    if (array.dtype == "<i8")
        return integers<std::int64_t, T>(array, least, limit, where, progress);
    if (array.dtype == "<u4")
        return integers<std::uint32_t, T>(array, least, limit, where, progress);
    if (array.dtype == "<u8")
        return integers<std::uint64_t, T>(array, least, limit, where, progress);
    if (array.dtype == "<i2")
        return integers<std::int16_t, T>(array, least, limit, where, progress);
    if (array.dtype == "<u2")
        return integers<std::uint16_t, T>(array, least, limit, where, progress);
    failInput(fmt::format("holds {} where integers are expected", array.dtype), where);
}

template std::vector<std::int32_t> npyIntegers(const NpyArray&, std::int64_t, const Where&, const Progress&,
                                               std::int64_t);
template std::vector<std::int64_t> npyIntegers(const NpyArray&, std::int64_t, const Where&, const Progress&,
                                               std::int64_t);

std::vector<double> npyValues(const NpyArray& array, const Where& where, MatrixSource& source, const Progress& progress)
{
    using Converter = std::vector<double> (*)(const NpyArray&, bool&, const Progress&);
    struct Kind {
        const char* dtype;
        const char* field;
        Converter convert;
    };
    static constexpr Kind kinds[] = {
        {"<f8", "real", convert<double>},
        {"<f4", "real", convert<float>},
        {"<f2", "real", convert<Half>},
        {"|i1", "integer", convert<std::int8_t>},
        {"<i2", "integer", convert<std::int16_t>},
        {"<i4", "integer", convert<std::int32_t>},
        {"<i8", "integer", convert<std::int64_t>},
        {"|u1", "unsigned-integer", convert<std::uint8_t>},
        {"<u2", "unsigned-integer", convert<std::uint16_t>},
        {"<u4", "unsigned-integer", convert<std::uint32_t>},
        {"<u8", "unsigned-integer", convert<std::uint64_t>},
        {"|b1", "unsigned-integer", convert<std::uint8_t>},
        {"<c8", "complex", convert<std::complex<float>>},
        {"<c16", "complex", convert<std::complex<double>>},
    };
    requireMemory(static_cast<std::uint64_t>(array.elements()) * sizeof(double), where.file, where.call);
    for (const Kind& kind : kinds) {
        if (array.dtype != kind.dtype)
            continue;
        bool rounded = false;
        std::vector<double> value = kind.convert(array, rounded, progress);
        source.field = kind.field;
        if (rounded)
            source.notes.emplace_back("Integers beyond 2^53 are rounded to the nearest double.");
        if (source.field == "complex")
            source.notes.emplace_back("Complex values are read by magnitude.");
        if (array.dtype == "|b1") {
            for (double& x : value)
                x = x != 0 ? 1 : 0;
            if (std::all_of(value.begin(), value.end(), [](double x) { return x == 1; })) {
                source.field = "pattern";
                return {};
            }
            source.notes.emplace_back("Boolean values are read as 0 and 1.");
        }
        return value;
    }
    failInput(fmt::format("holds {} where numbers are expected", array.dtype), where);
}

std::string npyText(const NpyArray& array, const Where& where)
{
    std::string text;
    if (array.dtype.size() > 1 && (array.dtype[1] == 'S' || array.dtype[1] == 'U')) {
        const std::size_t step = array.dtype[1] == 'U' ? 4 : 1;
        for (std::size_t i = 0; i < array.data.size() && array.data[i] != std::byte{0}; i += step)
            text += static_cast<char>(array.data[i]);
        return text;
    }
    failInput(fmt::format("holds {} where a text is expected", array.dtype), where);
}

std::vector<std::string> npyTexts(const NpyArray& array, const Where& where)
{
    if (array.dtype.size() < 2 || (array.dtype[1] != 'S' && array.dtype[1] != 'U'))
        failInput(fmt::format("holds {} where texts are expected", array.dtype), where);
    const bool wide = array.dtype[1] == 'U';
    const auto characters = at(array.elementBytes() / (wide ? 4 : 1));
    std::vector<std::string> texts(at(characters == 0 ? 0 : array.elements()));
    std::u32string points(characters, U'\0');
    for (std::size_t t = 0; t < texts.size(); ++t) {
        const std::byte* const from = array.data.data() + t * characters * (wide ? 4 : 1);
        if (wide)
            std::memcpy(points.data(), from, 4 * characters);
        else
            std::transform(from, from + characters, points.begin(),
                           [](std::byte b) { return std::to_integer<char32_t>(b); });
        const std::size_t end = points.find_last_not_of(U'\0') + 1; // npos + 1 is 0
        for (std::size_t i = 0; i < end; ++i) {
            const char32_t c = points[i];
            if (c < 32 || (c >= 127 && c < 160) || (!wide && c > 126) || (c >= 0xd800 && c < 0xe000) || c > 0x10ffff)
                failInput(fmt::format("text {} has a character {:#x}, which is none to read", t,
                                      static_cast<std::uint32_t>(c)),
                          where);
            appendUtf8(texts[t], c);
        }
    }
    return texts;
}

NpyArray toTextArray(const std::vector<std::string>& texts, bool axis)
{
    std::vector<std::u32string> all;
    std::size_t longest = 1; // NumPy has no strings of none
    for (const std::string& text : texts)
        longest = std::max(longest, all.emplace_back(codePoints(text)).size());
    NpyArray array{fmt::format("<U{}", longest), {}, std::vector<std::byte>(4 * longest * all.size())};
    if (axis)
        array.shape = {static_cast<std::int64_t>(all.size())};
    for (std::size_t t = 0; t < all.size(); ++t)
        std::memcpy(array.data.data() + 4 * longest * t, all[t].data(), 4 * all[t].size());
    return array;
}

} // namespace sparsescope
