#include "kernels/profile/calibrate_pairings.h"

#include "engine/core/at.h"
#include "engine/core/error.h"
#include "engine/core/parallel.h"
#include "engine/cost/fit.h"
#include "engine/run/executor.h"
#include "kernels/device/compiler.h"
#include "kernels/device/dense_product.h"
#include "kernels/device/device_plan.h"
#include "kernels/device/micro_run.h"

#include <algorithm>
#include <numeric>
#include <random>

namespace sparsescope {

namespace {

constexpr std::int64_t strips = 128;  // of a mask that fills the GPU
constexpr std::int64_t parts = 32;    // of its dense axis: 4,096 tasks
constexpr std::int64_t widest = 4096; // task
constexpr std::int64_t sampledTasks = 1024;
constexpr int repeats = 15;

// Values for a time, of which there are many: some thousands of random ones, again and again.
Dense someValues(std::int64_t rows, std::int64_t cols, std::int64_t ld)
{
    constexpr std::int64_t few = 4093; // prime, so that no row is as the one before
    static const std::vector<float> random = randomDense(1, few, few, DataType::Float32, 1).values;
    Dense dense{rows, cols, ld, std::vector<float>(at(rows * ld), 0)};
    for (std::int64_t r = 0; r < rows; ++r)
        for (std::int64_t c = 0; c < cols; ++c)
            dense.values[at(r * ld + c)] = random[at((r * cols + c) % few)];
    return dense;
}

// The operator that gathers along this axis.
Operator operatorOf(GatheredAxis axis, DataType dtype, std::int64_t dense)
{
    for (const OperatorKind kind : operatorKinds())
        if (const Operator op{kind, dtype, dense}; op.hasDenseAxis() && op.sampled() == isSampled(axis))
            return op;
    throw Error(ErrorKind::Internal, "no operator gathers along axis " + name(axis));
}

// What is measured of one pairing: masks with tasks of some widths.
struct Case {
    Pairing pairing;
    Operator op;
    MaskFacts facts;
};

MaskFacts factsOf(const MaskShape& shape, MaskLayout layout)
{
    MaskFacts facts;
    facts.shape = shape;
    facts.size = 1;
    facts.period = shape.cols;
    facts.layout = layout;
    return facts;
}

// The first `count` of these granules in random order.
std::vector<std::int32_t> someOf(std::int64_t all, std::int64_t count, std::mt19937_64& random)
{
    std::vector<std::int32_t> granules(at(all));
    std::iota(granules.begin(), granules.end(), 0);
    std::shuffle(granules.begin(), granules.end(), random);
    granules.resize(at(count));
    return granules;
}

// So many members in every strip of rows.
Mask stripsOf(const MaskShape& shape, std::int64_t members)
{
    std::mt19937_64 random(static_cast<std::uint64_t>(members));
    Mask mask(shape);
    for (std::int64_t strip = 0; strip < shape.down(); ++strip)
        for (const std::int32_t c : someOf(shape.across(), members, random))
            mask.set(strip, c);
    return mask;
}

// Half of the rows, any, in the first strip of columns, the others in the second; one strip has all.
Mask halvesOf(const MaskShape& shape)
{
    std::mt19937_64 random(7);
    Mask mask(shape);
    const std::int64_t half = shape.across() > 1 ? shape.down() / 2 : shape.down();
    std::vector<std::int32_t> rows = someOf(shape.down(), shape.down(), random);
    for (std::size_t i = 0; i < rows.size(); ++i)
        mask.set(rows[i], static_cast<std::int64_t>(i) < half ? 0 : 1);
    return mask;
}

class PairingClock {
public:
    PairingClock(const Context& context, const Stream& stream, Stopwatch& stopwatch, double launchNs)
        : m_context(context), m_stream(stream), m_stopwatch(stopwatch), m_launchNs(launchNs)
    {
    }

