// When which SM worked on which sub-task: as the plan's costs predict it and as the in-kernel clocks measured it, on
// one time axis, with how well the SMs were kept busy.
#pragma once

#include "engine/measure/profile.h"
#include "engine/plan/plan.h"

#include <cstdint>
#include <string>
#include <vector>

namespace sparsescope {

// One thread block, which does one sub-task.
struct ScheduledBlock {
    std::int32_t tile = 0;
    std::int32_t part = 0;
    std::int32_t sm = 0;
    std::int32_t lane = 0; // blocks that are on an SM at the same moment are in different lanes, from 0
    double start = 0;      // ns since the first block; measured: since the first block of that SM
    double end = 0;
};

// How well the SMs share the work.
struct ScheduleBalance {
    double longestNs = 0; // until the last block ends
    double busiestNs = 0; // the SM with the most time in which at least one block is on it
    double meanNs = 0;    // of that time over all SMs, those without blocks included
    double tailNs = 0;    // from the moment at which the first SM has nothing left to do
    std::int32_t busiestSm = -1;
    std::int32_t lastSm = -1; // whose last block ends last
    std::int32_t emptySms = 0;
    double imbalance() const { return meanNs > 0 ? busiestNs / meanNs : 0; }        // 1: perfect
    double idleShare() const { return longestNs > 0 ? 1 - meanNs / longestNs : 0; } // of the SMs' time
};

struct BlockSchedule {
    std::vector<ScheduledBlock> blocks; // SM by SM, those of one SM by start
    std::vector<std::int64_t> first;    // SMs + 1: the blocks of SM s are first[s] to first[s + 1]
    std::int32_t lanes = 0;             // the most blocks that are on one SM at the same moment
    ScheduleBalance balance;
    std::int64_t launched = 0; // blocks of the launch; more than there are here where they are a sample
    std::string problem;       // why there are no blocks; empty when there are
    std::int32_t sms() const { return first.empty() ? 0 : static_cast<std::int32_t>(first.size()) - 1; }
    bool sampled() const { return launched > static_cast<std::int64_t>(blocks.size()); }
};

// STile definition 6: longest first onto the least loaded SM; each SM does its blocks one after the other, and a cost
// is the whole time that the SM spends on one.
BlockSchedule predictedSchedule(const Plan& plan, std::int32_t sms);
// Cycles become ns by the SM clock of the conditions. Tasks without a length and those of SMs that the device does not
// have are left out.
BlockSchedule measuredSchedule(const Profile& profile);

} // namespace sparsescope
