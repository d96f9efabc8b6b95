// Dynamic sparsity on the GPU: its sources through NVRTC, which needs none; then every bucket against the CPU's members
// and products against float64. To be run under compute-sanitizer too.
#include "engine/core/error.h"
#include "engine/run/executor.h"
#include "kernels/device/compiler.h"
#include "kernels/device/device_plan.h"
#include "kernels/device/micro_counts.h"
#include "kernels/device/micro_run.h"
#include "tests/device/gpu.h"
#include "tests/kernels/micro_case.h"

#include <cstring>
#include <set>

using namespace sparsescope;

namespace {

constexpr auto inner = GatheredAxis::Inner, rows = GatheredAxis::Rows, cols = GatheredAxis::Cols;
constexpr std::int64_t sharedOfSm = 233472; // of compute capability 9.0 and 10.0

// Shared memory of a block when two share an SM.
constexpr std::int64_t sharedOfHalf = sharedOfSm / 2 - 1024;

Operator opOf(GatheredAxis axis, DataType dtype, std::int64_t dense)
{
    return {axis == cols ? OperatorKind::SDDMM : OperatorKind::SpMM, dtype, dense};
}

std::vector<Pairing> legalOf(DataType dtype, bool sampled)
{
    return pairingsOfKernels(opOf(sampled ? cols : inner, dtype, 4096), 3072);
}

void checkSource(const MicroSource& source, const std::string& architecture)
{
    CompileOptions options;
    options.architecture = architecture;
    const CompiledSource compiled = compileSource(source.text, source.entry + ".cu", options);
    CHECK_THAT(compiled.log, !Catch::Contains("warning"));
    const KernelResources r = resourcesOf(compiled.log, source.entry);
    INFO(r.registers << " registers, " << r.spillStores << " bytes spilled, " << source.sharedBytes << " shared");
    CHECK(r.spillStores == 0);
    CHECK(source.blocksPerSm * r.registers * source.threads <= 65536);
    CHECK(source.sharedBytes <= sharedOfHalf);
}

// Every dense tile of a list, and every axis, layout and width, each once or twice: all branches of the templates.
std::vector<Pairing> oneOfEach(const std::vector<Pairing>& pairings)
{
    const auto tileOf = [](const Pairing& p) { return std::pair(p.rows, p.cols); };
    const auto wayOf = [](const Pairing& p) { return std::tuple(p.axis, p.layout, p.axis == rows ? 0 : p.width); };
    std::set<decltype(tileOf(pairings.front()))> tiles;
    std::set<decltype(wayOf(pairings.front()))> ways;
    for (const Pairing& p : pairings) {
        tiles.insert(tileOf(p));
        ways.insert(wayOf(p));
    }
    std::vector<Pairing> some;
    auto tile = tiles.begin();
    auto way = ways.begin();
    for (std::size_t i = 0; i < std::max(tiles.size(), ways.size()); ++i) {
        some.push_back(*std::find_if(pairings.begin(), pairings.end(),
                                     [&](const Pairing& p) { return tileOf(p) == *tile && wayOf(p) == *way; }));
        tile = std::next(tile) == tiles.end() ? tiles.begin() : std::next(tile);
        way = std::next(way) == ways.end() ? ways.begin() : std::next(way);
    }
    return some;
}

DynamicPlan planOf(const MicroCase& c)
{
    DynamicPlan plan;
    plan.op = c.op;
    plan.rule.pairing = c.pairing;
    plan.rule.input = c.input;
    plan.rule.order = c.order;
    plan.rule.shape = c.masks.shape;
    plan.rule.period = c.masks.period;
    return plan;
}

std::vector<std::uint8_t> bytesOfC(const MicroRun& run)
{
    std::vector<std::uint8_t> bytes(run.C().bytes());
    run.C().download(bytes.data(), bytes.size());
    return bytes;
}

} // namespace

TEST_CASE("sources of dynamic sparsity compile for every architecture without spills, for two blocks an SM")
{
    const bool all = cases(1) > 1; // every legal pairing, for minutes
    for (const DataType dtype : dataTypes)
        for (const bool sampled : {false, true}) {
            const std::vector<Pairing> legal = legalOf(dtype, sampled);
            int tried = 0;
            for (const Pairing& pairing : all ? legal : oneOfEach(legal)) {
                if (!all && dtype == DataType::BFloat16 && ++tried > 1)
                    break; // but for the instruction it is float16
                const IndexInput input = sampled && pairing.rows == 32 ? IndexInput::Values : IndexInput::Bytes;
                const MicroSource source = generateMicroProduct(pairing, dtype, input);
                for (const char* architecture : {"sm_90", "sm_80", "sm_100"}) {
                    if (!all && architecture != std::string("sm_90") &&
                        (pairing.rows != 64 || pairing.cols < 128 ||
                         (pairing.cols > 128 && pairing.layout == MaskLayout::Row)))
                        continue;
                    INFO(pairing.label() << " " << name(dtype) << " " << architecture);
                    checkSource(source, architecture);
                }
            }
        }
}

