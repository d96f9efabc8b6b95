// The kernels of dynamic sparsity on the CPU: every bucket's members as the CPU finds them, products as float64 has
// them, whatever the order of members, threads and blocks.
#include "tests/kernels/emulated_source.h"
#include "tests/kernels/micro_case.h"
#include "tests/support/catch.h"

#include <cstring>
#include <optional>

using namespace sparsescope;

namespace {

// Index and product of a case, compiled together.
class EmulatedMicro {
public:
    EmulatedMicro(const MicroCase& c, bool multiplies, bool warpgroups = false)
        : m_case(c), m_index(generateMicroIndex(c.pairing, c.op.dtype, c.input, c.order)),
          m_product(generateMicroProduct(c.pairing, c.op.dtype, c.input))
    {
        std::string text =
            "namespace listing {\n" + emulatedText(m_index.text, {}) +
            fmt::format(
                "}}\nextern \"C\" void runIndex(const void* args, unsigned blocks, unsigned seed)\n"
                "{{\n    emulated::launch(blocks, {}, seed, [&] {{ "
                "listing::microIndex(*static_cast<const listing::Arguments*>(args)); }});\n}}\n"
                "extern \"C\" void runTotals(const int* count, int buckets, long long width, long long* totals)\n"
                "{{\n    emulated::launch(1, 256, 1, [&] {{ "
                "listing::microTotals(count, buckets, width, totals); }});\n}}\n",
                m_index.threads);
        if (multiplies)
            text +=
                "namespace gathering {\n" +
                emulatedText(warpgroups ? withWarpgroups(m_product.text) : m_product.text, {m_product.sharedBytes}) +
                fmt::format("}}\nextern \"C\" void runProduct(const void* args, unsigned blocks, unsigned seed)\n"
                            "{{\n    emulated::launch(blocks, {}, seed, [&] {{ "
                            "gathering::{}(*static_cast<const gathering::Arguments*>(args)); }});\n}}\n",
                            m_product.threads, m_product.entry);
        if (multiplies && c.pairing.axis == GatheredAxis::Rows && narrow(c.op.dtype))
            text += "extern \"C\" void runConvert(void* C, long long count, const float* scratch)\n{\n"
                    "    emulated::launch(2, 256, 1, [&] { gathering::convertMicro(C, count, scratch); });\n}\n";
        m_library.emplace(text);
    }

    void use(const MicroCase& c) { m_case = c; } // whose masks have another shape

    // The index of a mask of any shape, whose memory is poisoned before; it stays for multiply().
    MicroIndex index(const Mask& mask, unsigned seed)
    {
        const MicroCase& c = m_case;
        const MicroBuckets b = microBuckets(c.pairing, mask.shape(), c.op.dtype, c.input, c.order);
        m_mask = aligned(c.input == IndexInput::Values
                             ? maskedInMemory(mask, c.pairing, c.op, microShape(c.pairing, c.op, c.masks), &m_ones)
                             : maskInMemory(mask, c.input));
        m_count.assign(at(b.buckets), 0);
        m_slots.assign(at(b.indexBytes() / 16 + 1), {});
        std::memset(m_slots.data(), 0xee, m_slots.size() * 16);
        m_tasks.assign(at(2 * b.mostTasks), -1);
        m_counters = {0, 0};
        KernelArguments args = microIndexArguments(b);
        args["mask"] = address(m_mask);
        args["count"] = address(m_count);
        args["index"] = address(m_slots);
        args["tasks"] = address(m_tasks);
        args["taskCount"] = address(m_counters);
        m_listed.assign(at(microShape(c.pairing, c.op, c.masks).listed), 0);
        args["listed"] = m_listed.empty() ? 0 : address(m_listed);
        const auto run = reinterpret_cast<void (*)(const void*, unsigned, unsigned)>(m_library->function("runIndex"));
        run(args.bytes().data(), static_cast<unsigned>(b.blocks), seed);

        const auto sum =
            reinterpret_cast<void (*)(const int*, int, long long, std::int64_t*)>(m_library->function("runTotals"));
        sum(m_count.data(), static_cast<int>(b.buckets), microWidth(c.pairing, c.op), totals.data());
        const auto* const slots = reinterpret_cast<const std::uint8_t*>(m_slots.data());
        return microIndexOf(b, m_count, {slots, slots + b.indexBytes()},
                            std::span(m_tasks).first(at(2 * m_counters[0])));
    }
    MicroTotals totals = {}; // of index()

