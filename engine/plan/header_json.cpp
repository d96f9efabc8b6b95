#include "engine/plan/header_json.h"

#include "engine/plan/kept_program.h"

namespace sparsescope {

namespace {

using nlohmann::json;

constexpr const char* schemaName = "sparsescope-plan";

} // namespace

json headerJson(const PlanHeader& header, int version)
{
    json competitors = json::array();
    for (const Competitor& c : header.competitors)
        competitors.push_back({{"name", c.name}, {"predictedNs", c.predictedNs}});
    json op = operatorJson(header.op);
    op["densePart"] = header.densePart;
    json made = {{"schema", schemaName},
                 {"version", version},
                 {"operator", op},
                 {"planner", header.planner},
                 {"options", header.options},
                 {"calibration", header.calibration},
                 {"predictedNs", header.predictedNs},
                 {"competitors", competitors}};
    if (!header.figures.empty())
        made["figures"] = header.figures;
    return made;
}

bool PlanHeader::multipliesFirst() const
{
    const auto asked = options.find(multiplyFirstOption);
    return op.relational() && (op.dtype == DataType::TFloat32 || (asked != options.end() && *asked == json(true)));
}

json operatorJson(const Operator& op)
{
    json made = {{"kind", name(op.kind)}, {"dtype", name(op.dtype)}, {"dense", op.dense}};
    if (op.relational())
        made["inner"] = op.inner;
    return made;
}

Operator operatorFrom(const JsonReader& in)
{
    Operator op;
    op.kind = parseOperatorKind(in.get<std::string>("kind"));
    op.dtype = parseDataType(in.get<std::string>("dtype"));
    if (op.inFloat64() && !op.definition().inFloat64)
        in["dtype"].fail(fmt::format("is f64, in which {} is not computed", label(op.kind)));
    op.dense = in.integer("dense", 1, mostOf::dense);
    if (op.relational())
        op.inner = in.integer("inner", 1, mostOf::inner);
    return op;
}

json parsePlanJson(const std::string& text, const std::string& file)
{
    json plan = parseJson(text, {.file = file});
    if (!plan.is_object() || !plan.contains("schema") || plan["schema"] != schemaName)
        failInput("is not a plan: \"schema\" is not \"sparsescope-plan\"", {.file = file});
    const JsonReader version = JsonReader(plan, file)["version"];
    if (version.as<int>() > planSchemaVersion || version.as<int>() < 1)
        version.fail(
            fmt::format("is schema version {}, this program reads up to {}", version.as<int>(), planSchemaVersion));
    return plan;
}

bool hasRule(const json& plan)
{
    return plan.contains("rule");
}

void readHeaderJson(PlanHeader& header, const JsonReader& in)
{
    const JsonReader op = in["operator"];
    header.op = operatorFrom(op);
    header.densePart = op.integer("densePart", 1, mostOf::dense);
    header.planner = in.get<std::string>("planner");
    header.options = in.get<json>("options");
    if (!header.options.is_object())
        in["options"].fail("is not an object");
    if (const std::string odd = oddProgram(header.options); !odd.empty())
        in["options"][odd.c_str()].fail(fmt::format("is no text of at most {} bytes", mostOf::programText));
    header.calibration = in.get<std::string>("calibration");
    header.predictedNs = in.get<double>("predictedNs");
    for (const JsonReader& c : in["competitors"].elements())
        header.competitors.push_back({c.get<std::string>("name"), c.get<double>("predictedNs")});
    header.figures = in.get<json>("figures", json::object());
    if (!header.figures.is_object())
        in["figures"].fail("is not an object");
}

} // namespace sparsescope
