// What if, by hand: a plan with one tile split, two merged, one stored in another format, one given up, or all launched
// otherwise. Each function makes a new plan that owns every non-zero once, with atomic marks, costs, schedule and
// prediction made anew, and leaves the given one as it is. They throw Error(Usage) with a sentence when a request
// cannot be met. The model has to be for the plan's operator and part of the dense loop: makeCostModel(calibration,
// plan.op, plan.densePart).
#pragma once

#include "engine/cost/cost_model.h"

#include <cstdint>
#include <string>
#include <vector>

namespace sparsescope {

struct PlanEdit {
    Plan plan;
    std::vector<std::int64_t> made; // the tiles of it that the edit made
    // Predicted by one model, in nanoseconds, of the given plan and of the new one. A plan takes as long as its busiest
    // SM, so that a change often shows in the sums alone: of the costs of all sub-tasks, and of those of the tiles that
    // the edit took and made.
    struct Times {
        double plan = 0, all = 0, own = 0;
    };
    Times before, after;
};

// Whether any of these functions changed its tiles.
bool editedByHand(const Plan& plan);

// The first half of the tile's rows and the second, each in a tile of the same format with the cheapest parameters.
PlanEdit splitTile(const Plan& plan, const Matrix& matrix, const CostModel& model, std::int64_t tile,
                   Progress& progress = noProgress());
// Two tiles of one format become one where its parameters allow.
PlanEdit mergeTiles(const Plan& plan, const Matrix& matrix, const CostModel& model, std::int64_t tile,
                    std::int64_t other, Progress& progress = noProgress());
// What the tile owns in another format, by name, with the cheapest parameters: several tiles where one cannot hold it.
PlanEdit retypeTile(const Plan& plan, const Matrix& matrix, const CostModel& model, std::int64_t tile,
                    const std::string& format, Progress& progress = noProgress());
// Its non-zeros go to 1D or CSR tiles, whichever is cheaper.
PlanEdit deleteTile(const Plan& plan, const Matrix& matrix, const CostModel& model, std::int64_t tile,
                    Progress& progress = noProgress());

// The same tiles launched in another order, their split rows summed in another way. Predicted by the plan's own
// calibration, where it can be read.
PlanEdit relaunched(const Plan& plan, const Matrix& matrix, LaunchOrder order, SplitSums sums,
                    Progress& progress = noProgress());

} // namespace sparsescope
