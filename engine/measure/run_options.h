// How plans are run on a GPU: what the window, the command line and the worker ask for in the same words.
#pragma once

#include "engine/run/matrix_values.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace sparsescope {

enum class Codegen; // engine/plan/packed.h

inline constexpr int mostDevices = 1024;
inline constexpr int mostRepeats = 100'000; // of warm-ups too

struct RunOptions {
    int device = 0;         // of the worker's GPUs, as `sparsescope-gpu probe` counts them
    std::uint64_t seed = 1; // of the random values of the dense operands, and of the matrix where it takes such
    int warmups = 5;
    int repeats = 30;                   // timed runs; fewer, but five, of a kernel that takes a second for them
    std::vector<std::string> baselines; // raced beside the first plan; see engine/measure/baselines.h
    bool counters = true;               // CUPTI: activity record and hardware counters
    bool tune = true;   // try variants of the kernel and another split of the dense loop, keep the fastest
    bool brief = false; // verify and time the plan and what it is raced against, nothing more
    std::optional<MatrixValues> values = {}; // none: as takeValues() chooses
    // What computes the tiles: kernels with each are timed, and the fastest is kept; none: the templates, and where
    // variants are tried also what is printed.
    std::vector<Codegen> codegens = {};
    bool operator==(const RunOptions&) const = default;
};

// "template" "ir" "both": as options and jobs spell what RunOptions::codegens holds. Throws Error(Usage).
std::vector<Codegen> parseCodegens(const std::string& text);
std::string codegensText(const std::vector<Codegen>& codegens);
inline constexpr const char* codegenChoices = "{template,ir,both}";

} // namespace sparsescope
