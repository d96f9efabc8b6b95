#include "engine/search/planner.h"

#include "engine/core/error.h"
#include "engine/search/stile/stile.h"

#include <array>
#include <fmt/format.h>

namespace sparsescope {

std::optional<CancelledSearch> cancelledSearch(const Plan& plan)
{
    const auto found = plan.options.find("cancelled");
    if (found == plan.options.end() || !found->is_object())
        return {};
    const auto covered = found->value("covered", std::int64_t{0});
    return CancelledSearch{found->value("search", std::string()), plan.nnz > 0 ? static_cast<double>(covered) / static_cast<double>(plan.nnz) : 1};
}

std::span<const Planner* const> planners()
{
    static const std::array<const Planner*, 1> all = {&stilePlanner()};
    return all;
}

const Planner& planner(const std::string& name)
{
    std::string known;
    for (const Planner* p : planners()) {
        if (p->name() == name)
            return *p;
        known += (known.empty() ? "" : ", ") + p->name();
    }
    failUsage(fmt::format("planner \"{}\" is none of {}", name, known));
}

void requireOperator(const Planner& planner, const Operator& op)
{
    std::string taken;
    for (const OperatorKind kind : planner.operators()) {
        if (kind == op.kind)
            return;
        taken += (taken.empty() ? "" : ", ") + label(kind);
    }
    failUsage(fmt::format("planner {} plans {}, not {}", planner.name(), taken, label(op.kind)));
}

nlohmann::json completeOptions(const Planner& planner, const nlohmann::json& given)
{
    nlohmann::json complete = nlohmann::json::object();
    for (const PlannerOption& option : planner.options()) {
        const nlohmann::json value = given.value(option.name, option.initial);
        if (option.initial.is_number()) {
            if (!value.is_number() || (option.initial.is_number_integer() && !value.is_number_integer()))
                failUsage(fmt::format("option {} takes a {}number, not {}", option.name, option.initial.is_number_integer() ? "whole " : "", value.dump()));
            if (value.get<double>() < option.minimum || value.get<double>() > option.maximum)
                failUsage(fmt::format("option {} takes {} to {}, not {}", option.name, option.minimum, option.maximum, value.dump()));
        } else if (value.type() != option.initial.type()) {
            failUsage(fmt::format("option {} takes a {}, not {}", option.name, option.initial.type_name(), value.dump()));
        }
        complete[option.name] = value;
    }
    for (const auto& [name, value] : given.items())
        if (!complete.contains(name))
            failUsage(fmt::format("planner {} has no option {}", planner.name(), name));
    return complete;
}

}  // namespace sparsescope
