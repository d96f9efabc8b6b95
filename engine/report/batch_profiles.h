// A batch's table as planners and libraries against each other: each matrix with its best planner, performance profiles
// (Dolan and More, Mathematical Programming 91, 2002), speed-ups, and their means by class of matrices.
#pragma once

#include "engine/core/progress.h"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace sparsescope {

struct BatchMatrix;

// A planner, or a library's kernel.
struct BatchContestant {
    std::string name;
    bool library = false;
};

struct BatchTime {
    std::size_t contestant = 0;
    double ns = 0;            // 0: it failed, or its result was not verified
    double searchSeconds = 0; // 0: none, or not known
};

// What may be compared: times of one matrix that one job has measured, or that were predicted from the same costs.
using BatchContest = std::vector<BatchTime>;

// A matrix under one operator, type and extent.
struct BatchResult {
    std::string matrix, source, fingerprint;
    std::string group;                         // its class: the pattern's kind, or the folder of its file
    std::int64_t rows = 0, cols = 0, nnz = -1; // -1: it could not be read
    std::vector<BatchContest> contests;
    std::int64_t failures = 0; // of planners
    std::string problem;       // of one of these
    std::int64_t best = -1;    // planner: where its ratio is largest, else where it is the fastest; -1: none is right
    std::int64_t bestLibrary = -1; // of that contest
    double bestNs = 0;
    double ratio = 0; // the library's time over the planner's; 0: no library was measured
};

// All matrices under one operator, type and extents.
struct BatchResults {
    std::string op, dtype;
    std::int64_t dense = 0;
    std::int64_t inner = 1;
    bool measured = false;                    // else nothing was, and times are predictions
    std::string devices;                      // that measured
    std::vector<BatchContestant> contestants; // planners, then libraries
    std::vector<BatchResult> matrices;        // as the table has them
};

// Throws Error(Input): not a batch's table, a newer version, damaged, with a time or size that there is not, or empty;
// Error(Cancelled).
std::vector<BatchResults> batchResults(const std::string& batch, Progress& progress);

enum class BatchOrder { Name, NonZeros, Ratio };

struct BatchFilter {
    std::string text = {};  // in name or source, small letters for large ones too
    std::string group = {}; // empty: all
    std::int64_t leastNnz = 0, mostNnz = std::numeric_limits<std::int64_t>::max();
    bool failed = false; // only matrices with failures
    BatchOrder order = BatchOrder::Name;
};
// Positions among the results' matrices, by name from A on, by non-zeros and ratio from the largest down.
std::vector<std::size_t> filtered(const BatchResults& results, const BatchFilter& filter);

// How one contestant does over the contests of some matrices.
struct BatchCurve {
    std::int64_t contests = 0;  // in which it has a row, right or not
    std::vector<double> values; // of those in which it is right, ascending

    double shareUpTo(double value) const; // of all its contests; 0 where there are none
};

// For each contestant: its times over the best one of those that are compared.
std::vector<BatchCurve> performanceProfiles(const BatchResults& results, std::span<const std::size_t> matrices,
                                            const std::vector<bool>& compared);

// A contestant, or else the best library of each contest.
using BatchBaseline = std::optional<std::size_t>;

// For each contestant: the baseline's times over its own, in contests in which the baseline is right.
std::vector<BatchCurve> speedUps(const BatchResults& results, std::span<const std::size_t> matrices,
                                 BatchBaseline baseline);

// Geometric mean of what is right; 0: nothing is.
double meanOf(const BatchCurve& curve);

struct BatchClass {
    std::string name; // empty: all of them, the last
    std::int64_t matrices = 0;
    std::vector<BatchCurve> speedUps; // of each contestant
};
std::vector<BatchClass> speedUpsByClass(const BatchResults& results, std::span<const std::size_t> matrices,
                                        BatchBaseline baseline);

// The matrix that a row's source names. Throws Error(Usage) for a pattern that cannot be made.
BatchMatrix matrixOfSource(const std::string& source);

} // namespace sparsescope