    // The table of one pairing. Rows: of all widths, which are pairings of their own elsewhere.
    PairingTimes table(DataType dtype, const Pairing& pairing, Progress& progress)
    {
        PairingTimes times{dtype, pairing};
        // Each width of a sampled product is a shape of its own: few of them.
        const std::int64_t most = pairing.axis == GatheredAxis::Rows ? 512 : widest;
        const std::int64_t factor = pairing.axis == GatheredAxis::Cols ? 8 : 2;
        for (std::int64_t width = pairing.inner; width <= most; width *= factor)
            times.widths.push_back(width);
        if (pairing.axis == GatheredAxis::Inner)
            measureInner(times, progress);
        else
            for (const std::int64_t width : times.widths) {
                progress.check();
                if (pairing.axis == GatheredAxis::Rows)
                    measureRows(times, width, progress);
                else
                    measureCols(times, width, progress);
            }
        return times;
    }

    // The rate of cuBLAS's product of 4,096 in each extent.
    double denseFlopsPerNs(DataType dtype, Progress& progress)
    {
        const std::vector<std::uint8_t> values = encode(someValues(widest, widest, widest), dtype);
        const std::span<const std::uint8_t> bytes(values);
        const Buffer A(bytes, "A"), B(bytes, "B"), C(values.size(), "C");
        const DenseProduct product(dtype, {widest, widest, widest, widest, widest, widest});
        const double ns =
            median([&] { product.run(m_stream, A.address(), B.address(), C.address()); }, progress) - m_launchNs;
        return 2.0 * widest * widest * widest / ns;
    }

    IndexTimes index(const Pairing& pairing, IndexInput input, IndexOrder order, Progress& progress)
    {
        const Operator op = operatorOf(pairing.axis, DataType::Float16, 64);
        std::vector<LinearSample> samples;
        for (const std::int64_t extent : {1024, 2048, 4096}) {
            const MaskShape shape{extent, extent};
            MicroRun run = made({pairing, op, factsOf(shape, pairing.layout)}, input, order);
            for (const std::uint64_t oneOf : {500, 50, 8, 2}) {
                progress.check();
                std::mt19937_64 random(oneOf);
                Mask mask(shape);
                for (std::int64_t i = 0; i < extent * extent / static_cast<std::int64_t>(oneOf); ++i)
                    mask.set(static_cast<std::int64_t>(random() % at(extent)),
                             static_cast<std::int64_t>(random() % at(extent)));
                run.operands().setMask(std::make_shared<const Mask>(std::move(mask)));
                const double ns = run.indexNs([&](const auto& what) { return median(what, progress); }, m_stream);
                const double bytes = input == IndexInput::Bits    ? static_cast<double>(shape.bytes())
                                     : input == IndexInput::Bytes ? static_cast<double>(extent * extent)
                                                                  : static_cast<double>(2 * extent * extent);
                const auto members = static_cast<double>(run.totals(m_stream, progress)[0]);
                samples.push_back({{1, bytes, members, 0}, ns, ns});
            }
        }
        const LinearCoefficients k = fitLinear(samples).plain;
        return {input, pairing.axis, order, k[0], k[1], k[2]};
    }

private:
    MicroRun made(const Case& of, IndexInput input = IndexInput::Bytes, IndexOrder order = IndexOrder::Unordered)
    {
        DynamicPlan plan;
        plan.op = of.op;
        plan.rule.pairing = of.pairing;
        plan.rule.input = input;
        plan.rule.order = order;
        const MicroShape shape = microShape(of.pairing, of.op, of.facts);
        const MaskShape& mask = of.facts.shape;
        const bool sampled = of.op.sampled();
        const auto operands = std::make_shared<MicroOperands>(
            of.op, of.facts,
            someValues(mask.rows, sampled ? of.op.dense : of.facts.period, sampled ? shape.ldB : of.facts.period),
            someValues(mask.cols, of.op.dense, shape.ldB));
        return {plan, operands, m_context.info()};
    }

