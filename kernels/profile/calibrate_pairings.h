// Times of every pairing that there are kernels for, and of the index: what dynamic plans are chosen by (SparDA 4.3).
#pragma once

#include "engine/core/progress.h"
#include "engine/cost/pairing_times.h"
#include "kernels/device/device.h"
#include "kernels/device/stopwatch.h"

#include <span>

namespace sparsescope {

// Tasks by width, some thousands of them with members at random places, less the launch, and one alone; index times by
// a fit over twelve masks of 1,024 to 4,096 rows and columns. Throws Error(Device), Error(Cancelled).
PairingDatabase measurePairings(std::span<const OperatorKind> operators, std::span<const DataType> dtypes,
                                const Context& context, const Stream& stream, Stopwatch& stopwatch, double launchNs,
                                Progress& progress);

} // namespace sparsescope
