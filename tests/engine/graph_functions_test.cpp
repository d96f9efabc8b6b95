// Arrays of a graph as functions of their index (engine/plan/graph/functions.h).
#include "engine/core/at.h"
#include "engine/core/error.h"
#include "engine/plan/graph/functions.h"
#include "tests/support/cases.h"
#include "tests/support/catch.h"

#include <algorithm>
#include <cstring>
#include <limits>
#include <map>
#include <memory>
#include <random>
#include <span>

using namespace sparsescope;
using namespace sparsescope::graph;

namespace {

using Elements = std::vector<std::int32_t>;

constexpr std::int32_t least = std::numeric_limits<std::int32_t>::min();
constexpr std::int32_t most = std::numeric_limits<std::int32_t>::max();

ArrayFunction encoded(const Elements& array, const ArrayContext& context = {},
                      Compression compression = Compression::On)
{
    return encode(array, context, compression, noProgress());
}

// What `element` says of i = 0 .. n - 1, its low 32 bits.
template <class Element>
Elements arrayOf(std::int64_t n, const Element& element)
{
    Elements array;
    for (std::int64_t i = 0; i < n; ++i)
        array.push_back(static_cast<std::int32_t>(static_cast<std::uint32_t>(element(i))));
    return array;
}

// What a kernel with this key can do: nothing else of a function is in its source.
class KeyedSource {
public:
    explicit KeyedSource(std::string key)
    {
        const auto cut = [&](const std::string& mark) {
            const std::size_t found = key.rfind(mark);
            if (found == std::string::npos)
                return std::string();
            const std::string tail = key.substr(found + mark.size());
            key.resize(found);
            return tail;
        };
        if (const std::string each = cut(", base of each BMTB: "); !each.empty())
            m_bases = std::make_shared<KeyedSource>(each);
        if (const std::string exceptions = cut(", exceptions "); !exceptions.empty())
            m_exceptions = std::stoul(exceptions);
        m_family = key;
        if (m_family.rfind("pieces ", 0) == 0 || m_family.rfind("row linear ", 0) == 0) {
            m_constants = std::stoul(cut(" "));
            m_family = key;
        }
    }

    std::size_t arguments() const { return formArguments() + 2 * m_exceptions; }

    // In 32 bits that wrap around.
    std::int32_t value(const std::vector<std::int32_t>& all, const ArrayFunction& stored, std::int32_t i,
                       std::int32_t row, std::int32_t bmtb) const
    {
        for (std::size_t e = 0; e < m_exceptions; ++e)
            if (all[formArguments() + 2 * e] == i)
                return all[formArguments() + 2 * e + 1];
        const auto wrapped = [&](std::size_t argument) { return static_cast<std::uint32_t>(all[argument]); };
        const auto signedOf = [](std::uint32_t word) { return static_cast<std::int32_t>(word); };
        const auto u = static_cast<std::uint32_t>(i);
        if (m_family == "constant")
            return all[0];
        if (m_family == "linear")
            return signedOf(wrapped(0) + wrapped(1) * u);
        if (m_family == "step")
            return signedOf(wrapped(0) + wrapped(1) * (u / wrapped(2)));
        if (m_family == "periodic linear")
            return signedOf(wrapped(0) + wrapped(1) * (u % wrapped(2)));
        if (m_family == "both")
            return signedOf(wrapped(0) + wrapped(1) * (u % wrapped(3)) + wrapped(2) * (u / wrapped(3)));
        if (m_family == "pieces") {
            std::size_t j = 0;
            while (j + 1 < m_constants && i >= all[m_constants + j])
                ++j;
            return all[j];
        }
        if (m_family == "row linear")
            return std::min(std::max(signedOf(static_cast<std::uint32_t>(row) + wrapped(u % m_constants)), 0),
                            all[m_constants]);
        const std::uint32_t base = m_bases ? static_cast<std::uint32_t>(m_bases->value(all, *stored.bases, bmtb, 0, 0))
                                   : m_family == "i32" ? 0
                                                       : wrapped(0);
        const std::size_t size = m_family == "u8" ? 1 : m_family == "u16" ? 2 : 4;
        std::uint32_t element = 0;
        std::memcpy(&element, stored.stored.data() + size * u, size);
        return signedOf(base + element);
    }

private:
    std::size_t formArguments() const
    {
        if (m_bases)
            return m_bases->arguments();
        static const std::map<std::string, std::size_t> sizes = {
            {"constant", 1}, {"linear", 2}, {"step", 3}, {"periodic linear", 3},
            {"both", 4},     {"u8", 1},     {"u16", 1},  {"i32", 0}};
        if (m_family == "pieces")
            return 2 * m_constants - 1;
        return m_family == "row linear" ? m_constants + 1 : sizes.at(m_family);
    }

