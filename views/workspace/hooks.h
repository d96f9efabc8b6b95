// What the window can do only with parts of the house that views may not include: the program hands these functions in.
#pragma once

#include "engine/core/progress.h"
#include "engine/matrix/matrix.h"
#include "engine/measure/compiled_kernel.h"
#include "engine/plan/plan.h"
#include "engine/search/sweep.h"
#include "engine/session/session.h"

#include <QString>

#include <functional>
#include <string>
#include <vector>

namespace sparsescope {

// The lines (from 1) of a generated source that run one kind of tiles.
struct KernelLink {
    QString label;           // "block 16x64, atomic"
    std::int32_t format = 0; // index into Plan::formats
    bool atomic = false;
    int caseLine = 0;
    int firstLine = 0;
    int lastLine = 0;
};

struct KernelSource {
    QString text;
    QString entry;
    int threads = 0; // per block
    std::vector<KernelLink> links;
};

struct GpuRequest {
    MatrixPtr matrix;
    std::shared_ptr<const Plan> plan;
};

// All throw Error and run on a thread of a job; an empty function is a feature that this program lacks.
struct Hooks {
    std::function<KernelSource(const Plan&, const Matrix&, Progress&)> generateSource;
    // For an architecture ("sm_90"); needs no GPU.
    std::function<CompiledKernel(const KernelSource&, const std::string& architecture, Progress&)> compileKernel;
    // Source, arrays and a host program that checks itself, into a folder.
    std::function<void(const Plan&, const Matrix&, const std::string& folder, Progress&)> writeProject;
    DeviceCode hasDeviceCode; // answers at once, on any thread
    // The session has one run of the plan. onMessage hears what the worker says about it.
    std::function<Session(const GpuRequest&, Progress&, const std::function<void(const std::string&)>& onMessage)>
        runGpu;
    // Called on the thread of a search whenever it has chosen something: tests hold it up there.
    std::function<void()> searchStep;
    // Why no GPU job can run here and what to do; empty when one can.
    std::function<std::string()> gpuStatus;
};

} // namespace sparsescope
