// Prediction against measurement for a plan's tiles and sub-tasks.
#include "engine/core/at.h"
#include "engine/measure/profile.h"
#include "engine/plan/plan.h"

namespace sparsescope {

namespace {

template <class Times>
Agreement agreementOf(const Plan& plan, const Times& times, double (*measured)(const typename Times::value_type&))
{
    std::vector<double> predicted;
    std::vector<double> actual;
    for (const auto& time : times)
        if (time.tile >= 0 && time.tile < static_cast<std::int32_t>(plan.tiling().tiles.size())) {
            predicted.push_back(plan.tiling().tiles[at(time.tile)].cost);
            actual.push_back(measured(time));
        }
    return agreement(predicted, actual);
}

} // namespace

Agreement saturatedAgreement(const Plan& plan, const Profile& profile)
{
    return agreementOf(
        plan, profile.saturated, +[](const SaturatedTime& t) { return t.ns; });
}

Agreement inSituAgreement(const Plan& plan, const Profile& profile)
{
    return agreementOf(
        plan, profile.taskTimes, +[](const TaskTime& t) { return t.inSituNs; });
}

} // namespace sparsescope
