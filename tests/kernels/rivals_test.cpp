// Conversions of masks on the CPU, against plain loops, whatever the order of threads and blocks.
#include "engine/core/at.h"
#include "engine/plan/data_type.h"
#include "kernels/generate/rivals.h"
#include "tests/kernels/emulated_source.h"
#include "tests/support/catch.h"

#include <algorithm>
#include <fmt/format.h>
#include <random>

using namespace sparsescope;

namespace {

using Flags = std::vector<std::uint8_t>;
using Numbers = std::vector<std::int32_t>;

constexpr std::int32_t poison = -0x11111112; // 0xee in every byte

// The kernels of a type, launched as the host does.
class EmulatedRivals {
public:
    explicit EmulatedRivals(DataType dtype) : m_library(textOf(dtype)) {}

    // Places and begins of so many buckets; places that are not written are poison.
    std::pair<Numbers, Numbers> number(const Flags& flags, std::int64_t buckets, std::int64_t items,
                                       std::int64_t toBucket, std::int64_t toItem, unsigned seed) const
    {
        Numbers places(flags.size(), poison), counts(at(buckets), poison), begins(at(buckets + 1), poison);
        function<void(const void*, void*, void*, std::int64_t, std::int64_t, std::int64_t, unsigned, unsigned)>(
            "runNumber")(flags.data(), places.data(), counts.data(), items, toBucket, toItem,
                         static_cast<unsigned>(buckets), seed);
        function<void(const void*, std::int64_t, void*, unsigned)>("runSum")(counts.data(), buckets, begins.data(),
                                                                             seed);
        return {places, begins};
    }

    template <class Signature>
    Signature* function(const char* name) const
    {
        return reinterpret_cast<Signature*>(m_library.function(name));
    }

private:
    static std::string textOf(DataType dtype)
    {
        return emulatedText(generateRivals(dtype), {}) + R"(
extern "C" void runNumber(const unsigned char* flags, int* places, int* counts, long long items, long long toBucket,
                          long long toItem, unsigned blocks, unsigned seed)
{
    emulated::launch(blocks, 1024, seed, [&] { numberFlagged(flags, places, counts, items, toBucket, toItem); });
}
extern "C" void runSum(const int* counts, long long n, int* begins, unsigned seed)
{
    emulated::launch(1, 1024, seed, [&] { sumCounts(counts, n, begins); });
}
extern "C" void runFlag(const void* A, long long rows, long long ld, long long down, long long across,
                        unsigned char* flags, unsigned seed)
{
    emulated::launch((down * across + 7) / 8, threads, seed, [&] { flagBlocks(A, rows, ld, down, across, flags); });
}
extern "C" void runCopy(const void* A, long long rows, long long ld, long long down, long long across,
                        const unsigned char* flags, const int* places, const int* begins, int* columns, void* values,
                        unsigned seed)
{
    emulated::launch((down * across + 7) / 8, threads, seed,
                     [&] { copyBlocks(A, rows, ld, down, across, flags, places, begins, columns, values); });
}
extern "C" void runRows(int adds, const void* from, void* to, const unsigned char* flags, const int* places,
                        const int* begins, long long rows, long long periods, long long each, long long units,
                        unsigned seed)
{
    const uint4* a = static_cast<const uint4*>(from);
    uint4* b = static_cast<uint4*>(to);
    emulated::launch((rows + 7) / 8, threads, seed, [&] {
        if (adds)
            addPackedRows(a, b, flags, places, begins, rows, periods, each, units);
        else
            packRows(a, b, flags, places, begins, rows, periods, each, units);
    });
}
template <class T>
void place(void (*kernel)(const int*, const int*, const T*, T*, long long, long long), const int* rowPtr,
           const int* colIdx, const void* values, void* C, long long rows, long long ld, unsigned seed)
{
    emulated::launch((rows + 7) / 8, threads, seed,
                     [&] { kernel(rowPtr, colIdx, static_cast<const T*>(values), static_cast<T*>(C), rows, ld); });
}
extern "C" void runPlace(const int* rowPtr, const int* colIdx, const void* values, void* C, long long rows,
                         long long ld, unsigned seed)
{
    place(placeSampled, rowPtr, colIdx, values, C, rows, ld, seed);
}
)";
    }

    EmulatedSource m_library;
};

// So many in a thousand.
Flags randomFlags(std::int64_t count, unsigned perThousand, unsigned seed)
{
    std::mt19937 random(seed);
    Flags flags(at(count));
    for (std::uint8_t& flag : flags)
        flag = random() % 1000 < perThousand ? static_cast<std::uint8_t>(1 + random() % 255) : 0;
    return flags;
}

