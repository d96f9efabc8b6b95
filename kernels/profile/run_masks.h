// Runs a dynamic plan over a sequence of masks on the GPU, checks it at every mask, and measures all that a SequenceRun
// holds (SparDA, section 5).
#pragma once

#include "engine/core/progress.h"
#include "engine/matrix/mask_sequence.h"
#include "engine/measure/run_options.h"
#include "engine/measure/sequence_run.h"

namespace sparsescope {

// `oracle`: every pairing is measured on every mask too. The options' baselines are of maskBaselines(); brief: neither
// parts nor cold, replayed and counted. A mask with a wrong result is measured all the same and told by its error. What
// cannot be measured becomes a sentence in SequenceRun::messages. Throws Error(Usage) for an unknown baseline and
// values that masks do not have, Error(Input) where the plan does not run on these masks, Error(Device) when it cannot
// be run at all, Error(Cancelled).
SequenceRun runMasks(const DynamicPlan& plan, const MaskSequence& masks, const RunOptions& options, bool oracle,
                     Progress& progress);

} // namespace sparsescope