TEST_CASE("sources of the index compile for every architecture without spills")
{
    const bool all = cases(1) > 1;
    std::set<std::string> done;
    for (const DataType dtype : {DataType::Float16, DataType::Float32})
        for (const bool sampled : {false, true}) {
            const std::vector<Pairing> legal = legalOf(dtype, sampled);
            for (const Pairing& pairing : all ? legal : oneOfEach(legal))
                for (const IndexInput input : {IndexInput::Bits, IndexInput::Bytes, IndexInput::Values})
                    for (const IndexOrder order : {IndexOrder::Unordered, IndexOrder::Ordered}) {
                        const MicroSource source = generateMicroIndex(pairing, dtype, input, order);
                        const bool some = pairing.rows == 128 || (input == IndexInput::Values && pairing.rows == 64);
                        if ((!all && !some) ||
                            !done.insert(source.text.substr(source.text.rfind("microIndex("))).second)
                            continue;
                        INFO(pairing.label() << " " << name(dtype));
                        checkSource(source, done.size() % 3 == 0 ? "sm_80" : done.size() % 3 == 1 ? "sm_90" : "sm_100");
                    }
        }
}

TEST_CASE("on the GPU, members of every bucket are the CPU's and products float64's, in any order of members")
{
    const Gpu gpu;
    const Stream stream;
    const DataType dtype = GENERATE(from_range(dataTypes));
    const bool sampled = GENERATE(false, true);
    DYNAMIC_SECTION(name(dtype) << (sampled ? " sampled" : ""))
    {
        std::uint64_t seed = 0;
        for (const Pairing& pairing : oneOfEach(legalOf(dtype, sampled)))
            for (const IndexInput input : {IndexInput::Bits, IndexInput::Bytes, IndexInput::Values}) {
                MicroCase c{pairing, opOf(pairing.axis, dtype, 139), input,
                            seed % 2 == 0 ? IndexOrder::Unordered : IndexOrder::Ordered};
                const std::int64_t wide = pairing.axis == rows ? 2 * pairing.width : 334;
                for (const MaskShape& shape :
                     {MaskShape{140, wide, 1, 1}, {131, wide, 1, wide / 2}, {96, wide, 32, 2}}) {
                    c.masks = factsOf(
                        shape,
                        pairing.axis == rows && shape.granuleCols > 2 && input != IndexInput::Values ? wide / 2 : 0);
                    const MicroShape product = microShape(pairing, c.op, c.masks);
                    const Dense V = wholeNumbers(shape.rows, sampled ? c.op.dense : c.masks.period,
                                                 sampled ? product.ldB : c.masks.period, ++seed);
                    for (const int density : {0, -1, 100, 1000}) {
                        const Mask mask = randomMask(shape, density, ++seed);
                        INFO(c.text() << ", " << density << " in a thousand, seed " << seed);
                        Dense B = wholeNumbers(shape.cols, c.op.dense, product.ldB, seed + 1);
                        const std::vector<double> expected = expectedOf(c, mask, V, B);
                        poisonUnused(c, mask, B);
                        MicroRun run(planOf(c), std::make_shared<MicroOperands>(c.op, c.masks, V, B), gpu.info());
                        run.operands().setMask(std::make_shared<const Mask>(mask));
                        run.poison();
                        run.run(stream);
                        stream.wait(noProgress());
                        checkIndex(c, mask, run.found(), run.totals(stream, noProgress()));
                        CHECK(differences(resultOf(c, product, bytesOfC(run).data()), expected) == 0);
                    }
                }
            }
    }
}