std::vector<double> valuesIn(DataType dtype, const std::vector<Unit>& memory, std::int64_t count)
{
    std::vector<double> values;
    for (std::int64_t i = 0; i < count; ++i)
        values.push_back(loadValue(dtype, memory.data(), at(i)));
    return values;
}

std::vector<Unit> memoryOf(DataType dtype, const std::vector<double>& values)
{
    std::vector<std::uint8_t> bytes(values.size() * at(bytesOf(dtype)));
    for (std::size_t i = 0; i < values.size(); ++i)
        storeValue(dtype, bytes.data(), i, values[i]);
    return aligned(bytes);
}

std::vector<Unit> poisoned(DataType dtype, std::int64_t count)
{
    return aligned(std::vector<std::uint8_t>(at(count * bytesOf(dtype)), 0xee));
}

// Whole numbers whose sums all types hold.
std::vector<double> wholes(std::int64_t count, unsigned seed)
{
    std::mt19937 random(seed);
    std::vector<double> values;
    for (std::int64_t i = 0; i < count; ++i)
        values.push_back(static_cast<double>(random() % 7) - 3);
    return values;
}

} // namespace

TEST_CASE("what is flagged is numbered in every bucket, and buckets begin behind each other")
{
    if (!EmulatedSource::possible())
        skipTest("there is no C++ compiler in the path");
    const EmulatedRivals rivals(DataType::Float16);
    unsigned seed = 0;
    struct Shape {
        std::int64_t buckets, items;
    };
    for (const auto& [buckets, items] : {Shape{1, 1}, {1, 9000}, {1, 4096}, {3, 4097}, {1100, 5}})
        for (const bool sideBySide : {false, true})
            for (const unsigned perThousand : {0U, 10U, 500U, 1000U}) {
                if (buckets > 1000 && (perThousand != 500 || sideBySide)) // once: they take long
                    continue;
                const Flags flags = randomFlags(buckets * items, perThousand, ++seed);
                const std::int64_t toBucket = sideBySide ? 1 : items, toItem = sideBySide ? buckets : 1;
                INFO(fmt::format("{} buckets of {}, {} in a thousand", buckets, items, perThousand));
                Numbers places(flags.size(), poison), begins{0};
                for (std::int64_t b = 0; b < buckets; ++b) {
                    std::int32_t count = 0;
                    for (std::int64_t i = 0; i < items; ++i)
                        if (flags[at(b * toBucket + i * toItem)] != 0)
                            places[at(b * toBucket + i * toItem)] = count++;
                    begins.push_back(begins.back() + count);
                }
                const auto [foundPlaces, foundBegins] = rivals.number(flags, buckets, items, toBucket, toItem, seed);
                CHECK((foundPlaces == places));
                CHECK((foundBegins == begins));
            }
}

TEST_CASE("blocks of 32 x 32 that hold something are copied with what is around it, ascending in their rows")
{
    if (!EmulatedSource::possible())
        skipTest("there is no C++ compiler in the path");
    const DataType dtype = GENERATE(DataType::Float16, DataType::Float32);
    const EmulatedRivals rivals(dtype);
    unsigned seed = 0;
    struct Shape {
        std::int64_t rows, cols;
    };
    for (const auto& [rows, cols] : {Shape{70, 150}, {64, 96}, {1, 1}, {33, 300}, {100, 31}})
        for (const unsigned perThousand : {0U, 1U, 20U, 1000U}) {
            INFO(fmt::format("{} x {}, {} in a thousand", rows, cols, perThousand));
            const std::int64_t unit = 16 / bytesOf(dtype), ld = (cols + unit - 1) / unit * unit;
            const std::int64_t down = (rows + 31) / 32, across = (cols + 31) / 32;
            const Flags there = randomFlags(rows * cols, perThousand, ++seed);
            std::vector<double> A(at(rows * ld), 0);
            for (std::int64_t r = 0; r < rows; ++r)
                for (std::int64_t c = 0; c < cols; ++c)
                    A[at(r * ld + c)] = there[at(r * cols + c)] != 0 ? 1 + static_cast<double>((r + c) % 5) : -0.0;
            Numbers columns;
            std::vector<double> values;
            for (std::int64_t b = 0; b < down; ++b)
                for (std::int64_t k = 0; k < across; ++k) {
                    std::vector<double> block(1024, 0);
                    for (std::int64_t r = b * 32; r < std::min(b * 32 + 32, rows); ++r)
                        for (std::int64_t c = k * 32; c < std::min(k * 32 + 32, cols); ++c)
                            block[at((r - b * 32) * 32 + c - k * 32)] = A[at(r * ld + c)];
                    if (std::all_of(block.begin(), block.end(), [](double value) { return value == 0; }))
                        continue;
                    columns.push_back(static_cast<std::int32_t>(k));
                    values.insert(values.end(), block.begin(), block.end());
                }
            const auto memory = memoryOf(dtype, A);
            Flags flags(at(down * across), 0xee);
            rivals.function<void(const void*, std::int64_t, std::int64_t, std::int64_t, std::int64_t, void*, unsigned)>(
                "runFlag")(memory.data(), rows, ld, down, across, flags.data(), seed);
            const auto [places, begins] = rivals.number(flags, down, across, across, 1, seed);
            REQUIRE(begins.back() == static_cast<std::int32_t>(columns.size()));
            Numbers foundColumns(columns.size(), poison);
            auto foundValues = poisoned(dtype, static_cast<std::int64_t>(values.size()));
            rivals.function<void(const void*, std::int64_t, std::int64_t, std::int64_t, std::int64_t, const void*,
                                 const void*, const void*, void*, void*, unsigned)>("runCopy")(
                memory.data(), rows, ld, down, across, flags.data(), places.data(), begins.data(), foundColumns.data(),
                foundValues.data(), seed + 1);
            CHECK((foundColumns == columns));
            CHECK((valuesIn(dtype, foundValues, static_cast<std::int64_t>(values.size())) == values));
        }
}