    // Members of every bucket in another order.
    void shuffle(const Mask& mask, std::uint64_t seed)
    {
        const MicroBuckets b = microBuckets(m_case.pairing, mask.shape(), m_case.op.dtype, m_case.input, m_case.order);
        std::mt19937_64 random(seed);
        for (std::int64_t bucket = 0; bucket < b.buckets; ++bucket)
            for (std::int64_t slot = m_count[at(bucket)] - 1; slot > 0; --slot) {
                const auto other = static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(slot + 1));
                const std::int64_t size = b.wide ? 4 : 2;
                auto* const bytes = reinterpret_cast<std::uint8_t*>(m_slots.data()) + bucket * b.cap * size;
                std::swap_ranges(bytes + slot * size, bytes + (slot + 1) * size, bytes + other * size);
            }
    }

    // C of the members that were found last, by blocks that compute so many parts.
    std::vector<double> multiply(const Mask& mask, const Dense& V, const Dense& B, unsigned seed, std::int64_t parts)
    {
        const MicroCase& c = m_case;
        const MicroBuckets b = microBuckets(c.pairing, mask.shape(), c.op.dtype, c.input, c.order);
        const MicroShape product = microShape(c.pairing, c.op, c.masks);
        const auto encoded = [&](const Dense& operand) {
            std::vector<std::uint8_t> bytes(operand.size() * at(bytesOf(c.op.dtype)));
            for (std::size_t i = 0; i < operand.size(); ++i)
                storeValue(c.op.dtype, bytes.data(), i, static_cast<double>(operand.values[i]));
            return aligned(bytes);
        };
        const auto first = c.op.sampled() ? encoded(V) : aligned(maskedInMemory(mask, c.pairing, c.op, product, &V));
        const auto second = encoded(B);
        std::vector<std::uint8_t> poison(at(product.elementsOfC * bytesOf(c.op.dtype)),
                                         product.adds && !product.converts ? 0x00 : 0xff);
        auto C = aligned(poison);
        auto scratch = aligned(std::vector<float>(at(product.converts ? product.elementsOfC : 0), 0));
        m_counters[1] = 0;
        KernelArguments args = microProductArguments(c.pairing, c.op, mask.shape(), product, b);
        args["count"] = address(m_count);
        args["index"] = address(m_slots);
        args["tasks"] = address(m_tasks);
        args["taskCount"] = address(m_counters);
        args["ticket"] = address(m_counters) + 4;
        args["C"] = address(C);
        args["scratch"] = product.converts ? address(scratch) : address(C);
        args[c.op.sampled() ? "X" : "A"] = address(first);
        args[c.op.sampled() ? "Y" : "B"] = address(second);
        if (c.op.sampled())
            args["mask"] = address(m_mask);
        const auto run = reinterpret_cast<void (*)(const void*, unsigned, unsigned)>(m_library->function("runProduct"));
        std::vector<std::int32_t> next(517, -1); // counters of another index
        args["nextCounters"] = address(next);
        args["cleared"] = 515;
        if (c.pairing.axis != GatheredAxis::Cols) {
            args["partsOfBlock"] = static_cast<std::uint64_t>(parts);
            args["listed"] = m_listed.empty() ? 0 : address(m_listed);
        }
        const std::int64_t blocks = product.tickets > 0 ? 3 : b.buckets * ((product.parts + parts - 1) / parts);
        run(args.bytes().data(), static_cast<unsigned>(blocks), seed);
        CHECK(std::count(next.begin(), next.end(), 0) == 515);
        CHECK(next[515] == -1);
        if (product.converts)
            reinterpret_cast<void (*)(void*, long long, const void*)>(m_library->function("runConvert"))(
                C.data(), product.elementsOfC, scratch.data());
        return resultOf(c, product, reinterpret_cast<const std::uint8_t*>(C.data()));
    }

private:
    MicroCase m_case;
    MicroSource m_index, m_product;
    std::optional<EmulatedSource> m_library;
    std::vector<Unit> m_mask, m_slots;
    std::vector<std::int32_t> m_count, m_tasks, m_listed, m_counters = {0, 0};
    Dense m_ones{1, 1, 0, {1.0f}}; // a value for every place
};

