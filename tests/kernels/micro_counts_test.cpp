// The kernel that counts the members of all buckets at once, on the CPU: as the CPU finds them, of any shape and
// granularity.
#include "kernels/generate/micro_counts.h"
#include "tests/kernels/emulated_source.h"
#include "tests/kernels/micro_case.h"

using namespace sparsescope;

namespace {

class EmulatedCounts {
public:
    EmulatedCounts(const Operator& op, IndexInput input)
        : m_op(op), m_input(input),
          m_library("namespace counting {\n" +
                    emulatedText(generateMicroCounts(CountedBuckets(op, factsOf({64, 64, 1, 1})), input).text, {}) +
                    "}\nextern \"C\" void run(const void* args, unsigned blocks, unsigned seed)\n{\n"
                    "    emulated::launch(blocks, counting::threads, seed, [&] { "
                    "counting::microCounts(*static_cast<const counting::Arguments*>(args)); });\n}\n")
    {
    }

    void check(const Mask& mask, const MaskFacts& facts, unsigned seed) const
    {
        const CountedBuckets buckets(m_op, facts);
        MicroCountsLaunch launch = microCountsLaunch(buckets, m_input);
        const std::vector<Unit> bytes = aligned(maskInMemory(mask, m_input));
        std::vector<std::int32_t> counts(at(buckets.size()) + 1, 0), seen(at(launch.seen) + 1, 0);
        counts.back() = seen.back() = -7; // which belongs to no bucket
        launch.arguments["mask"] = address(bytes);
        launch.arguments["counts"] = address(counts);
        launch.arguments["seen"] = address(seen);
        const auto run = reinterpret_cast<void (*)(const void*, unsigned, unsigned)>(m_library.function("run"));
        run(launch.arguments.bytes().data(), static_cast<unsigned>(launch.blocks), seed);
        CHECK(counts.back() == -7);
        CHECK(seen.back() == -7);
        counts.pop_back();
        Coverage coverage(mask);
        const std::vector<std::int32_t> expected = countsOf(buckets, coverage);
        for (const CountedTiles& tiles : buckets.tiles()) {
            INFO("micro-tiles of " << tiles.height << " x " << tiles.width << " by " << name(tiles.axis));
            const auto of = [&](const std::vector<std::int32_t>& all) {
                const auto begin = all.begin() + tiles.first;
                return std::vector<std::int32_t>(begin, begin + tiles.buckets);
            };
            CHECK(of(counts) == of(expected));
        }
    }

private:
    Operator m_op;
    IndexInput m_input;
    EmulatedSource m_library;
};

} // namespace

TEST_CASE("the members of all buckets that one launch counts are those that the CPU finds")
{
    if (!EmulatedSource::possible())
        skipTest("there is no C++ compiler in the path");
    struct Kind {
        OperatorKind op;
        DataType dtype;
        IndexInput input;
    };
    const Kind kind = GENERATE(Kind{OperatorKind::SpMM, DataType::Float16, IndexInput::Bytes},
                               Kind{OperatorKind::SpMM, DataType::Float32, IndexInput::Bits},
                               Kind{OperatorKind::SDDMM, DataType::Float16, IndexInput::Bits},
                               Kind{OperatorKind::SDDMM, DataType::TFloat32, IndexInput::Bytes});
    DYNAMIC_SECTION(label(kind.op) << " " << name(kind.dtype) << " " << name(kind.input))
    {
        const EmulatedCounts kernel({kind.op, kind.dtype, 64}, kind.input);
        struct Shape {
            MaskShape shape;
            std::int64_t period; // 0: all columns
        };
        // Periods that lie across blocks, within one, and are no multiple of a step, so that they are not counted.
        const std::vector<Shape> shapes = {
            {{300, 2304, 1, 1}, 768},  {{130, 2048, 1, 1}, 0},  {{100, 300, 1, 1}, 0},    {{257, 1500, 1, 1}, 0},
            {{260, 1344, 1, 1}, 192},  {{200, 512, 1, 1}, 512}, {{96, 3072, 1, 3072}, 0}, {{140, 2112, 1, 1056}, 1056},
            {{129, 1030, 32, 1}, 0},   {{65, 157, 5, 3}, 0},    {{70, 1200, 3, 100}, 0},  {{300, 1040, 8, 8}, 0},
            {{128, 4096, 64, 64}, 64}, {{7, 9, 1, 1}, 0},       {{1, 1, 1, 1}, 0},        {{50, 40, 1000, 1000}, 0},
        };
        unsigned seed = 0;
        for (const auto& [shape, period] : shapes)
            for (const int density : maskDensities) {
                if (density % 1000 == 0 && shape.cols > 1100 && shape.granuleCols == 1)
                    continue; // none and all are tried on others
                const MaskFacts facts = factsOf(shape, period);
                INFO(shape.rows << " x " << shape.cols << " in granules of " << shape.granularity() << ", period "
                                << facts.period << ", " << density << " in a thousand");
                ++seed;
                kernel.check(randomMask(shape, density, seed), facts, seed);
            }
    }
}

TEST_CASE("members are counted from bits and bytes, not from values, and as far as 32 bits reach")
{
    const Operator op{OperatorKind::SpMM, DataType::Float16, 64};
    const CountedBuckets buckets(op, factsOf({64, 64, 1, 1}));
    CHECK_THROWS_WITH(generateMicroCounts(buckets, IndexInput::Values), Catch::Contains("not from values"));
    CHECK_THROWS_WITH(microCountsLaunch(CountedBuckets(op, factsOf({(1 << 30) + 1, 64, 1, 64})), IndexInput::Bits),
                      Catch::Contains("more than are counted at once"));
}