    std::string m_family;
    std::size_t m_constants = 0, m_exceptions = 0;
    std::shared_ptr<KeyedSource> m_bases;
};

// The function says every element of the array: to who decodes it, and to a kernel that has key and arguments.
bool says(const ArrayFunction& function, const Elements& array, const ArrayContext& context)
{
    if (decode(function, context, noProgress()) != array)
        return false;
    const KeyedSource source(sourceKey(function));
    const std::vector<std::int32_t> block = arguments(function);
    if (block.size() != source.arguments() || block.size() > 41)
        return false;
    std::size_t bmtb = 0;
    for (std::size_t i = 0; i < array.size(); ++i) {
        while (!context.bmtbOffsets.empty() && context.bmtbOffsets[bmtb + 1] <= static_cast<std::int32_t>(i))
            ++bmtb;
        if (source.value(block, function, static_cast<std::int32_t>(i), 0, static_cast<std::int32_t>(bmtb)) != array[i])
            return false;
    }
    return true;
}

Elements withExceptions(Elements array, const std::vector<std::size_t>& places)
{
    for (const std::size_t i : places)
        array[i] ^= 0x40000000;
    return array;
}

} // namespace

TEST_CASE("graph functions: each family is found where it should be, the first that fits")
{
    const std::int64_t six[] = {6};
    const ArrayContext counts{.counts = six};
    struct Line {
        Elements array;
        ArrayContext context;
        const char *label, *formula, *key;
    };
    const Line table[] = {
        {{}, {}, "constant 0", "0", "constant"},
        {{-7}, {}, "constant -7", "-7", "constant"},
        {{4, 4, 4}, {}, "constant 4", "4", "constant"},
        {{9, 2}, {}, "linear 9 - 7 i", "9 - 7 i", "linear"},
        {{0, 4, 8}, {}, "linear 0 + 4 i", "4 i", "linear"},
        {{-3, -2, -1, 0}, {}, "linear -3 + i", "-3 + i", "linear"},
        {{0, -1, -2}, {}, "linear 0 - i", "-i", "linear"},
        {{1, 1, 1, 3, 3, 3, 5}, {}, "step 1 + 2 x floor(i / 3)", "1 + 2 x floor(i / 3)", "step"},
        {{0, 0, -1, -1}, {}, "step 0 - floor(i / 2)", "-floor(i / 2)", "step"},
        {{0, 2, 4, 0, 2, 4, 0}, {}, "periodic linear 0 + 2 (i mod 3)", "2 (i mod 3)", "periodic linear"},
        {{5, 4, 5, 4, 5}, {}, "periodic linear 5 - (i mod 2)", "5 - (i mod 2)", "periodic linear"},
        {{0, 1, 2, 10, 11, 12, 20},
         {},
         "both 0 + (i mod 3) + 10 x floor(i / 3)",
         "(i mod 3) + 10 x floor(i / 3)",
         "both"},
        // The first difference that differs is an exception; the graph knows the period.
        {withExceptions(arrayOf(36, [](auto i) { return i / 6; }), {1, 33}), counts,
         "step 0 + floor(i / 6), but 1073741824 at 1, 1073741829 at 33",
         "floor(i / 6), but 1073741824 at 1, 1073741829 at 33", "step, exceptions 2"},
        // Nobody knows it, but the second half shows it.
        {withExceptions(arrayOf(60, [](auto i) { return i % 4 * 3; }), {1, 2, 4}),
         {},
         "periodic linear 0 + 3 (i mod 4), but 1073741827 at 1, 1073741830 at 2, 1073741824 at 4",
         "3 (i mod 4), but 1073741827 at 1, 1073741830 at 2, 1073741824 at 4",
         "periodic linear, exceptions 3"},
        {arrayOf(40, [](auto i) { return i < 7    ? 3
                                         : i < 30 ? -1
                                                  : 3; }),
         {},
         "pieces 3 for i < 7, -1 for i < 30, then 3",
         "3 for i < 7, -1 for i < 30, then 3",
         "pieces 3"},
        {withExceptions(arrayOf(40, [](auto i) { return i < 7 ? 3 : 2; }), {11}),
         {},
         "pieces 3 for i < 7, then 2, but 1073741826 at 11",
         "3 for i < 7, then 2, but 1073741826 at 11",
         "pieces 2, exceptions 1"},
        {{3, 1, 4, 1, 5, 9}, {}, "u8, base 1", "u8, base 1", "u8"},
        {{0, 300, 7, 255}, {}, "u16, base 0", "u16", "u16"},
        {{0, 70000, 1}, {}, "i32", "i32", "i32"},
    };
    for (const Line& line : table) {
        INFO(line.label);
        const ArrayFunction function = encoded(line.array, line.context);
        CHECK(label(function) == line.label);
        CHECK(formula(function) == line.formula);
        CHECK(sourceKey(function) == line.key);
        CHECK(label(function).rfind(
                  function.family == FunctionFamily::Narrow ? name(function.type) : name(function.family), 0) == 0);
        CHECK(says(function, line.array, line.context));
    }
    CHECK(formula(encoded({0, 4, 8}), "b") == "4 b");
}

