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
    double threads = 0;     // of all blocks
    double bytes = 0;       // read and written, about: arrays are not encoded
    double sectors = 0;     // of x, distinct among 32 lanes that read at once; of a sample of BMTBs
    double lines = 0;       // of the L1 cache that values and columns are looked up in
    double mostWriters = 0; // of one row, where results are added
    double longestNs = 0;   // the BMTB that takes longest, alone
    double makespanNs = 0;  // blocks dealt to what of them the GPU holds at once
    double waves = 0;       // blocks over those that it holds at once
    double launches = 1;    // zeroing too
    double zeroed = 0;      // rows
};

// Where the rows hold a share of a larger matrix's non-zeros, those of its graph, whose other rows are thought to be
// alike. Throws Error(Cancelled).
GraphFeatures featuresOf(const graph::Applied& applied, const Matrix& matrix, const Operator& op,
                         const Calibration& calibration, Progress& progress, double share = 1,
                         graph::Compression compression = graph::Compression::On);

// Bytes that are predicted to move between the L2 cache and the SMs, by branches: arrays, results, and the sectors of x
// that each thread block reads, once: the L1 caches are thought to keep them for it, and for no other. Throws
// Error(Cancelled).
std::vector<double> predictedTraffic(const graph::Applied& applied, const Matrix& matrix, const Operator& op,
                                     graph::Compression compression, Progress& progress);

// Launches and the root of the sum of squares of what hides most of the others: blocks one after another, bytes,
// gathers of x at the rate that is measured for vectors of its size, lines of the L1 cache, and results that are added
// to one row.
double predictedNs(const GraphFeatures& features, const Matrix& matrix, const Operator& op,
                   const Calibration& calibration);

} // namespace sparsescope::alphasparse