TEST_CASE("on the GPU, ten ordered runs have the same bits, and a mask after another those that it has alone")
{
    const Gpu gpu;
    const Stream stream;
    const DataType dtype = GENERATE(from_range(dataTypes));
    const std::int64_t step = bytesOf(dtype) == 2 ? 64 : 32;
    for (const Pairing& pairing :
         {Pairing{inner, 32, 1, 32, step, 128, MaskLayout::Column}, Pairing{rows, 1, 64, 64, step, 64, MaskLayout::Row},
          Pairing{cols, 16, 8, 16, step, 64, MaskLayout::Row}}) {
        MicroCase c{pairing, opOf(pairing.axis, dtype, 1000), IndexInput::Bytes, IndexOrder::Ordered};
        c.masks = factsOf({1000, pairing.axis == rows ? 64 : 1500, 1, 1}); // one bucket of rows: none is added
        INFO(c.text());
        const MicroShape product = microShape(pairing, c.op, c.masks);
        const bool sampled = c.op.sampled();
        const Dense V =
            randomDense(1000, sampled ? c.op.dense : c.masks.period, sampled ? product.ldB : c.masks.period, dtype, 1);
        const Dense B = randomDense(c.masks.shape.cols, c.op.dense, product.ldB, dtype, 2);
        MicroRun run(planOf(c), std::make_shared<MicroOperands>(c.op, c.masks, V, B), gpu.info());
        const auto resultOfMask = [&](std::uint64_t seed) {
            run.operands().setMask(std::make_shared<const Mask>(randomMask(c.masks.shape, seed == 1 ? 50 : 400, seed)));
            run.poison();
            run.run(stream);
            stream.wait(noProgress());
            return bytesOfC(run);
        };
        const std::vector<std::uint8_t> first = resultOfMask(1);
        resultOfMask(2);
        int others = 0;
        for (int again = 0; again < 10; ++again)
            others += resultOfMask(1) == first ? 0 : 1;
        CHECK(others == 0);
        MicroRun alone(planOf(c), std::make_shared<MicroOperands>(c.op, c.masks, V, B), gpu.info());
        alone.operands().setMask(std::make_shared<const Mask>(randomMask(c.masks.shape, 50, 1)));
        alone.poison();
        alone.run(stream);
        stream.wait(noProgress());
        CHECK((bytesOfC(alone) == first));
    }
}

TEST_CASE("on the GPU, products of random values are within the bounds of their types, with rows added or not")
{
    const Gpu gpu;
    const Stream stream;
    const DataType dtype = GENERATE(from_range(dataTypes));
    const std::int64_t step = bytesOf(dtype) == 2 ? 64 : 32;
    for (const Pairing& pairing :
         {Pairing{inner, 32, 1, 32, step, 128, MaskLayout::Column},
          Pairing{inner, 16, 1, 16, step, 64, MaskLayout::Row}, Pairing{rows, 1, 128, 32, step, 64, MaskLayout::Row}}) {
        MicroCase c{pairing, opOf(pairing.axis, dtype, 384)};
        c.masks = factsOf({1024, 1024, 1, 1});
        INFO(c.text());
        const MicroShape product = microShape(pairing, c.op, c.masks);
        const Mask mask = randomMask(c.masks.shape, 60, 7);
        const MatrixPtr matrix = matrixOf(mask, {});
        const Dense V = randomDense(1024, 1024, 1024, dtype, 1);
        const Dense B = randomDense(1024, 384, product.ldB, dtype, 2);
        std::vector<double> values;
        for (std::int64_t r = 0; r < matrix->rows(); ++r)
            for (const std::int32_t k : matrix->row(r))
                values.push_back(static_cast<double>(V.values[at(r * V.ld + k)]));
        const Matrix A(1024, 1024,
                       matrix->rowPtr().empty()
                           ? std::vector<std::int64_t>{}
                           : std::vector<std::int64_t>(matrix->rowPtr().begin(), matrix->rowPtr().end()),
                       std::vector<std::int32_t>(matrix->colIdx().begin(), matrix->colIdx().end()), values, {});
        const std::vector<Dense> operands = {B};
        const Reference reference = referenceOf(A, c.op, operands, noProgress());
        MicroRun run(planOf(c), std::make_shared<MicroOperands>(c.op, c.masks, V, B), gpu.info());
        run.operands().setMask(std::make_shared<const Mask>(mask));
        for (int again = 0; again < 3; ++again) {
            run.poison();
            run.run(stream);
            stream.wait(noProgress());
            const ErrorNorms norms = compare(reference, decode(bytesOfC(run), dtype).data(), product.ldC);
            INFO("error " << norms.relative << ", worst element " << norms.worstElement);
            CHECK(norms.accepted(dtype));
        }
    }
}

