#include "engine/search/fixed/fixed.h"

#include "engine/core/at.h"
#include "engine/core/error.h"
#include "engine/search/estimate.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <fmt/format.h>
#include <limits>
#include <numeric>
#include <optional>
#include <utility>

namespace sparsescope {

namespace {

constexpr std::int64_t sampled = 1 << 14; // non-zeros

using Models = std::vector<std::unique_ptr<CostModel>>; // one a size of the dense loop's parts

// The format that promises most on a sample, and how much. Without one that holds it: none, in infinite time.
struct Likeliest {
    FormatPtr format;
    double ns = std::numeric_limits<double>::infinity();
};
Likeliest likeliest(const std::vector<FormatPtr>& formats, const Matrix& matrix, const RowSample& sample,
                    std::span<const std::uint32_t> positions, const Plan& header, const Models& models,
                    Progress& progress)
{
    Likeliest best;
    for (const FormatPtr& format : formats) {
        progress.check();
        try {
            Covered some = covered(format, matrix, positions, header, progress);
            for (const std::unique_ptr<CostModel>& model : models) {
                setCosts(some, *model);
                const double ns = estimatedNs(some, sample, model->calibration());
                if (ns < best.ns)
                    best = {format, ns};
            }
        } catch (const Error& error) {
            if (error.kind() != ErrorKind::Input)
                throw; // these parameters cannot hold it
        }
    }
    return best;
}

// What a library takes depends on the shape alone, to which every row belongs: of a large matrix one non-zero of each.
std::vector<std::uint32_t> onePerRow(const Matrix& matrix)
{
    constexpr std::int64_t large = 1 << 20; // non-zeros
    if (matrix.nnz() <= large)
        return positionsOf(matrix, allRows(matrix));
    std::vector<std::uint32_t> firsts;
    for (std::int64_t r = 0; r < matrix.rows(); ++r)
        if (matrix.rowLength(r) > 0)
            firsts.push_back(static_cast<std::uint32_t>(matrix.rowPtr()[at(r)]));
    return firsts;
}

class Fixed final : public Planner {
public:
    explicit Fixed(const FormatKind& kind) : m_kind(kind) {}

    std::string name() const override { return "fixed:" + m_kind.name; }
    std::string description() const override
    {
        return fmt::format("All of the matrix as {}, with the best of a few parameters by predicted cost.",
                           m_kind.name);
    }

    std::vector<PlannerOption> ownOptions() const override
    {
        std::vector<PlannerOption> all;
        for (const FormatParameter& parameter : m_kind.parameters)
            all.push_back({parameter.name, parameter.name,
                           fmt::format("{}; 0 lets the cost model choose.", parameter.legal), 0, 0, 1 << 20});
        if (!byLibrary())
            all.push_back(denseSplitOption());
        return all;
    }

    bool plans(const OperatorDefinition& op) const override
    {
        return op.inner.empty() && (!byLibrary() || !op.axis.empty());
    }

    std::string whyNoOrder() const override
    {
        if (!m_kind.traits.onGrid)
            return {};
        return fmt::format("{} stores what lies side by side in the matrix, so that it plans the file's order alone: "
                           "write the matrix in another order (sparsescope-cli permute) and plan that",
                           spelledName(m_kind.name));
    }

    Plan find(const Matrix& matrix, const Operator& op, const Evaluator& evaluator, const nlohmann::json& options,
              TraceSink& trace, Progress& progress) const override
    {
        const CostModel& model = evaluator.model();
        const Models models = modelsOf(op, model, options);
        const Plan header = emptyPlan(matrix, *models.front(), name(), options);
        std::vector<std::uint32_t> all(static_cast<std::size_t>(matrix.nnz()));
        std::iota(all.begin(), all.end(), 0u);
        std::vector<FormatPtr> formats = formatsOf(matrix, all, options);
        // Shared with those who may say that it is enough after the end.
        const auto enough = std::make_shared<std::atomic<bool>>(false);
        trace.start([enough] { *enough = true; });
        if (formats.size() > 1 && matrix.nnz() > 2 * sampled) {
            const RowSample sample = someRows(matrix, sampled);
            if (Likeliest one =
                    likeliest(formats, matrix, sample, positionsOf(matrix, sample), header, models, progress);
                one.format)
                formats = {std::move(one.format)};
            else
                formats.resize(1); // which says why
        }

        std::optional<Plan> best;
        std::vector<Competitor> competitors;
        std::string problem;
        for (std::size_t i = 0; i < formats.size() && !(best && *enough); ++i) {
            progress.report(formats[i]->label(), static_cast<double>(i) / static_cast<double>(formats.size()));
            try {
                Plan plan = planOf(formats[i], matrix, all, header, models, progress);
                competitors.push_back({formats[i]->label(), plan.predictedNs});
                if (!best || plan.predictedNs < best->predictedNs)
                    best = std::move(plan);
            } catch (const Error& error) {
                if (error.kind() != ErrorKind::Input)
                    throw;
                problem = problem.empty() ? error.reason() : problem; // these parameters cannot hold it
            }
        }
        if (!best)
            failInput(problem);
        if (!std::isfinite(best->predictedNs))
            failUsage(fmt::format("calibration {} has no numbers for {} in {} {}", model.calibration().name,
                                  m_kind.name, sparsescope::name(op.kind), sparsescope::name(op.dtype)));
        if (competitors.size() < formats.size() && *enough)
            best->options["cancelled"] = {{"search", competitors.back().name}, {"covered", matrix.nnz()}};
        best->competitors = std::move(competitors);
        best->tiling().schedule = scheduleOf(*best, model.calibration().sms).sm;
        tellRounds(*best, name(), {roundOf(*best)}, trace);
        progress.report("search", 1);
        return std::move(*best);
    }

private:
    // A library takes the dense loop whole.
    bool byLibrary() const { return !m_kind.traits.library.empty(); }

