#include "engine/measure/block_schedule.h"

#include "engine/core/at.h"
#include "engine/cost/cost_model.h"
#include "engine/plan/launch_order.h"

#include <algorithm>
#include <limits>
#include <numeric>

namespace sparsescope {

namespace {

// Sorts the blocks, finds each SM's and its lanes, and sums up.
void arrange(BlockSchedule& schedule, std::int32_t sms)
{
    std::vector<ScheduledBlock>& blocks = schedule.blocks;
    std::sort(blocks.begin(), blocks.end(), [](const ScheduledBlock& a, const ScheduledBlock& b) {
        return a.sm != b.sm         ? a.sm < b.sm
               : a.start != b.start ? a.start < b.start
               : a.tile != b.tile   ? a.tile < b.tile
                                    : a.part < b.part;
    });
    schedule.first.assign(static_cast<std::size_t>(sms) + 1, 0);
    for (const ScheduledBlock& block : blocks)
        ++schedule.first[static_cast<std::size_t>(block.sm) + 1];
    std::partial_sum(schedule.first.begin(), schedule.first.end(), schedule.first.begin());

    ScheduleBalance& balance = schedule.balance;
    double firstDone = std::numeric_limits<double>::infinity();
    double sum = 0;
    std::vector<double> free; // moment from which each lane is free
    for (std::int32_t sm = 0; sm < sms; ++sm) {
        free.clear();
        double busy = 0;
        double until = 0;
        const auto end = static_cast<std::size_t>(schedule.first[static_cast<std::size_t>(sm) + 1]);
        for (auto i = static_cast<std::size_t>(schedule.first[at(sm)]); i < end; ++i) {
            ScheduledBlock& block = blocks[i];
            const auto lane = std::find_if(free.begin(), free.end(), [&](double t) { return t <= block.start; });
            block.lane = static_cast<std::int32_t>(lane - free.begin());
            if (lane == free.end())
                free.push_back(block.end);
            else
                *lane = block.end;
            busy += std::max(0.0, block.end - std::max(until, block.start));
            until = std::max(until, block.end);
        }
        schedule.lanes = std::max(schedule.lanes, static_cast<std::int32_t>(free.size()));
        sum += busy;
        firstDone = std::min(firstDone, until);
        balance.emptySms += free.empty() ? 1 : 0;
        if (busy > balance.busiestNs) {
            balance.busiestNs = busy;
            balance.busiestSm = sm;
        }
        if (until > balance.longestNs) {
            balance.longestNs = until;
            balance.lastSm = sm;
        }
    }
    if (sms > 0) {
        balance.meanNs = sum / sms;
        balance.tailNs = balance.longestNs - firstDone;
    }
}

} // namespace

BlockSchedule predictedSchedule(const Plan& plan, std::int32_t sms)
{
    BlockSchedule result;
    const std::int64_t parts = plan.denseParts();
    result.launched = static_cast<std::int64_t>(plan.tiling().tiles.size()) * parts;
    if (plan.tiling().tiles.empty() || sms <= 0) {
        result.problem = plan.tiling().tiles.empty() ? "The plan has no tiles." : "The number of SMs is not known.";
        result.launched = 0;
        return result;
    }
    if (ranByLibrary(plan)) {
        result.problem = "A library computes this plan: it deals out its thread blocks in its own way.";
        result.launched = 0;
        return result;
    }
    const Schedule schedule = scheduleOf(plan, sms);
    result.blocks.reserve(schedule.sm.size());
    // The order in which they are launched is the order in which an SM does them.
    for (const Task& task : launched(plan.tiling(), tileCosts(plan.tiling()), parts, plan.tiling().launchOrder))
        result.blocks.push_back({task.tile, task.part, schedule.sm[at(task.tile * parts + task.part)], 0, 0, 0});
    std::vector<double> busy(static_cast<std::size_t>(sms), 0.0);
    for (ScheduledBlock& block : result.blocks) {
        double& now = busy[at(block.sm)];
        block.start = now;
        now += plan.tiling().tiles[at(block.tile)].cost;
        block.end = now;
    }
    arrange(result, sms);
    return result;
}

BlockSchedule measuredSchedule(const Profile& profile)
{
    BlockSchedule result;
    result.launched = profile.tasks;
    const double clock = profile.conditions.clockMHz;
    std::int32_t sms = profile.conditions.sms;
    if (profile.taskTimes.empty())
        result.problem = "This run has no clocks of thread blocks.";
    else if (!(clock > 0))
        result.problem = "The SM clock was not measured, so that cycles cannot become times.";
    else if (sms <= 0)
        result.problem = "The number of SMs is not known.";
    if (result.problem.empty()) {
        const double nsPerCycle = 1000 / clock;
        result.blocks.reserve(profile.taskTimes.size());
        for (const TaskTime& task : profile.taskTimes)
            if (task.sm >= 0 && task.sm < sms && task.start >= 0 && task.end > task.start)
                result.blocks.push_back({task.tile, task.part, task.sm, 0, static_cast<double>(task.start) * nsPerCycle,
                                         static_cast<double>(task.end) * nsPerCycle});
        if (result.blocks.empty())
            result.problem = "The clocks of this run's thread blocks were not kept.";
        else
            arrange(result, sms);
    }
    if (!result.problem.empty())
        result.launched = 0;
    return result;
}

} // namespace sparsescope