    template <class Queue>
    double median(const Queue& queue, Progress& progress)
    {
        return summariseTimes(m_stopwatch.measure(3, repeats, queue, progress)).medianNs;
    }

    // The product of what the index has listed.
    double productNs(MicroRun& run, Progress& progress)
    {
        run.clear(m_stream);
        run.index(m_stream);
        const double ns = run.productNs([&](const auto& what) { return median(what, progress); }, m_stream);
        return std::max(1.0, run.shape().tickets > 0 ? ns : ns - m_launchNs);
    }

    // What a task takes of an SM, where so many took so long.
    double ofSm(double ns, std::int64_t tasks) const { return ns * m_context.info().sms / static_cast<double>(tasks); }

    void measureInner(PairingTimes& times, Progress& progress)
    {
        const Pairing& p = times.pairing;
        const MaskShape full{p.rows * strips, widest, p.rows, p.width}, one{p.rows, widest, p.rows, p.width};
        MicroRun many = made({p, operatorOf(p.axis, times.dtype, p.cols * parts), factsOf(full, p.layout)});
        MicroRun single = made({p, operatorOf(p.axis, times.dtype, p.cols), factsOf(one, p.layout)});
        many.operands().setMask(
            std::make_shared<const Mask>(stripsOf(full, widest / p.width))); // A has values everywhere from now on
        single.operands().setMask(std::make_shared<const Mask>(stripsOf(one, widest / p.width)));
        for (const std::int64_t width : times.widths) {
            progress.check();
            many.operands().setMaskAlone(stripsOf(full, width / p.width));
            single.operands().setMaskAlone(stripsOf(one, width / p.width));
            many.expect(static_cast<double>(width / p.inner));
            times.ns.push_back(ofSm(productNs(many, progress), strips * parts));
            times.atomicNs.push_back(times.ns.back());
            times.aloneNs.push_back(productNs(single, progress));
        }
        times.atOnce = many.atOnce();
    }

    void measureRows(PairingTimes& times, std::int64_t width, Progress& progress)
    {
        Pairing p = times.pairing;
        p.width = width;
        const Operator op = operatorOf(p.axis, times.dtype, p.cols * parts);
        const MaskShape full{p.rows * strips, 2 * width, 1, width}, one{p.rows, width, 1, width};
        MaskFacts stored = factsOf(full, p.layout), added = stored;
        stored.single = true;
        stored.period = width;
        for (const auto& [facts, ns] : {std::pair(&stored, &times.ns), std::pair(&added, &times.atomicNs)}) {
            MicroRun run = made({p, op, *facts});
            run.operands().setMask(std::make_shared<const Mask>(halvesOf(full)));
            ns->push_back(ofSm(productNs(run, progress), strips * parts));
            times.atOnce = run.atOnce();
        }
        MicroRun single = made({p, {op.kind, op.dtype, p.cols}, factsOf(one, p.layout)});
        single.operands().setMask(std::make_shared<const Mask>(halvesOf(one)));
        times.aloneNs.push_back(productNs(single, progress));
    }

    void measureCols(PairingTimes& times, std::int64_t width, Progress& progress)
    {
        const Pairing& p = times.pairing;
        const Operator op = operatorOf(p.axis, times.dtype, width);
        const std::int64_t columns = widest / 2; // gathered of each strip
        const std::int64_t groups = columns / p.cols;
        const MaskShape full{p.rows * (sampledTasks / groups), widest, p.rows, p.width},
            one{p.rows, widest, p.rows, p.width};
        MicroRun many = made({p, op, factsOf(full, p.layout)});
        many.operands().setMask(std::make_shared<const Mask>(stripsOf(full, columns / p.width)));
        times.ns.push_back(ofSm(productNs(many, progress), sampledTasks));
        times.atOnce = many.atOnce();
        times.atomicNs.push_back(times.ns.back());
        MicroRun single = made({p, op, factsOf(one, p.layout)});
        single.operands().setMask(std::make_shared<const Mask>(stripsOf(one, p.cols / p.width)));
        times.aloneNs.push_back(productNs(single, progress));
    }