TEST_CASE("rows are packed by the periods that they lie in, and what becomes of them is added up again")
{
    if (!EmulatedSource::possible())
        skipTest("there is no C++ compiler in the path");
    const DataType dtype = GENERATE(DataType::Float16, DataType::BFloat16, DataType::TFloat32, DataType::Float32);
    const EmulatedRivals rivals(dtype);
    using Rows = void(int, const void*, void*, const void*, const void*, const void*, std::int64_t, std::int64_t,
                      std::int64_t, std::int64_t, unsigned);
    Rows* const run = rivals.function<Rows>("runRows");
    const std::int64_t perUnit = 16 / bytesOf(dtype);
    unsigned seed = 0;
    for (const std::int64_t periods : {1, 3, 70})
        for (const bool padded : {false, true})
            for (const unsigned perThousand : {0U, 30U, 600U, 1000U}) {
                // Few are enough: they take long.
                if (periods > 3 && (perThousand % 1000 == 0 || (cases(1) == 1 && dtype != DataType::Float16)))
                    continue;
                const std::int64_t rows = 45, units = seed % 2 == 0 ? 3 : 37, width = units * perUnit;
                INFO(fmt::format("{} periods, {} in a thousand{}", periods, perThousand, padded ? ", padded" : ""));
                const Flags flags = randomFlags(rows * periods, perThousand, ++seed);
                const auto [places, begins] = rivals.number(flags, periods, rows, 1, periods, seed);
                std::int64_t fullest = 1;
                for (std::int64_t e = 0; e < periods; ++e)
                    fullest = std::max<std::int64_t>(fullest, begins[at(e + 1)] - begins[at(e)]);
                const std::int64_t slots = std::max<std::int64_t>(padded ? periods * fullest : begins.back(), 1);
                const std::vector<double> values = wholes(rows * width, seed), products = wholes(slots * width, seed);
                const double unwritten = valuesIn(dtype, poisoned(dtype, 1), 1).front();
                std::vector<double> packed(at(slots * width), unwritten), sums(at(rows * width), 0);
                for (std::int64_t e = 0; e < periods; ++e) {
                    std::int64_t slot = padded ? e * fullest : begins[at(e)];
                    for (std::int64_t r = 0; r < rows; ++r)
                        if (flags[at(r * periods + e)] != 0) {
                            for (std::int64_t c = 0; c < width; ++c) {
                                packed[at(slot * width + c)] = values[at(r * width + c)];
                                sums[at(r * width + c)] += products[at(slot * width + c)];
                            }
                            ++slot;
                        }
                }
                const std::int64_t each = padded ? fullest : 0;
                const auto from = memoryOf(dtype, values), made = memoryOf(dtype, products);
                auto to = poisoned(dtype, slots * width), C = poisoned(dtype, rows * width);
                run(0, from.data(), to.data(), flags.data(), places.data(), begins.data(), rows, periods, each, units,
                    seed);
                CHECK((valuesIn(dtype, to, slots * width) == packed));
                run(1, made.data(), C.data(), flags.data(), places.data(), begins.data(), rows, periods, each, units,
                    seed);
                CHECK((valuesIn(dtype, C, rows * width) == sums));
            }
}

