#include "engine/search/alphasparse/alphasparse.h"

#include "engine/core/error.h"
#include "engine/core/files.h"
#include "engine/core/text.h"
#include "engine/search/alphasparse/graph_planner.h"
#include "engine/search/alphasparse/log_timer.h"
#include "engine/search/alphasparse/search.h"

#include <fmt/format.h>
#include <memory>
#include <optional>
#include <utility>

namespace sparsescope::alphasparse {

namespace {

using nlohmann::json;

// What a search may take where it is not said: by predictions about as long as that, and no longer than that many.
constexpr double secondsByModel = 20;
constexpr std::int64_t evaluationsByModel = 1000;

double usualSeconds(std::int64_t nnz)
{
    return nnz < 100'000 ? 20 : nnz <= 10'000'000 ? 60 : 300;
}

class AlphaSparsePlanner final : public Planner {
public:
    std::string name() const override { return "alphasparse"; }
    std::string description() const override
    {
        return "The fastest format and kernel that a search among graphs finds: known designs, structures by "
               "annealing, "
               "parameters on a grid, finer ones by a fit, each measured where there is a GPU (AlphaSparse section "
               "VI).";
    }
    std::vector<PlannerOption> ownOptions() const override
    {
        return {
            {"seconds", "Seconds",
             "End the search after so long, with the best graph; 0: with the evaluations. Where neither is given "
             "20, 60 or 300 s by the non-zeros, without a GPU 20 s or 1,000 graphs.",
             0.0, 0, 1e6},
            {"evaluations", "Evaluations",
             "End the search after so many graphs; 0: with the time. A search without a GPU that no time ends "
             "finds the same plan again, with any number of threads.",
             0, 0, 1e6},
            {"search-seed", "Search seed", "Begin the draws here.", 1, 0, 1e9},
            {"evaluator", "Evaluator",
             "Who says how long graphs take: worker measures, model predicts, a trace of a search repeats what it "
             "measured; nothing: worker where there is a GPU, else model.",
             "", 0, 0},
            {"start", "Start",
             "Try this graph before all others, as JSON, and go on from there where it is good; on the command line "
             "a file that holds it, or a plan of one: what was the fastest in float32 is a start for float64 and "
             "float16.",
             "", 0, 0},
            {"padding", "Places per non-zero",
             "The most places that a branch may store for each of its non-zeros, padding too.", 4.0, 1, 64},
            {"pruning",
             "Pruning",
             "Leave out nodes that are known to be slow for such a matrix.",
             true,
             0,
             0,
             {},
             "Try nodes of all kinds, whatever the matrix is (AlphaSparse table III)."},
            {"fit",
             "Fit",
             "Choose the graphs of the fine grid by ridge regression, or by XGBoost's trees; those are in "
             "sparsescope-cli alone, where it was built with them.",
             alphasparse::name(FitKind::Ridge),
             0,
             0,
             {alphasparse::name(FitKind::Ridge), alphasparse::name(FitKind::Boosted)}},
            compressionOption()};
    }
    bool plans(const OperatorDefinition& op) const override { return graphPlanner().plans(op); }
    bool inFloat64() const override { return true; }
    std::string whyNoOrder() const override { return graphPlanner().whyNoOrder(); }
    bool needsTimes() const override { return true; }

