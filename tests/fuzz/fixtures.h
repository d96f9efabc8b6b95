// The one small matrix that everything is read for, and what was found for it.
#pragma once

#include "engine/cost/cost_model.h"
#include "engine/measure/profile.h"
#include "engine/search/request.h"
#include "engine/session/session.h"

#include <string>
#include <string_view>
#include <vector>

namespace sparsescope::fuzz {

const MatrixPtr& smallMatrix(); // 30 x 24, with values

// Numbers for every operator and a few formats.
const Calibration& someCalibration();

// A plan of the matrix by the planner of this name.
SearchResult planned(const std::string& planner, const Operator& op,
                     const nlohmann::json& options = nlohmann::json::object());

// Plans of every format and planner, of every operator in turn.
const std::vector<SearchResult>& somePlans();

// A session with a bit of everything.
session::Session someSession();

// What the programs compute of what they have opened: the pages' numbers, tables and reports.
void usePlan(const Plan& plan, const Matrix& matrix);
void useProfile(const Plan& plan, const Profile& profile);
void useSession(const session::Session& session);

} // namespace sparsescope::fuzz
