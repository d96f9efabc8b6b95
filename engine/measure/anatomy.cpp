#include "engine/measure/anatomy.h"

#include "engine/core/at.h"
#include "engine/core/error.h"
#include "engine/cost/plan_time.h"
#include "engine/measure/roofline.h"

#include <cmath>
#include <fmt/format.h>
#include <numeric>

namespace sparsescope {

namespace {

constexpr double notKnown = std::numeric_limits<double>::quiet_NaN();

void takeRest(Anatomy& anatomy)
{
    double rest = anatomy.totalNs;
    for (std::size_t part = 0; part < callParts; ++part)
        if (static_cast<CallPart>(part) != CallPart::Left && std::isfinite(anatomy.ns[part]))
            rest -= anatomy.ns[part];
    anatomy[CallPart::Left] = std::fabs(rest) > 1e-9 * anatomy.totalNs ? rest : 0; // what rounding leaves is nothing
}

// What the SMs would take for all sub-tasks at the rate of a full GPU, evenly spread. Tiles that were not measured take
// as many times their cost as those that were.
double saturatedWork(const Plan& plan, const Profile& profile)
{
    double measured = 0, predicted = 0;
    for (const SaturatedTime& time : profile.saturated)
        if (time.tile >= 0 && at(time.tile) < plan.tiling().tiles.size()) {
            measured += time.ns;
            predicted += plan.tiling().tiles[at(time.tile)].cost;
        }
    if (!(measured > 0) || !(predicted > 0) || profile.conditions.sms <= 0)
        return notKnown;
    const double all = std::accumulate(plan.tiling().tiles.begin(), plan.tiling().tiles.end(), 0.0,
                                       [](double sum, const Tile& tile) { return sum + tile.cost; });
    return all * measured / predicted * static_cast<double>(plan.denseParts()) / profile.conditions.sms;
}

} // namespace

std::string name(CallPart part)
{
    static constexpr std::array<const char*, callParts> names = {
        "launch", "zeroing", "work", "latency", "imbalance and tail", "kernel", "conversion", "left"};
    return names[static_cast<std::size_t>(part)];
}

std::string meaning(CallPart part)
{
    static constexpr std::array<const char*, callParts> meanings = {
        "What empty kernels in the place of this call's take.",
        "Zeroing rows of the output that several tiles add to, or that none writes, beyond the launch.",
        "The fused kernel's sub-tasks at the rate of a full GPU (saturated), spread evenly over the SMs.",
        "The rest of the time in which the mean SM has a block on it: it waits, and too few blocks hide it.",
        "From when the mean SM has nothing left until the last block ends.",
        "The fused kernel, not taken apart, beyond its launch.",
        "Converting rows that were added to in float32, beyond the launch.",
        "The call less all other parts: what none of them explains. Below 0, parts that were measured apart overlap."};
    return meanings[static_cast<std::size_t>(part)];
}

bool Anatomy::known(CallPart part) const
{
    return std::isfinite((*this)[part]);
}

double Anatomy::kernelNs() const
{
    double sum = notKnown;
    for (const CallPart part : {CallPart::Work, CallPart::Latency, CallPart::Imbalance, CallPart::Kernel})
        if (known(part))
            sum = std::isfinite(sum) ? sum + (*this)[part] : (*this)[part];
    return sum;
}

std::vector<CallBand> bandsAround(const Anatomy& a, double blocksEnd)
{
    std::vector<CallBand> bands;
    if (!a.known(CallPart::Launch))
        return bands;
    double at = -(a.launch.firstNs + (a.zeroes ? a[CallPart::Zeroing] + a.launch.nextNs : 0));
    const auto add = [&](CallPart part, double ns) {
        if (ns > 0)
            bands.push_back({part, at, at + ns});
        at += std::max(0.0, ns);
    };
    add(CallPart::Launch, a.launch.firstNs);
    if (a.zeroes) {
        add(CallPart::Zeroing, a[CallPart::Zeroing]);
        add(CallPart::Launch, a.launch.nextNs);
    }
    at = blocksEnd;
    // Predicted blocks end with the work of the longest SM; that of the sub-tasks that start last comes on top.
    if (const double kernel = a.kernelNs(); kernel > blocksEnd)
        add(a.known(CallPart::Latency) ? CallPart::Latency : CallPart::Kernel, kernel - blocksEnd);
    if (a.converts) {
        add(CallPart::Launch, a.launch.nextNs);
        add(CallPart::Conversion, a[CallPart::Conversion]);
    }
    add(CallPart::Left, a[CallPart::Left]);
    return bands;
}

Anatomy predictedAnatomy(const Plan& plan, double predictedNs)
{
    Anatomy a;
    a.ns.fill(notKnown);
    a.totalNs = predictedNs;
    a.basis = predictedBy(plan.calibration);
    try {
        const Calibration costs = costsOf(plan);
        const Schedule schedule = scheduleOf(plan, costs.sms);
        const PlanTime time = planTime(plan, schedule.longestNs(), rowWritesOf(plan), costs);
        const double mean =
            std::accumulate(schedule.busyNs.begin(), schedule.busyNs.end(), 0.0) / std::max(1, costs.sms);
        a[CallPart::Launch] = time.launchNs + time.besideNs;
        a[CallPart::Work] = mean;
        a[CallPart::Imbalance] = time.longestNs - mean;
        a[CallPart::Latency] = time.latencyNs();
        a[CallPart::Zeroing] = time.zeroNs + (time.zeroes ? time.addedNs : 0);
        a[CallPart::Conversion] = time.converts ? time.addedNs : 0;
        a.launch = {time.launchNs, time.besideNs > 0 ? time.besideNs : costs.nextLaunchNs, "costs " + costs.name};
        a.zeroes = time.zeroes;
        a.converts = time.converts;
    } catch (const Error& error) {
        a.note = fmt::format("The prediction is not taken apart: {}", error.what());
    }
    takeRest(a);
    return a;
}

Anatomy measuredAnatomy(const Plan& plan, const Profile& profile, const BlockSchedule& schedule,
                        const LaunchTimes& launch, bool recorded)
{
    Anatomy a;
    a.ns.fill(notKnown);
    a.totalNs = profile.kernel.medianNs;
    a.basis = measured(Origin::Whole, profile, recorded);
    a.launch = launch;
    a.zeroes = profile.zeroNs > 0;
    a.converts = profile.convertNs > 0;
    const auto beyondLaunch = [&](double ns) { return std::max(0.0, ns - launch.firstNs); };
    if (!(profile.fusedNs > 0)) {
        a.note = "The parts of the call were not timed.";
    } else if (!(launch.firstNs > 0) || (a.launches() > 1 && !(launch.nextNs > 0))) {
        a.note = "What an empty kernel takes on this GPU is not known, so that launches stand in the other parts.";
        a[CallPart::Kernel] = profile.fusedNs;
    } else {
        a[CallPart::Launch] = launch.firstNs + (a.launches() - 1) * launch.nextNs;
        a[CallPart::Zeroing] = a.zeroes ? beyondLaunch(profile.zeroNs) : 0;
        a[CallPart::Conversion] = a.converts ? beyondLaunch(profile.convertNs) : 0;
        const double work = saturatedWork(plan, profile);
        const ScheduleBalance& balance = schedule.balance;
        if (!schedule.problem.empty() || schedule.sampled()) {
            a[CallPart::Kernel] = beyondLaunch(profile.fusedNs);
            a.note = schedule.problem.empty() ? "The kernel is not taken apart: the clocks of its blocks are a sample."
                                              : schedule.problem;
        } else if (!std::isfinite(work)) {
            a[CallPart::Kernel] = balance.longestNs;
            a.note = "The kernel is not taken apart: no tile was measured saturated.";
        } else {
            a[CallPart::Work] = std::min(work, balance.meanNs);
            a[CallPart::Latency] = balance.meanNs - a[CallPart::Work];
            a[CallPart::Imbalance] = balance.longestNs - balance.meanNs;
        }
    }
    takeRest(a);
    return a;
}

LaunchTimes launchTimes(const Profile& profile)
{
    if (profile.launchNs > 0)
        return {profile.launchNs, profile.nextLaunchNs, "this run"};
    const KnownRates known = ratesFor(profile);
    if (known.otherGpu || known.calibration.empty())
        return {};
    return {known.launchNs, known.nextLaunchNs, "calibration " + known.calibration};
}

} // namespace sparsescope