TEST_CASE("what is sampled in CSR order goes to its places, and to no others")
{
    if (!EmulatedSource::possible())
        skipTest("there is no C++ compiler in the path");
    const DataType dtype = GENERATE(DataType::Float16, DataType::Float32);
    const EmulatedRivals rivals(dtype);
    const std::int64_t rows = 43, cols = 90, ld = 96;
    for (const unsigned perThousand : {0U, 100U, 1000U}) {
        const Flags flags = randomFlags(rows * cols, perThousand, perThousand + 1);
        Numbers rowPtr{0}, colIdx;
        auto C = poisoned(dtype, rows * ld);
        std::vector<double> expected = valuesIn(dtype, C, rows * ld), values;
        for (std::int64_t r = 0; r < rows; ++r) {
            for (std::int64_t c = 0; c < cols; ++c)
                if (flags[at(r * cols + c)] != 0) {
                    colIdx.push_back(static_cast<std::int32_t>(c));
                    values.push_back(static_cast<double>(values.size() % 100));
                    expected[at(r * ld + c)] = values.back();
                }
            rowPtr.push_back(static_cast<std::int32_t>(colIdx.size()));
        }
        const auto memory = memoryOf(dtype, values);
        rivals.function<void(const void*, const void*, const void*, void*, std::int64_t, std::int64_t, unsigned)>(
            "runPlace")(rowPtr.data(), colIdx.data(), memory.data(), C.data(), rows, ld, perThousand);
        CHECK((valuesIn(dtype, C, rows * ld) == expected));
    }
}

TEST_CASE("rows of places are gathered, and what becomes of them is scattered, added and rounded")
{
    if (!EmulatedSource::possible())
        skipTest("there is no C++ compiler in the path");
    const DataType dtype = GENERATE(DataType::Float16, DataType::BFloat16, DataType::TFloat32, DataType::Float32);
    const EmulatedSource library(emulatedText(generateGathering(dtype), {}) + R"(
extern "C" void runGather(const void* X, const int* columns, void* gathered, long long places, long long units,
                          unsigned seed)
{
    emulated::launch(3, threads, seed, [&] {
        gatherPlaces(static_cast<const uint4*>(X), columns, static_cast<uint4*>(gathered), places, units);
    });
}
template <class T>
void scatterAll(void (*scatter)(const uint4*, const int*, const T*, float*, long long, long long),
                void (*round)(T*, float*, long long, long long), const void* products, const int* rows,
                const void* values, float* sums, void* C, long long places, long long count, long long units,
                unsigned seed)
{
    emulated::launch(3, threads, seed, [&] {
        scatter(static_cast<const uint4*>(products), rows, static_cast<const T*>(values), sums, places, units);
    });
    emulated::launch(2, threads, seed, [&] { round(static_cast<T*>(C), sums, count, units); });
}
extern "C" void runScatter(const void* products, const int* rows, const void* values, float* sums, void* C,
                           long long places, long long count, long long units, unsigned seed)
{
    scatterAll(scatterPlaces, roundSums, products, rows, values, sums, C, places, count, units, seed);
}
)");
    const std::int64_t perUnit = 16 / bytesOf(dtype), units = 5, width = units * perUnit, places = 700, rows = 90;
    std::mt19937 random(4);
    Numbers columns(at(places)), ofPlace(at(places));
    for (std::int64_t i = 0; i < places; ++i) {
        columns[at(i)] = static_cast<std::int32_t>(random() % 50);
        ofPlace[at(i)] = static_cast<std::int32_t>(random() % 90);
    }
    const std::vector<double> X = wholes(50 * width, 1), products = wholes(places * width, 2), a = wholes(places, 3);
    std::vector<double> gathered, sums(at(rows * width), 0);
    for (std::int64_t i = 0; i < places; ++i)
        for (std::int64_t c = 0; c < width; ++c) {
            gathered.push_back(X[at(columns[at(i)] * width + c)]);
            sums[at(ofPlace[at(i)] * width + c)] += a[at(i)] * products[at(i * width + c)];
        }
    auto found = poisoned(dtype, places * width), C = poisoned(dtype, rows * width);
    reinterpret_cast<void (*)(const void*, const void*, void*, std::int64_t, std::int64_t, unsigned)>(
        library.function("runGather"))(memoryOf(dtype, X).data(), columns.data(), found.data(), places, units, 1);
    CHECK((valuesIn(dtype, found, places * width) == gathered));
    std::vector<float> scratch(at(rows * width), 0);
    reinterpret_cast<void (*)(const void*, const void*, const void*, void*, void*, std::int64_t, std::int64_t,
                              std::int64_t, unsigned)>(library.function("runScatter"))(
        memoryOf(dtype, products).data(), ofPlace.data(), memoryOf(dtype, a).data(), scratch.data(), C.data(), places,
        rows, units, 2);
    CHECK((valuesIn(dtype, C, rows * width) == sums));
    CHECK(std::all_of(scratch.begin(), scratch.end(), [](float sum) { return sum == 0; }));
}
