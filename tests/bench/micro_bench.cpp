// Dynamic sparsity on this machine's GPU: how long the index of a mask takes, from each input, and what the product of
// gathered micro-tiles takes beside cuBLAS's dense one, by sparsity; counting the members of all micro-tiles at once.
// Medians of 50 runs, behind other kernels.
#include "engine/core/at.h"
#include "engine/core/error.h"
#include "engine/run/executor.h"
#include "kernels/device/dense_product.h"
#include "kernels/device/micro_counts.h"
#include "kernels/device/micro_run.h"
#include "kernels/device/stopwatch.h"

#include <cstdio>
#include <random>
#include <vector>

namespace {

using namespace sparsescope;

constexpr std::int64_t extent = 4096;
using Cache = Stopwatch::Cache;

// Blocks of 32 x 1 are there with this probability, of granules that are as high or single places.
Mask uniformMask(double density, std::int64_t granuleRows)
{
    Mask mask({extent, extent, granuleRows, 1});
    std::mt19937_64 random(1);
    std::bernoulli_distribution there(density);
    for (std::int64_t strip = 0; strip < extent / 32; ++strip)
        for (std::int64_t c = 0; c < extent; ++c)
            if (there(random))
                for (std::int64_t r = strip * 32 / granuleRows; r < (strip + 1) * 32 / granuleRows; ++r)
                    mask.set(r, c);
    return mask;
}

MaskFacts factsOf(const Mask& mask)
{
    MaskFacts facts;
    facts.shape = mask.shape();
    facts.size = 1;
    facts.period = extent;
    facts.layout = MaskLayout::Either;
    return facts;
}

class Bench {
public:
    Bench() : m_stopwatch(m_stream, m_context.info().architecture()) {}

    void index(const Mask& mask, const Pairing& pairing, IndexInput input, IndexOrder order, const char* what)
    {
        const MicroRun run(withMask(mask, pairing, DataType::Float16, input, order));
        const auto clear = [&] { run.clear(m_stream); };
        const auto both = [&] {
            run.clear(m_stream);
            run.index(m_stream);
        };
        std::printf("%-26s %-28s %7.2f us warm, %7.2f us cold, of which its memset alone takes %5.2f\n", what,
                    pairing.label().c_str(), us(both, Cache::Warm), us(both, Cache::Cold), us(clear, Cache::Warm));
    }

    void counts(const Mask& mask, IndexInput input)
    {
        const CountedBuckets buckets({OperatorKind::SpMM, DataType::Float16, extent}, factsOf(mask));
        MicroCounts counts(buckets, input, m_context.info());
        const std::vector<std::uint8_t> bytes = maskInMemory(mask, input);
        const Buffer there(std::span<const std::uint8_t>(bytes), "a mask");
        const auto count = [&] { counts.count(there.address(), m_stream); };
        std::printf("%-26s %-28s %7.2f us warm, %7.2f us cold, with memset and copy to the host\n", name(input).c_str(),
                    "all micro-tiles", us(count, Cache::Warm), us(count, Cache::Cold));
    }