    const Context& m_context;
    const Stream& m_stream;
    Stopwatch& m_stopwatch;
    double m_launchNs;
};

struct Wanted {
    DataType dtype;
    Pairing pairing;
};

// Each pairing once; those that gather rows, of the narrowest width, for all.
std::vector<Wanted> wantedOf(std::span<const OperatorKind> operators, std::span<const DataType> dtypes)
{
    std::vector<Wanted> all;
    for (const DataType dtype : dtypes)
        for (const OperatorKind kind : operators) {
            if (const OperatorDefinition& op = definitionOf(kind); op.axis.empty() || !op.inner.empty())
                continue;
            for (const Pairing& pairing : pairingsOfKernels({kind, dtype, 64}, 64)) {
                if (pairing.axis == GatheredAxis::Rows && pairing.width != 64)
                    continue;
                Pairing narrowest = pairing;
                if (pairing.axis == GatheredAxis::Rows)
                    narrowest.width = pairing.inner;
                all.push_back({dtype, narrowest});
            }
        }
    return all;
}

// Compiles, so that it is in the cache when it is measured.
void compile(const Wanted& wanted, const std::string& architecture)
{
    const auto product = [&](const Pairing& pairing) {
        const MicroSource source = generateMicroProduct(pairing, wanted.dtype, IndexInput::Bytes);
        CompileOptions options;
        options.architecture = architecture;
        compileSource(source.text, source.entry + ".cu", options);
    };
    if (wanted.pairing.axis != GatheredAxis::Rows)
        return product(wanted.pairing);
    for (std::int64_t width = wanted.pairing.inner; width <= 512; width *= 2) {
        Pairing pairing = wanted.pairing;
        pairing.width = width;
        product(pairing);
    }
}

} // namespace

PairingDatabase measurePairings(std::span<const OperatorKind> operators, std::span<const DataType> dtypes,
                                const Context& context, const Stream& stream, Stopwatch& stopwatch, double launchNs,
                                Progress& progress)
{
    const std::vector<Wanted> wanted = wantedOf(operators, dtypes);
    if (wanted.empty())
        return {};
    const auto count = static_cast<std::int64_t>(wanted.size());
    progress.report("compiling pairings", 0);
    parallelEach(count, 1, [&](std::int64_t i) {
        progress.check();
        compile(wanted[at(i)], context.info().architecture());
    });
    PairingClock clock(context, stream, stopwatch, launchNs);
    PairingDatabase database;
    for (std::int64_t i = 0; i < count; ++i) {
        progress.report(wanted[at(i)].pairing.label(), 0.3 + 0.6 * static_cast<double>(i) / static_cast<double>(count));
        database.pairings.push_back(clock.table(wanted[at(i)].dtype, wanted[at(i)].pairing, progress));
    }
    for (const DataType dtype : dtypes)
        try {
            progress.report("the dense product", 0.91);
            database.denseFlopsPerNs[dtype] = clock.denseFlopsPerNs(dtype, progress);
        } catch (const Error& error) { // no cuBLAS, say: the type's rate stands for it
            if (error.kind() == ErrorKind::Cancelled)
                throw;
        }
    for (const GatheredAxis axis : {GatheredAxis::Inner, GatheredAxis::Rows, GatheredAxis::Cols}) {
        Pairing pairing{axis, 32, 1, 32, 64, 128, axis == GatheredAxis::Inner ? MaskLayout::Column : MaskLayout::Row};
        if (axis == GatheredAxis::Rows) {
            pairing.height = 1;
            pairing.width = 64;
        }
        for (const IndexInput input : {IndexInput::Bits, IndexInput::Bytes, IndexInput::Values})
            for (const IndexOrder order : {IndexOrder::Unordered, IndexOrder::Ordered}) {
                progress.report("the index", 0.92);
                database.index.push_back(clock.index(pairing, input, order, progress));
            }
    }
    return database;
}

} // namespace sparsescope
