// What one run over a sequence of masks measured, a row a mask: of a dynamic plan and of what it was raced against.
// Plain data, so that it opens without a GPU.
#pragma once

#include "engine/measure/profile.h"
#include "engine/plan/dynamic/dynamic_plan.h"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace sparsescope {

// Medians of many runs, in ns; 0: not measured.
struct MaskRun {
    std::int64_t pairing = 0; // index into SequenceRun::pairings; -1: the dense product
    std::int64_t members = 0, tasks = 0, stored = 0, owned = 0;
    double predictedIndexNs = 0, predictedKernelNs = 0;
    // Part by part, each alone, L2 warm: choosing anew, the memset and the index, zeroing, the kernel, converting.
    double selectNs = 0, indexNs = 0, zeroNs = 0, kernelNs = 0, convertNs = 0;
    double totalNs = 0;                 // of all parts, queued as one; L2 warm
    double coldNs = 0;                  // the same, L2 cold
    double replayNs = 0;                // in the order of the sequence, each mask once
    double hostNs = 0;                  // by the host's clock, from the first call to the end of the stream
    double error = 0, worstElement = 0; // against float64
    double spread = 0;                  // largest difference between three runs, of the result's largest magnitude
    std::int64_t peakBytes = 0;         // of GPU memory
    std::int64_t best = -1;             // with the oracle: the fastest of all, as `pairing` has it, and its time
    double bestNs = 0;

    double predictedNs() const { return predictedIndexNs + predictedKernelNs; }
    bool accepted(DataType dtype) const; // is its result within what the type's rounding allows?
};

// What else computes it, with its conversion in every mask.
struct RivalOnMask {
    double conversionNs = 0, kernelNs = 0;
    double totalNs = 0; // by the host's clock, where the conversion waits for the host
    double error = 0;
    std::int64_t peakBytes = 0;
};

struct Rival {
    std::string name;               // "cublas:dense"
    bool waits = false;             // for the host, so that its total is held against MaskRun::hostNs
    std::string problem;            // why it did not run, or was wrong; empty: neither
    std::vector<RivalOnMask> masks; // empty where it did not run
};

struct SequenceRun {
    Conditions conditions;
    std::vector<Pairing> pairings; // that a mask names, each once
    bool oracle = false;           // every pairing was measured on every mask
    std::vector<MaskRun> masks;
    std::vector<Rival> rivals;
    std::vector<Counter> counters; // CUPTI's, of index and kernel on the first mask
    std::vector<std::string> messages;

    // The fastest that ran right on mask t, by its total, or host's total where it waits: not the dense product where
    // the plan is that itself. Null: none.
    const Rival* fastestRival(std::size_t t) const;
};

// A column of numbers, of all masks, by name: "kernelNs". What there is, in this order; whole numbers are below 2^53.
struct MaskColumn {
    std::string name;
    std::vector<double> values;
};
std::vector<MaskColumn> columnsOf(std::span<const MaskRun> masks);
std::vector<MaskColumn> columnsOf(std::span<const RivalOnMask> masks);
// Sets the column of this name in as many masks as it has values. False where there is none of this name, or a whole
// number is none.
bool setColumn(std::vector<MaskRun>& masks, const MaskColumn& column);
bool setColumn(std::vector<RivalOnMask>& masks, const MaskColumn& column);

// All but the columns.
nlohmann::json toJson(const SequenceRun& run);
SequenceRun sequenceRunFrom(const nlohmann::json& json, const std::string& file); // throws Error(Input)

// Against the fastest pairing or the dense product of each mask, where the oracle was asked.
struct Regret {
    std::int64_t masks = 0;
    double geometricMean = 1, worst = 1; // this plan's total over the best one's
    std::int64_t worstMask = -1;
};
Regret regretOf(const SequenceRun& run);

// One rival against the plan, mask by mask: its total over the plan's, by the same clock; of the dense product those
// masks alone that the plan multiplies otherwise.
struct RivalRace {
    std::int64_t masks = 0, lost = 0; // on how many the rival was the faster one
    double geometricMean = 1;
};
RivalRace raceOf(const SequenceRun& run, std::size_t rival);
// The same against the fastest one of each mask.
RivalRace raceOfFastest(const SequenceRun& run);

} // namespace sparsescope