TEST_CASE("graph functions: the arrays of the page's first example are stored in 131 bytes with its values")
{
    struct Line {
        Elements array;
        const char* label;
        std::int64_t bytes;
    };
    const Line table[] = {
        {{0, 4, 8}, "linear 0 + 4 i", 0},                     // bmtb_row_offsets
        {{2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2}, "constant 2", 0}, // bmt_sizes
        {{0, 5}, "linear 0 + 5 i", 0},                        // where the partial offsets of a BMTB begin: "5 b"
        {{1, 1, 1, 1, 1, 1, 1}, "constant 1", 0},             // row_writers
        {{0, 8, 11}, "u8, base 0", 3},                        // bmtb_bmt_offsets
        {{0, 3, 5, 7, 8, 0, 1, 2, 3, 3}, "u8, base 0", 10},   // bmtb_partial_offsets
        {{3, 5, 7, 0, 6, 1, 4, -1}, "u8, base -1", 8},        // origin_rows
        {{0, 3, 6, 2, 7, 0, 7, 0, 1, 5, 6, 5, 7, 3, 7, 2, 6, 1, 4, 7, 1, 4}, "u8, base 0", 22}, // col_indices
    };
    std::int64_t bytes = 22 * 4; // the values, in float32
    for (const Line& line : table) {
        INFO(line.label);
        const ArrayFunction function = encoded(line.array);
        CHECK(label(function) == line.label);
        CHECK(bytesOf(function) == line.bytes);
        CHECK(says(function, line.array, {}));
        bytes += bytesOf(function);
    }
    CHECK(bytes == 131);
}