constexpr auto inner = GatheredAxis::Inner, rows = GatheredAxis::Rows, cols = GatheredAxis::Cols;
constexpr auto byRow = MaskLayout::Row, byColumn = MaskLayout::Column;

Operator opOf(GatheredAxis axis, DataType dtype, std::int64_t dense)
{
    return {axis == cols ? OperatorKind::SDDMM : OperatorKind::SpMM, dtype, dense};
}

} // namespace

TEST_CASE("the members of every bucket are those that the CPU finds, of any input, order, layout and granularity")
{
    if (!EmulatedSource::possible())
        skipTest("there is no C++ compiler in the path");
    const std::vector<Pairing> pairings = {
        {inner, 32, 1, 32, 64, 128, byRow},  {inner, 16, 8, 16, 64, 64, byColumn},
        {inner, 64, 32, 64, 32, 64, byRow},  {inner, 128, 1, 128, 64, 64, byColumn},
        {rows, 1, 64, 16, 64, 64, byRow},    {rows, 1, 128, 32, 64, 64, byColumn},
        {rows, 2, 32, 4, 16, 64, byRow},     {cols, 32, 8, 32, 64, 128, byRow},
        {cols, 16, 1, 16, 64, 64, byColumn},
    };
    const std::size_t which = GENERATE_COPY(range<std::size_t>(0, pairings.size()));
    const Pairing pairing = pairings[which];
    const IndexInput input = GENERATE(IndexInput::Bits, IndexInput::Bytes, IndexInput::Values);
    // Each source takes the compiler some seconds: usually each pairing with one input, each input with three pairings.
    if (cases(1) == 1 && (which + static_cast<std::size_t>(input)) % 3 != which / 3)
        return;
    // Both orders of each input, across and down.
    const IndexOrder order =
        (which + static_cast<std::size_t>(input)) % 2 == 0 ? IndexOrder::Ordered : IndexOrder::Unordered;
    DYNAMIC_SECTION(pairing.label() << " " << name(input) << " " << name(order))
    {
        MicroCase c{pairing, opOf(pairing.axis, pairing.inner == 64 ? DataType::Float16 : DataType::Float32, 70), input,
                    order};
        EmulatedMicro kernels(c, false);
        unsigned seed = 0;
        for (const MaskShape& shape : {MaskShape{100, 300, 1, 1},
                                       {130, 512, 1, 1},
                                       {65, 157, 5, 3},
                                       {96, 130, 1, 130},
                                       {64, 700, 32, 1},
                                       {40, 1300, 1, 64},
                                       {7, 9, 1, 1}})
            for (const int density : maskDensities) {
                if (shape.rows != 100 && density % 1000 == 0)
                    continue; // none and all are tried once
                const Mask mask = randomMask(shape, density, ++seed);
                c.masks = factsOf(shape);
                INFO(c.text() << ", " << density << " in a thousand");
                kernels.use(c);
                const MicroIndex found = kernels.index(mask, seed);
                checkIndex(c, mask, found, kernels.totals);
            }
    }
}

TEST_CASE("buckets of more than 65,536 micro-tiles have numbers of 32 bits")
{
    if (!EmulatedSource::possible())
        skipTest("there is no C++ compiler in the path");
    const Pairing pairing = GENERATE(Pairing{inner, 16, 1, 16, 64, 64, byRow}, Pairing{rows, 1, 64, 16, 64, 64, byRow});
    const IndexOrder order = GENERATE(IndexOrder::Unordered, IndexOrder::Ordered);
    DYNAMIC_SECTION(pairing.label() << " " << name(order))
    {
        MicroCase c{pairing, {OperatorKind::SpMM, DataType::Float16, 64}, IndexInput::Bits, order};
        EmulatedMicro kernels(c, false);
        for (const std::int64_t extra : {0, 1, 5000}) { // at the last that 16 bits hold, and beyond
            const bool down = pairing.axis == rows;
            const std::int64_t length = 65536 + extra;
            c.masks = factsOf(down ? MaskShape{length, 64, 1, 1} : MaskShape{16, length, 16, 1});
            CHECK(microBuckets(pairing, c.masks.shape, c.op.dtype, c.input, order).wide == (extra > 0));
            Mask mask = randomMask(c.masks.shape, down ? 3 : 100, 1);
            mask.set(mask.shape().down() - 1, mask.shape().across() - 1);
            kernels.use(c);
            const MicroIndex found = kernels.index(mask, 1);
            checkIndex(c, mask, found, kernels.totals);
        }
    }
}

