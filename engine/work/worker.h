// Who runs jobs on GPUs: a program on this machine today, and whatever else takes the same jobs and gives the same
// results.
#pragma once

#include "engine/core/progress.h"
#include "engine/measure/compiled_kernel.h"
#include "engine/session/session.h"
#include "engine/work/device.h"
#include "engine/work/gpu_job.h"
#include "engine/work/graph_job.h"
#include "engine/work/mask_job.h"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace sparsescope {

// A calibration that is asked for.
struct CalibrationJob {
    std::string output; // JSON file
    std::string name;
    int device = 0;
    // What is measured; empty: all. What the file held of others is kept.
    std::vector<OperatorKind> operators = {};
    std::vector<DataType> dtypes = {};
    bool onlyPairings = false; // what dynamic plans are chosen by, and nothing of tiles
};

// Times graphs on a GPU that it can name.
class GpuTimer : public GraphTimer {
public:
    // What answers depend on beside the job. Throws Error as time() does, before which it may be asked.
    virtual TimedOn timedOn(Progress& progress) = 0;
};

// Does a job at a time and waits for its end: reports how far it is, ends soon when progress is cancelled, and returns
// the result. All throw Error: Device (no worker, driver, device or library; a fault; a killed worker, each with what
// to do), Cancelled, and whatever else the worker reports.
class Worker {
public:
    // Sentences that the worker says beside its progress, on the thread of the job.
    using Listener = std::function<void(const std::string& message)>;

    virtual ~Worker() = default;
    // The GPUs that it reaches; never empty. Takes up to a second.
    virtual std::vector<Device> devices(Progress& progress) = 0;
    // Runs the plans and returns a session with a run and a plan for each in their order: the given plan, unless its
    // dense loop was split in a better way. A run whose result is wrong comes back too, with Profile::verified false.
    virtual session::Session run(const GpuJob& job, Progress& progress, const Listener& listener = {}) = 0;
    // Runs a dynamic plan over its masks and returns a session with that plan and one run. A run with wrong results
    // comes back too: it says so of its masks.
    virtual session::Session runMasks(const MaskJob& job, Progress& progress, const Listener& listener = {}) = 0;
    // Measures a GPU for the cost models and writes the calibration; minutes.
    virtual void calibrate(const CalibrationJob& job, Progress& progress) = 0;
    // Compiles a generated source for an architecture ("sm_90"): resources, PTX and, where the toolkit's nvdisasm is
    // found, SASS. Needs no GPU.
    virtual CompiledKernel compile(const std::string& source, const std::string& entry, int threads,
                                   const std::string& architecture, Progress& progress) = 0;
    // Times graphs as long as what is returned lives; nothing begins before it is asked. None where a worker cannot.
    virtual std::unique_ptr<GpuTimer> graphTimer(const GraphJob& job)
    {
        static_cast<void>(job);
        return nullptr;
    }
};

} // namespace sparsescope