TEST_CASE("graph functions: at most min(4, n / 16) elements are exceptions")
{
    for (const std::size_t n : {15, 16, 31, 32, 47, 48, 63, 64, 200}) {
        const std::size_t limit = std::min<std::size_t>(4, n / 16);
        CHECK(mostExceptions(static_cast<std::int64_t>(n)) == static_cast<std::int64_t>(limit));
        const Elements line = arrayOf(static_cast<std::int64_t>(n), [](auto i) { return 5 + 3 * i; });
        // At the end, at the begin, and on both sides of the middle: the other half says what they should be.
        for (const std::size_t first : {n - 6, std::size_t{0}, n / 2 - 2}) {
            INFO("n " << n << ", from " << first);
            std::vector<std::size_t> places;
            for (std::size_t e = 0; e < limit; ++e)
                places.push_back(first + e);
            const Elements almost = withExceptions(line, places);
            const ArrayFunction function = encoded(almost);
            CHECK(function.family == FunctionFamily::Linear);
            CHECK(function.c == 5);
            CHECK(function.k == 3);
            CHECK(function.exceptions.size() == limit);
            CHECK(says(function, almost, {}));
            CHECK(bytesOf(function) == 0);
            places.push_back(first + limit);
            const Elements less = withExceptions(line, places);
            CHECK(encoded(less).family == FunctionFamily::Narrow);
            CHECK(says(encoded(less), less, {}));
        }
    }
    // Coefficients are tried from two places alone.
    const Elements both = withExceptions(arrayOf(64, [](auto i) { return 2 * i; }), {0, 32});
    CHECK(encoded(both).family == FunctionFamily::Narrow);
}

TEST_CASE("graph functions: exceptions where simpler families are looked for leave no more than these")
{
    const std::int64_t five[] = {5};
    const Elements array = withExceptions(Elements(64, 9), {0, 32});
    const ArrayFunction function = encoded(array, {.counts = five});
    CHECK(label(function) == "constant 9, but 1073741833 at 0, 1073741833 at 32");
    CHECK(function == encoded(array, {.counts = five}));
    CHECK(says(function, array, {.counts = five}));
}

TEST_CASE("graph functions: a period stands in the array twice, ranges in 32 elements, five of them at most")
{
    const auto both = [](auto i) { return 100 * (i / 6) + 7 * (i % 6); };
    CHECK(encoded(arrayOf(12, both)).family == FunctionFamily::Both);
    CHECK(encoded(arrayOf(11, both)).family == FunctionFamily::Narrow);
    CHECK(encoded(arrayOf(12, [](auto i) { return i / 6; })).family == FunctionFamily::Step);
    CHECK(encoded(arrayOf(11, [](auto i) { return i / 6; })).family == FunctionFamily::Narrow);
    CHECK(encoded(arrayOf(12, [](auto i) { return i % 6; })).family == FunctionFamily::Periodic);
    CHECK(encoded(arrayOf(11, [](auto i) { return i % 6; })).family == FunctionFamily::Narrow);

    const auto ranges = [](std::int64_t count) {
        return [count](std::int64_t i) {
            const std::int32_t values[] = {4, 9, -2, 9, 0, 7};
            return values[std::min(count - 1, i / 5)];
        };
    };
    CHECK(encoded(arrayOf(32, ranges(3))).family == FunctionFamily::Pieces);
    CHECK(encoded(arrayOf(31, ranges(3))).family == FunctionFamily::Narrow);
    CHECK(encoded(arrayOf(64, ranges(5))).constants.size() == 5);
    CHECK(encoded(arrayOf(64, ranges(6))).family == FunctionFamily::Narrow);
}

TEST_CASE("graph functions: what two elements are is a function, whatever they are")
{
    for (const std::int32_t a : {least, -1, 0, 1, most})
        for (const std::int32_t b : {least, -1, 0, 1, most}) {
            INFO(a << " " << b);
            const ArrayFunction function = encoded({a, b});
            CHECK(function.family == (a == b ? FunctionFamily::Constant : FunctionFamily::Linear));
            CHECK(says(function, {a, b}, {}));
            CHECK(bytesOf(function) == 0);
            // Differences of 32 bits and a sign, in every family.
            const auto alternating = arrayOf(40, [&](auto i) { return i % 2 == 0 ? a : b; });
            CHECK(bytesOf(encoded(alternating)) == 0);
            CHECK(says(encoded(alternating), alternating, {}));
            const auto halves = arrayOf(40, [&](auto i) { return i < 20 ? a : b; });
            CHECK(bytesOf(encoded(halves)) == 0);
            CHECK(says(encoded(halves), halves, {}));
        }
}

