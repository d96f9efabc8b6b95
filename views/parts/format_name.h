// Names of formats, and of planners that plan one, as the screen spells them.
#pragma once

#include <QString>

#include <string>

namespace sparsescope {

QString formatName(const std::string& format); // "csr" -> "CSR", "block" -> "block"
// A planner with options where there is little room: "fixed:bsr(height=16,width=16)" -> "BSR 16x16".
QString shortPlanner(const std::string& planner);

} // namespace sparsescope
