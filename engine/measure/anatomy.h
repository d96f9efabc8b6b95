// Where the time of one call goes, as predicted and as measured: the same parts, one after another, and what is left.
#pragma once

#include "engine/measure/block_schedule.h"
#include "engine/measure/quantity.h"

#include <array>
#include <string>
#include <vector>

namespace sparsescope {

enum class CallPart {
    Launch,     // of all kernels of the call: what empty ones take
    Zeroing,    // rows of the output that tiles add to, or that none writes, beyond the launch
    Work,       // of the fused kernel: its sub-tasks at the rate of a full GPU, spread evenly over the SMs
    Latency,    // the rest of the time in which the mean SM has a block on it
    Imbalance,  // and tail: from there until the last block ends
    Kernel,     // the fused kernel where these three cannot be told apart, beyond its launch
    Conversion, // of rows that were added to in float32, beyond the launch
    Left        // the call less all of these; below 0 where they were measured apart and overlap
};
inline constexpr std::size_t callParts = 8;
std::string name(CallPart part);    // "imbalance and tail"
std::string meaning(CallPart part); // one sentence

// What empty kernels take on a GPU. 0: not known.
struct LaunchTimes {
    double firstNs = 0;
    double nextNs = 0;  // behind another kernel
    std::string source; // "this run", "calibration h200"
};

struct Anatomy {
    std::array<double, callParts> ns = {}; // NaN: not known, or not taken apart so
    double totalNs = 0;
    Basis basis;
    LaunchTimes launch;
    bool zeroes = false, converts = false; // in kernels of their own
    std::string note;                      // what is not known and why; or empty

    double operator[](CallPart part) const { return ns[static_cast<std::size_t>(part)]; }
    double& operator[](CallPart part) { return ns[static_cast<std::size_t>(part)]; }
    bool known(CallPart part) const;
    Quantity quantity(CallPart part) const { return {(*this)[part], Unit::Nanoseconds, basis}; }
    double kernelNs() const; // all parts of the fused kernel; NaN: not known
    int launches() const { return 1 + (zeroes ? 1 : 0) + (converts ? 1 : 0); }
};

// What stands before and after the fused kernel's blocks, in ns since the first of them starts; `blocksEnd`: the last
// one ends. Nothing where launches are not known.
struct CallBand {
    CallPart part = CallPart::Launch;
    double begin = 0, end = 0;
};
std::vector<CallBand> bandsAround(const Anatomy& anatomy, double blocksEnd);

// By the costs that the plan names; where they cannot be read, of its schedule alone.
Anatomy predictedAnatomy(const Plan& plan, double predictedNs);
// `schedule`: measuredSchedule() of the profile. What was recorded decides how far the call can be taken apart.
Anatomy measuredAnatomy(const Plan& plan, const Profile& profile, const BlockSchedule& schedule,
                        const LaunchTimes& launch, bool recorded);

// From the run itself where it measured empty kernels, else of a calibration of its GPU. Reads calibration files.
LaunchTimes launchTimes(const Profile& profile);

} // namespace sparsescope
