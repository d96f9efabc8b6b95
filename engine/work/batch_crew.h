// One of those that work on a batch: takes matrices from the ledger, one after another, and has a child do their cases.
#pragma once

#include "engine/work/batch_ledger.h"

#include <vector>

namespace sparsescope {

// The cases of a batch whatever the matrix: a contest, with what is known of the row of each of its planners.
struct BatchCases {
    Operator op;
    nlohmann::json common; // to the libraries' rows too
    std::vector<nlohmann::json> rows;
};
// In the order in which a crew does them. Throws Error(Usage) for a calibration, and what checkBatch() throws.
std::vector<BatchCases> casesOf(const BatchRequest& request);

// How many of them one matrix has.
std::int64_t casesOfMatrix(const std::vector<BatchCases>& cases);

// Until all matrices are dealt, on this GPU where plans are run, with so many threads for a search. Throws what `ask`
// throws, Error(Device) where the child cannot be started, Error(Cancelled).
void workOnBatch(const BatchRequest& request, const std::vector<BatchCases>& cases, const GpuPlace& place, int threads,
                 const AskLedger& ask, Progress& progress);

} // namespace sparsescope