    Plan find(const Matrix& matrix, const Operator& op, const Evaluator& evaluator, const json& options,
              TraceSink& trace, Progress& progress) const override
    {
        const CostModel& model = evaluator.model();
        Plan header = emptyPlan(matrix, model, name(), options);
        const auto searches = std::make_shared<Progress>(
            progress, [&](std::string_view what, double done) { progress.report(what, done); });
        trace.start([searches] { searches->cancel(); });

        const std::string asked = options.at("evaluator").get<std::string>();
        SearchSettings settings;
        settings.limits.seconds = options.at("seconds").get<double>();
        settings.limits.evaluations = options.at("evaluations").get<std::int64_t>();
        settings.padding = options.at("padding").get<double>();
        settings.compression = compressionAsked(options);
        settings.pruning = options.at("pruning").get<bool>();
        settings.seed = options.at("search-seed").get<std::uint64_t>();
        settings.fit = options.at("fit") == alphasparse::name(FitKind::Boosted) ? FitKind::Boosted : FitKind::Ridge;
        if (const auto start = options.at("start").get<std::string>(); !start.empty())
            settings.start = graphIn(start, {});

        std::optional<SearchLog> log;
        if (!asked.empty() && asked != "worker" && asked != "model") {
            log.emplace(traceFromText(readText(asked), asked), asked, matrix, op);
            if (log->compression() != settings.compression)
                failInput(std::string("is the log of a search ") +
                              (settings.compression == graph::Compression::On ? "without" : "with") + " compression",
                          {.file = asked});
            if (log->fit() != settings.fit)
                failInput(std::string("is the log of a search with --fit ") + alphasparse::name(log->fit()),
                          {.file = asked});
            settings.limits.logged = log->search();
        }
        requireFit(settings.fit);
        const std::optional<SomeRows> rows = rowsToSearch(matrix);
        std::unique_ptr<GraphTimer> timer, timerOfSome;
        const auto tell = [&](const char* event, const json& data) { trace.event(event, data); };
        const auto search = [&] {
            SearchLimits& limits = settings.limits;
            if (limits.seconds == 0 && limits.evaluations == 0) {
                limits.seconds = timer ? usualSeconds(matrix.nnz()) : secondsByModel;
                limits.evaluations = timer ? 0 : evaluationsByModel;
            }
            std::optional<SearchedRows> some;
            if (rows)
                some.emplace(SearchedRows{rows->matrix, timerOfSome.get(), rows->share});
            return searchGraphs({matrix, timer.get()}, some, op, model.calibration(), settings, tell, progress,
                                *searches);
        };
        const SearchLimits given = settings.limits;
        std::optional<FoundGraph> found;
        std::string problem;
        try {
            if (log && log->measured()) {
                timer = log->timer(false);
                timerOfSome = log->timer(true);
            } else if (asked.empty() || asked == "worker") {
                timer = evaluator.graphTimer(matrix, op);
                if (timer && rows)
                    timerOfSome = evaluator.graphTimer(rows->matrix, op);
            }
            if (!timer && asked == "worker")
                throw Error(ErrorKind::Device, "graphs cannot be measured here: use --evaluator model");
            found = search();
        } catch (const Error& error) {
            if (error.kind() != ErrorKind::Device || !asked.empty())
                throw;
            timer.reset();
            timerOfSome.reset();
            settings.limits = given; // whoever searches anew has limits of its own
            problem = error.what();
            found = search();
        }
        if (found->early && !found->early->lost.empty())
            problem = found->early->lost;
        std::vector<TraceRound> rounds;
        Plan plan = planOf(found->graph, found->applied, matrix, model, std::move(header), rounds, progress);
        plan.options["evaluator"] = timer ? "worker" : "model"; // a log repeats it
        json figures = {{"evaluated", found->evaluated}, {"predictedNs", found->predictedNs}};
        if (settings.limits.seconds > 0)
            figures["seconds"] = settings.limits.seconds; // another machine may find another graph in them
        if (found->measuredNs > 0)
            figures["measuredNs"] = found->measuredNs;
        if (!problem.empty())
            figures["notMeasured"] = problem;
        plan.figures["graphSearch"] = figures;
        if (found->early && found->early->lost.empty())
            plan.options["cancelled"] = {{"search", alphasparse::name(found->early->phase)}, {"covered", matrix.nnz()}};
        plan.competitors = {{name(), plan.predictedNs}};
        tellRounds(plan, name(), std::move(rounds), trace);
        progress.report("search", 1);
        return plan;
    }
};

} // namespace

std::string foundText(const Plan& plan)
{
    const auto found = plan.figures.find("graphSearch");
    if (found == plan.figures.end() || !found->is_object())
        return {};
    const auto number = [&](const char* member) {
        const auto value = found->find(member);
        return value != found->end() && value->is_number() ? value->get<double>() : 0.0;
    };
    std::string text = fmt::format("the fastest of {}", formatCount(static_cast<std::int64_t>(number("evaluated"))));
    if (number("seconds") > 0)
        text += fmt::format(" within {:g} s", number("seconds"));
    text += ": ";
    if (number("measuredNs") > 0)
        text += formatTime(number("measuredNs")) + " measured, ";
    text += formatTime(number("predictedNs")) + " predicted from its graph";
    if (const auto why = found->find("notMeasured"); why != found->end() && why->is_string())
        text += (number("measuredNs") > 0 ? "; ended by: " : "; not measured: ") + why->get<std::string>();
    return text;
}

double secondsOfSearch(const json& options, bool measured)
{
    const auto evaluator = options.at("evaluator").get<std::string>();
    if (options.at("evaluations") > 0)
        return 0;
    if (const auto seconds = options.at("seconds").get<double>(); seconds > 0)
        return seconds;
    return measured && (evaluator.empty() || evaluator == "worker") ? usualSeconds(0) : 0;
}

} // namespace sparsescope::alphasparse

namespace sparsescope {

const Planner& alphasparsePlanner()
{
    static const alphasparse::AlphaSparsePlanner planner;
    return planner;
}

} // namespace sparsescope
