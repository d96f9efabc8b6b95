// What choosing a format cost over the cases of a batch: the time of what was chosen over that of the fastest
// candidate, less 1, of forests, of least predicted cost, and of always one (LiteForm;
// engine/search/liteform/training.h).
#pragma once

#include "engine/core/progress.h"
#include "engine/search/liteform/training.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <span>
#include <string>
#include <vector>

namespace sparsescope {

struct BatchResults;

// All cases of one operator, whatever their type and extent.
struct BatchRegret {
    std::string op;
    std::string problem;              // why there are no cases; empty: there are
    liteform::Records records;        // in which every candidate has a row
    std::vector<std::string> sources; // of each case's matrix
    std::vector<liteform::Chooser>
        choosers;      // forests first; of a planner's rows, which do not tell it, nothing is chosen
    std::string model; // that was asked, and whose candidates these are; empty: none
    std::string modelDevice;
    std::string whyNoModel;
    std::vector<bool> learned;        // cases of matrices that the model learned from
    double unseen = 0;                // its mean regret on matrices that it did not, as its file says
    std::vector<std::string> leftOut; // planners that are no candidates
};

// One for each operator that the table has. Throws Error(Input) as batchResults() does, Error(Cancelled).
std::vector<BatchRegret> batchRegret(const std::string& batch, Progress& progress);

// The cases of these matrices of the results, under their type and extent, or under all.
std::vector<std::size_t> casesOf(const BatchRegret& regret, const BatchResults& results,
                                 std::span<const std::size_t> matrices, bool everySetting);

// That of some of the cases.
std::vector<double> regretOf(const liteform::Chooser& chooser, std::span<const std::size_t> cases);

// Parts of a histogram: up to each of these, beginning with the fastest itself, and beyond.
inline constexpr double regretEdges[] = {0, 0.02, 0.05, 0.1, 0.2, 0.5, 1};
inline constexpr std::size_t regretParts = std::size(regretEdges) + 1;
std::size_t regretPart(double regret);
std::array<std::int64_t, regretParts> regretCounts(std::span<const double> regret);

// How often each candidate was chosen where each was the fastest, of those that were either.
struct RegretConfusion {
    std::vector<std::size_t> candidates;
    std::vector<std::vector<std::int64_t>> cases; // [chosen][fastest], positions among these
};
RegretConfusion confusionOf(const BatchRegret& regret, const liteform::Chooser& chooser,
                            std::span<const std::size_t> cases);

} // namespace sparsescope
