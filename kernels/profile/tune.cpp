#include "kernels/profile/tune.h"

#include "engine/core/error.h"
#include "engine/core/parallel.h"
#include "engine/cost/cost_model.h"
#include "engine/cost/plan_time.h"
#include "engine/ir/decompose.h"
#include "engine/measure/variant_text.h"
#include "kernels/device/compiler.h"
#include "kernels/generate/pieces.h"

#include <algorithm>
#include <chrono>
#include <fmt/format.h>
#include <optional>

namespace sparsescope {

namespace {

constexpr int variantWarmups = 2;
constexpr int tuneRepeats = 9;
constexpr std::int64_t widePart = 256; // of the dense loop: wider than any that was calibrated

Packed timedPack(const Plan& plan, const Matrix& matrix, double& ms, Codegen codegen, Progress& progress)
{
    const auto begin = std::chrono::steady_clock::now();
    Packed packed = pack(plan, matrix, progress, codegen);
    ms = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count();
    return packed;
}

// None where the plan has no dense loop to split freely, nor where its calibration is not at hand.
std::optional<Calibration> calibrationOf(const Plan& plan)
{
    const std::vector<std::string> names = shippedCalibrations();
    if (plan.op.sampled() || !plan.op.hasDenseAxis() ||
        std::find(names.begin(), names.end(), plan.calibration) == names.end())
        return std::nullopt;
    return readCalibration(plan.calibration);
}

Plan withPart(const Plan& plan, std::int64_t part, const Calibration& calibration, const Matrix& matrix)
{
    Plan other = plan;
    other.densePart = part;
    costPlan(other, matrix, *makeCostModel(calibration, plan.op, part));
    other.tiling().schedule = scheduleOf(other, calibration.sms).sm;
    return other;
}

// Parts of the dense loop that were calibrated, other than the plan's. None where a split adds nor where there is no
// dense loop.
std::vector<std::int64_t> otherParts(const Plan& plan, const Calibration& calibration)
{
    std::vector<std::int64_t> parts;
    for (const CalibrationEntry* entry : calibration.entriesOf(plan.op.kind, plan.op.dtype)) {
        const bool beyond = entry->densePart > plan.op.dense && entry->densePart / 2 >= plan.op.dense;
        if (entry->densePart != plan.densePart && !beyond)
            parts.push_back(entry->densePart);
    }
    return parts;
}

// "parts of 128, by rows, 128 threads, 4 gathers"
std::string variantText(const Prepared& prepared, const KernelParameters& parameters, LaunchOrder order)
{
    if (prepared.packed.graph)
        return fmt::format("{}, {} gathers{}", launchText(prepared.plan), parameters.gathers,
                           parameters.literals ? ", literals" : "");
    return variantStart(prepared.plan, order, prepared.plan.tiling().splitSums) + parameters.text() +
           (prepared.packed.codegen == Codegen::Program ? ", ir" : "");
}

std::string variantText(const Prepared& prepared, const KernelParameters& parameters)
{
    return variantText(prepared, parameters, prepared.plan.tiling().launchOrder);
}

// The same tiles with the parts of split rows summed the other way. None where no row is split.
std::optional<Plan> otherSums(const Prepared& prepared, const Matrix& matrix, Progress& progress)
{
    if (prepared.packed.splitRows.empty())
        return std::nullopt;
    Plan other = prepared.plan;
    const SplitSums sums = other.tiling().splitSums == SplitSums::Slots ? SplitSums::Atomic : SplitSums::Slots;
    setSplitSums(other, matrix, sums, progress);
    return other;
}

// Kernels of a plan for which nobody chose what computes it: where variants are tried, also those that are printed.
std::vector<Codegen> codegensOf(const Plan& plan, bool search)
{
    const Codegen usual = usualCodegen(plan);
    const std::vector<FormatPtr>& formats = plan.tiling().formats;
    const bool templates = std::any_of(formats.begin(), formats.end(), [&](const FormatPtr& format) {
        return hasTemplate(format->name(), plan.op.kind);
    });
    if (!search || usual == Codegen::Program || !templates || !ir::whyNotPrinted(plan).empty())
        return {usual};
    return {Codegen::Template, Codegen::Program};
}

struct Built {
    KernelParameters parameters;
    GeneratedSource source;
    std::string cubin;
    double ms = 0;
};

std::vector<Built> build(const Packed& packed, std::vector<KernelParameters> all, const std::string& architecture)
{
    std::vector<Built> built(all.size());
    parallelEach(static_cast<std::int64_t>(all.size()), 1, [&](std::int64_t n) {
        const auto i = static_cast<std::size_t>(n);
        CompileOptions compile;
        compile.architecture = architecture;
        built[i].parameters = all[i];
        built[i].source = generateKernel(packed, all[i]);
        CompiledSource compiled = compileSource(built[i].source.text, built[i].source.entry + ".cu", compile);
        built[i].cubin = std::move(compiled.cubin);
        built[i].ms = compiled.ms;
    });
    return built;
}

} // namespace

SharedOperands::Operands SharedOperands::of(const Packed& packed, const Progress& progress)
{
    const bool same = m_operands && m_op == packed.op && m_rows == packed.rows && m_cols == packed.cols;
    if (!same || m_ld != packed.ld) {
        m_operands.reset(); // before others take memory
        m_operands = std::make_shared<const std::vector<Dense>>(
            randomOperands(packed.op, packed.shape(), packed.ld, m_seed, progress));
        m_op = packed.op;
        m_rows = packed.rows;
        m_cols = packed.cols;
        m_ld = packed.ld;
    }
    return m_operands;
}

Prepared::Prepared(Plan of, const Matrix& matrix, SharedOperands& shared, Progress& progress, Codegen codegen)
    : plan(std::move(of)), packed(timedPack(plan, matrix, packMs, codegen, progress)),
      operands(shared.of(packed, progress))
{
}

void Prepared::upload()
{
    device = std::make_unique<DevicePlan>(packed, *operands);
}

void Prepared::relaunch(LaunchOrder order)
{
    setLaunchOrder(plan, order);
    packed.tasks = launched(plan.tiling(), tileCosts(plan.tiling()), plan.denseParts(), order);
    device->reorder(packed.tasks);
}

Tuning tune(const Plan& plan, const Matrix& matrix, SharedOperands& operands, bool search,
            const std::vector<Codegen>& asked, const std::string& architecture, const Stream& stream,
            Stopwatch& stopwatch, Turn& turn, Progress& progress)
{
    const std::vector<Codegen> codegens = asked.empty() ? codegensOf(plan, search) : asked;
    const bool several = codegens.size() > 1; // are measured, if nothing else is
    Tuning best;
    std::size_t chosen = 0;
    double fastest = 0;
    bool usual = true; // has `untuned` the default parameters?
    const auto measured = [&](const Prepared& on, const PlanKernels& kernels) {
        return summariseTimes(stopwatch.measure(
                                  variantWarmups, tuneRepeats, [&] { on.device->run(stream, kernels); }, progress))
            .medianNs;
    };
    // Measures one and keeps it when it is the fastest so far; its plan is the one that is kept or, if given, the
    // other.
    const auto consider = [&](Built& built, std::unique_ptr<Prepared> other) {
        const Prepared& on = other ? *other : *best.prepared;
        turn.take(progress, waitingForGpu, 0.5);
        if (other)
            other->upload();
        auto kernels = on.packed.hasKernel() ? std::make_shared<const PlanKernels>(built.source, built.cubin)
                                             : std::make_shared<const PlanKernels>();
        const double ns = search || several ? measured(on, *kernels) : 0;
        best.variants.push_back({variantText(on, built.parameters), ns, false});
        if (best.kernels && ns >= fastest)
            return;
        fastest = ns;
        chosen = best.variants.size() - 1;
        if (other) {
            best.prepared = std::move(other);
            best.untuned = kernels;
            best.untunedNs = ns;
        }
        best.parameters = built.parameters;
        best.source = std::move(built.source);
        best.compileMs = built.ms;
        best.kernels = std::move(kernels);
    };
    const auto tried = [&](const std::string& text) {
        return std::any_of(best.variants.begin(), best.variants.end(),
                           [&](const Variant& variant) { return variant.parameters == text; });
    };
    // A plan by one kernel, unless that has been measured.
    const auto considerPlan = [&](const Plan& one, Codegen codegen, const KernelParameters& parameters,
                                  const char* what, double done) {
        progress.report(what, done);
        auto prepared = std::make_unique<Prepared>(one, matrix, operands, progress, codegen);
        const Prepared* const own = prepared.get();
        if (tried(variantText(*own, parameters)))
            return;
        std::vector<Built> built =
            own->packed.hasKernel() ? build(own->packed, {parameters}, architecture) : std::vector<Built>(1);
        progress.check();
        consider(built.front(), std::move(prepared));
        if (best.prepared.get() == own)
            usual = parameters == KernelParameters();
        turn.leave();
    };
    considerPlan(plan, codegens.front(), {}, "compiling", 0.1);
    const bool tiles =
        !best.prepared->packed.byLibrary && !best.prepared->packed.graph && !best.prepared->packed.tasks.empty();
    const auto considerIfPrinted = [&](const Plan& one, Codegen codegen, const KernelParameters& parameters,
                                       const char* what, double done) {
        try {
            considerPlan(one, codegen, parameters, what, done);
        } catch (const Error& error) {
            if (error.kind() != ErrorKind::Usage && error.kind() != ErrorKind::Input)
                throw; // else it cannot be printed: what there is stays
        }
    };
    for (std::size_t i = 1; tiles && i < codegens.size(); ++i)
        considerIfPrinted(plan, codegens[i], {}, "compiling", 0.15);
    const auto considerWide = [&](Plan one, double done) { // of its own: the best so far may be let go
        if (!tiles || !(several || search) || !best.prepared->packed.written.schedule.empty() ||
            !widens(one.tiling().formats, one.op, one.densePart))
            return;
        for (const Codegen codegen : codegens)
            considerIfPrinted(one, codegen, wideParameters(codegen), "two accesses of a lane", done);
    };
    considerWide(plan, 0.2);
    // Costs are of the kernel with the default parameters.
    const auto measureUsual = [&] {
        turn.leave();
        const std::vector<Built> one = build(best.prepared->packed, {KernelParameters()}, architecture);
        turn.take(progress, waitingForGpu, 1);
        best.untuned = std::make_shared<const PlanKernels>(one.front().source, one.front().cubin);
        best.untunedNs = measured(*best.prepared, *best.untuned);
        turn.leave();
    };
    if (!search || best.prepared->packed.tasks.empty()) {
        if (best.variants.size() < 2)
            best.variants.clear();
        else
            best.variants[chosen].chosen = true;
        if (!usual)
            measureUsual();
        return best;
    }
    const auto considerOrder = [&] {
        const LaunchOrder order = best.prepared->plan.tiling().launchOrder;
        const LaunchOrder other = order == LaunchOrder::Rows ? LaunchOrder::Longest : LaunchOrder::Rows;
        const std::string text = variantText(*best.prepared, best.parameters, other);
        if (tried(text))
            return;
        progress.report("another order of launches", 0.35);
        turn.take(progress, waitingForGpu, 0.5);
        best.prepared->relaunch(other);
        const double ns = measured(*best.prepared, *best.kernels);
        best.variants.push_back({text, ns, false});
        if (ns < fastest) {
            fastest = ns;
            chosen = best.variants.size() - 1;
            best.untunedNs = ns;
        } else {
            best.prepared->relaunch(order);
        }
        turn.leave();
    };
    // What a plan like the best so far is measured with first.
    const auto startOf = [&](const Plan& one) {
        return widens(one.tiling().formats, one.op, one.densePart) ? best.parameters : KernelParameters();
    };
    if (tiles) {         // else the kernel says how it sums and launches
        considerOrder(); // first: by rows, parts lie outside, and a narrow one of B may fit the cache
        const std::optional<Calibration> calibration = calibrationOf(plan);
        if (calibration)
            for (const std::int64_t part : otherParts(best.prepared->plan, *calibration)) {
                const Plan other = withPart(best.prepared->plan, part, *calibration, matrix);
                considerPlan(other, best.prepared->packed.codegen, startOf(other), "another split of the dense loop",
                             0.3);
            }
        if (const std::optional<Plan> other = otherSums(*best.prepared, matrix, progress))
            considerPlan(*other, best.prepared->packed.codegen, best.parameters, "another way to sum split rows", 0.33);
        considerOrder();
        considerWide(best.prepared->plan, 0.37);
        if (calibration && plan.op.dense > widePart / 2)
            considerWide(withPart(best.prepared->plan, widePart, *calibration, matrix), 0.38);
    }
    std::vector<KernelParameters> rest = legalParameters(best.prepared->packed);
    std::erase_if(rest, [&](const KernelParameters& one) {
        return one == best.parameters || one.accesses != best.parameters.accesses;
    });
    progress.report("compiling variants", 0.4);
    std::vector<Built> built = build(best.prepared->packed, rest, architecture);
    for (std::size_t i = 0; i < built.size(); ++i) {
        progress.report("variants of the kernel",
                        0.7 + 0.3 * static_cast<double>(i) / static_cast<double>(built.size()));
        progress.check();
        consider(built[i], nullptr);
    }
    best.variants[chosen].chosen = true;
    if (!usual)
        measureUsual();
    return best;
}

} // namespace sparsescope
