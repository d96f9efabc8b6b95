// Which of several plans, or kernels of libraries, is the fastest: one rule for tables, sweeps and both programs.
#pragma once

#include <span>

namespace sparsescope {

// What is known of one of them; 0 ns: nothing.
struct Ranked {
    double predictedNs = 0;
    double measuredNs = 0;
    bool verified = false; // the measured result is right
    bool cpuOnly = false;  // the GPU has no code for its formats: its prediction is no candidate for the fastest
};

enum class RankBy { Prediction, Measurement };

// The time that it is ranked by; 0: it has no rank.
double rankedNs(const Ranked& one, RankBy by);
// The shortest of these times; 0: none has a rank.
double bestNs(std::span<const Ranked> all, RankBy by);

} // namespace sparsescope
