#include "kernels/profile/run_masks.h"

#include "engine/core/at.h"
#include "engine/core/error.h"
#include "engine/core/parallel.h"
#include "engine/core/stage.h"
#include "engine/core/text.h"
#include "engine/core/turn.h"
#include "engine/measure/baselines.h"
#include "engine/run/executor.h"
#include "engine/search/sparda/costs.h"
#include "engine/search/sparda/reselection.h"
#include "engine/work/device.h"
#include "kernels/device/compiler.h"
#include "kernels/device/dense_product.h"
#include "kernels/device/device_plan.h"
#include "kernels/device/micro_counts.h"
#include "kernels/device/micro_run.h"
#include "kernels/device/stopwatch.h"
#include "kernels/device/verifier.h"
#include "kernels/profile/conditions.h"
#include "kernels/profile/mask_results.h"
#include "kernels/profile/micro_counters.h"
#include "kernels/profile/race_masks.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <fmt/format.h>
#include <functional>
#include <limits>
#include <map>
#include <memory>
#include <optional>

namespace sparsescope {

namespace {

constexpr int checkedRuns = 3;
constexpr int oracleWarmups = 2, oracleRepeats = 9;

class MaskBench {
public:
    MaskBench(const DynamicPlan& plan, const MaskSequence& masks, const RunOptions& options, bool oracle)
        : m_plan(plan), m_masks(masks), m_op(plan.op), m_options(options), m_context(options.device),
          m_stopwatch(m_stream, m_context.info().architecture()), m_turn(m_context.turnFile())
    {
        m_run.oracle = oracle;
    }

    void prepare(Progress& progress);
    void measure(std::int64_t t, Progress& progress);
    void replay(Progress& progress);
    SequenceRun take()
    {
        m_run.rivals = m_race->take();
        for (const Rival& rival : m_run.rivals)
            if (libraryOf(rival.name) == BaselineLibrary::CuBlas)
                m_run.conditions.cublas = cublasVersion();
        return std::move(m_run);
    }

private:
    std::unique_ptr<MicroRun> runOf(const Pairing& pairing);
    int numberOf(const Pairing& pairing);
    void useCalibration();
    std::vector<Pairing> legal() const;
    void compileAll(Progress& progress);
    void prepareOracle(Progress& progress);
    void prepareReselection();
    void use(const std::optional<Pairing>& pairing);
    void queueCounts() { m_counts->count(m_rivalOperands->granules().address(), m_stream); }
    void predict(const Mask& mask, MaskRun& of);
    void check(const Mask& mask, const Verifier& verifier, MaskRun& of, Progress& progress);
    void time(MaskRun& of, bool counts, Progress& progress);
    void chooseAnew(std::int64_t t, Progress& progress);
    void askOracle(MaskRun& of, Progress& progress);
    void run() { m_micro ? m_micro->run(m_stream) : m_dense->multiply(); } // queues a product
    Buffer& C() { return m_micro ? m_micro->C() : m_rivalOperands->C(); }
    void setMask(const MaskPtr& mask);
    ErrorNorms errorOf(const Verifier& verifier, const std::vector<std::uint8_t>& bytes, Progress& progress);
    // A median, in ns.
    double timed(const std::function<void()>& what, Progress& progress, Stopwatch::Cache cache = Stopwatch::Cache::Warm)
    {
        return summariseTimes(m_stopwatch.measure(m_options.warmups, m_options.repeats, what, progress, cache))
            .medianNs;
    }

