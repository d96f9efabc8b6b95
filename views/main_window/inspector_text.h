// What the inspector says about the selection.
#pragma once

#include "views/fact_list.h"
#include "views/workspace/workspace.h"

#include <vector>

namespace sparsescope {

std::vector<FactGroup> inspectorFacts(const Workspace& workspace);

} // namespace sparsescope
