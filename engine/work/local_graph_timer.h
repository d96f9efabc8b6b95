// Times graphs by a worker that lives as long as a search.
#pragma once

#include "engine/core/process.h"
#include "engine/work/worker.h"

#include <chrono>
#include <functional>
#include <memory>

namespace sparsescope {

// How long a worker may say nothing; then it is taken for hung and ended.
struct WorkerPatience {
    std::chrono::milliseconds reading = std::chrono::minutes(30); // the matrix, and computing its float64 product
    std::chrono::milliseconds making = std::chrono::minutes(1);   // a kernel: for each of those asked for
    std::chrono::milliseconds running = std::chrono::seconds(10); // a kernel on the GPU
};

// Starts sparsescope-gpu when it is first asked, and anew after it died: of a request that killed it, graphs are asked
// for one at a time, and whichever kills it again is answered with that as its problem. Asked on one thread, whose end
// ends the worker too. Throws Error(Device) where no worker starts.
std::unique_ptr<GpuTimer> localGraphTimer(const GraphJob& job, const WorkerPatience& patience = {});

class JobFolder;
// Starts a worker that evaluates the job in a folder, which is empty the first time. Throws Error(Device) where none
// starts.
using BeginEvaluation = std::function<std::unique_ptr<ChildProcess>(const JobFolder& folder, Progress& progress)>;
// The same by a worker that is started so.
std::unique_ptr<GpuTimer> graphTimerBy(BeginEvaluation begin, const WorkerPatience& patience = {});

} // namespace sparsescope
