#include "engine/search/planner.h"

#include "engine/core/error.h"
#include "engine/cost/own_costs.h"
#include "engine/search/alphasparse/alphasparse.h"
#include "engine/search/alphasparse/graph_planner.h"
#include "engine/search/fastest/fastest.h"
#include "engine/search/fixed/fixed.h"
#include "engine/search/liteform/cell.h"
#include "engine/search/liteform/forest_planner.h"
#include "engine/search/other_order.h"
#include "engine/search/program/program_planner.h"
#include "engine/search/rules/rules.h"
#include "engine/search/sparda/sparda.h"
#include "engine/search/sparsetir/hyb.h"
#include "engine/search/sparsetir/rgms.h"
#include "engine/search/stile/stile.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <fmt/format.h>
#include <sstream>

namespace sparsescope {

namespace {

PlannerOption orderOption()
{
    PlannerOption option{"order",
                         "Order",
                         "Plan rows and columns in this order: as in the file; rows, columns or both, longest first; "
                         "reverse Cuthill-McKee. The plan names them as the file does.",
                         name(MatrixOrder::File),
                         0,
                         0};
    for (const MatrixOrder order : matrixOrders)
        if (order != MatrixOrder::Tiles) // which are yet to be found
            option.choices.emplace_back(name(order));
    return option;
}

// The same without the program that has costs of its own.
class CalibratedEvaluator final : public Evaluator {
public:
    explicit CalibratedEvaluator(const Evaluator& asked) : m_asked(asked)
    {
        Calibration calibration = asked.model().calibration();
        calibration.own.reset();
        m_model = makeCostModel(calibration, asked.model().op(), asked.model().densePart());
    }
    const CostModel& model() const override { return *m_model; }
    std::optional<std::vector<double>> measure(std::span<const Plan* const> plans, Progress& progress) const override
    {
        return m_asked.measure(plans, progress);
    }
    std::unique_ptr<GraphTimer> graphTimer(const Matrix& matrix, const Operator& op) const override
    {
        return m_asked.graphTimer(matrix, op);
    }

private:
    const Evaluator& m_asked;
    std::unique_ptr<CostModel> m_model;
};

} // namespace

std::vector<PlannerOption> Planner::options() const
{
    std::vector<PlannerOption> all = ownOptions();
    all.push_back(orderOption());
    return all;
}

MatrixOrder orderAsked(const nlohmann::json& options)
{
    const auto found = options.find("order");
    for (const MatrixOrder order : matrixOrders)
        if (found != options.end() && *found == name(order))
            return order;
    return MatrixOrder::File;
}

Plan Planner::search(const Matrix& matrix, const Operator& op, const Evaluator& evaluator, const nlohmann::json& given,
                     TraceSink& trace, Progress& progress) const
{
    requireOperator(*this, op);
    const nlohmann::json options = completeOptions(*this, given);
    if (const auto& own = evaluator.model().calibration().own; !own || own->program.empty())
        return inItsOrder(matrix, op, evaluator, options, trace, progress);
    // A program that is started for each of a search's questions would take hours: it prices the plan that is found.
    const CalibratedEvaluator calibrated(evaluator);
    Plan plan = inItsOrder(matrix, op, calibrated, options, trace, progress);
    plan.competitors.clear(); // which have the calibration's costs
    const CostModel& model = evaluator.model();
    costPlan(plan, matrix, *model.withDensePart(plan.densePart), progress);
    plan.tiling().schedule = scheduleOf(plan, model.calibration().sms).sm;
    return plan;
}

Plan Planner::inItsOrder(const Matrix& matrix, const Operator& op, const Evaluator& evaluator,
                         const nlohmann::json& options, TraceSink& trace, Progress& progress) const
{
    const MatrixOrder order = orderAsked(options);
    if (order == MatrixOrder::File)
        return find(matrix, op, evaluator, options, trace, progress);
    if (const std::string reason = whyNoOrder(); !reason.empty())
        failUsage(reason);
    OtherOrder other(matrix, order, progress);
    const auto named = other.sink(trace);
    Plan plan = find(other.matrix(), op, *other.evaluator(evaluator), options, *named, progress);
    other.rename(plan);
    return plan;
}

std::optional<double> Planner::estimate(const Matrix& matrix, const Glimpse& rows, const CostModel& model,
                                        const nlohmann::json& given, Progress& progress) const
{
    const nlohmann::json options = completeOptions(*this, given);
    if (!takes(*this, model.op()) || orderAsked(options) != MatrixOrder::File || matrix.nnz() == 0)
        return {};
    try {
        const std::optional<double> ns = estimateNs(matrix, rows, model, options, progress);
        return ns && std::isfinite(*ns) ? ns : std::nullopt;
    } catch (const Error& error) {
        if (error.kind() == ErrorKind::Cancelled)
            throw;
        return {}; // no format that holds it, no numbers for it
    }
}

std::optional<CancelledSearch> cancelledSearch(const Plan& plan)
{
    const auto found = plan.options.find("cancelled");
    if (found == plan.options.end() || !found->is_object())
        return {};
    // Options are the planner's own business, so that a file may say anything here.
    const auto search = found->find("search");
    const auto number = found->find("covered");
    if (search == found->end() || !search->is_string() || number == found->end() || !number->is_number_integer())
        return {};
    const auto covered = std::clamp<std::int64_t>(number->get<std::int64_t>(), 0, plan.nnz);
    return CancelledSearch{search->get<std::string>(),
                           plan.nnz > 0 ? static_cast<double>(covered) / static_cast<double>(plan.nnz) : 1};
}

std::span<const Planner* const> planners()
{
    static const std::vector<const Planner*> all = [] {
        std::vector<const Planner*> made = {
            &stilePlanner(),   &hybPlanner(),   &rgmsPlanner(),  &cellPlanner(),        &forestPlanner(),
            &fastestPlanner(), &rulesPlanner(), &graphPlanner(), &alphasparsePlanner(), &sparseDynamicPlanner()};
        const std::vector<const Planner*> fixed = fixedPlanners();
        made.insert(made.end(), fixed.begin(), fixed.end());
        made.push_back(&fixedCellPlanner());
        return made;
    }();
    return all;
}

const Planner& planner(const std::string& name)
{
    if (isProgramPlanner(name) && name != programPlannerPrefix)
        return programPlanner(name.substr(std::string(programPlannerPrefix).size()));
    std::string known;
    for (const Planner* p : planners()) {
        if (p->name() == name)
            return *p;
        known += (known.empty() ? "" : ", ") + p->name();
    }
    known += ", " + anyProgramPlanner().name();
    failUsage(fmt::format("planner \"{}\" is none of {}", name, known));
}

bool takes(const Planner& planner, const Operator& op)
{
    const bool inType = !op.inFloat64() || (op.definition().inFloat64 && planner.inFloat64());
    return planner.plans(op.definition()) && inType;
}

void requireOperator(const Planner& planner, const Operator& op)
{
    if (takes(planner, op))
        return;
    std::vector<std::string> operators, able;
    if (op.inFloat64()) {
        for (const OperatorDefinition* other : operatorDefinitions())
            if (other->inFloat64)
                operators.push_back(other->label);
        for (const Planner* other : planners())
            if (other->inFloat64())
                able.push_back(other->name());
        failUsage(fmt::format("{} is for {} alone, by the planners {}", name(op.dtype), fmt::join(operators, ", "),
                              fmt::join(able, ", ")));
    }
    for (const OperatorDefinition* other : operatorDefinitions())
        if (planner.plans(*other))
            operators.push_back(other->label);
    for (const Planner* other : planners())
        if (other->plans(op.definition()) && !other->name().starts_with("fixed:"))
            able.push_back(other->name());
    constexpr std::size_t few = 2; // are worth being named
    failUsage(fmt::format("planner {} plans {}, not {}{}", planner.name(), fmt::join(operators, ", "), label(op.kind),
                          able.size() <= few ? fmt::format(", as {} do", fmt::join(able, " and ")) : std::string()));
}

nlohmann::json completeOptions(const Planner& planner, const nlohmann::json& given)
{
    nlohmann::json complete = nlohmann::json::object();
    for (const PlannerOption& option : planner.options()) {
        const nlohmann::json value = given.value(option.name, option.initial);
        if (option.initial.is_number()) {
            if (!value.is_number() || (option.initial.is_number_integer() && !value.is_number_integer()))
                failUsage(fmt::format("option {} takes a {}number, not {}", option.name,
                                      option.initial.is_number_integer() ? "whole " : "", value.dump()));
            if (value.get<double>() < option.minimum || value.get<double>() > option.maximum)
                failUsage(fmt::format("option {} takes {} to {}, not {}", option.name, option.minimum, option.maximum,
                                      value.dump()));
        } else if (value.type() != option.initial.type()) {
            failUsage(
                fmt::format("option {} takes a {}, not {}", option.name, option.initial.type_name(), value.dump()));
        } else if (!option.choices.empty() &&
                   std::find(option.choices.begin(), option.choices.end(), value) == option.choices.end()) {
            failUsage(
                fmt::format("option {} takes {}, not {}", option.name, fmt::join(option.choices, ", "), value.dump()));
        }
        complete[option.name] = value;
    }
    for (const auto& [name, value] : given.items())
        if (!complete.contains(name))
            failUsage(fmt::format("planner {} has no option {}", planner.name(), name));
    return complete;
}

std::vector<std::int64_t> numbersOf(const nlohmann::json& options, const char* name, std::int64_t least,
                                    std::int64_t most)
{
    const auto text = options.at(name).get<std::string>();
    std::vector<std::int64_t> numbers;
    std::istringstream in(text);
    for (std::string part; std::getline(in, part, ',');) {
        std::int64_t n = 0;
        const auto [end, error] = std::from_chars(part.data(), part.data() + part.size(), n);
        if (error != std::errc{} || end != part.data() + part.size() || n < least || n > most)
            failUsage(fmt::format("option {} takes whole numbers from {} to {}, separated by commas, not \"{}\"", name,
                                  least, most, text));
        numbers.push_back(n);
    }
    std::sort(numbers.begin(), numbers.end());
    numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
    return numbers;
}

std::vector<std::string> wordsOf(const nlohmann::json& options, const char* name, const std::vector<std::string>& known)
{
    const auto text = options.at(name).get<std::string>();
    std::vector<std::string> words;
    std::istringstream in(text);
    for (std::string word; std::getline(in, word, ',');) {
        if (std::find(known.begin(), known.end(), word) == known.end())
            failUsage(
                fmt::format("option {} takes {}, separated by commas, not \"{}\"", name, fmt::join(known, ", "), text));
        words.push_back(word);
    }
    return words;
}

PlannerOption denseSplitOption()
{
    return {"dense-split",
            "Parts of the dense loop",
            "Sizes of the parts to try, separated by commas; empty: those that the calibration measured, for SDDMM the "
            "whole loop (STile definition 5). SpMV has none.",
            "",
            0,
            0};
}

std::vector<std::int64_t> densePartsToTry(const Operator& op, const CostModel& model, const nlohmann::json& options)
{
    std::vector<std::int64_t> parts = numbersOf(options, "dense-split", 1, mostOf::dense);
    if (!op.hasDenseAxis() && !parts.empty() && parts != std::vector<std::int64_t>{1})
        failUsage(label(op.kind) + " has no dense loop to split: option dense-split is for SpMM and SDDMM");
    if (!parts.empty())
        return parts;
    if (op.sampled() || !op.hasDenseAxis()) // there parts add up, or there are none
        return {op.dense};
    // Parts beyond the whole loop are but padding.
    parts = model.measuredDenseParts();
    const std::int64_t whole = (op.dense + parts.front() - 1) / parts.front() * parts.front();
    std::erase_if(parts, [&](std::int64_t part) { return part > whole; });
    return parts;
}

Plan emptyPlan(const Matrix& matrix, const CostModel& model, const std::string& planner, const nlohmann::json& options)
{
    if (matrix.nnz() >= std::int64_t{1} << 31)
        failInput(fmt::format("a plan holds fewer than 2^31 non-zeros, this matrix has {}", matrix.nnz()),
                  {.file = matrix.source().path});
    Plan plan = emptyPlan(matrix, model.op(), model.densePart());
    plan.planner = planner;
    plan.options = options;
    plan.calibration = model.calibration().name;
    return plan;
}

} // namespace sparsescope