    Models modelsOf(const Operator& op, const CostModel& model, const nlohmann::json& options) const
    {
        Models models;
        for (const std::int64_t part :
             byLibrary() ? std::vector<std::int64_t>{op.dense} : densePartsToTry(op, model, options))
            models.push_back(model.withDensePart(part));
        return models;
    }

    std::optional<double> estimateNs(const Matrix& matrix, const Glimpse& rows, const CostModel& model,
                                     const nlohmann::json& options, Progress& progress) const override
    {
        const Models models = modelsOf(model.op(), model, options);
        const bool slow = m_kind.traits.onGrid || m_kind.traits.costTables; // to make tiles of
        const RowSample& sample = slow ? rows.few : rows.many;
        const std::vector<std::uint32_t> positions = positionsOf(matrix, sample);
        const std::vector<FormatPtr> formats = formatsOf(matrix, positions, options);
        const Plan header = emptyPlan(matrix, *models.front(), name(), options);
        if (byLibrary())
            return likeliest(formats, matrix, {{}, 1, sample.emptyRows}, onePerRow(matrix), header, models, progress)
                .ns;
        return likeliest(formats, matrix, sample, positions, header, models, progress).ns;
    }

    // What the format proposes for the matrix, of which it sees these non-zeros, with the parameters that were given by
    // hand; each once.
    std::vector<FormatPtr> formatsOf(const Matrix& matrix, std::span<const std::uint32_t> positions,
                                     const nlohmann::json& options) const
    {
        nlohmann::json byHand = nlohmann::json::object();
        for (const FormatParameter& parameter : m_kind.parameters)
            if (const auto n = options.at(parameter.name).get<std::int64_t>(); n > 0)
                byHand[parameter.name] = n;
        std::vector<nlohmann::json> choices;
        if (byHand.size() == m_kind.parameters.size())
            choices.push_back(byHand);
        else
            choices = m_kind.choices(matrix, positions, matrix.nnz());
        std::vector<FormatPtr> formats;
        std::vector<nlohmann::json> seen;
        std::string problem;
        for (nlohmann::json& choice : choices) {
            choice.update(byHand);
            if (std::find(seen.begin(), seen.end(), choice) != seen.end())
                continue;
            seen.push_back(choice);
            try {
                formats.push_back(m_kind.make(choice));
            } catch (const Error& error) {
                problem =
                    problem.empty() ? error.reason() : problem; // what was given does not go with what was proposed
            }
        }
        if (formats.empty())
            failUsage(problem);
        return formats;
    }

    // With the split of the dense loop that costs least.
    static Plan planOf(const FormatPtr& format, const Matrix& matrix, std::span<const std::uint32_t> all,
                       const Plan& header, const Models& models, Progress& progress)
    {
        Covered made = covered(format, matrix, all, header, progress);
        Plan& plan = made.plan;
        const CostModel* best = nullptr;
        double least = 0;
        const auto predict = [&](const CostModel& model) {
            setCosts(made, model);
            plan.predictedNs = planCost(plan, model.calibration());
        };
        for (const std::unique_ptr<CostModel>& model : models) {
            progress.check();
            predict(*model);
            if (!best || plan.predictedNs < least) {
                best = model.get();
                least = plan.predictedNs;
            }
        }
        if (best != models.back().get())
            predict(*best);
        return std::move(plan);
    }

    const FormatKind& m_kind;
};

} // namespace

std::vector<const Planner*> fixedPlanners()
{
    static const std::vector<Fixed> all(formatKinds().begin(), formatKinds().end());
    std::vector<const Planner*> planners;
    for (const Fixed& planner : all)
        planners.push_back(&planner);
    return planners;
}

} // namespace sparsescope
