// What the kernel of a graph is predicted to take, from the metadata of its branches: which graphs are worth a
// measurement, and which is taken where nothing can be measured.
#pragma once

#include "engine/cost/calibration.h"
#include "engine/plan/graph/apply.h"
#include "engine/plan/graph/functions.h"
#include "engine/plan/operators/operator.h"

namespace sparsescope::alphasparse {

// All of it over all branches.
struct GraphFeatures {
    double nnz = 0;
    double places = 0;
    double bmtbs = 0;
    double bmts = 0;
    double bytes = 0;       // read and written, about: arrays are not encoded
    double sectors = 0;     // of x, distinct among 32 lanes that read at once; of a sample of BMTBs
    double lines = 0;       // of the L1 cache that values, columns and x are looked up in
    double mostWriters = 0; // of one row, where results are added
    double writersNs = 0;   // until they are
    double blocksNs = 0;    // what blocks wait for: the one that takes longest, or all where they are more than fit
    double busyNs = 0;      // the SM that has most to do
    double waves = 0;       // blocks over those that the GPU holds at once
    double kernels = 1;     // branches of as many threads are one
    double zeroed = 0;      // rows
};

// Where the rows hold a share of a larger matrix's non-zeros, those of its graph, whose other rows are thought to be
// alike. Throws Error(Cancelled).
GraphFeatures featuresOf(const graph::Applied& applied, const Matrix& matrix, const Operator& op,
                         const Calibration& calibration, Progress& progress, double share = 1,
                         graph::Compression compression = graph::Compression::On);

// What a kernel is predicted to be counted with: bytes between the L2 cache and the SMs (arrays, results, and the
// sectors of x that each thread block reads, once: the L1 caches are thought to keep them for it, and for no other),
// and instructions of warps.
struct PredictedCounters {
    struct Branch {
        double bytes = 0;
        double instructions = 0;
    };
    std::vector<Branch> branches;
    double zeroedBytes = 0; // beside theirs: rows that are zeroed
};
// Throws Error(Cancelled).
PredictedCounters predictedCounters(const graph::Applied& applied, const Matrix& matrix, const Operator& op,
                                    graph::Compression compression, Progress& progress);

// Launches, writers, and the longest of three: what blocks wait for while their SM is busy, bytes, and gathers of x at
// the rate that is measured for vectors of its size.
double predictedNs(const GraphFeatures& features, const Matrix& matrix, const Operator& op,
                   const Calibration& calibration);

} // namespace sparsescope::alphasparse
