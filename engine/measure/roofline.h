// The roofline of a run: what the GPU's rates allow at each arithmetic intensity, and where the plan is, as predicted
// and as counted.
#pragma once

#include "engine/cost/calibration.h"
#include "engine/measure/profile.h"

#include <optional>
#include <string>
#include <vector>

namespace sparsescope {

// A slope: bytes of one level of the memory, moved at the rate that was measured.
struct Ceiling {
    std::string name;      // "L2 gathers"
    double bytesPerNs = 0; // = GB/s
    std::string meaning;   // one sentence
    bool measured = true;  // false: what the GPU is built for
};

// Work that was done or predicted; the intensity is against the bytes of one level of the memory.
struct RooflinePoint {
    std::string name;
    double flops = 0;
    double bytes = 0;
    double ns = 0;
    double intensity() const { return bytes > 0 ? flops / bytes : 0; } // FLOP per byte
    double rate() const { return ns > 0 ? flops / ns : 0; }            // FLOP per ns = GFLOP/s
    bool drawable() const { return intensity() > 0 && rate() > 0; }
};

// What the fused kernel would take if nothing but one resource held it up.
struct ResourceFloor {
    std::string name; // "L2 gathers"
    double ns = 0;
    double share = 0; // of the fused kernel's time
};

struct Roofline {
    double peakFlopsPerNs = 0;              // of the operator's data type; 0: not known
    std::vector<Ceiling> ceilings;          // those that are known, the fastest memory first
    std::optional<RooflinePoint> predicted; // of the whole call, bytes between the SMs and L2
    std::optional<RooflinePoint> l1;        // time of the whole call; counters see the fused kernel alone, so the
    std::optional<RooflinePoint> l2;        // bytes of zeroing and converting are missing
    std::optional<RooflinePoint> dram;
    std::optional<RooflinePoint> fused; // the fused kernel alone, bytes of L2 as counted
    std::vector<RooflinePoint> kinds;   // as counted, launched alone
    bool flopsCounted = false;          // else the predicted FLOPs stand in for them
    std::vector<ResourceFloor> floors;  // the tightest first
    std::string limit;                  // one sentence: what holds it up
};

// Bytes of the fused kernel as CUPTI counted them; NaN without counters. Of L2: those between it and the SMs, or, in
// recordings that have no such counters, all that passed it.
double countedL1Bytes(const Profile& profile); // between the L1 caches and the SMs' threads
double countedDramBytes(const Profile& profile);
double countedL2Bytes(const Profile& profile);

// The rates of the device that a run was measured on: those of the calibration that predicted, else of a shipped one of
// that GPU; else none. Reads calibration files.
struct KnownRates {
    Rates rates;
    double launchNs = 0; // of an empty kernel, and of one behind another
    double nextLaunchNs = 0;
    std::string calibration; // whose they are; empty: none
    bool otherGpu = false;   // the calibration is of another GPU
};
KnownRates ratesFor(const Profile& profile);

// Rates of 0 are not known and give no ceiling. A roof at an intensity: the least of the peak and rate x intensity.
Roofline roofline(const Profile& profile, const Rates& rates);

} // namespace sparsescope
