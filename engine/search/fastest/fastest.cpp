#include "engine/search/fastest/fastest.h"

#include "engine/core/error.h"
#include "engine/cost/borrowed.h"

#include <cmath>
#include <fmt/format.h>
#include <memory>
#include <optional>

namespace sparsescope {

namespace {

// Planners whose formats run on the GPU (FormatTraits::onGpu, which a test compares), the quick ones first.
const std::vector<std::string> able = {"fixed:csr",    "fixed:ell", "fixed:1d",    "fixed:sell", "fixed:bsr",
                                       "fixed:srbcrs", "hyb",       "fixed:block", "cell",       "stile"};

constexpr MatrixOrder inFile = MatrixOrder::File;

class Fastest final : public Planner {
public:
    std::string name() const override { return "fastest"; }
    std::string description() const override
    {
        return "The plan that the cost model predicts to be the fastest, of those that the other planners make.";
    }
    std::vector<PlannerOption> ownOptions() const override
    {
        return {
            {"among", "Among",
             "Planners to try, each with its own defaults, separated by commas; those that plan the file's order alone "
             "where no other is asked for.",
             fmt::format("{}", fmt::join(able, ",")), 0, 0}};
    }

    Plan find(const Matrix& matrix, const Operator& op, const Evaluator& evaluator, const nlohmann::json& options,
              TraceSink& trace, Progress& progress) const override
    {
        const CostModel& model = evaluator.model();
        const std::vector<std::string> names = wordsOf(options, "among", able);
        if (names.empty())
            failUsage("option among names no planner");
        std::size_t i = 0;
        const auto searches = std::make_shared<Progress>(progress, [&](std::string_view, double done) {
            progress.report(names[i], (static_cast<double>(i) + done) / static_cast<double>(names.size()));
        });
        trace.start([searches] { searches->cancel(); });
        std::optional<Plan> best;
        std::vector<TraceRound> rounds;
        std::vector<TraceEvent> events;
        std::vector<Competitor> competitors;
        std::string stopped, problem;
        for (; i < names.size() && stopped.empty(); ++i) {
            try {
                const Planner& one = planner(names[i]);
                if (const std::string reason = one.whyNoOrder(); !reason.empty() && orderAsked(options) != inFile) {
                    problem = reason;
                    continue;
                }
                Trace its;
                Plan plan = one.search(matrix, op, evaluator, nlohmann::json::object(), its, *searches);
                // Costs of another format are no reason to prefer this one.
                if (!std::isfinite(plan.predictedNs) || !borrowedCosts(plan, model.calibration()).empty())
                    continue;
                competitors.push_back({names[i], plan.predictedNs});
                if (best && plan.predictedNs >= best->predictedNs)
                    continue;
                best = std::move(plan);
                rounds = std::move(its.rounds);
                events = std::move(its.events);
                best->figures["planner"] = best->planner;
                best->planner = name();
                best->options = options;
                best->competitors = competitors;
                if (i + 1 < names.size())
                    trace.best(*best, rounds, names[i + 1]);
            } catch (const Error& error) {
                if (error.kind() == ErrorKind::Cancelled) {
                    if (progress.cancelled() || !best)
                        throw;
                    stopped = names[i];
                } else if (error.kind() == ErrorKind::Usage || error.kind() == ErrorKind::Input) {
                    problem = error.reason(); // it does not plan this, or its format cannot hold it
                } else {
                    throw;
                }
            }
        }
        if (!best)
            failUsage(problem.empty() ? "none of the planners has costs of its own for this" : problem);
        if (!stopped.empty())
            best->options["cancelled"] = {{"search", stopped}, {"covered", matrix.nnz()}};
        best->competitors = std::move(competitors);
        for (const TraceEvent& event : events)
            trace.event(event.name, event.data);
        tellRounds(*best, best->figures.at("planner"), std::move(rounds), trace);
        progress.report("search", 1);
        return std::move(*best);
    }
};

} // namespace

const Planner& fastestPlanner()
{
    static const Fastest planner;
    return planner;
}

} // namespace sparsescope
