#include "engine/search/fastest/fastest.h"

#include "engine/core/error.h"
#include "engine/cost/borrowed.h"
#include "engine/search/stile/plain_csr.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <iterator>
#include <memory>
#include <utility>
#include <vector>

namespace sparsescope {

namespace {

// Planners whose formats run on the GPU (FormatTraits::onGpu, which a test compares), the quick ones first. The last
// one measures by itself: it is asked where plans can be measured.
const std::vector<std::string> able = {"fixed:csr",   "fixed:ell",    "fixed:1d",    "fixed:sell",
                                       "fixed:bsr",   "fixed:srbcrs", "fixed:dense", "hyb",
                                       "fixed:block", "cell",         "stile",       "alphasparse"};

constexpr MatrixOrder inFile = MatrixOrder::File;

// How many plans are measured. Beside the best of eleven planners, on 24 matrices with N = 128 of an H200, three lose
// 1.0 % in float16 and 3.1 % in float32, five 0.8 % and 1.2 %; two more as several widths of cell stand beside them.
constexpr std::size_t mostFinalists = 7;

// What is asked for a plan: a planner with its defaults, or with these.
struct Asked {
    std::string planner;
    std::string label; // as the command line has it
    nlohmann::json options = nlohmann::json::object();
};

// Where SpMM's plans are measured: rows that no two tiles share take a launch less, or save the last of their tiles to
// add them up. Either they are folded, eight places wide, within larger tiles than SparseTIR's, or a tile is one row of
// the widest bucket. No prediction knows the variants of these plans.
std::vector<Asked> ofWholeRows(std::int64_t nnz)
{
    std::vector<Asked> all;
    for (const int rows : {16, 32})
        all.push_back({"hyb", fmt::format("hyb --k 3 --block-rows {}", rows), {{"k", 3}, {"block-rows", rows}}});
    constexpr std::int64_t launchDecides = 1'000'000; // non-zeros, below which a launch is a large part of the time
    if (nnz < launchDecides)
        for (const int width : {128, 256, 512, 1024})
            all.push_back({"cell",
                           fmt::format("cell --width {} --block-rows 1 --no-compete", width),
                           {{"width", width}, {"block-rows", 1}, {"compete", false}}});
    return all;
}

// There is one planner for relations. Where its plans are measured, its other orders, widths and sizes of tiles are
// too.
std::vector<Asked> ofRelations(bool measures)
{
    std::vector<Asked> all = {{"rgms", "rgms"}};
    if (!measures)
        return all;
    for (const char* option : {"multiply-first", "naive"})
        all.push_back({"rgms", fmt::format("rgms --{}", option), {{option, true}}});
    for (const int k : {0, 2, 8})
        all.push_back({"rgms", fmt::format("rgms --k {}", k), {{"k", k}}});
    for (const int places : {64, 128, 256, 512})
        all.push_back({"rgms", fmt::format("rgms --places {}", places), {{"places", places}}});
    return all;
}

std::vector<Asked> askedOf(const std::vector<std::string>& names, const Matrix& matrix, const Operator& op,
                           bool measures)
{
    if (op.relational())
        return ofRelations(measures);
    std::vector<Asked> all;
    for (const std::string& name : names)
        all.push_back({name, name});
    if (measures && op.hasDenseAxis() && !op.sampled())
        for (Asked& one : ofWholeRows(matrix.nnz()))
            if (std::find(names.begin(), names.end(), one.planner) != names.end())
                all.push_back(std::move(one));
    return all;
}

// A planner's plan, with what its search told.
struct Finalist {
    std::string name;
    Plan plan;
    std::vector<TraceRound> rounds;
    std::vector<TraceEvent> events;
};

// Is its kernel known the least by its prediction? cuBLAS chooses among kernels of its own, and plain CSR has more
// variants than any other.
bool spared(const Plan& plan, double leastNs)
{
    constexpr double atMost = 3; // times the best prediction
    return (stile::isPlainCsr(plan) || ranByLibrary(plan)) && plan.predictedNs <= atMost * leastNs;
}

// Adds one to those that are the best by prediction, in that order, and lets go of the last that is not spared, where
// several are measured. The same plan of another planner is none.
void addFinalist(std::vector<Finalist>& finalists, Finalist one, std::size_t most)
{
    const double ns = one.plan.predictedNs;
    const auto same = [&](const Finalist& other) {
        return other.plan.predictedNs == ns && other.plan.tiling().tiles.size() == one.plan.tiling().tiles.size();
    };
    if (std::any_of(finalists.begin(), finalists.end(), same))
        return;
    const auto place =
        std::upper_bound(finalists.begin(), finalists.end(), ns,
                         [](double value, const Finalist& other) { return value < other.plan.predictedNs; });
    finalists.insert(place, std::move(one));
    const double least = finalists.front().plan.predictedNs;
    const auto goes = [&](const Finalist& other) { return most == 1 || !spared(other.plan, least); };
    while (static_cast<std::size_t>(std::count_if(finalists.begin(), finalists.end(), goes)) > most)
        finalists.erase(std::next(std::find_if(finalists.rbegin(), finalists.rend(), goes)).base());
}

// Measures them, puts the fastest first, and notes what each took. Where they cannot be measured, or it is enough
// before they are, the first by prediction stays the first and says why. `enough` is a part of `progress`.
void measureFinalists(std::vector<Finalist>& finalists, const Evaluator& evaluator, const Progress& enough,
                      Progress& progress)
{
    if (finalists.size() < 2)
        return;
    std::vector<const Plan*> plans;
    for (const Finalist& one : finalists)
        plans.push_back(&one.plan);
    nlohmann::json figures = nlohmann::json::object();
    std::size_t fastest = 0;
    const std::string doing = "measuring the best";
    Progress measures(
        enough, [&](std::string_view what, double done) { progress.report(doing + ": " + std::string(what), done); });
    try {
        progress.report(doing, -1);
        const std::vector<double> times = evaluator.measure(plans, measures).value();
        progress.check();
        for (std::size_t i = 0; i < times.size(); ++i) {
            if (!std::isfinite(times[i]))
                continue;
            figures[finalists[i].name] = times[i];
            if (!std::isfinite(times[fastest]) || times[i] < times[fastest])
                fastest = i;
        }
    } catch (const Error& error) {
        if (progress.cancelled())
            throw;
        finalists.front().plan.figures["notMeasured"] =
            error.kind() == ErrorKind::Cancelled ? "cancelled" : error.what();
        return;
    }
    std::swap(finalists.front(), finalists[fastest]);
    finalists.front().plan.figures["measuredNs"] = figures;
}

class Fastest final : public Planner {
public:
    std::string name() const override { return "fastest"; }
    std::string description() const override
    {
        return "The fastest plan of those that the other planners make: the best seven, plain CSR, dense, and for "
               "SpMV what alphasparse finds, are measured where there is a GPU to ask, else the cost model predicts "
               "which it is.";
    }
    std::vector<PlannerOption> ownOptions() const override
    {
        return {
            {"among", "Among",
             "Planners to try, each with its own defaults, hyb and cell also in tiles of whole rows where plans are "
             "measured, separated by commas; those that plan the file's order alone where no other is asked for. "
             "Of RGMS it is always rgms.",
             fmt::format("{}", fmt::join(able, ",")), 0, 0}};
    }
    bool plans(const OperatorDefinition&) const override { return true; }
    bool inFloat64() const override { return true; } // by those that do