TEST_CASE("graph functions: columns of diagonals are their rows and a constant, kept within the matrix")
{
    // Five diagonals of 40 rows in any order; places beyond the matrix are clamped.
    const std::vector<std::int64_t> offsets = {-3, -1, 0, 1, 4};
    const ArrayFunction function = rowLinear(offsets, 200, 40);
    CHECK(label(function) == "row linear row + (-3, -1, 0, 1, 4)[k]");
    CHECK(sourceKey(function) == "row linear 5");
    CHECK(arguments(function) == std::vector<std::int32_t>{-3, -1, 0, 1, 4, 39});
    CHECK(bytesOf(function) == 0);
    CHECK(function == rowLinear(offsets, 200, 40));
    CHECK(function != rowLinear(offsets, 200, 41));
    CHECK_THROWS_AS(decode(function, {}, noProgress()), Error); // without rows
    const KeyedSource source(sourceKey(function));
    for (std::int32_t i = 0; i < 200; ++i) {
        const std::int32_t row = i / 5 * 7 % 40;
        const auto column = static_cast<std::int32_t>(std::clamp<std::int64_t>(row + offsets[at(i % 5)], 0, 39));
        CHECK(valueAt(function, i, row) == column);
        CHECK(source.value(arguments(function), function, i, row, 0) == column);
    }
    CHECK(arguments(rowLinear(std::vector<std::int64_t>(mostRowConstants, 1), 320, 5)).size() == 33);
}

TEST_CASE("graph functions: elements take as few bytes as what is above a base needs")
{
    const std::pair<std::int64_t, const char*> widths[] = {
        {255, "u8, base -100"}, {256, "u16, base -100"}, {65535, "u16, base -100"}, {65536, "i32"}};
    for (const auto& [width, text] : widths) {
        const Elements array = {-100, static_cast<std::int32_t>(width - 100), 0, 7, -100};
        INFO(width);
        CHECK(label(encoded(array)) == text);
        CHECK(says(encoded(array), array, {}));
        CHECK(bytesOf(encoded(array)) == 5 * bytesOf(encoded(array).type));
    }
    const Elements all = {least, most, 0, -1, least};
    CHECK(label(encoded(all)) == "i32");
    CHECK(says(encoded(all), all, {}));
    for (const std::int32_t bound : {least, most - 255}) {
        const Elements near = {bound + 255, bound, bound + 3, bound};
        CHECK(label(encoded(near)) == "u8, base " + std::to_string(bound));
        CHECK(says(encoded(near), near, {}));
    }
}

TEST_CASE("graph functions: each BMTB has a base where that takes fewer bytes")
{
    // Regular bases cost nothing; an empty BMTB does not make them irregular at the end.
    std::mt19937_64 random(5);
    Elements array, offsets = {0};
    for (std::int32_t b = 0; b < 20; ++b) {
        array.push_back(1000 * b + 3);
        for (int i = 0; i < 9; ++i)
            array.push_back(1000 * b + 3 + static_cast<std::int32_t>(random() % 200));
        offsets.push_back(static_cast<std::int32_t>(array.size()));
    }
    const ArrayContext regular{.bmtbOffsets = offsets};
    const ArrayFunction function = encoded(array, regular);
    CHECK(label(function) == "u8, base linear 3 + 1000 b");
    CHECK(formula(function) == "u8, base 3 + 1000 b");
    CHECK(sourceKey(function) == "u8, base of each BMTB: linear");
    CHECK(arguments(function) == std::vector<std::int32_t>{3, 1000});
    CHECK(bytesOf(function) == 200);
    CHECK(says(function, array, regular));
    CHECK(label(encoded(array)) == "u16, base 3");
    offsets.push_back(offsets.back());
    const ArrayContext empty{.bmtbOffsets = offsets};
    CHECK(bytesOf(encoded(array, empty)) == 200);
    CHECK(says(encoded(array, empty), array, empty));

    // Nor does it take more bits than the others do.
    Elements squares, after = {0, 0};
    for (std::int32_t b = 0; b < 20; ++b) {
        for (const std::int32_t above : {0, 7, 3, 199, 1, 8, 80, 60})
            squares.push_back(1000000 + 7 * b * b + above);
        after.push_back(static_cast<std::int32_t>(squares.size()));
        if (b == 9)
            after.push_back(after.back());
    }
    const ArrayContext between{.bmtbOffsets = std::span(after).subspan(1)};
    CHECK(label(encoded(squares, between)) == "u8, base u16, base 1000000");
    CHECK(bytesOf(encoded(squares, between)) == 160 + 2 * 21);
    CHECK(says(encoded(squares, between), squares, between));

    // Irregular ones are stored, in 4 bytes each, which have to pay.
    const auto irregular = [](std::int32_t length) {
        std::pair<Elements, Elements> made{{}, {0}};
        for (const std::int32_t base : {0, 70000, 1, 300000, 5}) {
            for (std::int32_t i = 0; i < length; ++i)
                made.first.push_back(base + i * i % 11);
            made.second.push_back(static_cast<std::int32_t>(made.first.size()));
        }
        return made;
    };
    for (const std::int32_t length : {1, 2, 6}) {
        const auto [elements, ends] = irregular(length);
        const ArrayContext context{.bmtbOffsets = ends};
        INFO(length);
        CHECK(sourceKey(encoded(elements, context)) == (length == 1 ? "i32" : "u8, base of each BMTB: i32"));
        CHECK(bytesOf(encoded(elements, context)) == (length == 1 ? 20 : 5 * length + 20));
        CHECK(says(encoded(elements, context), elements, context));
    }
}

