// A plan that was found, for people and for programs.
#include "app/cli/console.h"
#include "engine/plan/launch_order.h"
#include "engine/search/alphasparse/alphasparse.h"
#include "engine/search/planner.h"

#include <fmt/format.h>

namespace sparsescope {

nlohmann::json planJson(const SearchResult& result)
{
    const Plan& plan = result.plan;
    const PlanSummary s = summarise(plan);
    nlohmann::json byFormat = nlohmann::json::object();
    for (const auto& [name, count] : s.tilesByFormat)
        byFormat[name] = count;
    nlohmann::json competitors = nlohmann::json::object();
    for (const Competitor& c : plan.competitors)
        competitors[c.name] = c.predictedNs;
    return {{"tiles", s.tiles},
            {"tilesByFormat", byFormat},
            {"levels", s.levels},
            {"rounds", s.rounds},
            {"atomicTiles", s.atomicTiles},
            {"launchOrder", name(plan.tiling().launchOrder)},
            {"splitSums", name(plan.tiling().splitSums)},
            {"withdrawn", withdrawnTiles(result.trace)},
            {"covered", s.places.owned},
            {"paddingRatio", s.places.paddingRatio()},
            {"redundantRatio", s.places.redundantRatio()},
            {"bytes", s.bytes},
            {"csrBytes", s.csrBytes},
            {"predictedNs", plan.predictedNs},
            {"calibration", plan.calibration},
            {"order", name(orderAsked(plan.options))},
            {"competitors", competitors},
            {"figures", plan.figures},
            {"searchSeconds", result.trace.searchSeconds}};
}

void printPlan(const SearchResult& result)
{
    const Plan& plan = result.plan;
    const PlanSummary s = summarise(plan);
    if (plan.op.hasDenseAxis())
        fmt::print("plan          {} {} {}, parts of {}, planner {}\n", label(plan.op.kind), extentText(plan.op, "="),
                   name(plan.op.dtype), plan.densePart, plan.planner);
    else
        fmt::print("plan          {} {}, planner {}\n", label(plan.op.kind), name(plan.op.dtype), plan.planner);
    if (const MatrixOrder order = orderAsked(plan.options); order != MatrixOrder::File)
        fmt::print("order         {}; rows and columns keep the file's numbers\n", name(order));
    fmt::print("tiles         {} ({}), {} with split rows\n", formatCount(s.tiles), formatsText(s),
               formatCount(s.atomicTiles));
    const bool fused = !ranByLibrary(plan) && !hasOwnKernel(plan);
    fmt::print("launch        {}\n", fused ? launchText(plan.tiling().launchOrder, plan.tiling().splitSums,
                                                        s.atomicTiles > 0 && !plan.op.sampled())
                                           : launchText(plan));
    fmt::print("levels        {}, rounds {}, {} tiles withdrawn\n", s.levels, s.rounds,
               formatCount(withdrawnTiles(result.trace)));
    fmt::print("places        {} stored: {} owned, {} padding, {} redundant ({:.3g} % padding)\n",
               formatCount(s.places.stored), formatCount(s.places.owned), formatCount(s.places.padding()),
               formatCount(s.places.redundant), 100 * s.places.paddingRatio());
    fmt::print("bytes         {} (CSR {})\n", formatBytes(s.bytes), formatBytes(s.csrBytes));
    fmt::print("predicted     {} by calibration {}\n", formatTime(plan.predictedNs), plan.calibration);
    for (const Competitor& c : plan.competitors)
        fmt::print("              {} {}\n", formatTime(c.predictedNs), c.name);
    fmt::print("search        {}\n", formatTime(result.trace.searchSeconds * 1e9));
    if (const std::string found = alphasparse::foundText(plan); !found.empty())
        fmt::print("graph         {}\n", found);
}

} // namespace sparsescope
