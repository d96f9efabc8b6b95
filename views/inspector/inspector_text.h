// What the inspector says about the selection.
#pragma once

#include "views/parts/fact_list.h"
#include "views/workspace/workspace.h"

#include <vector>

namespace sparsescope {

namespace raster {
struct RectangleStatistics;
}

// `rectangle`: of the selected one; null until it is counted.
std::vector<FactGroup> inspectorFacts(const Workspace& workspace,
                                      const raster::RectangleStatistics* rectangle = nullptr);

} // namespace sparsescope
