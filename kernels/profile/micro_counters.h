// CUPTI's times and counters of a dynamic plan's kernels.
#pragma once

#include "engine/core/progress.h"
#include "engine/measure/sequence_run.h"
#include "kernels/device/micro_run.h"

namespace sparsescope {

// Adds those of the index ("index: ...") and of the product ("kernel: ...") on the mask that is set, the chip's name,
// and what could not be counted as a message. Throws Error(Device) where nothing can, Error(Cancelled).
void countMicro(const MicroRun& run, const Context& context, const Stream& stream, SequenceRun& sequence,
                Progress& progress);

} // namespace sparsescope
