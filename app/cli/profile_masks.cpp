// profile of a sequence of masks: a dynamic plan is run over all of them.
#include "app/cli/mask_plans.h"
#include "engine/core/error.h"
#include "engine/core/json_text.h"
#include "engine/core/parallel.h"
#include "engine/measure/baselines.h"
#include "engine/measure/mask_validation.h"
#include "engine/search/sparda/sparda.h"
#include "engine/session/session.h"
#include "engine/work/worker.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <fmt/format.h>

namespace sparsescope {

namespace {

using nlohmann::json;

double medianOf(std::vector<double> values)
{
    if (values.empty())
        return 0;
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

double medianOf(const SequenceRun& run, double MaskRun::*what)
{
    std::vector<double> values;
    for (const MaskRun& mask : run.masks)
        values.push_back(mask.*what);
    return medianOf(std::move(values));
}

std::int64_t wrongMasks(const SequenceRun& run, DataType dtype)
{
    return std::count_if(run.masks.begin(), run.masks.end(), [&](const MaskRun& m) { return !m.accepted(dtype); });
}

void print(const DynamicPlan& plan, const SequenceRun& run)
{
    const Conditions& c = run.conditions;
    fmt::print("device        {}, {} SMs, driver {}, CUDA {}\n", c.device, c.sms, c.driver, c.cuda);
    fmt::print("plan          {} {} {}: {}, index from {}, {}\n", label(plan.op.kind), extentText(plan.op, "="),
               name(plan.op.dtype), plan.rule.pairing ? plan.rule.pairing->label() : "the dense product",
               name(plan.rule.input), name(plan.rule.order));
    double worst = 0, spread = 0;
    for (const MaskRun& mask : run.masks) {
        worst = std::max(worst, mask.error);
        spread = std::max(spread, mask.spread);
    }
    const std::int64_t wrong = wrongMasks(run, plan.op.dtype);
    fmt::print(
        "verified      {} of {} masks{} (error at worst {:.3g} of the norm, runs differ by {:.3g}; float64 on the "
        "{})\n",
        formatCount(static_cast<std::int64_t>(run.masks.size()) - wrong),
        formatCount(static_cast<std::int64_t>(run.masks.size())), wrong > 0 ? ", NOT ALL" : "", worst, spread,
        c.reference);
    fmt::print("a mask        {}, by the host's clock {}", formatTime(medianOf(run, &MaskRun::totalNs)),
               formatTime(medianOf(run, &MaskRun::hostNs)));
    if (const double cold = medianOf(run, &MaskRun::coldNs); cold > 0)
        fmt::print(", with a cold L2 {}, each once in turn {}", formatTime(cold),
                   formatTime(medianOf(run, &MaskRun::replayNs)));
    fmt::print("; medians of the masks\nparts         index {}, kernel {}",
               formatTime(medianOf(run, &MaskRun::indexNs)), formatTime(medianOf(run, &MaskRun::kernelNs)));
    for (const auto& [what, part] : {std::pair("select", &MaskRun::selectNs), std::pair("zero", &MaskRun::zeroNs),
                                     std::pair("convert", &MaskRun::convertNs)})
        if (const double ns = medianOf(run, part); ns > 0)
            fmt::print(", {} {}", what, formatTime(ns));
    const Agreement agreed = agreementOf(run, MaskTime::Total);
    fmt::print("\npredicted     by calibration {}: median error {}, Pearson's r {:.3f}", plan.calibration,
               formatPercent(agreed.medianError), agreed.pearson);
    for (const auto& [what, which] : {std::pair("index", MaskTime::Index), std::pair("kernel", MaskTime::Kernel)})
        if (const Agreement part = agreementOf(run, which); part.points > 0)
            fmt::print("; {} {}", what, formatPercent(part.medianError));
    fmt::print("\n");
    if (const Regret regret = regretOf(run); regret.masks > 0)
        fmt::print(
            "oracle        {:.3f} times the best pairing of each mask (geometric mean), at worst {:.2f} on mask {}\n",
            regret.geometricMean, regret.worst, regret.worstMask);
    for (std::size_t r = 0; r < run.rivals.size(); ++r) {
        const Rival& rival = run.rivals[r];
        if (!rival.problem.empty()) {
            fmt::print("{:<22}{}\n", rival.name, rival.problem);
            continue;
        }
        const RivalRace race = raceOf(run, r);
        if (race.masks == 0) {
            fmt::print("{:<22}is what the plan does itself\n", rival.name);
            continue;
        }
        std::vector<double> totals, conversions;
        for (const RivalOnMask& mask : rival.masks) {
            totals.push_back(mask.totalNs);
            conversions.push_back(mask.conversionNs);
        }
        fmt::print("{:<22}{}, of which conversion {}{}: {:.2f}x (geometric mean), faster on {} of {} masks\n",
                   rival.name, formatTime(medianOf(totals)), formatTime(medianOf(conversions)),
                   rival.waits ? ", by the host's clock" : "", race.geometricMean, race.lost, race.masks);
    }
    for (const Counter& counter : run.counters)
        fmt::print("{:<58}{:.4g} {}\n", counter.name, counter.value, counter.unit);
    for (const std::string& message : run.messages)
        fmt::print("note          {}\n", message);
}

template <class Record>
json columnsJson(const std::vector<Record>& masks)
{
    json columns = json::object();
    for (const MaskColumn& column : columnsOf(std::span<const Record>(masks)))
        columns[column.name] = column.values;
    return columns;
}

json jsonOf(const DynamicPlan& plan, const SequenceRun& run)
{
    json all = toJson(run);
    all["plan"] = parseJson(dynamicPlanText(plan), {});
    all["masks"] = columnsJson(run.masks);
    for (std::size_t r = 0; r < run.rivals.size(); ++r)
        all["rivals"][r]["masks"] = columnsJson(run.rivals[r].masks);
    all["wrong"] = wrongMasks(run, plan.op.dtype);
    const Agreement agreed = agreementOf(run, MaskTime::Total);
    const auto finite = [](double value) { return std::isfinite(value) ? json(value) : json(); };
    all["agreement"] = {{"medianError", finite(agreed.medianError)}, {"pearson", finite(agreed.pearson)}};
    return all;
}

// What a rule says of its index may be said anew; all else is the search's.
void changeRule(Rule& rule, const SearchArguments& search)
{
    for (const auto& [option, text] : search.options) {
        if (option == "input") {
            rule.input = parseIndexInput(text);
        } else if (option == "index") {
            rule.order = parseIndexOrder(text);
        } else if (option == "reselect") {
            const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), rule.reselect);
            if (error != std::errc() || end != text.data() + text.size() || rule.reselect < 0 ||
                rule.reselect > INT32_MAX)
                failUsage(fmt::format("--reselect takes a number from 0, not {}", text));
        } else {
            failUsage(fmt::format("--{} is an option of the search, which --plan has done", option));
        }
    }
}

// What the dense product takes on this GPU, for the choice: by a rule without a pairing, on the first mask. None where
// it cannot be had, as where it would store too much.
std::optional<double> measuredDense(const MaskSequence& masks, const SearchRequest& request, const RunOptions& options,
                                    Worker& worker, Console& console)
{
    DynamicPlan plan;
    plan.op = request.op;
    plan.planner = request.planner;
    plan.calibration = request.calibration.empty() ? defaultCalibration : request.calibration;
    plan.rows = masks.shape().rows;
    plan.cols = masks.shape().cols;
    plan.rule.shape = masks.shape();
    plan.rule.period = masks.facts().period;
    RunOptions brief = options;
    brief.baselines.clear();
    brief.brief = true;
    try {
        const MaskSequencePtr first = onlyMask(masks, 0, console.progress());
        const session::Session run =
            worker.runMasks({first, std::make_shared<const DynamicPlan>(plan), false, brief}, console.progress());
        return run.maskRuns.at(0).run.masks.at(0).kernelNs;
    } catch (const Error& error) {
        if (error.kind() == ErrorKind::Cancelled)
            throw;
        return {};
    }
}

} // namespace