TEST_CASE("on the GPU, buckets of more than 65,536 micro-tiles are listed in 32 bits")
{
    const Gpu gpu;
    const Stream stream;
    for (const IndexOrder order : {IndexOrder::Unordered, IndexOrder::Ordered})
        for (const std::int64_t length : {65536, 65537, 200'000}) {
            MicroCase c{{inner, 16, 1, 16, 64, 64, MaskLayout::Column},
                        opOf(inner, DataType::Float16, 64),
                        IndexInput::Bytes,
                        order};
            c.masks = factsOf({16, length, 16, 1});
            INFO(c.text());
            const Mask mask = randomMask(c.masks.shape, 20, 3);
            const Dense V = wholeNumbers(16, length, length, 1);
            const Dense B = wholeNumbers(length, 64, 64, 2);
            MicroRun run(planOf(c), std::make_shared<MicroOperands>(c.op, c.masks, V, B), gpu.info());
            run.operands().setMask(std::make_shared<const Mask>(mask));
            run.poison();
            run.run(stream);
            stream.wait(noProgress());
            checkIndex(c, mask, run.found(), run.totals(stream, noProgress()));
            CHECK(run.buckets().wide == (length > 65536));
            CHECK(differences(resultOf(c, run.shape(), bytesOfC(run).data()), expectedOf(c, mask, V, B)) == 0);
        }
}

TEST_CASE("a masked operand that the GPU has no memory for is refused before anything is launched")
{
    const Gpu gpu;
    MicroCase c{{inner, 32, 1, 32, 64, 128, MaskLayout::Column}, opOf(inner, DataType::Float16, 64)};
    c.masks = factsOf({1 << 20, 1 << 20, 1 << 10, 1 << 10}); // 2 TB
    try {
        MicroRun(planOf(c),
                 std::make_shared<MicroOperands>(c.op, c.masks, Dense{1, 1, 1, {0}},
                                                 Dense{1, 64, 64, std::vector<float>(64)}),
                 gpu.info());
        FAIL("it was not refused");
    } catch (const Error& error) {
        CHECK(error.kind() == ErrorKind::Device);
        CHECK_THAT(error.what(), Catch::Contains("the masked operand, a mask and its index"));
    }
}

TEST_CASE("sources that count all members compile for every architecture without spills")
{
    for (const DataType dtype : {DataType::Float16, DataType::Float32})
        for (const GatheredAxis axis : {inner, cols})
            for (const IndexInput input : {IndexInput::Bits, IndexInput::Bytes})
                for (const char* architecture : {"sm_80", "sm_90", "sm_100"}) {
                    INFO(name(dtype) << " " << name(axis) << " " << name(input) << " " << architecture);
                    const CountedBuckets buckets(opOf(axis, dtype, 64), factsOf({64, 64, 1, 1}));
                    checkSource(generateMicroCounts(buckets, input), architecture);
                }
}

TEST_CASE("on the GPU, the members of all buckets that one launch counts are the CPU's, mask after mask")
{
    const Gpu gpu;
    const Stream stream;
    std::uint64_t seed = 0;
    for (const DataType dtype : {DataType::Float16, DataType::Float32})
        for (const GatheredAxis axis : {inner, cols})
            for (const IndexInput input : {IndexInput::Bits, IndexInput::Bytes})
                for (const MaskFacts& facts :
                     {factsOf({1000, 2304, 1, 1}, 768), factsOf({300, 1500, 1, 1}), factsOf({900, 6144, 1, 768}, 768),
                      factsOf({4096, 4096, 1, 1}), factsOf({257, 1030, 32, 1}), factsOf({130, 157, 5, 3})}) {
                    const CountedBuckets buckets(opOf(axis, dtype, 64), facts);
                    MicroCounts counts(buckets, input, gpu.info());
                    for (const int density : {0, -1, 30, 1000}) {
                        INFO(name(dtype) << " " << name(axis) << " " << name(input) << " " << facts.shape.rows << " x "
                                         << facts.shape.cols << ", " << density << " in a thousand");
                        const Mask mask = randomMask(facts.shape, density, ++seed);
                        const std::vector<std::uint8_t> bytes = maskInMemory(mask, input);
                        const Buffer there(std::span<const std::uint8_t>(bytes), "a mask");
                        counts.count(there.address(), stream);
                        const std::span<const std::int32_t> found = counts.read(noProgress());
                        Coverage coverage(mask);
                        CHECK((std::vector<std::int32_t>(found.begin(), found.end()) == countsOf(buckets, coverage)));
                    }
                }
}