    const DynamicPlan& m_plan;
    const MaskSequence& m_masks;
    const Operator m_op;
    const RunOptions& m_options;
    const Context m_context;
    const Stream m_stream;
    Stopwatch m_stopwatch;
    Turn m_turn;
    std::optional<Calibration> m_calibration;
    std::optional<sparda::Costs> m_costs;
    Dense m_values, m_B;
    MaskPtr m_firstMask;
    std::optional<Coverage> m_first; // of it: about as many steps as others have too
    std::shared_ptr<MicroOperands> m_operands;
    std::map<int, std::unique_ptr<MicroRun>> m_runs; // by the number of their pairing
    MicroRun* m_micro = nullptr;                     // that runs now; null: m_dense does
    std::unique_ptr<MaskOperands> m_rivalOperands;
    std::unique_ptr<MaskRival> m_dense;
    std::optional<sparda::Reselection> m_reselection;
    std::unique_ptr<MicroCounts> m_counts; // for it
    double m_choosingNs = 0;               // on the host, the longest
    std::unique_ptr<MaskRace> m_race;
    struct Candidate {
        Pairing pairing;
        std::unique_ptr<MicroRun> run;
    };
    std::vector<Candidate> m_candidates; // of the oracle
    MatrixPtr m_pattern;                 // of the mask that is measured
    SequenceRun m_run;
};

std::unique_ptr<MicroRun> MaskBench::runOf(const Pairing& pairing)
{
    DynamicPlan plan = m_plan;
    plan.rule.pairing = pairing;
    auto run = std::make_unique<MicroRun>(plan, m_operands, m_context.info());
    const Covering covering = m_first->of(pairing, m_op);
    run->expect(covering.tasks > 0 ? static_cast<double>(covering.steps) / static_cast<double>(covering.tasks) : 0);
    return run;
}

int MaskBench::numberOf(const Pairing& pairing)
{
    const auto found = std::find(m_run.pairings.begin(), m_run.pairings.end(), pairing);
    const auto number = static_cast<int>(found - m_run.pairings.begin());
    if (found == m_run.pairings.end())
        m_run.pairings.push_back(pairing);
    return number;
}

// Predictions are those of the plan's calibration, the oracle's pairings too; of the dense product what the plan says.
void MaskBench::useCalibration()
{
    try {
        m_calibration = readCalibration(m_plan.calibration);
        m_costs.emplace(*m_calibration, m_op, m_masks.facts(), sparda::IndexKind{m_plan.rule.input, m_plan.rule.order},
                        sparda::CostForm::Model,
                        m_plan.rule.denseNs > 0 ? std::optional(m_plan.rule.denseNs) : std::nullopt);
        if (m_calibration->gpu != m_context.info().name)
            m_run.messages.push_back(fmt::format("The plan was made with the calibration of an {}, not of this {}: its "
                                                 "predictions are those of another GPU.",
                                                 m_calibration->gpu, m_context.info().name));
        else if (!m_costs->measured())
            m_run.messages.push_back(fmt::format("Calibration {} has no times of pairings in {}: they are estimated.",
                                                 m_calibration->name, name(m_op.dtype)));
    } catch (const Error& error) {
        m_costs.reset();
        m_run.messages.push_back(fmt::format("Nothing is predicted: {}", error.what()));
    }
}

std::vector<Pairing> MaskBench::legal() const
{
    std::vector<Pairing> all = pairingsOfKernels(m_op, m_masks.facts().period);
    std::erase_if(all, [&](const Pairing& p) { return !refusal(p, m_op, m_masks.facts()).empty(); });
    return all;
}

// Side by side, into the cache: modules are loaded from there when they are wanted.
void MaskBench::compileAll(Progress& progress)
{
    const std::vector<Pairing> pairings = legal();
    CompileOptions options;
    options.architecture = m_context.info().architecture();
    parallelEach(static_cast<std::int64_t>(pairings.size()), 1, [&](std::int64_t i) {
        progress.check();
        const Pairing& p = pairings[at(i)];
        for (const MicroSource& source : {generateMicroProduct(p, m_op.dtype, m_plan.rule.input),
                                          generateMicroIndex(p, m_op.dtype, m_plan.rule.input, m_plan.rule.order)})
            compileSource(source.text, source.entry + ".cu", options);
    });
}

void MaskBench::prepareOracle(Progress& progress)
{
    for (const Pairing& pairing : legal()) {
        progress.check();
        try {
            m_candidates.push_back({pairing, runOf(pairing)});
        } catch (const Error& error) { // no memory for its index, say
            m_run.messages.push_back(fmt::format("The oracle goes without {}: {}", pairing.label(), error.what()));
        }
    }
}

void MaskBench::prepareReselection()
{
    if (!m_costs)
        throw Error(ErrorKind::Input, "pairings cannot be chosen anew without the plan's calibration");
    m_reselection.emplace(*m_costs, m_op, m_masks.facts(), m_plan.rule.reselect, m_plan.rule.pairing);
    if (!m_counts)
        m_counts = std::make_unique<MicroCounts>(m_reselection->buckets(), IndexInput::Bytes, m_context.info());
}

// What runs from now on.
void MaskBench::use(const std::optional<Pairing>& pairing)
{
    m_micro = nullptr;
    if (!pairing) {
        if (!m_dense)
            m_dense = makeMaskRival("cublas:dense", *m_rivalOperands, m_stream, m_context.info());
        return;
    }
    std::unique_ptr<MicroRun>& run = m_runs[numberOf(*pairing)];
    if (!run)
        run = runOf(*pairing);
    m_micro = run.get();
}

void MaskBench::prepare(Progress& progress)
{
    progress.report("compiling", 0);
    (m_run.conditions = conditionsOf(m_context, m_options)).values = MatrixValues::Random;
    useCalibration();
    m_firstMask = m_masks.mask(0, progress);
    m_first.emplace(*m_firstMask);
    const std::int64_t unit = 16 / bytesOf(m_op.dtype), period = m_masks.facts().period;
    const std::int64_t ld = (m_op.dense + unit - 1) / unit * unit;
    const bool sampled = m_op.sampled();
    m_values = randomDense(m_masks.shape().rows, sampled ? m_op.dense : period, sampled ? ld : period, m_op.dtype,
                           m_options.seed, progress);
    m_B = randomDense(m_masks.shape().cols, m_op.dense, ld, m_op.dtype, m_options.seed + 1, progress);
    m_operands = std::make_shared<MicroOperands>(m_op, m_masks.facts(), m_values, m_B);
    m_rivalOperands = std::make_unique<MaskOperands>(m_op, m_masks.facts(), m_values, m_B);
    use(m_plan.rule.pairing);
    if (m_run.oracle || m_plan.rule.reselect > 0)
        compileAll(progress);
    if (m_plan.rule.reselect > 0)
        prepareReselection();
    if (m_run.oracle)
        prepareOracle(progress);
    m_turn.take(progress, waitingForGpu, 0);
    m_race = std::make_unique<MaskRace>(m_plan, m_options, *m_rivalOperands, m_operands, m_context.info(), m_stream,
                                        m_stopwatch);
}

void MaskBench::predict(const Mask& mask, MaskRun& of)
{
    Coverage coverage(mask);
    if (!m_micro) {
        of.pairing = -1;
        of.stored = mask.shape().rows * mask.shape().cols;
        of.owned = mask.places();
        of.predictedKernelNs = m_plan.rule.denseNs;
        return;
    }
    const Pairing& pairing = m_micro->pairing();
    of.pairing = numberOf(pairing);
    const Covering covering = coverage.of(pairing, m_op);
    of.members = covering.members;
    of.tasks = covering.tasks;
    of.stored = covering.stored;
    of.owned = covering.owned;
    if (!m_costs)
        return;
    of.predictedIndexNs = m_costs->indexNs(pairing, covering);
    of.predictedKernelNs = m_costs->kernelNs(pairing, covering);
}

// For everyone, before a clock starts.
void MaskBench::setMask(const MaskPtr& mask)
{
    m_operands->setMask(mask);
    m_rivalOperands->setMask(mask);
    if (!m_micro)
        m_dense->convert();
}

ErrorNorms MaskBench::errorOf(const Verifier& verifier, const std::vector<std::uint8_t>& bytes, Progress& progress)
{
    const std::int64_t ld = m_micro ? m_micro->shape().ldC : m_rivalOperands->ldC();
    if (!m_op.sampled())
        return verifier.compare(C(), ld, m_stream, progress);
    const bool columns = m_micro && m_micro->pairing().layout == MaskLayout::Column;
    return verifier.compare(sampledOf(decode(bytes, m_op.dtype), ld, columns, *m_pattern), 1, progress);
}

// Three products on poisoned memory: the index of each has the CPU's members, the results are float64's, and how far
// they are from each other is kept.
void MaskBench::check(const Mask& mask, const Verifier& verifier, MaskRun& of, Progress& progress)
{
    Coverage coverage(mask);
    std::vector<std::uint8_t> first;
    for (int i = 0; i < checkedRuns; ++i) {
        if (m_micro)
            m_micro->poison();
        else
            C().fill(0xff);
        run();
        m_stream.wait(progress);
        std::vector<std::uint8_t> result = downloaded(C());
        const ErrorNorms error = errorOf(verifier, result, progress);
        // NaN is as wrong as can be, and stays so whatever the next run gives.
        const auto counted = [](double e) { return std::isnan(e) ? std::numeric_limits<double>::infinity() : e; };
        of.error = std::max(of.error, counted(error.relative));
        of.worstElement = std::max(of.worstElement, counted(error.worstElement));
        if (const std::string wrong =
                m_micro ? difference(m_micro->found(), coverage, m_micro->pairing(), m_plan.rule.order) : "";
            !wrong.empty()) {
            of.error = of.worstElement = std::numeric_limits<double>::infinity();
            m_run.messages.push_back(fmt::format("The index of mask {} is wrong: {}.", m_run.masks.size(), wrong));
        }
        if (first.empty())
            first = std::move(result);
        else if (result != first)
            of.spread = std::max(of.spread, largestDifference(decode(first, m_op.dtype), decode(result, m_op.dtype)));
    }
}

void MaskBench::time(MaskRun& of, bool counts, Progress& progress)
{
    const auto all = [&] {
        run();
        if (counts)
            queueCounts();
    };
    if (counts)
        of.selectNs = timed([&] { queueCounts(); }, progress);
    of.totalNs = timed(all, progress);
    of.hostNs = summariseTimes(m_stopwatch.measureByHost(m_options.warmups, m_options.repeats, all, progress)).medianNs;
    if (!m_options.brief)
        of.coldNs = timed(all, progress, Stopwatch::Cache::Cold);
    if (!m_micro) {
        of.kernelNs = timed([&] { run(); }, progress);
        of.peakBytes = static_cast<std::int64_t>(m_rivalOperands->bytes() + m_dense->bytes());
        return;
    }
    const auto clock = [&](const auto& what) { return timed(what, progress); };
    of.indexNs = m_micro->indexNs(clock, m_stream);
    of.kernelNs = m_micro->productNs(clock, m_stream);
    if (m_micro->zeroes())
        of.zeroNs = timed([&] { m_micro->zero(m_stream); }, progress);
    if (m_micro->converts())
        of.convertNs = timed([&] { m_micro->convert(m_stream); }, progress);
    of.peakBytes = static_cast<std::int64_t>(m_operands->bytes() + m_micro->bytes());
}

void MaskBench::askOracle(MaskRun& of, Progress& progress)
{
    const auto ask = [&](const std::function<void()>& what, int number) {
        progress.check();
        const double ns = summariseTimes(m_stopwatch.measure(oracleWarmups, oracleRepeats, what, progress)).medianNs;
        if (of.bestNs > 0 && ns >= of.bestNs)
            return;
        of.bestNs = ns;
        of.best = number;
    };
    try {
        if (!m_dense)
            m_dense = makeMaskRival("cublas:dense", *m_rivalOperands, m_stream, m_context.info());
        ask([&] { m_dense->multiply(); }, -1);
    } catch (const Error& error) { // it stores too much, say
        if (error.kind() == ErrorKind::Cancelled)
            throw;
    }
    for (const Candidate& candidate : m_candidates)
        ask([&] { candidate.run->run(m_stream); }, numberOf(candidate.pairing));
}

// By what was counted of mask t.
void MaskBench::chooseAnew(std::int64_t t, Progress& progress)
{
    const std::span<const std::int32_t> counts = m_counts->read(progress);
    const auto begin = std::chrono::steady_clock::now();
    m_reselection->take(t, counts);
    const double ns = std::chrono::duration<double, std::nano>(std::chrono::steady_clock::now() - begin).count();
    m_choosingNs = std::max(m_choosingNs, ns);
}

void MaskBench::measure(std::int64_t t, Progress& progress)
{
    progress.report(m_masks.title(t), 0);
    const MaskPtr mask = m_masks.mask(t, progress);
    m_pattern = m_masks.matrix(t, progress);
    const Matrix matrix = withValues(*m_pattern, m_op, m_values);
    std::vector<Dense> operands;
    if (m_op.sampled())
        operands.push_back(m_values);
    operands.push_back(m_B);
    const Verifier verifier(matrix, m_op, operands, mostOnCpu, m_context.info().architecture(), m_stream, progress);
    m_run.conditions.reference = verifier.where();
    if (m_reselection)
        use(m_reselection->on(t).pairing);
    setMask(mask);
    MaskRun of;
    predict(*mask, of);
    check(*mask, verifier, of, progress);
    const bool counts = m_reselection && m_reselection->countsAfter(t);
    time(of, counts, progress);
    if (counts)
        chooseAnew(t, progress);
    if (t == 0 && m_micro && m_options.counters && !m_options.brief) {
        try {
            countMicro(*m_micro, m_context, m_stream, m_run, progress);
        } catch (const Error& error) {
            if (error.kind() == ErrorKind::Cancelled)
                throw;
            m_run.messages.push_back(fmt::format("Index and kernel were not counted: {}", error.what()));
        }
    }
    if (m_run.oracle)
        askOracle(of, progress);
    m_run.masks.push_back(of);
    m_race->measure(*m_pattern, verifier, progress);
}

// In their order, each mask once, as they come when no one measures.
void MaskBench::replay(Progress& progress)
{
    if (m_reselection) {
        m_run.messages.push_back(fmt::format("Choosing anew took {} on the host at most, while the next mask runs.",
                                             formatTime(m_choosingNs)));
        prepareReselection();
    }
    for (std::size_t i = 0; i < m_run.masks.size(); ++i) {
        progress.report("replaying", static_cast<double>(i) / static_cast<double>(m_run.masks.size()));
        const auto t = static_cast<std::int64_t>(i);
        const bool counts = m_reselection && m_reselection->countsAfter(t);
        if (m_reselection)
            use(m_reselection->on(t).pairing);
        setMask(m_masks.mask(t, progress));
        m_run.masks[i].replayNs = m_stopwatch
                                      .measure(
                                          0, 1,
                                          [&] {
                                              run();
                                              if (counts)
                                                  queueCounts();
                                          },
                                          progress)
                                      .front();
        if (counts)
            chooseAnew(t, progress);
    }
}

} // namespace

SequenceRun runMasks(const DynamicPlan& plan, const MaskSequence& masks, const RunOptions& options, bool oracle,
                     Progress& progress)
{
    for (const std::string& baseline : options.baselines)
        requireMaskBaseline(baseline, plan.op, masks.facts());
    if (options.repeats < 1 || options.warmups < 0)
        failUsage("a run needs at least one repeat, and no fewer than no warm-ups");
    if (options.values && *options.values != MatrixValues::Random)
        failUsage("masks have no values: they are run with random ones");
    if (const std::string reason = refusal(plan, masks.facts()); !reason.empty())
        failInput(reason, {.file = masks.facts().path});
    progress.report("opening the GPU", 0);
    MaskBench bench(plan, masks, options, oracle);
    bench.prepare(Stage(progress, 0, 0.1).progress());
    for (std::int64_t t = 0; t < masks.size(); ++t) {
        const auto share = [&](std::int64_t n) {
            return 0.1 + 0.85 * static_cast<double>(n) / static_cast<double>(masks.size());
        };
        bench.measure(t, Stage(progress, share(t), share(t + 1)).progress());
    }
    if (!options.brief)
        bench.replay(Stage(progress, 0.95, 1).progress());
    progress.report("done", 1);
    return bench.take();
}

} // namespace sparsescope
