#include "engine/search/ready_sweeps.h"

#include "engine/core/error.h"
#include "engine/search/planner.h"

#include <fmt/format.h>

namespace sparsescope {

std::vector<ReadySweep> readySweeps(OperatorKind op)
{
    const OperatorDefinition& definition = definitionOf(op);
    if (definition.axis.empty())
        return {};                                                // the papers have none
    const std::string second = definition.sampled ? "1d" : "ell"; // its other basic format beside block
    const std::int64_t studied = definition.sampled ? 256 : 64;   // 5.5
    const std::string both = "block," + second;
    std::vector<ReadySweep> all;
    all.push_back({"levels",
                   "Number of levels",
                   "STile 5.5, table 7",
                   "Decomposition to 1, 2, 10, 100 levels and without limit (0): the more levels, the faster, until "
                   "there are enough.",
                   studied,
                   {parseSweepAxis("depth=1,2,10,100,0")}});
    all.push_back(
        {"formats",
         "Basic formats",
         "STile 5.5, table 7",
         "One basic format against both: two formats are 1.0 to 2.6 times better.",
         studied,
         {{"formats",
           {{both, {{"formats", both}}}, {"block", {{"formats", "block"}}}, {second, {{"formats", second}}}}}}});
    all.push_back({"settings",
                   "Depth and breadth",
                   "STile 5.5, figure 11",
                   "The default against one level, block alone and " + second + " alone: what each stores in vain.",
                   studied,
                   {{"setting",
                     {{"default", {}},
                      {"depth 1", {{"depth", "1"}}},
                      {"block only", {{"formats", "block"}}},
                      {second + " only", {{"formats", second}}}}}}});
    all.push_back({"feature-size",
                   "Extent of the dense axis",
                   definition.sampled ? "STile 5.2.2, figure 9" : "STile 5.2.1, figure 7",
                   "The feature sizes that the paper compares its competitors at.",
                   0,
                   {parseSweepAxis("dense=32,64,128,256,512")}});
    if (definition.sampled)
        return all;
    all.push_back({"multi-level",
                   "Multi-level against single-level",
                   "STile 5.4, figure 13",
                   "One level has to store overlaps where patterns cross; several levels were 3.6 times faster.",
                   32,
                   {{"setting", {{"multi-level", {{"depth", "0"}}}, {"single-level", {{"depth", "1"}}}}}}});
    all.push_back({"withdrawal",
                   "With and without withdrawal",
                   "STile 5.3.1, table 6",
                   "Without it more atomic tiles are chosen: up to 1.5 times slower.",
                   32,
                   {{"withdrawal", {{"with", {{"withdraw", "true"}}}, {"without", {{"withdraw", "false"}}}}}}});
    all.push_back(
        {"local-search",
         "With and without local search",
         "STile 5.3.2, table 6",
         "With it the search is up to 267 times faster, the plan as good or better.",
         32,
         {{"local search", {{"with", {{"local-search", "true"}}}, {"without", {{"local-search", "false"}}}}}}});
    all.push_back({"ratio",
                   "Local search ratio r",
                   "STile 5.3.2",
                   "The paper takes r = 1.2: what other ratios give, in cost and in search time.",
                   32,
                   {parseSweepAxis("ratio=1,1.05,1.1,1.2,1.5,2")}});
    SweepAxis widths{"widest bucket", {}};
    for (int width = 1; width <= 1024; width *= 2)
        widths.values.push_back({std::to_string(width), {{"width", std::to_string(width)}, {"column-parts", "1"}}});
    all.push_back({"width",
                   "Widest bucket of CELL",
                   "LiteForm, Cost Model Evaluation",
                   "Where LiteForm's cost of memory accesses is lowest, the slides found the shortest time.",
                   128,
                   {widths},
                   "cell"});
    return all;
}

ReadySweep readySweep(OperatorKind op, const std::string& name)
{
    std::string known;
    for (ReadySweep& ready : readySweeps(op)) {
        if (ready.name == name)
            return std::move(ready);
        known += (known.empty() ? "" : ", ") + ready.name;
    }
    if (known.empty())
        failUsage(fmt::format("there are no ready sweeps of {}", label(op)));
    failUsage(fmt::format("ready sweep \"{}\" is none of {}", name, known));
}

Sweep sweepOf(const ReadySweep& ready, SearchRequest base)
{
    if (base.planner != ready.planner)
        base.options = nlohmann::json::object(); // those of another planner
    base.planner = ready.planner;
    if (ready.dense > 0)
        base.op.dense = ready.dense;
    setCompeting(base, false);
    return {std::move(base), ready.axes};
}

Sweep plannersSweep(SearchRequest base)
{
    SweepAxis axis{"planner", {}};
    for (const Planner* planner : planners()) {
        if (planner->name() == "fastest")
            continue; // which would make all of their plans once more
        SweepValue value{planner->name(), {}};
        if (planner->name() != base.planner)
            value.changes = {{"planner", planner->name()}};
        axis.values.push_back(std::move(value));
    }
    return {std::move(base), {std::move(axis)}};
}

} // namespace sparsescope