int profileMasks(const MaskSequencePtr& masks, const MaskProfileArguments& arguments, Worker& worker, Console& console)
{
    DynamicPlan plan;
    const auto requireBaselines = [&](const Operator& op) {
        for (const std::string& baseline : arguments.run.baselines)
            requireMaskBaseline(baseline, op, masks->facts());
    };
    if (arguments.plan.empty()) {
        const SearchRequest request = requestOf(arguments.search);
        requireBaselines(request.op);
        std::optional<double> denseNs;
        if (request.planner == sparseDynamicPlanner().name())
            denseNs = measuredDense(*masks, request, arguments.run, worker, console);
        withThreads(arguments.search.threads,
                    [&] { plan = sparda::searchRule(*masks, request, console.progress(), denseNs).plan; });
    } else {
        plan = planForGpu(*masks, arguments.plan);
        requireBaselines(plan.op);
        changeRule(plan.rule, arguments.search);
    }
    MaskJob job{masks, std::make_shared<const DynamicPlan>(plan), arguments.oracle, arguments.run};
    if (job.run.baselines.empty())
        job.run.baselines = maskBaselines(plan.op, masks->facts());
    for (const std::string& file : arguments.kernels)
        job.run.baselines.push_back(userKernelPrefix + file);
    session::Session session = worker.runMasks(job, console.progress());
    session::writeSession(session, arguments.out);
    const SequenceRun& run = session.maskRuns.at(0).run;
    console.clearLine();
    if (arguments.json)
        fmt::print("{}\n", jsonText(jsonOf(plan, run), 2));
    else
        print(plan, run);
    const std::int64_t wrong = wrongMasks(run, plan.op.dtype);
    if (wrong > 0)
        fmt::print(stderr, "sparsescope-cli: the results of {} masks differ from the float64 reference\n", wrong);
    return wrong == 0 ? 0 : static_cast<int>(ErrorKind::Verification);
}

} // namespace sparsescope
