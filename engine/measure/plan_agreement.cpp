// Prediction against measurement for a plan's tiles and sub-tasks.
#include "engine/core/at.h"
#include "engine/measure/figure14.h"
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

std::optional<Figure14> figure14(const Plan& plan, const Profile& profile)
{
    if (!plan.op.hasDenseAxis())
        return std::nullopt;
    const bool sampled = plan.op.sampled();
    const FormatFamily family = sampled ? FormatFamily::OneD : FormatFamily::Ell;
    std::vector<double> predicted, measured;
    for (const SaturatedTime& time : profile.saturated)
        if (time.tile >= 0 && time.tile < static_cast<std::int32_t>(plan.tiling().tiles.size())) {
            const Tile& tile = plan.tiling().tiles[at(time.tile)];
            if (plan.tiling().formatOf(tile).family() != family)
                continue;
            predicted.push_back(tile.cost);
            measured.push_back(time.ns);
        }
    if (predicted.empty())
        return std::nullopt;
    Agreement paper;
    paper.points = sampled ? 13'060 : 5'000;
    paper.pearson = sampled ? 0.9997 : 0.9243;
    paper.rmse = sampled ? 48 : 140; // 4.8e-5 and 1.4e-4 ms
    return Figure14{sampled ? "1D" : "ELL", agreement(predicted, measured), paper};
}

} // namespace sparsescope