TEST_CASE("graph functions: without compression arrays are stored as they are")
{
    for (const Elements& array : {Elements(), Elements{7, 7, 7}, Elements{0, 4, 8, 12}, Elements{least, 3, most}}) {
        const ArrayFunction function = encoded(array, {}, Compression::Off);
        CHECK(label(function) == "i32");
        CHECK(bytesOf(function) == 4 * static_cast<std::int64_t>(array.size()));
        CHECK(std::ranges::equal(std::as_bytes(std::span(function.stored)), std::as_bytes(std::span(array))));
        CHECK(says(function, array, {}));
    }
}

TEST_CASE("graph functions: sources are free of data")
{
    // Another coefficient, exception or base is another argument of the same source.
    const auto line = [](std::int32_t c, std::int32_t k, std::size_t wrong) {
        return encoded(withExceptions(arrayOf(50, [&](auto i) { return c + k * i; }), {wrong}));
    };
    CHECK(sourceKey(line(3, 4, 20)) == sourceKey(line(-9, 1000, 44)));
    CHECK(arguments(line(3, 4, 20)) == std::vector<std::int32_t>{3, 4, 20, 83 ^ 0x40000000});
    CHECK(arguments(line(3, 4, 20)) != arguments(line(3, 4, 21)));
    CHECK(sourceKey(encoded({0, 9, 1, 3})) == sourceKey(encoded({-7, 90, 1, 3})));
    CHECK(arguments(encoded({-7, 90, 1, 3})) == std::vector<std::int32_t>{-7});
    // Another family, type or number of exceptions is another source.
    CHECK(sourceKey(line(3, 4, 20)) != sourceKey(encoded({3, 7, 11})));
    CHECK(sourceKey(encoded({0, 9, 1, 3})) != sourceKey(encoded({0, 999, 1, 3})));
}

