// The worker of this machine: sparsescope-gpu as a child process, a job each.
#pragma once

#include "engine/work/worker.h"

#include <memory>

namespace sparsescope {

// Starts sparsescope-gpu, which stands beside the running program or where SPARSESCOPE_WORKER says, for every job anew:
// a fault on the GPU ends that process alone. Jobs may run on several threads.
std::shared_ptr<Worker> localWorker();

} // namespace sparsescope
