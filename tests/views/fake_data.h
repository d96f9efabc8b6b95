// Plans, traces and profiles made up for tests of the views.
#pragma once

#include "engine/matrix/matrix.h"
#include "engine/measure/profile.h"
#include "engine/plan/plan.h"
#include "engine/search/trace.h"

#include <memory>

namespace sparsescope::fake {

struct Data {
    MatrixPtr matrix;
    std::shared_ptr<const Plan> plan;
    std::shared_ptr<const Trace> trace;
};

// The stile plan of crossing(512, 1) with its trace.
Data searched();
// `tiles` tiles of one ELL kind over an empty pattern: for what must not depend on the number of tiles.
std::shared_ptr<const Plan> manyTiles(std::int64_t tiles);
// That of planner graph for SpMV, which has no program.
std::shared_ptr<const Plan> ofGraph(const Matrix& matrix);
// Times around the plan's costs with noise of a fixed seed, three baselines (one did not run), counters.
std::shared_ptr<const Profile> profile(const Plan& plan, bool verified = true);

} // namespace sparsescope::fake