TEST_CASE("graph functions: any array round-trips and takes no more bytes than stored as it is")
{
    const auto seed = static_cast<std::uint64_t>(GENERATE(range(1, 6)));
    std::mt19937_64 random(seed);
    const auto draw = [&](std::int64_t from, std::int64_t to) {
        return std::uniform_int_distribution<std::int64_t>(from, to)(random);
    };
    for (int c = 0; c < cases(400); ++c) {
        INFO("seed " << seed << ", case " << c);
        const std::int64_t n = draw(0, draw(0, 3) == 0 ? 20 : 400);
        const bool extreme = draw(0, 4) == 0;
        const auto coefficient = [&] { return extreme ? draw(least, most) : draw(-50, 50); };
        const std::int64_t base = coefficient(), k = coefficient(), m = coefficient();
        const std::int64_t p = draw(1, std::max<std::int64_t>(1, n / 2));
        Elements array;
        FunctionFamily made = FunctionFamily::Narrow;
        switch (draw(0, 6)) {
        case 0:
            array = arrayOf(n, [&](auto) { return base; });
            made = FunctionFamily::Constant;
            break;
        case 1:
            array = arrayOf(n, [&](auto i) { return base + k * i; });
            made = FunctionFamily::Linear;
            break;
        case 2:
            array = arrayOf(n, [&](auto i) { return base + m * (i / p); });
            made = FunctionFamily::Step;
            break;
        case 3:
            array = arrayOf(n, [&](auto i) { return base + k * (i % p); });
            made = FunctionFamily::Periodic;
            break;
        case 4:
            array = arrayOf(n, [&](auto i) { return base + k * (i % p) + m * (i / p); });
            made = FunctionFamily::Both;
            break;
        case 5: {
            const std::int64_t length = std::max<std::int64_t>(1, (n + 4) / 5);
            array = arrayOf(n, [&](auto i) { return base + k * (i / length * (i / length)); });
            made = n >= 32 ? FunctionFamily::Pieces : FunctionFamily::Narrow;
            break;
        }
        default:
            array = arrayOf(n, [&](auto) { return base + draw(0, draw(0, 1) == 0 ? 200 : 40000); });
        }
        // Whatever wrapped around is another array, which is as good.
        const bool wraps = extreme;
        const std::int64_t wrong = draw(0, 2) == 0 ? draw(0, mostExceptions(n) + 1) : 0;
        for (std::int64_t e = 0; e < wrong && n > 0; ++e)
            array[at(draw(0, n - 1))] = static_cast<std::int32_t>(coefficient());
        ArrayContext context;
        const std::int64_t counts[] = {p, draw(-3, 500), 0, n};
        if (draw(0, 1) == 0)
            context.counts = counts;
        Elements offsets = {0};
        while (offsets.back() < n)
            offsets.push_back(static_cast<std::int32_t>(std::min(n, offsets.back() + draw(0, 60))));
        if (draw(0, 1) == 0)
            context.bmtbOffsets = offsets;

        const ArrayFunction function = encoded(array, context);
        INFO(label(function) << ", made as " << name(made));
        REQUIRE(says(function, array, context));
        REQUIRE(bytesOf(function) <= 4 * n);
        REQUIRE(static_cast<std::int64_t>(function.exceptions.size()) <= mostExceptions(n));
        if (wrong == 0 && !wraps)
            REQUIRE(function.family <= made);
        if (function.family != FunctionFamily::Narrow)
            REQUIRE(bytesOf(function) == 0);
        REQUIRE(says(encoded(array, context, Compression::Off), array, context));
    }
}

TEST_CASE("graph functions: what is known of another array is refused, and encoding can be cancelled")
{
    const Elements array = {3, 1, 4, 1, 5};
    const auto kindOf = [&](const ArrayContext& context) {
        try {
            encoded(array, context);
        } catch (const Error& error) {
            return error.kind();
        }
        return ErrorKind::Usage;
    };
    const Elements late = {1, 5}, early = {0, 4}, falling = {0, 4, 2, 5}, good = {0, 0, 2, 5};
    CHECK(kindOf({.bmtbOffsets = late}) == ErrorKind::Internal);
    CHECK(kindOf({.bmtbOffsets = early}) == ErrorKind::Internal);
    CHECK(kindOf({.bmtbOffsets = falling}) == ErrorKind::Internal);
    CHECK(kindOf({.bmtbOffsets = good}) == ErrorKind::Usage);
    // A function of what is not known any more.
    const Elements far = {0, 1, 1, 900000, 900005, 900000, 900002, 900001}, cut = {0, 3, 8};
    const ArrayFunction function = encoded(far, {.bmtbOffsets = cut});
    REQUIRE(function.bases);
    CHECK_THROWS_AS(decode(function, {}, noProgress()), Error);

    Progress cancelled;
    cancelled.cancel();
    CHECK_THROWS_AS(encode(array, {}, Compression::On, cancelled), Error);
    CHECK_THROWS_AS(encode(array, {}, Compression::Off, cancelled), Error);
}
