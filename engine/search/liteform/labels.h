// The two classes that LiteForm's slides predict (tables 5 and 6), and how often trees and others are right about them.
#pragma once

#include "engine/search/liteform/training.h"

#include <cstdint>
#include <string>
#include <vector>

namespace sparsescope::liteform {

// Cases as points with a class each.
struct Labelled {
    std::string asked; // "CELL is more than 1.1 times as fast as CSR and BSR"
    std::vector<std::string> classes;
    std::vector<std::vector<float>> x;
    std::vector<int> y;                // a class
    std::vector<std::string> matrices; // fingerprints: of which no case may be learned and asked
};

// Table 5: is the fastest CELL more than 1.1 times as fast as CSR and BSR? By the rows, columns, non-zeros and the
// spread of row lengths. Table 6: which number of CELL's column partitions is the fastest? By the same of densities,
// and J. Both throw Error(Input) where the records lack the candidates.
Labelled cellWins(const Records& records);
Labelled bestPartitions(const Records& records);

// The share of points whose class was said right by who had learned from the others: in five folds of matrices, or of
// cases, where a matrix in another type or extent is often among what was learned from.
struct Accuracy {
    std::string by; // "random forest"
    double ofMatrices = 0, ofCases = 0;
};
// Random forest, boosted trees, one tree, five nearest neighbours, and always the most frequent class. Throws
// Error(Input) where the program has no XGBoost; Error(Cancelled).
std::vector<Accuracy> accuraciesOf(const Labelled& points, std::uint64_t seed, Progress& progress);

} // namespace sparsescope::liteform
