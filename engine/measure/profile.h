// What one run measured: plain data, so that it opens without a GPU.
#pragma once

#include "engine/cost/agreement.h"
#include "engine/plan/operators/operator.h"
#include "engine/run/matrix_values.h"

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

namespace sparsescope {

// Under which conditions; shown beside every number.
struct Conditions {
    std::string device; // "NVIDIA H200"
    std::string chip;   // "GH100"
    int sms = 0;
    std::string architecture; // "sm_90"
    std::string driver;       // "580.159"
    std::string cuda;         // runtime, "13.0"
    std::string nvrtc;
    std::string cusparse;
    std::string cublas;
    double clockMHz = 0; // SM clock right after the timed runs, from clock64 over globaltimer
    int warmups = 0;
    int repeats = 0;
    std::string cache;     // "warm"
    std::string reference; // where the float64 product came from: "CPU", "GPU, 64 rows checked on the CPU"
    std::string date;      // ISO 8601, UTC
    MatrixValues values = MatrixValues::File; // of the matrix, the same for all that was measured
};

struct Timing {
    double medianNs = 0;
    double lowNs = 0;  // 5th percentile
    double highNs = 0; // 95th percentile
};

struct Counter {
    std::string name; // CUPTI's
    double value = 0;
    std::string unit;
    std::string meaning; // one sentence
};

struct Baseline {
    std::string name; // "cusparse:csr_alg2", "cublas:dense", "kernel:NAME" of the user's own
    Timing timing;    // L2 warm
    double preprocessNs = 0;
    double relativeError = 0;
    bool verified = false;
    std::string problem;                // why it did not run; empty when it did
    Timing cold = {};                   // L2 cold
    std::vector<Counter> counters = {}; // of all its kernels together; empty: not counted
    std::int64_t memoryBytes = 0;       // as Profile::memoryBytes, with workspaces
};

// What a part of the work takes at the rate that was measured when the GPU was calibrated: bytes that have to move,
// rows that kernels gather, operations that have to be done. Bytes (with a cold L2 cache) and operations are floors
// under the time of any kernel; gathers are those of kernels that find nothing in L1, which reuse can beat.
struct Limit {
    std::string name; // "compulsory bytes"
    double ns = 0;
    std::string meaning; // one sentence, with the rate that it takes
    bool cold = false;   // to be held against the time with a cold L2 cache
};

// A way to build or launch the plan's kernels that was tried: all that one product takes, L2 warm.
struct Variant {
    std::string parameters; // "parts of 64, 128 threads, 4 gathers"
    double ns = 0;
    bool chosen = false; // all other times of the profile are of it
};

// The sub-tasks of one kind of tile launched alone, and what STile table 3 predicts of them against counters: 0 where
// they were not read.
struct KindRun {
    std::string kind; // "ELL 64x4, split rows"
    std::int64_t tasks = 0;
    double ns = 0;
    double predictedFlops = 0;
    double flops = 0;
    double predictedBytes = 0; // between the SMs and the L2 cache, output once
    double bytes = 0;
    double predictedAddedBytes = 0; // of adding stores
    double addedBytes = 0;
};

inline constexpr std::int64_t mostTaskTimes = 1'000'000; // of a run; of more sub-tasks a sample is kept

// One measured sub-task in the fused kernel (in situ). Cycles are of its own SM's clock64.
struct TaskTime {
    std::int32_t tile = 0;
    std::int32_t part = 0;
    std::int32_t sm = 0;
    std::int64_t start = 0; // cycles since the first block of that SM started
    std::int64_t end = 0;
    double inSituNs = 0; // integral of dt / blocks resident on the SM (STile.md: in situ)
};

// One tile measured saturated: copies of its sub-task, in the kernel with default parameters, fill the GPU (STile
// section 4).
struct SaturatedTime {
    std::int32_t tile = 0;
    double ns = 0;
};

struct Profile {
    Operator op;
    std::string planner;
    std::string calibration; // that predicted
    std::string planHash;    // content hash of the plan's arrays
    Conditions conditions;

    Timing kernel; // zeroing, fused kernel and conversion together: what a user pays per call; L2 warm
    Timing cold;   // the same, L2 cold
    std::vector<Limit> limits;
    double zeroNs = 0; // medians of the parts, timed alone
    double fusedNs = 0;
    double convertNs = 0;
    double launchNs = 0;     // of an empty kernel in the same place; 0: not measured
    double nextLaunchNs = 0; // of one right behind another kernel
    double predictedNs = 0;
    double instrumentedNs = 0; // fused kernel with task clocks

    bool verified = false;
    double relativeError = 0;
    double worstElementError = 0;

    int registers = 0;
    int sharedBytes = 0;
    int localBytes = 0;
    double occupancy = 0; // theoretical, 0 to 1
    double compileMs = 0;
    double packMs = 0;
    // GPU memory during one product: the matrix as it is stored, dense operands, output and what is kept between
    // kernels. What libraries keep for themselves is not seen. 0: a record of before.
    std::int64_t memoryBytes = 0;

    double predictedBytes = 0; // sum of STile table 3 over the sub-tasks
    double predictedFlops = 0;
    std::int64_t tasks = 0; // in the launch; `taskTimes` may be a sample
    std::vector<TaskTime> taskTimes;
    std::vector<SaturatedTime> saturated;
    std::vector<Counter> counters;
    std::vector<Baseline> baselines;
    std::vector<Variant> variants; // tried by the tuner, and a kernel for each kind on streams; empty: not asked for
    std::string codegen;           // what computed the tiles: "template", "ir"; empty: a record of before
    std::string parameters; // of its kernel, as `generate --parameters` takes them; empty: of a library, or of before
    double untunedNs = 0;   // what predictedNs is about: the kernel with default parameters; 0: not measured apart
    std::vector<KindRun> kinds;        // in the order of the kernel's cases
    double activityNs = 0;             // fused kernel by CUPTI activity record; 0 without CUPTI
    std::vector<std::string> messages; // what could not be measured, why, and what to do

    const Baseline* fastestBaseline() const; // verified ones only; null when there is none
    const Counter* counter(const std::string& name) const;
    double shareOf(const Limit& limit) const; // of the plan's time, with a cold cache where the limit asks for it
};

// Predicted cost of tiles against their saturated time, and of sub-tasks against their in-situ time. Tasks of tiles
// that the plan does not have are left out.
Agreement saturatedAgreement(const class Plan& plan, const Profile& profile);
Agreement inSituAgreement(const class Plan& plan, const Profile& profile);

nlohmann::json toJson(const Conditions& conditions);
nlohmann::json toJson(const std::vector<Counter>& counters);
Conditions conditionsFrom(const nlohmann::json& json, const std::string& file); // these throw Error(Input)
std::vector<Counter> countersFrom(const nlohmann::json& json, const std::string& file);
// All but taskTimes and saturated, which are binary columns in a session.
nlohmann::json toJson(const Profile& profile);
Profile profileFromJson(const nlohmann::json& json, const std::string& file);

} // namespace sparsescope
