// What the inspector says about the selection.
#pragma once

#include "views/parts/fact_list.h"
#include "views/workspace/workspace.h"

#include <vector>

namespace sparsescope {

struct RectangleStatistics;

// `rectangle`: of the selected one; null until it is counted.
std::vector<FactGroup> inspectorFacts(const Workspace& workspace, const RectangleStatistics* rectangle = nullptr);

} // namespace sparsescope
