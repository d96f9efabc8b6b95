#include "app/cli/mask_plans.h"

#include "engine/core/error.h"
#include "engine/core/files.h"
#include "engine/core/json_reader.h"
#include "engine/core/parallel.h"
#include "engine/run/executor.h"
#include "engine/search/sparda/sparda.h"
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

// A pairing as the trace tells of it, added up over the masks that were sampled.
struct PairingRow {
    std::string label;
    std::string refusal;
    double ns = 0; // of a mask, the mean
    double members = 0, steps = 0, stored = 0, owned = 0, zeros = 0;
};

std::vector<PairingRow> rowsOf(const Trace& trace)
{
    std::vector<PairingRow> rows;
    for (const TraceEvent& event : trace.events) {
        if (event.name != sparda::pairingEvent)
            continue;
        PairingRow row;
        row.label = pairingFrom(JsonReader(event.data["pairing"], {})).label();
        row.refusal = event.data.value("refusal", std::string());
        const json& masks = event.data["masks"];
        row.ns = event.data["ns"].get<double>() / static_cast<double>(std::max<std::size_t>(1, masks.size()));
        for (const json& mask : masks) {
            row.members += mask["members"].get<double>();
            row.steps += mask["steps"].get<double>();
            row.stored += mask["stored"].get<double>();
            row.owned += mask["owned"].get<double>();
            row.zeros += mask["zeros"].get<double>();
        }
        rows.push_back(std::move(row));
    }
    return rows;
}

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
    std::vector<PairingRow> rows = rowsOf(found.trace);
    std::map<std::string, std::int64_t> refused;
    for (const PairingRow& row : rows)
        if (!row.refusal.empty())
            ++refused[row.refusal];
    std::erase_if(rows, [](const PairingRow& row) { return !row.refusal.empty(); });
    std::stable_sort(rows.begin(), rows.end(), [](const PairingRow& a, const PairingRow& b) { return a.ns < b.ns; });
    fmt::print("pairings      {}\n", rows.size());
    for (std::size_t i = 0; i < std::min(few, rows.size()); ++i) {
        const PairingRow& row = rows[i];
        const double stored = std::max(1.0, row.stored);
        fmt::print("              {:>8} {:<36} {:>11} members, {:>5} covered zeros, {:>5} padding\n",
                   formatTime(row.ns), row.label, formatCount(std::llround(row.members)),
                   formatPercent(row.zeros / stored), formatPercent((row.stored - row.owned - row.zeros) / stored));
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

} // namespace

DynamicPlan planFor(const MaskSequence& masks, const std::string& file)
{
    DynamicPlan plan = readDynamicPlan(file);
    if (const std::string reason = refusal(plan, masks.facts()); !reason.empty())
        failInput(reason, {.file = file});
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
    const DynamicPlan plan = planFor(masks, file);
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
    const DynamicPlan plan = planFor(masks, file);
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
    const std::int64_t begin = only.value_or(0), end = only ? *only + 1 : masks.size();
    ErrorNorms worst;
    std::int64_t worstMask = begin, wrong = 0;
    std::string overflow;
    for (std::int64_t t = begin; t < end; ++t) {
        console.progress().report(masks.title(t), static_cast<double>(t - begin) / static_cast<double>(end - begin));
        const MatrixPtr matrix = masks.matrix(t, console.progress());
        const Plan made = materialise(plan, *masks.mask(t, console.progress()), *matrix, t, console.progress());
        validatePlan(made, *matrix, console.progress());
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
