// The ablations of the papers as sweeps that are ready to run, and every planner in turn.
#pragma once

#include "engine/search/sweep.h"

#include <optional>
#include <span>

namespace sparsescope {

// What a paper reports of a matrix: times over that of the sweep's default.
struct Published {
    struct Value {
        std::string text;   // of the sweep's axis
        double latency = 0; // 0: not reported
        double searchTime = 0;
    };
    std::string matrix;    // "ND"
    std::int64_t rows = 0; // 0, with nnz: the paper does not say
    std::int64_t nnz = 0;
    std::vector<Value> values;
};

// A hardware counter that a paper's figure shows.
struct ReadyCounter {
    std::string name;  // CUPTI's
    std::string title; // "L1 hit rate"
};

struct ReadySweep {
    std::string name;        // "levels", on the command line
    std::string title;       // "Number of levels"
    std::string source;      // "STile 5.5, table 7"
    std::string help;        // one sentence: what is varied and what the paper found
    std::int64_t dense = 32; // extent of the dense axis in the paper; 0: varied
    std::vector<SweepAxis> axes;
    std::string planner = "stile";
    std::string standard = {};             // value of the axis that the paper's figures are over; empty: none are
    std::vector<Published> published = {}; // what it reports for the operator
    std::string differs = {};              // one sentence: where ours are others than the paper's, and why
    std::vector<ReadyCounter> counters = {};

    // What it reports of the matrix with these many rows and, to a percent, non-zeros; null where there is none.
    const Published* publishedOf(const Matrix& matrix) const;
};

// Those that the papers make for the operator.
std::vector<ReadySweep> readySweeps(OperatorKind op);
ReadySweep readySweep(OperatorKind op, const std::string& name); // throws Error(Usage) that lists the known ones

// The base with the planner, the dense extent and, competitors left out, what the paper varies: a figure of an ablation
// is that of the search asked for, not of another plan that beats it.
Sweep sweepOf(const ReadySweep& ready, SearchRequest base);

// The ready sweep that has these axes and this planner, if one has.
std::optional<ReadySweep> readySweepOf(const Sweep& sweep);

// A point beside the paper: times over those of the sweep's default, 0 where one of the two is not known.
struct OverDefault {
    double predicted = 0;
    double measured = 0;
    double searchTime = 0;
    double paperLatency = 0; // measured by the paper
    double paperSearchTime = 0;
};
// One a point; all zeros where the sweep has no default.
std::vector<OverDefault> overDefault(const ReadySweep& ready, const Matrix& matrix, std::span<const SweepPoint> points);

// "The L1 hit rate and the L2 hit rate of 2 of 6 points are not counted.": those of the sweep's counters that points
// lack; empty: none. Points that have no plan lack nothing.
std::string uncounted(const ReadySweep& ready, std::span<const SweepPoint> points);

// One search by every planner that there is; those that do not plan the operator say so in their point. Each
// takes those of the base's options that it has too. `others`: planners that are none of planners().
Sweep plannersSweep(SearchRequest base, const std::vector<std::string>& others = {});

} // namespace sparsescope