    Plan find(const Matrix& matrix, const Operator& op, const Evaluator& evaluator, const nlohmann::json& options,
              TraceSink& trace, Progress& progress) const override
    {
        const CostModel& model = evaluator.model();
        const std::size_t most = evaluator.measure({}, progress) ? mostFinalists : 1;
        const std::vector<Asked> asked = askedOf(wordsOf(options, "among", able), matrix, op, most > 1);
        if (asked.empty())
            failUsage("option among names no planner");
        std::size_t i = 0;
        const auto searches = std::make_shared<Progress>(progress, [&](std::string_view, double done) {
            progress.report(asked[i].label, (static_cast<double>(i) + done) / static_cast<double>(asked.size()));
        });
        trace.start([searches] { searches->cancel(); });
        std::vector<Finalist> finalists, measured; // those whose planner has measured are judged by no prediction
        std::vector<Competitor> competitors;
        std::string stopped, problem;
        for (; i < asked.size() && stopped.empty(); ++i) {
            try {
                const Planner& one = planner(asked[i].planner);
                if (one.needsTimes() && most == 1 && !finalists.empty())
                    continue; // its predictions are no reason to prefer it
                if (const std::string reason = one.whyNoOrder(); !reason.empty() && orderAsked(options) != inFile) {
                    problem = reason;
                    continue;
                }
                Trace its;
                Plan plan = one.search(matrix, op, evaluator, asked[i].options, its, *searches);
                // Costs of another format are no reason to prefer this one.
                const bool timed = one.needsTimes();
                if (!timed && (!std::isfinite(plan.predictedNs) || !borrowedCosts(plan, model.calibration()).empty()))
                    continue;
                competitors.push_back({asked[i].label, plan.predictedNs});
                plan.figures["planner"] = asked[i].label;
                plan.planner = name();
                plan.options = options;
                plan.competitors = competitors;
                Finalist found{asked[i].label, std::move(plan), std::move(its.rounds), std::move(its.events)};
                if (timed) {
                    measured.push_back(std::move(found));
                    continue;
                }
                const bool leads = finalists.empty() || found.plan.predictedNs < finalists.front().plan.predictedNs;
                addFinalist(finalists, std::move(found), most);
                if (leads && i + 1 < asked.size())
                    trace.best(finalists.front().plan, finalists.front().rounds, asked[i + 1].label);
            } catch (const Error& error) {
                if (error.kind() == ErrorKind::Cancelled) {
                    if (progress.cancelled() || (finalists.empty() && measured.empty()))
                        throw;
                    stopped = asked[i].label;
                } else if (error.kind() == ErrorKind::Usage || error.kind() == ErrorKind::Input) {
                    problem = error.reason(); // it does not plan this, or its format cannot hold it
                } else {
                    throw;
                }
            }
        }
        std::move(measured.begin(), measured.end(), std::back_inserter(finalists));
        if (finalists.empty())
            failUsage(problem.empty() ? "none of the planners has costs of its own for this" : problem);
        if (stopped.empty())
            measureFinalists(finalists, evaluator, *searches, progress);
        Finalist& best = finalists.front();
        if (!stopped.empty())
            best.plan.options["cancelled"] = {{"search", stopped}, {"covered", matrix.nnz()}};
        best.plan.competitors = std::move(competitors);
        for (const TraceEvent& event : best.events)
            trace.event(event.name, event.data);
        tellRounds(best.plan, best.plan.figures.at("planner"), std::move(best.rounds), trace);
        progress.report("search", 1);
        return std::move(best.plan);
    }
};

} // namespace

const Planner& fastestPlanner()
{
    static const Fastest planner;
    return planner;
}

} // namespace sparsescope
