#include "app/cli/mask_plans.h"

#include "engine/core/error.h"
#include "engine/core/files.h"
#include "engine/core/json_text.h"
#include "engine/core/parallel.h"
#include "engine/run/executor.h"
#include "engine/search/sparda/sparda.h"
#include "engine/search/sparda/told.h"
#include "kernels/generate/generate.h"
#include "kernels/generate/micro.h"
#include "kernels/generate/standalone.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fmt/format.h>
#include <map>

namespace sparsescope {

namespace {

using nlohmann::json;

std::string chosenText(const DynamicPlan& plan)
{
    return plan.rule.pairing ? plan.rule.pairing->label() : "the dense product";
}

json jsonOf(const sparda::FoundRule& found)
{
    json pairings = json::array();
    for (const TraceEvent& event : found.trace.events)
        if (event.name == sparda::pairingEvent)
            pairings.push_back(event.data);
    return {{"plan", parseJson(dynamicPlanText(found.plan), {})},
            {"measured", found.measured},
            {"pairings", pairings},
            {"searchSeconds", found.trace.searchSeconds}};
}

void print(const sparda::FoundRule& found, const MaskSequence& masks)
{
    constexpr std::size_t few = 8;
    const DynamicPlan& plan = found.plan;
    std::vector<std::string> sampled;
    for (const RuleSample& sample : plan.rule.samples)
        sampled.push_back(std::to_string(sample.mask));
    fmt::print("plan          {} {} {}, dynamic, planner {}\n", label(plan.op.kind), extentText(plan.op, "="),
               name(plan.op.dtype), plan.planner);
    fmt::print("masks         {} of {} x {} in granules of {}; chosen by {}\n", formatCount(masks.size()),
               formatCount(plan.rows), formatCount(plan.cols), plan.rule.shape.granularity(), fmt::join(sampled, ", "));
    fmt::print("chosen        {}\n", chosenText(plan));
    fmt::print("predicted     {} a mask by calibration {}{}\n", formatTime(plan.predictedNs), plan.calibration,
               found.measured ? "" : ": estimated, not measured");
    if (plan.rule.denseNs > 0)
        fmt::print("dense         {}\n", formatTime(plan.rule.denseNs));
    std::vector<std::pair<std::string, sparda::ToldMask>> rows;
    std::map<std::string, std::int64_t> refused;
    for (const sparda::ToldPairing& told : sparda::pairingsIn(found.trace).pairings)
        if (told.refusal.empty())
            rows.emplace_back(told.pairing.label(), told.mean());
        else
            ++refused[told.refusal];
    std::stable_sort(rows.begin(), rows.end(),
                     [](const auto& a, const auto& b) { return a.second.ns() < b.second.ns(); });
    fmt::print("pairings      {}\n", rows.size());
    for (std::size_t i = 0; i < std::min(few, rows.size()); ++i) {
        const auto& [pairing, mean] = rows[i];
        const double stored = std::max(1.0, mean.stored);
        fmt::print("              {:>8} {:<36} {:>11} members, {:>5} covered zeros, {:>5} padding\n",
                   formatTime(mean.ns()), pairing, formatCount(std::llround(mean.members)),
                   formatPercent(mean.zeros / stored), formatPercent(mean.padding() / stored));
    }
    if (rows.size() > few)
        fmt::print("              and {} that take longer\n", rows.size() - few);
    for (const auto& [reason, count] : refused)
        fmt::print("refused       {}: {}\n", count, reason);
    fmt::print("search        {}\n", formatTime(found.trace.searchSeconds * 1e9));
}

std::string linesOf(const sparda::FoundRule& found)
{
    std::string lines;
    for (const TraceEvent& event : found.trace.events)
        lines += jsonText(json{{"event", event.name}, {"data", event.data}}) + "\n";
    return lines;
}

// The plan of one mask, valid. What is wrong with it is the file's.
Plan madeFor(const DynamicPlan& plan, const std::string& file, const MaskSequence& masks, std::int64_t t,
             Progress& progress)
{
    const MatrixPtr matrix = masks.matrix(t, progress);
    try {
        Plan made = materialise(plan, *masks.mask(t, progress), *matrix, t, progress);
        validatePlan(made, *matrix, progress);
        return made;
    } catch (const Error& e) {
        if (e.kind() != ErrorKind::Input || !e.where().file.empty())
            throw;
        failInput(fmt::format("on {}: {}", masks.title(t), e.what()), {.file = file});
    }
}

} // namespace

json toJson(const MaskFacts& facts)
{
    const MaskShape& shape = facts.shape;
    return {{"kind", facts.kind},          {"parameters", facts.parameters},
            {"masks", facts.size},         {"rows", shape.rows},
            {"cols", shape.cols},          {"granularity", {shape.granuleRows, shape.granuleCols}},
            {"period", facts.period},      {"single", facts.single},
            {"layout", name(facts.layout)}};
}

DynamicPlan planFor(const MaskSequence& masks, const std::string& file)
{
    DynamicPlan plan = readDynamicPlan(file);
    if (const std::string reason = refusal(plan, masks.facts()); !reason.empty())
        failInput(reason, {.file = file});
    return plan;
}

DynamicPlan planForGpu(const MaskSequence& masks, const std::string& file)
{
    DynamicPlan plan = planFor(masks, file);
    if (plan.rule.pairing && !hasKernel(*plan.rule.pairing, plan.op))
        failInput(fmt::format("there is no kernel in {} for {}", name(plan.op.dtype), plan.rule.pairing->label()),
                  {.file = file});
    return plan;
}

void planMasks(const MaskSequence& masks, const SearchArguments& search, const std::string& out,
               const std::string& trace, bool asJson, Console& console)
{
    const SearchRequest request = requestOf(search);
    sparda::FoundRule found;
    withThreads(search.threads, [&] { found = sparda::searchRule(masks, request, console.progress()); });
    if (!trace.empty())
        writeText(trace, linesOf(found), console.progress());
    if (!out.empty())
        writeDynamicPlan(found.plan, out, console.progress());
    console.clearLine();
    if (asJson)
        fmt::print("{}\n", jsonText(jsonOf(found), 2));
    else
        print(found, masks);
}

void generateForMasks(const MaskSequence& masks, const std::string& file, const std::string& out, Console& console)
{
    const DynamicPlan plan = planForGpu(masks, file);
    if (!plan.rule.pairing)
        failUsage("this dynamic plan is the dense product, which is cuBLAS's: there is no kernel of ours");
    const MicroSource product = generateMicroProduct(*plan.rule.pairing, plan.op.dtype, plan.rule.input);
    const MicroSource index = generateMicroIndex(*plan.rule.pairing, plan.op.dtype, plan.rule.input, plan.rule.order);
    const std::filesystem::path path(out);
    const std::string beside =
        (path.parent_path() / (path.stem().string() + "-index" + path.extension().string())).string();
    writeText(beside, index.text, console.progress());
    writeText(out, product.text, console.progress());
}

void generateForMask(const MaskSequence& masks, const std::string& file, std::optional<std::int64_t> mask,
                     const std::string& folder, Console& console)
{
    const DynamicPlan plan = planForGpu(masks, file);
    if (!mask)
        failUsage(fmt::format("a standalone program is of one mask: choose one with --mask 0 to {}", masks.size() - 1));
    const MaskPtr chosen = masks.mask(*mask, console.progress());
    if (plan.rule.pairing) {
        writeStandalone(plan, *chosen, masks.facts(), folder, console.progress());
        return;
    }
    const MatrixPtr matrix = masks.matrix(*mask, console.progress()); // cuBLAS's product
    writeStandalone(materialise(plan, *chosen, *matrix, *mask, console.progress()), *matrix, folder,
                    console.progress());
}

int checkMasks(const MaskSequence& masks, const std::string& file, std::optional<std::int64_t> only, std::uint64_t seed,
               std::optional<MatrixValues> values, bool asJson, Console& console)
{
    const DynamicPlan plan = planFor(masks, file);
    if (only)
        masks.requireMask(*only);
    const std::int64_t begin = only.value_or(0), end = only ? *only + 1 : masks.size();
    ErrorNorms worst;
    std::int64_t worstMask = begin, wrong = 0;
    std::string overflow;
    for (std::int64_t t = begin; t < end; ++t) {
        console.progress().report(masks.title(t), static_cast<double>(t - begin) / static_cast<double>(end - begin));
        const MatrixPtr matrix = masks.matrix(t, console.progress());
        const Plan made = madeFor(plan, file, masks, t, console.progress());
        const CheckedPlan checked = checkPlan(made, *matrix, seed, console.progress(), values);
        if (!checked.error.accepted(plan.op.dtype)) {
            ++wrong;
            overflow = overflow.empty() ? checked.overflow : overflow;
        }
        if (!(checked.error.worstElement <= worst.worstElement)) {
            worst = checked.error;
            worstMask = t;
        }
    }
    console.clearLine();
    const bool good = wrong == 0;
    if (asJson)
        fmt::print("{}\n", jsonText(json{{"masks", end - begin},
                                         {"covered", true},
                                         {"maxRelativeError", worst.relative},
                                         {"worstElementError", worst.worstElement},
                                         {"worstMask", worstMask},
                                         {"wrong", wrong},
                                         {"accepted", good}},
                                    2));
    else
        fmt::print(
            "covered       in {} mask{} every non-zero is owned exactly once\n"
            "error         at worst, in mask {}: {:.3g} of the norm, worst element {:.3g} of its magnitude: {}\n",
            formatCount(end - begin), end - begin == 1 ? "" : "s", worstMask, worst.relative, worst.worstElement,
            good ? "accepted" : fmt::format("{} TOO LARGE", formatCount(wrong)));
    if (!overflow.empty())
        fmt::print(stderr, "sparsescope-cli: {}\n", overflow);
    return good ? 0 : static_cast<int>(ErrorKind::Verification);
}

} // namespace sparsescope
