// A plan with its arrays.
#include "engine/plan/plan_file.h"
#include "tests/fuzz/all_targets.h"
#include "tests/fuzz/array_container.h"
#include "tests/fuzz/fixtures.h"
#include "tests/fuzz/target.h"

namespace sparsescope::fuzz {

std::vector<std::string> planSeeds()
{
    std::vector<std::string> seeds;
    for (const SearchResult& found : somePlans())
        seeds.push_back(containerOf(planToBlob(found.plan)));
    return seeds;
}

void runPlan(std::string_view input)
{
    const PlanBlob blob = blobIn(input);
    const Plan plan = planFromBlob(blob, *smallMatrix(), "plan.json");
    validatePlan(plan, *smallMatrix());
    usePlan(plan, *smallMatrix());
    const Plan again = planFromBlob(planToBlob(plan), *smallMatrix(), "plan.json");
    require(again.tiling().entries == plan.tiling().entries, "a plan that was read does not survive its files");
}

} // namespace sparsescope::fuzz
