// The ablations of the papers as sweeps that are ready to run, and every planner in turn.
#pragma once

#include "engine/search/sweep.h"

namespace sparsescope {

struct ReadySweep {
    std::string name;        // "levels", on the command line
    std::string title;       // "Number of levels"
    std::string source;      // "STile 5.5, table 7"
    std::string help;        // one sentence: what is varied and what the paper found
    std::int64_t dense = 32; // extent of the dense axis in the paper; 0: varied
    std::vector<SweepAxis> axes;
    std::string planner = "stile";
};

// Those that the papers make for the operator.
std::vector<ReadySweep> readySweeps(OperatorKind op);
ReadySweep readySweep(OperatorKind op, const std::string& name); // throws Error(Usage) that lists the known ones

// The base with the planner, the dense extent and, competitors left out, what the paper varies: a figure of an ablation
// is that of the search asked for, not of another plan that beats it.
Sweep sweepOf(const ReadySweep& ready, SearchRequest base);

// One search by every planner that there is; those that do not plan the operator say so in their point. Each
// takes those of the base's options that it has too.
Sweep plannersSweep(SearchRequest base);

} // namespace sparsescope
