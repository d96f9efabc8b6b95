// A plan's header as JSON: what files of all kinds of plans have in common.
#pragma once

#include "engine/core/json_reader.h"
#include "engine/plan/header.h"

#include <string>

namespace sparsescope {

inline constexpr int planSchemaVersion = 4;        // the newest that is read
inline constexpr int dynamicPlanSchemaVersion = 4; // of those that have a rule in place of tiles

// "kind", "dtype", "dense", and of operators with a second dense axis "inner".
nlohmann::json operatorJson(const Operator& op);
Operator operatorFrom(const JsonReader& in); // throws Error(Input, Usage)

// Operator, planner, options, calibration, predicted cost, competitors and figures, with the schema's name and this
// version; nothing of a matrix.
nlohmann::json headerJson(const PlanHeader& header, int version);

// The JSON of a plan of any kind. Throws Error(Input): no plan, a newer version.
nlohmann::json parsePlanJson(const std::string& text, const std::string& file);
// Is it of a dynamic plan?
bool hasRule(const nlohmann::json& plan);

// What headerJson() writes. Throws Error(Input).
void readHeaderJson(PlanHeader& header, const JsonReader& in);

} // namespace sparsescope
