// Dynamic plans as JSON (schema: samples/plan-schema.md): a header and a rule, no matrix and no arrays.
#include "engine/core/error.h"
#include "engine/core/files.h"
#include "engine/plan/dynamic/dynamic_plan.h"
#include "engine/plan/header_json.h"

namespace sparsescope {

bool holdsDynamicPlan(const std::string& path)
{
    return hasRule(parsePlanJson(readText(path), path));
}

DynamicPlan readDynamicPlan(const std::string& path)
{
    return dynamicPlanFromText(readText(path), path);
}

DynamicPlan dynamicPlanFromText(const std::string& text, const std::string& path)
{
    const nlohmann::json json = parsePlanJson(text, path);
    if (!hasRule(json))
        failInput("is a plan of one matrix, not a dynamic one", {.file = path});
    const JsonReader in(json, path);
    DynamicPlan plan;
    try {
        readHeaderJson(plan, in);
        plan.rule = ruleFrom(in["rule"]);
        if (plan.rule.pairing)
            requireAxis(*plan.rule.pairing, plan.op);
    } catch (const Error& e) {
        if (!e.where().file.empty())
            throw;
        failInput(e.reason(), {.file = path}); // a name that there is not
    }
    plan.rows = plan.rule.shape.rows;
    plan.cols = plan.rule.shape.cols;
    return plan;
}

std::string dynamicPlanText(const DynamicPlan& plan)
{
    nlohmann::json json = headerJson(plan, dynamicPlanSchemaVersion);
    json["rule"] = toJson(plan.rule);
    return jsonText(json, 2) + "\n";
}

void writeDynamicPlan(const DynamicPlan& plan, const std::string& path, Progress& progress)
{
    writeText(path, dynamicPlanText(plan), progress);
}

} // namespace sparsescope
