#include "engine/search/ready_sweeps.h"

#include "engine/core/error.h"
#include "engine/search/planner.h"

#include <algorithm>
#include <cstdlib>
#include <fmt/format.h>
#include <map>

namespace sparsescope {

namespace {

// STile table 4.
Published publishedFor(const std::string& matrix, std::vector<Published::Value> values)
{
    static const std::map<std::string, std::pair<std::int64_t, std::int64_t>> sizes = {
        {"cora", {2'708, 10'556}},           {"citeseer", {3'327, 9'228}},       {"pubmed", {19'717, 88'651}},
        {"ppi", {44'906, 1'271'274}},        {"arxiv", {169'343, 1'166'243}},    {"ND", {325'729, 1'497'134}},
        {"proteins", {132'534, 39'561'252}}, {"reddit", {232'965, 114'615'892}}, {"LogSparse", {4'096, 90'115}},
        {"Strided", {4'096, 766'144}}};
    const auto [rows, nnz] = sizes.at(matrix);
    return {matrix, rows, nnz, std::move(values)};
}

// STile table 6: without withdrawal (latency), without local search (latency, search time).
struct AblationRow {
    const char* matrix;
    double latencyWithoutWithdrawal, latencyWithoutLocalSearch, searchWithoutLocalSearch;
};
constexpr AblationRow table6[] = {{"cora", 1.0, 1.0, 1.0},       {"citeseer", 1.0, 1.0, 1.3}, {"pubmed", 1.0, 1.0, 2.2},
                                  {"ppi", 1.4, 1.2, 61.7},       {"arxiv", 1.1, 1.0, 22.1},   {"ND", 1.2, 1.2, 56.1},
                                  {"proteins", 1.5, 1.0, 213.5}, {"reddit", 1.1, 1.0, 267.4}};

// STile table 7: for 1, 2, 10 and 100 levels, block alone, and the other format alone.
struct SpaceRow {
    const char* matrix;
    bool sampled;
    double latency[6], search[6];
};
constexpr SpaceRow table7[] = {{"reddit", false, {1.1, 1.0, 1.0, 1.0, 1.1, 1.9}, {1.2, 0.8, 0.9, 1.0, 0.2, 0.1}},
                               {"reddit", true, {1.4, 1.3, 1.0, 1.0, 2.3, 1.1}, {2.0, 1.8, 1.0, 1.0, 0.3, 0.1}},
                               {"ND", false, {1.7, 1.4, 1.6, 1.0, 1.1, 1.3}, {1.7, 2.7, 1.4, 1.0, 0.1, 0.01}},
                               {"ND", true, {1.1, 1.1, 1.0, 1.0, 1.6, 1.1}, {2.7, 2.1, 1.0, 1.0, 0.1, 0.002}},
                               {"LogSparse", false, {1.0, 1.0, 1.0, 1.0, 1.0, 1.0}, {0.9, 1.0, 1.0, 1.0, 0.7, 0.1}},
                               {"LogSparse", true, {1.3, 1.0, 1.0, 1.0, 2.1, 1.0}, {1.3, 1.1, 1.1, 1.1, 0.2, 0.1}},
                               {"Strided", false, {1.0, 1.0, 1.0, 1.0, 1.0, 2.0}, {1.0, 1.0, 1.0, 1.0, 0.7, 0.3}},
                               {"Strided", true, {1.2, 1.0, 1.0, 1.0, 2.6, 1.4}, {2.5, 1.1, 1.1, 1.0, 0.2, 0.4}}};

// The columns of table 7 from `first` on, by the values that stand for them; the default is 1 by definition.
std::vector<Published> fromTable7(bool sampled, std::size_t first, const std::vector<std::string>& texts,
                                  const std::string& standard)
{
    std::vector<Published> all;
    for (const SpaceRow& row : table7)
        if (row.sampled == sampled) {
            std::vector<Published::Value> values = {{standard, 1, 1}};
            for (std::size_t i = 0; i < texts.size(); ++i)
                values.push_back({texts[i], row.latency[first + i], row.search[first + i]});
            all.push_back(publishedFor(row.matrix, std::move(values)));
        }
    return all;
}

std::vector<Published> fromTable6(bool localSearch)
{
    std::vector<Published> all;
    for (const AblationRow& row : table6)
        all.push_back(publishedFor(
            row.matrix,
            {{"with", 1, 1},
             localSearch ? Published::Value{"without", row.latencyWithoutLocalSearch, row.searchWithoutLocalSearch}
                         : Published::Value{"without", row.latencyWithoutWithdrawal, 0}}));
    return all;
}

// AlphaSparse table III: hours that the search with pruning took, GFLOP/s of what it found without and with it. Sizes
// are those of SuiteSparse's collection, which the paper takes its matrices from.
struct PruningRow {
    const char* matrix;
    std::int64_t rows, nnz;
    double hours, without, with;
};
constexpr PruningRow tableIII[] = {{"pdb1HYS", 36'417, 4'344'765, 3.1, 273.4, 303.2},
                                   {"windtunnel_evap3d", 40'816, 2'730'600, 2.3, 286.1, 343.3},
                                   {"consph", 83'334, 6'010'480, 1.9, 339.8, 356.0},
                                   {"Ga41As41H72", 268'096, 18'488'476, 3.4, 193.6, 242.1},
                                   {"Si41Ge41H72", 185'639, 15'011'265, 4.8, 175.1, 236.9},
                                   {"ASIC_680k", 682'862, 3'871'773, 0.9, 121.8, 169.6},
                                   {"mip1", 66'463, 10'352'819, 4.9, 227.0, 226.0},
                                   {"Rucci1", 1'977'885, 7'791'168, 1.9, 218.9, 223.7},
                                   {"boyd2", 466'316, 1'500'397, 2.4, 61.3, 80.2},
                                   {"rajat31", 4'690'002, 20'316'253, 5.1, 189.2, 226.0},
                                   {"transient", 178'866, 961'368, 3.0, 127.7, 153.0},
                                   {"ins2", 309'412, 2'751'484, 3.4, 101.9, 152.8},
                                   {"bone010", 986'703, 47'851'783, 3.3, 193.2, 235.4}};
constexpr double hoursWithoutPruning = 8; // of all of them, its limit

std::vector<Published> fromTableIII()
{
    std::vector<Published> all;
    for (const PruningRow& row : tableIII)
        all.push_back({row.matrix,
                       row.rows,
                       row.nnz,
                       {{"with both", 1, 1}, {"no pruning", row.with / row.without, hoursWithoutPruning / row.hours}}});
    // Figure 14c.
    all.push_back(
        {"scfxm1-2r", 37'980, 221'388, {{"with both", 1, 0}, {"no pruning", 1.78, 0}, {"no compression", 1.32, 0}}});
    return all;
}

// Where ours, measured on an H200 (tests/bench/claims_h200.csv), are others than the paper's, and why.
const char* const levelsDiffer =
    "On an H200 one level costs SpMM of Strided 1.15 times (the paper: 1.0). SDDMM gains nothing from levels: the "
    "model "
    "rates a mix of block and 1D tiles better than it runs, 0.8 of the default is what one level takes on LogSparse.";
const char* const formatsDiffer =
    "On an H200 block alone runs SDDMM in 0.8 to 0.9 of the default's time (the paper: 2.1 to 2.6): tensor cores make "
    "up for the padding, and our 1D tiles are slower than the model says.";
const char* const multiLevelDiffers = "The paper does not publish its pattern. Over the family that generate-matrix "
                                      "crossing makes, one level takes 1.1 to "
                                      "2.35 times as long on an H200. Where a place costs x times as much in ELL as in "
                                      "a block of 16 rows, one level takes "
                                      "the cheaper of all in ELL and all in blocks, so that it loses at most x / (1 + "
                                      "(x - 1)^2 / 15) times: 2.5, at x = 4.";
const char* const withdrawalDiffers = "On an H200 cora, LogSparse and Strided are predicted the same with and without, "
                                      "and measured within 5 %; the paper's "
                                      "effect is on graphs whose rows become split without it (ppi, ND, proteins).";
const char* const localSearchDiffers = "On an H200 the plans of cora, LogSparse and Strided differ by 2 to 3 %, and "
                                       "the search without takes 6 to 22 times as "
                                       "long; how long depends on the cores of the machine that searches.";

const char* const pruningDiffers = "The paper's search without pruning has no annealing either, and ran into its limit "
                                   "of 8 hours; ours ends as it does "
                                   "with pruning, after --seconds or when little gets better.";

// A search among graphs has a prediction of its own, which knows how arrays are stored.
double predictedNs(const SweepPoint& point)
{
    const auto numbers = numbersIn(point.figures);
    const auto ofGraph = numbers.find("graphSearch.predictedNs");
    return ofGraph == numbers.end() ? point.predictedNs : ofGraph->second;
}

} // namespace

const Published* ReadySweep::publishedOf(const Matrix& matrix) const
{
    for (const Published& p : published)
        if (p.rows == 0 || (p.rows == matrix.rows() && std::abs(p.nnz - matrix.nnz()) <= p.nnz / 100))
            return &p;
    return nullptr;
}

namespace {

// SparseTIR varies the channels of a convolution, in and out alike; the order is this program's question.
std::vector<ReadySweep> relationalSweeps()
{
    SweepAxis channels{"channels", {}};
    for (const char* extent : {"32", "64", "128", "256"})
        channels.values.push_back({extent, {{"inner", extent}, {"dense", extent}}});
    return {
        {"channels",
         "Channels, K = L",
         "SparseTIR 4.4.2, figure 23",
         "Both extents together: the fused kernel gains most where there are few channels, over 128 it loses to "
         "libraries' dense products.",
         0,
         {std::move(channels)},
         "rgms"},
        {"order",
         "Sum or multiply first",
         "SparseTIR 4.4.1, figure 21",
         "The paper multiplies every place's row; rows that are summed first take fewer products.",
         32,
         {{"order", {{"sum first", {{"multiply-first", "false"}}}, {"multiply first", {{"multiply-first", "true"}}}}}},
         "rgms"}};
}

} // namespace

std::vector<ReadySweep> readySweeps(OperatorKind op)
{
    const OperatorDefinition& definition = definitionOf(op);
    if (!definition.inner.empty())
        return relationalSweeps();
    if (definition.axis.empty())
        return {{"pruning",
                 "Pruning and compression",
                 "AlphaSparse VII-F, table III and figure 14c",
                 "The search among graphs without its pruning rules, and with arrays stored as they are: 2.5 times as "
                 "long for graphs 1.2 times as slow, and 1.3 times as slow.",
                 1,
                 {{"search",
                   {{"with both", {{"pruning", "true"}, {"compression", "true"}}},
                    {"no pruning", {{"pruning", "false"}}},
                    {"no compression", {{"compression", "false"}}}}}},
                 "alphasparse",
                 "with both",
                 fromTableIII(),
                 pruningDiffers}};
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
                   {parseSweepAxis("depth=1,2,10,100,0")},
                   "stile",
                   "0",
                   fromTable7(definition.sampled, 0, {"1", "2", "10", "100"}, "0"),
                   levelsDiffer});
    all.push_back(
        {"formats",
         "Basic formats",
         "STile 5.5, table 7",
         "One basic format against both: two formats are 1.0 to 2.6 times better.",
         studied,
         {{"formats",
           {{both, {{"formats", both}}}, {"block", {{"formats", "block"}}}, {second, {{"formats", second}}}}}},
         "stile",
         both,
         fromTable7(definition.sampled, 4, {"block", second}, both),
         formatsDiffer});
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
    all.push_back(
        {"multi-level",
         "Multi-level against single-level",
         "STile 5.4, figure 13",
         "One level has to store overlaps where patterns cross; several levels were 3.6 times faster.",
         32,
         {{"setting", {{"multi-level", {{"depth", "0"}}}, {"single-level", {{"depth", "1"}}}}}},
         "stile",
         "multi-level",
         {{"the pattern of figure 12, its size not given", 0, 0, {{"multi-level", 1, 0}, {"single-level", 3.6, 0}}}},
         multiLevelDiffers});
    all.push_back({"withdrawal",
                   "With and without withdrawal",
                   "STile 5.3.1, table 6",
                   "Without it more tiles with split rows are chosen: up to 1.5 times slower.",
                   32,
                   {{"withdrawal", {{"with", {{"withdraw", "true"}}}, {"without", {{"withdraw", "false"}}}}}},
                   "stile",
                   "with",
                   fromTable6(false),
                   withdrawalDiffers});
    all.push_back({"local-search",
                   "With and without local search",
                   "STile 5.3.2, table 6",
                   "With it the search is up to 267 times faster, the plan as good or better.",
                   32,
                   {{"local search", {{"with", {{"local-search", "true"}}}, {"without", {{"local-search", "false"}}}}}},
                   "stile",
                   "with",
                   fromTable6(true),
                   localSearchDiffers});
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
    all.push_back(
        {"partitions",
         "Column partitions of hyb",
         "SparseTIR 4.2.1, figure 12",
         "More column partitions keep more of B in the caches: L1 and L2 hit rates rise. But each partition "
         "adds to C once more, so that the time stops to fall.",
         128,
         {parseSweepAxis("column-parts=1,2,4,8,16,32")},
         "hyb",
         "1",
         {},
         "The paper draws reddit without giving numbers. Predictions know no caches: they see what more partitions "
         "cost, a run also what they save.",
         {{"l1tex__t_sector_hit_rate.pct", "L1 hit rate"}, {"lts__t_sector_hit_rate.pct", "L2 hit rate"}}});
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

std::optional<ReadySweep> readySweepOf(const Sweep& sweep)
{
    for (ReadySweep& ready : readySweeps(sweep.base.op.kind))
        if (ready.planner == sweep.base.planner && ready.axes == sweep.axes)
            return std::move(ready);
    return std::nullopt;
}

std::vector<OverDefault> overDefault(const ReadySweep& ready, const Matrix& matrix, std::span<const SweepPoint> points)
{
    std::vector<OverDefault> all(points.size());
    const auto standard = std::find_if(points.begin(), points.end(), [&](const SweepPoint& p) {
        return p.problem.empty() && predictedNs(p) > 0 && p.values == std::vector<std::string>{ready.standard};
    });
    const Published* published = ready.publishedOf(matrix);
    for (std::size_t i = 0; i < points.size(); ++i) {
        const SweepPoint& point = points[i];
        if (standard != points.end() && point.problem.empty()) {
            const auto ratio = [](double a, double b) { return a > 0 && b > 0 ? a / b : 0; };
            all[i].predicted = ratio(predictedNs(point), predictedNs(*standard));
            all[i].measured = ratio(point.measuredNs, standard->measuredNs);
            all[i].searchTime = ratio(point.searchSeconds, standard->searchSeconds);
        }
        for (const Published::Value& value : published ? published->values : std::vector<Published::Value>())
            if (point.values == std::vector<std::string>{value.text}) {
                all[i].paperLatency = value.latency;
                all[i].paperSearchTime = value.searchTime;
            }
    }
    return all;
}

std::string uncounted(const ReadySweep& ready, std::span<const SweepPoint> points)
{
    const auto lacks = [&](const SweepPoint& point) {
        return point.problem.empty() &&
               std::any_of(ready.counters.begin(), ready.counters.end(),
                           [&](const ReadyCounter& counter) { return !point.counted.contains(counter.name); });
    };
    const auto lacking = std::count_if(points.begin(), points.end(), lacks);
    if (lacking == 0)
        return {};
    std::string names;
    for (const ReadyCounter& counter : ready.counters)
        names += (names.empty() ? "" : " and the ") + counter.title;
    return fmt::format("The {}{} {} not counted.", names,
                       lacking == std::ssize(points) ? "" : fmt::format(" of {} of {} points", lacking, points.size()),
                       ready.counters.size() == 1 ? "is" : "are");
}

Sweep plannersSweep(SearchRequest base, const std::vector<std::string>& others)
{
    // A default of one planner is no wish that others with an option of that name should follow.
    if (!base.planner.empty())
        for (const PlannerOption& option : planner(base.planner).options())
            if (base.options.contains(option.name) && base.options[option.name] == option.initial)
                base.options.erase(option.name);
    std::vector<std::string> names;
    for (const Planner* planner : planners())
        if (planner->name() != "fastest") // which would make all of their plans once more
            names.push_back(planner->name());
    names.insert(names.end(), others.begin(), others.end());
    SweepAxis axis{"planner", {}};
    for (const std::string& name : names) {
        SweepValue value{name, {}};
        if (name != base.planner)
            value.changes = {{"planner", name}};
        axis.values.push_back(std::move(value));
    }
    return {std::move(base), {std::move(axis)}};
}

} // namespace sparsescope
