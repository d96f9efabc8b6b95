// A profile with every field filled, as if a GPU had measured it.
#pragma once

#include "engine/measure/profile.h"
#include "engine/plan/plan.h"

#include <random>

namespace sparsescope {

inline Profile inventedProfile(const Plan& plan, std::uint64_t seed)
{
    std::mt19937_64 random(seed);
    const auto real = [&] { return static_cast<double>(random() >> 11) * 0x1p-40; };
    Profile p;
    p.op = plan.op;
    p.planner = plan.planner;
    p.calibration = plan.calibration;
    p.planHash = "0123456789abcdef";
    p.conditions = {"Invented \"GPU\" \xc3\xa9",
                    "XY100",
                    132,
                    "sm_90",
                    "1.2",
                    "13.0",
                    "13.0",
                    "12.6",
                    "13.1",
                    1980.5,
                    3,
                    20,
                    "warm",
                    "CPU",
                    "2026-11-20T12:00:00Z",
                    MatrixValues::Random};
    p.kernel = {real(), real(), real()};
    p.cold = {real(), real(), real()};
    p.limits = {{"compulsory bytes", real(), "Every byte moved once.", true}};
    p.variants = {{"parts of 32, 128 threads, 4 gathers", real(), false},
                  {"parts of 64, 128 threads, 4 gathers", real(), true}};
    p.untunedNs = real();
    p.parameters = "threads=128,gathers=8,blocks=5";
    p.kinds = {{"ELL 64x4, split rows", 12, real(), real(), real(), real(), real(), real(), real()}};
    p.zeroNs = real();
    p.fusedNs = real();
    p.convertNs = real();
    p.launchNs = real();
    p.nextLaunchNs = real();
    p.predictedNs = real();
    p.instrumentedNs = real();
    p.verified = true;
    p.relativeError = real();
    p.worstElementError = real();
    p.registers = 64;
    p.sharedBytes = 1024;
    p.localBytes = 8;
    p.occupancy = 0.5;
    p.compileMs = real();
    p.packMs = real();
    p.predictedBytes = real();
    p.predictedFlops = real();
    const auto parts = static_cast<std::int32_t>(plan.denseParts());
    for (std::int32_t t = 0; t < static_cast<std::int32_t>(plan.tiling().tiles.size()); ++t) {
        for (std::int32_t part = 0; part < parts; ++part)
            p.taskTimes.push_back({t, part, static_cast<std::int32_t>(random() % 132),
                                   static_cast<std::int64_t>(random() >> 20), (std::int64_t{1} << 53) - 5, real()});
        p.saturated.push_back({t, real()});
    }
    p.tasks = static_cast<std::int64_t>(p.taskTimes.size());
    p.counters = {{"dram__bytes_read.sum", real(), "byte", "Bytes read from memory."}};
    p.baselines = {{"cusparse:csr_alg2", {3, 2, 4}, real(), 1e-4, true, ""},
                   {"cusparse:blocked_ell", {1, 1, 1}, 0, 0, false, "needs blocks"},
                   {"cusparse:csr_alg3", {2, 1, 3}, real(), 1e-4, true, "", {5, 4, 6}}};
    p.activityNs = real();
    p.baselines[0].counters = {{"lts__t_bytes.sum", real(), "B", "Bytes that passed the L2 cache."}};
    p.messages = {"No counters: not permitted."};
    return p;
}

} // namespace sparsescope