TEST_CASE("products of gathered micro-tiles are float64's, in any order of members, threads and blocks")
{
    if (!EmulatedSource::possible())
        skipTest("there is no C++ compiler in the path");
    using enum DataType;
    struct Kind {
        Pairing pairing;
        DataType dtype;
        IndexInput input;
    };
    const std::vector<Kind> kinds = {
        {{inner, 32, 1, 32, 64, 128, byColumn}, Float16, IndexInput::Bytes},
        {{inner, 16, 1, 16, 64, 64, byRow}, BFloat16, IndexInput::Bits},
        {{inner, 64, 8, 64, 64, 64, byRow}, Float16, IndexInput::Values},
        {{inner, 128, 64, 128, 64, 128, byRow}, Float16, IndexInput::Bytes},
        {{inner, 16, 1, 16, 32, 64, byColumn}, TFloat32, IndexInput::Values},
        {{inner, 32, 1, 32, 32, 64, byRow}, TFloat32, IndexInput::Bytes},
        {{inner, 64, 8, 64, 32, 128, byRow}, Float32, IndexInput::Bytes},
        {{inner, 64, 1, 64, 64, 256, byColumn}, BFloat16, IndexInput::Bytes},
        {{inner, 16, 1, 16, 32, 64, byColumn}, Float32, IndexInput::Bytes},
        {{rows, 1, 64, 16, 64, 64, byRow}, Float16, IndexInput::Bytes},
        {{rows, 1, 128, 64, 64, 128, byColumn}, BFloat16, IndexInput::Bytes},
        {{rows, 1, 64, 128, 64, 128, byColumn}, Float16, IndexInput::Bits},
        {{rows, 1, 64, 32, 32, 64, byRow}, TFloat32, IndexInput::Bits},
        {{rows, 1, 64, 16, 32, 64, byColumn}, Float32, IndexInput::Values},
        {{cols, 32, 1, 32, 64, 64, byRow}, Float16, IndexInput::Bytes},
        {{cols, 16, 8, 16, 64, 128, byColumn}, BFloat16, IndexInput::Values},
        {{cols, 64, 1, 64, 64, 128, byRow}, Float16, IndexInput::Bytes},
        {{cols, 64, 8, 64, 32, 64, byRow}, TFloat32, IndexInput::Bits},
        {{cols, 16, 32, 16, 32, 64, byRow}, Float32, IndexInput::Values},
    };
    // Usually some of them, which have every axis, type, layout and input; all where many cases are asked for.
    const std::vector<Kind> some = {kinds[0], kinds[1], kinds[4], kinds[9], kinds[13], kinds[15]};
    const Kind kind = GENERATE_COPY(from_range(cases(1) == 1 ? some : kinds));
    const auto& [pairing, dtype, input] = kind;
    const bool warpgroups = GENERATE(false, true);
    if (warpgroups && !narrow(dtype))
        return;
    DYNAMIC_SECTION(pairing.label() << " " << name(dtype) << (warpgroups ? " by warpgroups" : ""))
    {
        MicroCase c{pairing, opOf(pairing.axis, dtype, pairing.axis == cols ? 83 : 139), input};
        EmulatedMicro kernels(c, true, warpgroups);
        const bool periodic = pairing.axis == rows && input != IndexInput::Values;
        unsigned seed = 0;
        for (const MaskShape& shape : {MaskShape{70, 256, 1, 1}, {70, 512, 1, 128}, {37, 128, 5, 2}}) {
            c.masks = factsOf(shape, periodic && shape.cols == 512 ? 128 : 0);
            if (pairing.axis == inner) { // and columns that fill no step
                c.masks.shape.cols -= 27;
                c.masks.period = c.masks.shape.cols;
            }
            for (const int density : maskDensities) {
                if (shape.granuleCols > 1 && density != 300)
                    continue; // none, one and all are tried once
                const Mask mask = randomMask(c.masks.shape, density, ++seed);
                INFO(c.text() << ", " << density << " in a thousand");
                const MicroShape product = microShape(pairing, c.op, c.masks);
                const bool sampled = c.op.sampled();
                const Dense V = wholeNumbers(c.masks.shape.rows, sampled ? c.op.dense : c.masks.period,
                                             sampled ? product.ldB : c.masks.period, seed);
                Dense B = wholeNumbers(c.masks.shape.cols, c.op.dense, product.ldB, seed + 100);
                const std::vector<double> expected = expectedOf(c, mask, V, B);
                poisonUnused(c, mask, B);
                kernels.use(c);
                const MicroIndex found = kernels.index(mask, seed);
                checkIndex(c, mask, found, kernels.totals);
                CHECK(differences(kernels.multiply(mask, V, B, seed, 1), expected) == 0);
                kernels.shuffle(mask, seed);
                CHECK(differences(kernels.multiply(mask, V, B, seed + 1, 1 + seed % 3), expected) == 0);
            }
        }
    }
}

