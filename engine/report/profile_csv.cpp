#include "engine/report/profile_csv.h"

#include "engine/core/text.h"
#include "engine/measure/quantity.h"

#include <cmath>
#include <fmt/format.h>
#include <map>
#include <set>

namespace sparsescope {

namespace {

std::string number(double value)
{
    return std::isfinite(value) ? fmt::format("{}", value) : std::string();
}

std::string timing(const Timing& t)
{
    return t.medianNs > 0 ? fmt::format("{},{},{}", t.medianNs, t.lowNs, t.highNs) : ",,";
}

} // namespace

std::string timingsCsv(const Profile& p)
{
    std::string out =
        "what,median_ns,low_ns,high_ns,cold_median_ns,cold_low_ns,cold_high_ns,preprocess_ns,relative_error,"
        "verified,problem,memory_bytes,kind\n";
    const auto row = [&](const std::string& what, const Timing& warm, const Timing& cold, const std::string& rest,
                         const Basis& basis) {
        out +=
            fmt::format("{},{},{},{},{}\n", csvField(what), timing(warm), timing(cold), rest, csvField(words(basis)));
    };
    const Basis whole = measured(Origin::Whole, p), alone = measured(Origin::Alone, p);
    const auto memory = [](std::int64_t bytes) { return bytes > 0 ? std::to_string(bytes) : std::string(); };
    row("plan", p.kernel, p.cold,
        fmt::format("0,{},{},,{}", number(p.relativeError), p.verified, memory(p.memoryBytes)), whole);
    for (const auto& [what, ns] : {std::pair{"plan: zeroing", p.zeroNs},
                                   {"plan: fused kernel", p.fusedNs},
                                   {"plan: conversion", p.convertNs},
                                   {"plan: fused kernel with task clocks", p.instrumentedNs},
                                   {"launch: an empty kernel", p.launchNs},
                                   {"launch: behind another kernel", p.nextLaunchNs}})
        if (ns > 0)
            row(what, {ns, ns, ns}, {}, ",,,,", alone);
    if (p.predictedNs > 0)
        row("plan: predicted", {p.predictedNs, p.predictedNs, p.predictedNs}, {}, ",,,,", predictedBy(p.calibration));
    for (const Variant& v : p.variants)
        row((v.chosen ? "chosen: " : "tried: ") + v.parameters, {v.ns, v.ns, v.ns}, {}, ",,,,", whole);
    for (const KindRun& k : p.kinds)
        row("kind: " + k.kind, {k.ns, k.ns, k.ns}, {}, ",,,,", alone);
    for (const Baseline& b : p.baselines)
        row(b.name, b.timing, b.cold,
            b.problem.empty() ? fmt::format("{},{},{},,{}", number(b.preprocessNs), number(b.relativeError), b.verified,
                                            memory(b.memoryBytes))
                              : ",,," + csvField(b.problem) + ",",
            whole);
    for (const Limit& limit : p.limits)
        row("limit: " + limit.name, {limit.ns, limit.ns, limit.ns}, {}, ",,,,", predictedBy("measured rates"));
    return out;
}

std::string countersCsv(const Profile& profile)
{
    std::string out = "counter,value,unit,of\n";
    const auto add = [&](const std::vector<Counter>& counters, const std::string& of) {
        for (const Counter& c : counters)
            out += fmt::format("{},{},{},{}\n", csvField(c.name), number(c.value), csvField(c.unit), csvField(of));
    };
    add(profile.counters, "plan: fused kernel");
    for (const Baseline& baseline : profile.baselines)
        add(baseline.counters, baseline.name);
    return out;
}

std::string kindsCsv(const Profile& profile)
{
    std::string out = "kind,tasks,ns,predicted_flops,flops,predicted_bytes,bytes,predicted_added_bytes,added_bytes\n";
    for (const KindRun& k : profile.kinds)
        out += fmt::format("{},{},{},{},{},{},{},{},{}\n", csvField(k.kind), k.tasks, number(k.ns),
                           number(k.predictedFlops), number(k.flops), number(k.predictedBytes), number(k.bytes),
                           number(k.predictedAddedBytes), number(k.addedBytes));
    return out;
}

std::string tasksCsv(const Plan& plan, const Profile& profile)
{
    std::map<std::int32_t, double> saturated;
    for (const SaturatedTime& s : profile.saturated)
        saturated[s.tile] = s.ns;
    std::string out =
        "tile,part,format,atomic,level,round,predicted_ns,saturated_ns,in_situ_ns,sm,start_cycle,end_cycle\n";
    const auto begin = [&](std::int32_t tile, const std::string& part) {
        const Tile& t = plan.tiling().tiles.at(static_cast<std::size_t>(tile));
        const auto found = saturated.find(tile);
        out += fmt::format("{},{},{},{},{},{},{},{},", tile, part,
                           csvField(plan.tiling().formats.at(static_cast<std::size_t>(t.format))->label()),
                           t.atomic ? 1 : 0, t.level, t.round, number(t.cost),
                           found == saturated.end() ? "" : number(found->second));
    };
    std::set<std::int32_t> seen;
    for (const TaskTime& t : profile.taskTimes) {
        begin(t.tile, std::to_string(t.part));
        out += fmt::format("{},{},{},{}\n", number(t.inSituNs), t.sm, t.start, t.end);
        seen.insert(t.tile);
    }
    for (const auto& [tile, ns] : saturated)
        if (!seen.contains(tile)) {
            begin(tile, "");
            out += ",,,\n";
        }
    return out;
}

} // namespace sparsescope
