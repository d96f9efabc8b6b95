#include "engine/measure/advice.h"

#include "engine/core/at.h"
#include "engine/core/text.h"
#include "engine/measure/variant_text.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <map>

namespace sparsescope {

namespace {

using TimeText = std::string (*)(double);

constexpr double leastGain = 0.01;   // of the call: less is noise
constexpr double leastFaster = 1.02; // of two variants: less is noise of nine runs
constexpr std::int64_t leastPart = 16;
constexpr double dearAtomics = 10;

// The plan's own search again.
Trial again(const Plan& plan)
{
    Trial trial{plan.planner, plan.options, plan.op};
    trial.options.erase("cancelled");
    return trial;
}

double orNothing(double ns)
{
    return std::isfinite(ns) ? ns : 0;
}

// Twice as many sub-tasks share the SMs: they hide each other's latency, and the last ones are shorter.
std::optional<Advice> finerParts(const Plan& plan, const Profile& profile, const Anatomy& measured, TimeText time)
{
    const std::int64_t half = plan.densePart / 2;
    const double open =
        orNothing(measured[CallPart::Latency]) + std::max(0.0, orNothing(measured[CallPart::Imbalance]));
    const std::string parts = fmt::format("parts of {},", half);
    const bool tried = std::any_of(profile.variants.begin(), profile.variants.end(),
                                   [&](const Variant& v) { return v.parameters.starts_with(parts); });
    if (!plan.op.hasDenseAxis() || !plan.options.contains("dense-split") || half < leastPart || tried)
        return {};
    Advice advice;
    advice.title = "Smaller parts of the dense loop";
    advice.text =
        fmt::format("{} sub-tasks on {} SMs leave {} to latency, imbalance and tail. Parts of {} instead of {} "
                    "make twice as many, which may halve that; what their smaller loads cost more is not in "
                    "this.",
                    formatCount(profile.tasks), profile.conditions.sms, time(open), half, plan.densePart);
    advice.gainNs = open / 2;
    advice.button = fmt::format("Search with parts of {}", half);
    advice.trial = again(plan);
    advice.trial.options["dense-split"] = std::to_string(half);
    return advice;
}

// Rows that no two tiles share need neither zeroing nor conversion.
std::optional<Advice> noAtomics(const Plan& plan, const Anatomy& measured, TimeText time)
{
    const auto atomic = std::count_if(plan.tiling().tiles.begin(), plan.tiling().tiles.end(),
                                      [](const Tile& tile) { return tile.atomic; });
    const double launches = (measured.launches() - 1) * measured.launch.nextNs;
    const double gain = measured.known(CallPart::Launch) ? orNothing(measured[CallPart::Zeroing]) +
                                                               orNothing(measured[CallPart::Conversion]) + launches
                                                         : 0;
    if (atomic == 0 || plan.calibration.find(", ") != std::string::npos)
        return {};
    Advice advice;
    advice.title = "Rows that one tile writes";
    advice.text = fmt::format(
        "{} of {} tiles have split rows, which are {}: with the launches {}. A plan without split rows saves at most "
        "that; a search in which atomics cost {:.0f} times as much looks for one.",
        formatCount(atomic), formatCount(static_cast<std::int64_t>(plan.tiling().tiles.size())),
        orNothing(measured[CallPart::Conversion]) > 0 ? "added to in float32 and converted in the end" : "zeroed first",
        time(gain), dearAtomics);
    advice.gainNs = gain;
    advice.button = fmt::format("Search with atomics x{:.0f}", dearAtomics);
    advice.trial = again(plan);
    advice.trial.costChanges = {fmt::format("atomic={:.0f}", dearAtomics)};
    return advice;
}

// Half as wide values move half of the bytes; wide ones need no conversion of rows that are added to in float32.
std::optional<Advice> otherType(const Plan& plan, const Anatomy& measured, TimeText time)
{
    const double work = orNothing(measured[CallPart::Work]);
    const double next = measured.launch.nextNs;
    Advice advice;
    advice.trial = again(plan);
    if (narrow(plan.op.dtype)) {
        const double conversion = orNothing(measured[CallPart::Conversion]);
        if (!(conversion > 0))
            return {};
        advice.trial.op.dtype = DataType::TFloat32;
        advice.title = "Sums that need no conversion";
        advice.text = fmt::format("Converting the rows that were added to in float32 takes {} with its launch, which "
                                  "tf32 does without; its values are twice as wide, so that the work of {} may double.",
                                  time(conversion + next), time(work));
        advice.gainNs = conversion + next - work;
        advice.button = "Search with tf32";
        return advice;
    }
    const bool atomic = measured[CallPart::Zeroing] > 0;
    const bool wide = plan.op.inFloat64(); // its half needs no conversion
    advice.trial.op.dtype = wide ? DataType::Float32 : DataType::Float16;
    advice.title = "Values of half the width";
    advice.text =
        fmt::format("{} moves half of the bytes, which may halve the work of {}{}, where its range and digits suffice.",
                    wide ? "float32" : "float16", time(work),
                    atomic && !wide ? fmt::format("; converting split rows costs a launch of {}", time(next)) : "");
    advice.gainNs = work / 2 - (atomic && !wide ? next : 0);
    advice.button = wide ? "Search with float32" : "Search with float16";
    return advice;
}

std::optional<Advice> otherPlanner(const Plan& plan, const Profile& profile, TimeText time)
{
    const Baseline* best = profile.fastestBaseline();
    if (!best || plan.planner == "fastest")
        return {};
    Advice advice;
    advice.title = "A kernel that is faster";
    advice.text = fmt::format("{} takes {} a call, this plan {}, both measured as whole calls with a warm L2. All "
                              "planners are asked for the plan that is predicted to be the fastest.",
                              best->name, time(best->timing.medianNs), time(profile.kernel.medianNs));
    advice.gainNs = profile.kernel.medianNs - best->timing.medianNs;
    advice.button = "Ask all planners";
    advice.trial = {"fastest", nlohmann::json::object(), plan.op};
    return advice;
}

// One format is further off its costs than the others.
std::optional<Advice> otherFormats(const Plan& plan, const Profile& profile, TimeText time)
{
    struct Sum {
        double predicted = 0, inSitu = 0;
    };
    std::map<std::string, Sum> formats;
    Sum all;
    for (const TaskTime& task : profile.taskTimes) {
        if (task.tile < 0 || at(task.tile) >= plan.tiling().tiles.size())
            continue;
        const Tile& tile = plan.tiling().tiles[at(task.tile)];
        for (Sum* sum : {&formats[plan.tiling().formatOf(tile).name()], &all}) {
            sum->predicted += tile.cost;
            sum->inSitu += task.inSituNs;
        }
    }
    if (formats.size() < 2 || !plan.options.contains("formats") || profile.conditions.sms <= 0)
        return {};
    const double sampled =
        profile.tasks > 0 ? static_cast<double>(profile.taskTimes.size()) / static_cast<double>(profile.tasks) : 1;
    Advice advice;
    for (const auto& [format, sum] : formats) {
        const double others = (all.inSitu - sum.inSitu) / (all.predicted - sum.predicted);
        const double more = (sum.inSitu - sum.predicted * others) / sampled / profile.conditions.sms;
        if (!(more > advice.gainNs))
            continue;
        std::string rest;
        for (const auto& [other, unused] : formats)
            if (other != format)
                rest += (rest.empty() ? "" : ",") + other;
        advice.title = fmt::format("Without {}", format);
        advice.text =
            fmt::format("Tiles of {} take {:.2g} times their predicted cost in situ, those of {} {:.2g} times. "
                        "At the rate of the others they would take {} less on the mean SM.",
                        format, sum.inSitu / sum.predicted, rest, others, time(more));
        advice.gainNs = more;
        advice.button = fmt::format("Search with {} alone", rest);
        advice.trial = again(plan);
        advice.trial.options["formats"] = rest;
    }
    return advice.gainNs > 0 ? std::optional(advice) : std::nullopt;
}

// A variant of the plan's tiles: how it was launched, and how its kernel was built.
struct Tried {
    Launch launch;
    std::string built; // "128 threads, 4 gathers"
    double ns = 0;
    bool chosen = false;
};

std::vector<Tried> triedOf(const Plan& plan, const Profile& profile)
{
    std::vector<Tried> tried;
    for (const LaunchOrder order : {LaunchOrder::Longest, LaunchOrder::Rows})
        for (const SplitSums sums : {SplitSums::Slots, SplitSums::Atomic}) {
            if (sums != plan.tiling().splitSums && !splitsRows(plan))
                continue;
            const std::string start = variantStart(plan, order, sums);
            for (const Variant& v : profile.variants)
                if (v.parameters.starts_with(start) && v.ns > 0)
                    tried.push_back({{order, sums}, v.parameters.substr(start.size()), v.ns, v.chosen});
        }
    return tried;
}

// The same tiles and the same kernel were faster launched otherwise.
std::optional<Advice> otherLaunch(const Plan& plan, const Profile& profile, TimeText time)
{
    const Launch own{plan.tiling().launchOrder, plan.tiling().splitSums};
    const std::vector<Tried> tried = triedOf(plan, profile);
    const Tried *slow = nullptr, *fast = nullptr;
    for (const Tried& mine : tried)
        for (const Tried& other : tried)
            if (mine.launch == own && other.launch != own && mine.built == other.built &&
                mine.ns > leastFaster * other.ns && (!fast || mine.ns - other.ns > slow->ns - fast->ns)) {
                slow = &mine;
                fast = &other;
            }
    if (!fast)
        return {};
    const Launch best = fast->launch;
    const auto words = [&](const Launch& launch) { // where they differ
        return best.order == own.order ? "with split rows " + label(launch.sums)
                                       : launchText(launch.order, launch.sums, best.sums != own.sums);
    };
    const std::string how = words(best);
    const bool already =
        std::any_of(tried.begin(), tried.end(), [&](const Tried& one) { return one.chosen && one.launch == best; });
    Advice advice;
    advice.title = "Launched " + how;
    advice.text =
        fmt::format("The run tried the same tiles both ways, with {}: {} a call takes {}; {}, as the plan says, {}.{}",
                    fast->built, how, time(fast->ns), words(own), time(slow->ns),
                    already ? " The other times of this run are of the faster way already." : "");
    advice.gainNs = slow->ns - fast->ns;
    advice.button = "Launch " + how;
    advice.launch = best;
    return advice;
}

} // namespace

std::vector<Advice> adviceOf(const Plan& plan, const Profile& profile, const Anatomy& measured, TimeText time)
{
    std::vector<Advice> list;
    for (auto& advice :
         {finerParts(plan, profile, measured, time), noAtomics(plan, measured, time), otherType(plan, measured, time),
          otherPlanner(plan, profile, time), otherFormats(plan, profile, time), otherLaunch(plan, profile, time)})
        if (advice && advice->gainNs > leastGain * profile.kernel.medianNs)
            list.push_back(*advice);
    std::stable_sort(list.begin(), list.end(), [](const Advice& a, const Advice& b) { return a.gainNs > b.gainNs; });
    return list;
}

} // namespace sparsescope
