#include "engine/search/liteform/forest_planner.h"

#include "engine/core/at.h"
#include "engine/core/error.h"
#include "engine/core/parallel.h"
#include "engine/search/liteform/model.h"
#include "engine/search/liteform/told_choice.h"
#include "engine/search/request.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <numeric>

namespace sparsescope {

namespace {

using namespace liteform;
using nlohmann::json;

SearchRequest requestOf(const std::string& candidate, const Operator& op)
{
    SearchRequest request;
    request.op = op;
    applyChange(request, "planner", candidate);
    return request;
}

Question questionOf(const Model& model, const Matrix& matrix, const Operator& op, const CostModel& costs,
                    Progress& progress)
{
    Question question{featuresOf(matrix, op.dense), op.dtype, std::vector<double>(model.candidates.size(), 0)};
    const Glimpse rows = glimpse(matrix);
    parallelEach(std::ssize(model.candidates), 1, [&](std::int64_t c) {
        const SearchRequest request = requestOf(model.candidates[at(c)], op);
        if (const Planner& asked = planner(request.planner); takes(asked, op))
            question.estimates[at(c)] = asked.estimate(matrix, rows, costs, request.options, progress).value_or(0);
    });
    return question;
}

// The candidates in the order in which they are tried: what decided, then by mean, or by estimate outside of what was
// learned.
std::vector<std::size_t> orderOf(const Choice& choice, const Question& question)
{
    const auto value = [&](std::size_t c) {
        const double ns = question.estimates[c];
        return choice.outside ? (ns > 0 ? ns : HUGE_VAL) : choice.means[c];
    };
    std::vector<std::size_t> order(choice.means.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return value(a) < value(b); });
    if (!choice.outside)
        std::rotate(order.begin(), std::find(order.begin(), order.end(), choice.chosen),
                    std::find(order.begin(), order.end(), choice.chosen) + 1);
    return order;
}

json figuresOf(const Model& model, const Choice& choice, const Question& question, std::span<const float> x,
               std::size_t chosen)
{
    json features = json::object(), candidates = json::array(), nearest = json::array();
    for (std::size_t f = 0; f < x.size(); ++f)
        features[model.features[f]] = x[f];
    for (std::size_t c = 0; c < model.candidates.size(); ++c) {
        json& one = candidates.emplace_back(json{{"name", model.candidates[c]}, {"mean", choice.means[c]}});
        if (question.estimates[c] > 0)
            one["estimateNs"] = question.estimates[c];
        if (!choice.votes.empty())
            one["votes"] = choice.votes[c];
    }
    constexpr std::size_t neighbours = 5;
    for (const auto& [matrix, distance] : model.nearest(x, neighbours))
        nearest.push_back({{"matrix", matrix}, {"distance", distance}});
    return {{"model", model.name},    {"chosen", model.candidates[chosen]}, {"outside", choice.outside},
            {"features", features},   {"candidates", candidates},           {"nearest", nearest},
            {"beyond", choice.beyond}};
}

// Why it lost, as the search page tells it.
std::vector<TraceCandidate> lostOf(const Model& model, const Choice& choice, const Question& question,
                                   const std::vector<std::size_t>& order, std::int64_t nonZeros)
{
    std::vector<TraceCandidate> lost;
    for (std::size_t i = 1; i < order.size(); ++i) {
        const std::size_t c = order[i];
        TraceCandidate one;
        one.format = model.candidates[c];
        one.covers = nonZeros;
        one.reason = fmt::format("expected to take {:.3g} times as long as the fastest",
                                 std::exp(std::max(0.0, choice.means[c])));
        if (!choice.votes.empty())
            one.reason += fmt::format(", the least in {} of {} trees", choice.votes[c], model.trees.perForest());
        if (question.estimates[c] > 0)
            one.reason +=
                fmt::format("; {:.3g} us by the cost model and a sample of rows", question.estimates[c] / 1000);
        lost.push_back(std::move(one));
    }
    return lost;
}

class Forest final : public Planner {
public:
    std::string name() const override { return "forest"; }
    std::string description() const override
    {
        return "LiteForm's predictors: of each candidate (CSR, BSR, dense, ELL, SR-BCRS, block, CELL with several "
               "numbers of partitions) a forest that learned from recorded runs says how much slower than the fastest "
               "it will be; the one that is expected to be the fastest is planned.";
    }
    std::vector<PlannerOption> ownOptions() const override
    {
        return {{"model", "Model",
                 "What was learned: a name of those that are shipped, or a file of train fit (LiteForm, Automatic "
                 "Format Composition).",
                 defaultModel, 0, 0}};
    }
    bool plans(const OperatorDefinition& op) const override
    {
        return !op.sampled && !op.axis.empty() && op.inner.empty();
    }
    std::string whyNoOrder() const override
    {
        return "forests learned from matrices in the file's order alone: write the matrix in another order "
               "(sparsescope-cli "
               "permute) and plan that";
    }

    Plan find(const Matrix& matrix, const Operator& op, const Evaluator& evaluator, const json& options,
              TraceSink& trace, Progress& progress) const override
    {
        const Model model = readModel(options.at("model").get<std::string>());
        if (model.op != op.kind)
            failUsage(fmt::format("model {} is of {}, not {}", model.name, label(model.op), label(op.kind)));
        progress.report("asking the forests", 0);
        const Question question = questionOf(model, matrix, op, evaluator.model(), progress);
        const std::vector<float> x = valuesOf(model.features, model.candidates, question);
        Choice choice = model.choose(x, expectedOf(model.features, question));
        if (std::find(model.dtypes.begin(), model.dtypes.end(), op.dtype) == model.dtypes.end()) {
            choice.outside = true;
            choice.beyond.emplace_back(fmt::format("type {}", sparsescope::name(op.dtype)));
        }
        const std::vector<std::size_t> order = orderOf(choice, question);
        std::string problem;
        for (std::size_t i = 0; i < order.size(); ++i) {
            const SearchRequest request = requestOf(model.candidates[order[i]], op);
            progress.report("planning " + model.candidates[order[i]], 0.5);
            try {
                Trace its;
                Plan plan = planner(request.planner).search(matrix, op, evaluator, request.options, its, progress);
                plan.planner = name();
                plan.options = options;
                plan.figures[forestFigures] = figuresOf(model, choice, question, x, order[i]);
                if (!its.rounds.empty()) {
                    its.rounds.front().lost = lostOf(model, choice, question, order, matrix.nnz());
                    its.rounds.front().note = fmt::format("{}: {}. {}", model.candidates[order[i]],
                                                          whyOf(choice, order[i]), its.rounds.front().note);
                }
                tellRounds(plan, name(), std::move(its.rounds), trace);
                progress.report("search", 1);
                return plan;
            } catch (const Error& error) {
                if (error.kind() != ErrorKind::Input && error.kind() != ErrorKind::Usage)
                    throw;
                problem = problem.empty() ? error.reason() : problem; // it cannot hold the matrix: the next one
            }
        }
        failInput(problem);
    }

private:
    static std::string whyOf(const Choice& choice, std::size_t chosen)
    {
        if (choice.outside)
            return fmt::format("{} {} outside what was learned, so that the least predicted cost decides",
                               fmt::join(choice.beyond, ", "), choice.beyond.size() == 1 ? "is" : "are");
        const double slower = std::exp(std::max(0.0, choice.means[chosen]));
        return fmt::format("expected to take {:.3g} times as long as the fastest, and no simpler one less", slower);
    }
};

} // namespace

const Planner& forestPlanner()
{
    static const Forest planner;
    return planner;
}

} // namespace sparsescope