TEST_CASE("rows that lie in one period are stored, and those that no list names become zeros")
{
    if (!EmulatedSource::possible())
        skipTest("there is no C++ compiler in the path");
    MicroCase c{{rows, 1, 64, 16, 64, 64, byRow}, opOf(rows, DataType::Float16, 100), IndexInput::Bytes};
    EmulatedMicro kernels(c, true);
    c.masks = factsOf({70, 256, 1, 64}, 64);
    c.masks.single = true;
    kernels.use(c);
    const MicroShape product = microShape(c.pairing, c.op, c.masks);
    REQUIRE(!product.adds);
    for (const std::int64_t unlisted : {0, 1, 69, 70}) { // rows of no expert, the others have one
        Mask mask(c.masks.shape);
        for (std::int64_t r = unlisted; r < 70; ++r)
            mask.set(r, r * r % 4);
        const Dense V = wholeNumbers(70, 64, 64, 1);
        Dense B = wholeNumbers(256, c.op.dense, product.ldB, 2);
        const std::vector<double> expected = expectedOf(c, mask, V, B);
        poisonUnused(c, mask, B);
        kernels.index(mask, 1);
        INFO(unlisted << " rows that no list names");
        CHECK(differences(kernels.multiply(mask, V, B, 1, 1), expected) == 0);
    }
}

TEST_CASE("a block computes several parts with one list, which is read anew for each where it is long")
{
    if (!EmulatedSource::possible())
        skipTest("there is no C++ compiler in the path");
    MicroCase c{{inner, 16, 1, 16, 64, 64, byColumn}, opOf(inner, DataType::Float16, 300), IndexInput::Bytes};
    EmulatedMicro kernels(c, true);
    c.masks = factsOf({30, 2100, 1, 1});
    kernels.use(c);
    const MicroShape product = microShape(c.pairing, c.op, c.masks);
    unsigned seed = 0;
    for (const int density : {10, 25, 45, 600}) { // of members up to 64, and in one, two and more parts of the ring
        const Mask mask = randomMask(c.masks.shape, density, ++seed);
        const Dense V = wholeNumbers(30, 2100, 2100, seed);
        Dense B = wholeNumbers(2100, c.op.dense, product.ldB, seed + 100);
        const std::vector<double> expected = expectedOf(c, mask, V, B);
        poisonUnused(c, mask, B);
        kernels.index(mask, seed);
        for (const std::int64_t parts : {1, 2, 5, 9}) {
            INFO(density << " in a thousand, " << parts << " parts");
            CHECK(differences(kernels.multiply(mask, V, B, seed, parts), expected) == 0);
        }
    }
}
