// Runs a packed plan on the GPU, checks it, and measures all that a Profile holds.
#pragma once

#include "engine/core/progress.h"
#include "engine/matrix/matrix.h"
#include "engine/measure/profile.h"
#include "engine/measure/run_options.h"
#include "engine/plan/plan.h"
#include "engine/run/matrix_values.h"
#include "kernels/device/verifier.h"
#include "kernels/profile/tune.h"

#include <cstdint>
#include <memory>

namespace sparsescope {

// What runs of one matrix with the same options, one after another, need not make again.
struct SharedInputs {
    explicit SharedInputs(std::uint64_t seed) : operands(seed) {}

    SharedOperands operands;
    // What the last run computed:
    Operator op;
    TakenValues taken;
    std::unique_ptr<const Verifier> verifier; // of its product
};

// The plan may come back with another split of the dense loop, costed anew (see tune()). Plan, reference and baselines
// multiply with the values that takeValues() takes. A wrong result is measured all the same and told by
// Profile::verified. What cannot be measured becomes a sentence in Profile::messages. Throws Error(Device) when the
// plan cannot be run at all, Error(Usage) for an unknown baseline before anything is launched, Error(Cancelled). Not
// set here: planHash.
Profile runPlan(Plan& plan, const Matrix& matrix, const RunOptions& options, SharedInputs& shared, Progress& progress);

} // namespace sparsescope