    void product(double density, DataType dtype, const std::vector<Pairing>& pairings)
    {
        const Mask mask = uniformMask(density, 32);
        const Buffer A(at(extent * extent * bytesOf(dtype)), "A"), B(A.bytes(), "B"), C(A.bytes(), "C");
        const DenseProduct dense(dtype, {extent, extent, extent, extent, extent, extent});
        const double cublas = us([&] { dense.run(m_stream, A.address(), B.address(), C.address()); }, Cache::Warm);
        std::printf("\n%s, %.0f %% sparse: cuBLAS %.1f us\n", name(dtype).c_str(), 100 - density * 100, cublas);
        for (const Pairing& pairing : pairings) {
            MicroRun run(withMask(mask, pairing, dtype, IndexInput::Bytes, IndexOrder::Unordered));
            Coverage coverage(mask);
            const Operator op{OperatorKind::SpMM, dtype, extent};
            const Covering covering = coverage.of(pairing, op);
            run.expect(static_cast<double>(covering.steps) / static_cast<double>(covering.tasks));
            run.clear(m_stream);
            run.index(m_stream);
            const double kernel = us([&] { run.multiply(m_stream); }, Cache::Warm);
            const double total = us([&] { run.run(m_stream); }, Cache::Warm);
            const double flops = 2.0 * static_cast<double>(covering.stored) * extent;
            std::printf("  %-28s kernel %8.1f us (%6.1f TFLOP/s), in all %8.1f us: %5.2f times cuBLAS\n",
                        pairing.label().c_str(), kernel, flops / kernel * 1e-6, total, cublas / total);
        }
    }

private:
    MicroRun withMask(const Mask& mask, const Pairing& pairing, DataType dtype, IndexInput input, IndexOrder order)
    {
        DynamicPlan plan;
        plan.op = {OperatorKind::SpMM, dtype, extent};
        plan.rule.pairing = pairing;
        plan.rule.input = input;
        plan.rule.order = order;
        const auto operands =
            std::make_shared<MicroOperands>(plan.op, factsOf(mask), randomDense(extent, extent, extent, dtype, 1),
                                            randomDense(extent, extent, extent, dtype, 2));
        MicroRun run(plan, operands, m_context.info());
        operands->setMask(std::make_shared<const Mask>(mask));
        return run;
    }
    template <class Run>
    double us(const Run& run, Cache cache)
    {
        return summariseTimes(m_stopwatch.measure(10, 50, run, noProgress(), cache)).medianNs / 1000;
    }

    Context m_context;
    Stream m_stream;
    Stopwatch m_stopwatch;
};

void run()
{
    Bench bench;
    constexpr auto k = GatheredAxis::Inner;
    const Pairing columns{k, 32, 1, 32, 64, 128, MaskLayout::Column}, rows{k, 32, 1, 32, 64, 128, MaskLayout::Row};
    const Pairing byRow{GatheredAxis::Rows, 1, 64, 64, 64, 128, MaskLayout::Row};
    const Mask mask = uniformMask(0.05, 1);
    for (const IndexOrder order : {IndexOrder::Unordered, IndexOrder::Ordered}) {
        const bool ordered = order == IndexOrder::Ordered;
        bench.index(mask, columns, IndexInput::Bytes, order, ordered ? "bytes, ordered" : "bytes");
        bench.index(mask, columns, IndexInput::Bits, order, ordered ? "bits, ordered" : "bits");
        bench.index(mask, columns, IndexInput::Values, order, ordered ? "f16, by columns, ordered" : "f16, by columns");
        bench.index(mask, rows, IndexInput::Values, order, ordered ? "f16, by rows, ordered" : "f16, by rows");
        bench.index(mask, byRow, IndexInput::Bytes, order, ordered ? "bytes, rows, ordered" : "bytes, rows");
    }
    for (const IndexInput input : {IndexInput::Bytes, IndexInput::Bits})
        bench.counts(mask, input);
    for (const DataType dtype : {DataType::Float16, DataType::TFloat32, DataType::Float32}) {
        std::vector<Pairing> pairings = {columns, rows};
        for (const std::int64_t height : {16, 32, 64, 128})
            for (const std::int64_t width : {64, 128, 256})
                pairings.push_back({k, height, 1, height, 64, width, MaskLayout::Column});
        pairings.push_back({k, 32, 64, 32, 64, 128, MaskLayout::Row});
        std::erase_if(pairings, [&](const Pairing& p) {
            return (bytesOf(dtype) == 4 && p.rows > 64) || (p.cols == 256 && (bytesOf(dtype) == 4 || p.rows > 64));
        });
        for (Pairing& p : pairings) {
            p.inner = bytesOf(dtype) == 4 ? 32 : 64;
            p.width = p.width == 64 ? p.inner : p.width;
        }
        for (const double density : {0.5, 0.1, 0.05, 0.01})
            bench.product(density, dtype, pairings);
    }
}

} // namespace

int main()
{
    try {
        run();
    } catch (const sparsescope::Error& error) {
        std::printf("dynamic sparsity is measured on a GPU: %s\n", error.what());
    }
    return 0;
}
