// From a request for a search to its plan, and what there is to say of the prediction.
#include "engine/search/request.h"

#include "engine/core/error.h"
#include "engine/core/json_text.h"
#include "engine/core/own_program.h"
#include "engine/core/text.h"
#include "engine/cost/own_costs.h"
#include "engine/search/planner.h"
#include "engine/search/program/program_planner.h"

#include <algorithm>
#include <chrono>
#include <fmt/format.h>
#include <sstream>

namespace sparsescope {

namespace {

nlohmann::json optionFrom(const PlannerOption& option, const std::string& text)
{
    if (option.initial.is_string())
        return text;
    nlohmann::json value = jsonOrDiscarded(text);
    const bool fits = option.initial.is_boolean() ? value.is_boolean() : !value.is_discarded();
    if (!fits)
        failUsage(fmt::format("--{} takes {}, not \"{}\"", option.name,
                              option.initial.is_boolean() ? "true or false" : "a number", text));
    return value;
}

// In place of what it had for this name.
void handThrough(nlohmann::json& all, const std::string& name, std::string text)
{
    std::replace(text.begin(), text.end(), ',', '+');
    std::istringstream before(all.is_string() ? all.get<std::string>() : std::string());
    std::string after;
    for (std::string one; std::getline(before, one, ',');)
        if (!one.starts_with(name + "="))
            after += one + ",";
    all = after + name + "=" + text;
}

void changePlanner(SearchRequest& request, const Planner& chosen)
{
    nlohmann::json kept = nlohmann::json::object();
    for (const PlannerOption& option : chosen.options())
        if (request.options.contains(option.name))
            kept[option.name] = request.options.at(option.name);
    request.planner = chosen.name();
    request.options = std::move(kept);
}

} // namespace

NamedPlanner parsePlanner(const std::string& text)
{
    const std::size_t open = text.find('(');
    NamedPlanner named{planner(text.substr(0, open)).name(), {}};
    if (open == std::string::npos)
        return named;
    const auto refuse = [&] {
        failUsage(fmt::format("\"{}\" is no planner with options, as in fixed:bsr(height=16,width=16)", text));
    };
    if (!text.ends_with(')'))
        refuse();
    std::istringstream all(text.substr(open + 1, text.size() - open - 2));
    for (std::string option; std::getline(all, option, ',');) {
        const std::size_t equals = option.find('=');
        if (equals == 0 || equals == std::string::npos)
            refuse();
        std::string value = option.substr(equals + 1);
        std::replace(value.begin(), value.end(), '+', ',');
        named.options.emplace_back(option.substr(0, equals), std::move(value));
    }
    return named;
}

std::vector<std::string> joinPlanners(const std::vector<std::string>& pieces)
{
    std::vector<std::string> names;
    bool inside = false; // brackets that are open still
    for (const std::string& piece : pieces) {
        if (inside)
            names.back() += "," + piece;
        else
            names.push_back(piece);
        inside = names.back().find('(') != std::string::npos && !names.back().ends_with(')');
    }
    return names;
}

void applyChange(SearchRequest& request, const std::string& name, const std::string& text)
{
    if (name == "planner") {
        const NamedPlanner named = parsePlanner(text);
        changePlanner(request, planner(named.name));
        for (const auto& [option, value] : named.options)
            applyChange(request, option, value);
    } else if (name == "dtype") {
        request.op.dtype = parseDataType(text);
    } else if (name == "op") {
        request.op = changed(request.op, parseOperatorKind(text));
    } else if (name == "calibration") {
        request.calibration = text;
    } else if (name == "cost-model") {
        request.costModel = text;
    } else if (name == "what-if") {
        request.whatIf.push_back(text);
    } else if (name == "dense" || name == "inner") {
        std::istringstream in(text);
        std::int64_t extent = 0;
        if (!(in >> extent) || !in.eof())
            failUsage(fmt::format("{} takes whole numbers, not \"{}\"", name, text));
        (name == "dense" ? request.op.dense : request.op.inner) = extent;
    } else {
        const Planner& chosen = planner(request.planner);
        const std::vector<PlannerOption> options = chosen.options();
        const auto option = std::find_if(options.begin(), options.end(), [&](const auto& o) { return o.name == name; });
        if (option == options.end() && isProgramPlanner(chosen.name()))
            return handThrough(request.options[handedThrough], name, text);
        if (option == options.end())
            failUsage(fmt::format("planner {} has no option --{}", chosen.name(), name));
        request.options[name] = optionFrom(*option, text);
    }
}

void chooseProgramsOf(const SearchRequest& request)
{
    if (isProgramPlanner(request.planner))
        chooseProgram(request.planner.substr(std::string(programPlannerPrefix).size()));
    if (!request.costModel.empty() && !request.costModel.ends_with(".json"))
        chooseProgram(request.costModel);
}

void setCompeting(SearchRequest& request, bool competing)
{
    const std::vector<PlannerOption> options = planner(request.planner).options();
    if (std::any_of(options.begin(), options.end(), [](const PlannerOption& o) { return o.name == "compete"; }))
        request.options["compete"] = competing;
}

Calibration calibrationOf(const SearchRequest& request)
{
    return calibrationWith(request.calibration, request.whatIf, request.costModel);
}

void requireExtents(const Operator& op)
{
    if (!op.hasDenseAxis() && op.dense != 1)
        failUsage(fmt::format("{} multiplies by one vector: --dense is 1 for it, not {}", label(op.kind), op.dense));
    if (op.dense < 1 || op.dense > mostOf::dense)
        failUsage(fmt::format("--dense takes 1 to {}, not {}", mostOf::dense, op.dense));
    if (!op.relational() && op.inner != 1)
        failUsage(fmt::format("{} has no inner axis: --inner is 1 for it, not {}", label(op.kind), op.inner));
    if (op.inner < 1 || op.inner > mostOf::inner)
        failUsage(fmt::format("--inner takes 1 to {}, not {}", mostOf::inner, op.inner));
}

SearchResult searchPlan(const Matrix& matrix, const SearchRequest& request, Progress& progress,
                        const MakeEvaluator& evaluator)
{
    const Operator& op = request.op;
    requireExtents(op);
    const Planner& chosen = planner(request.planner);
    requireOperator(chosen, op);
    const Calibration calibration = calibrationOf(request);
    const auto model = makeCostModel(calibration, op);
    SearchResult result;
    const auto begin = std::chrono::steady_clock::now();
    const std::unique_ptr<Evaluator> asked = evaluator ? evaluator(*model) : std::make_unique<ModelEvaluator>(*model);
    result.plan = chosen.search(matrix, op, *asked, completeOptions(chosen, request.options), result.trace, progress);
    result.trace.searchSeconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    result.borrowed = borrowedCosts(result.plan, calibration);
    return result;
}

bool runsOnCpuOnly(const PlanSummary& plan, OperatorKind op, const DeviceCode& hasDeviceCode)
{
    return hasDeviceCode && std::any_of(plan.tilesByFormat.begin(), plan.tilesByFormat.end(), [&](const auto& format) {
               return format.second > 0 && !hasDeviceCode(format.first, op);
           });
}

bool runsOnCpuOnly(const Plan& plan, const DeviceCode& hasDeviceCode)
{
    const Tiling& tiling = plan.tiling();
    const auto inType = [&](const FormatPtr& format) {
        const FormatKind* const kind = findFormatKind(format->name());
        return !plan.op.inFloat64() || (kind && kind->traits.ownKernel);
    };
    for (std::size_t f = 0; hasDeviceCode && f < tiling.formats.size(); ++f)
        if ((!inType(tiling.formats[f]) || !hasDeviceCode(tiling.formats[f]->name(), plan.op.kind)) &&
            std::any_of(tiling.tiles.begin(), tiling.tiles.end(),
                        [&](const Tile& tile) { return static_cast<std::size_t>(tile.format) == f; }))
            return true;
    return false;
}

std::string predictionNote(const std::vector<BorrowedCosts>& borrowed, bool cpuOnly)
{
    std::vector<std::string> whose;
    for (const BorrowedCosts& loan : borrowed) {
        std::string from = spelledName(loan.from);
        if (std::find(whose.begin(), whose.end(), from) == whose.end())
            whose.push_back(std::move(from));
    }
    std::string note;
    for (const std::string& from : whose)
        note += (note.empty() ? "predicted with " : " and ") + from + "'s";
    if (!note.empty())
        note += " costs";
    if (cpuOnly)
        note += note.empty() ? "runs on the CPU only" : "; runs on the CPU only";
    return note;
}

std::string formatsText(const PlanSummary& plan)
{
    std::string text;
    for (const auto& [format, count] : plan.tilesByFormat)
        if (count > 0)
            text += fmt::format("{}{} {}", text.empty() ? "" : ", ", formatCount(count), format);
    return text;
}

} // namespace sparsescope
