// Number parsing: exactly what the C library reads.
#include "tests/engine/io_fixtures.h"

#include "engine/io/numbers.h"

#include <cstring>
#include <fmt/format.h>

using namespace sparsescope;

namespace {

// Bit for bit.
bool same(double a, double b)
{
    return std::memcmp(&a, &b, sizeof a) == 0;
}

bool readsAs(const std::string& text, double expected)
{
    double value = -77;
    const char* end = parseReal(text.data(), text.data() + text.size(), value);
    return end == text.data() + text.size() && same(value, expected);
}

bool isRefused(const std::string& text)
{
    double value = 0;
    const char* end = parseReal(text.data(), text.data() + text.size(), value);
    return end != text.data() + text.size();
}

} // namespace

TEST_CASE("Decimal texts of every length and size are read to the nearest double")
{
    const std::uint64_t seed = 5;
    INFO("seed " << seed);
    std::mt19937_64 random(seed);
    for (int i = 0; i < cases(200000); ++i) {
        std::string text = random() % 2 ? "-" : "";
        const auto digits = 1 + random() % 22;
        const auto point = random() % (digits + 2);
        for (std::uint64_t d = 0; d < digits; ++d) {
            if (d == point)
                text += '.';
            text += static_cast<char>('0' + random() % 10);
        }
        if (random() % 2)
            text += fmt::format("{}{}{}", random() % 2 ? 'e' : 'E',
                                random() % 2   ? "-"
                                : random() % 2 ? "+"
                                               : "",
                                random() % (random() % 2 ? 25 : 300));
        INFO(text);
        const double expected = std::strtod(text.c_str(), nullptr);
        if (!std::isinf(expected) && !readsAs(text, expected))
            FAIL("read as another value: " << text);
    }
}

TEST_CASE("Every double comes back from its seventeen digits")
{
    const std::uint64_t seed = 6;
    INFO("seed " << seed);
    std::mt19937_64 random(seed);
    for (int i = 0; i < cases(100000); ++i) {
        const std::uint64_t bits = random();
        double value = 0;
        std::memcpy(&value, &bits, sizeof value);
        if (std::isfinite(value) && !readsAs(fmt::format("{:.17g}", value), value))
            FAIL("did not come back: " << fmt::format("{:.17g}", value));
    }
}

TEST_CASE("Halfway between two doubles the even one is read, beside it the nearer one, in any place of the point")
{
    const std::uint64_t seed = 7;
    INFO("seed " << seed);
    std::mt19937_64 random(seed);
    for (int i = 0; i < cases(100000); ++i) {
        // Between 2^53 and 2^63 doubles lie two or more apart: whole numbers stand halfway.
        const int shift = 1 + static_cast<int>(random() % 10);
        const std::uint64_t even = (random() >> 11 | std::uint64_t{1} << 52) << shift;
        const std::uint64_t half = even + (std::uint64_t{1} << (shift - 1));
        for (std::string text : {std::to_string(half - 1), std::to_string(half), std::to_string(half + 1)}) {
            REQUIRE(readsAs(text, std::strtod(text.c_str(), nullptr)));
            text.insert(random() % (text.size() + 1), ".");
            if (!readsAs(text, std::strtod(text.c_str(), nullptr)))
                FAIL("read as another value: " << text);
        }
    }
    CHECK(readsAs("4503599627370496.5", 4503599627370496.0));
    CHECK(readsAs("4503599627370497.5", 4503599627370498.0));
    CHECK(readsAs("4503599627370496.501", 4503599627370497.0));
}

TEST_CASE("Digits end where anything else begins, at every distance from the text's end")
{
    for (int other = 0; other < 256; ++other)
        for (std::size_t digits = 1; digits <= 19; ++digits)
            for (std::size_t behind = 0; behind < 10; ++behind) {
                const std::string number = std::string("9876543210987654321").substr(0, digits);
                const std::string text = number + static_cast<char>(other) + std::string(behind, '7');
                std::uint64_t value = 0;
                const char* const end = parseWhole(text.data(), text.data() + text.size(), value);
                if (isDigit(static_cast<char>(other)))
                    continue;
                if (end != text.data() + digits || std::to_string(value) != number)
                    FAIL(number << " before byte " << other << " and " << behind << " more: " << value);
            }
}

TEST_CASE("Special spellings of numbers")
{
    CHECK(readsAs("0", 0.0));
    CHECK(readsAs("-0", -0.0));
    CHECK(readsAs("-0.0e5", -0.0));
    CHECK(readsAs("+1.5", 1.5));
    CHECK(readsAs(".5", 0.5));
    CHECK(readsAs("5.", 5.0));
    CHECK(readsAs("1.5D+02", 150.0));
    CHECK(readsAs("1d-1", 0.1));
    CHECK(readsAs("00000000000000000000000000001", 1.0));
    CHECK(readsAs("0.00000000000000000000000000001", 1e-29));
    CHECK(readsAs("1e-400", 0.0));
    CHECK(readsAs("-1e-99999", -0.0));
    CHECK(readsAs("0." + std::string(400, '0') + "1", 0.0));
    CHECK(readsAs("1.7976931348623157e308", 1.7976931348623157e308));
    CHECK(readsAs("inf", HUGE_VAL));
    CHECK(readsAs("-Inf", -HUGE_VAL));
    for (const char* text : {"", "-", "+", ".", "e5", "1e", "1e+", "1.5.2", "--1", "+-1", "0x10", "1e400", "-1e999999",
                             "one", "1,5", "1f"}) {
        INFO(text);
        CHECK(isRefused(text));
    }
    CHECK(isRefused(std::string(400, '9')));
}

TEST_CASE("Integers of 64 bits are exact or said to be rounded")
{
    const auto check = [](auto parse, const std::string& text, double expected, bool isRounded) {
        double value = 0;
        bool rounded = false;
        INFO(text);
        CHECK(parse(text.data(), text.data() + text.size(), value, rounded) == text.data() + text.size());
        CHECK(value == expected);
        CHECK(rounded == isRounded);
    };
    check(parseSigned, "-9223372036854775808", -0x1p63, false);
    check(parseSigned, "9223372036854775807", 0x1p63, true);
    check(parseSigned, "+12", 12, false);
    check(parseSigned, "9007199254740994", 9007199254740994.0, false);
    check(parseSigned, "-9007199254740993", -9007199254740992.0, true);
    check(parseUnsigned, "18446744073709551615", 0x1p64, true);
    check(parseUnsigned, "9223372036854775808", 0x1p63, false);
    double value = 0;
    bool rounded = false;
    for (const std::string text : {"9223372036854775808", "", "-", "+-1", "x"}) {
        INFO(text);
        CHECK(parseSigned(text.data(), text.data() + text.size(), value, rounded) == nullptr);
    }
}
