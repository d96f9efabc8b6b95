// What the window can do only with parts of the house that views may not include: the program hands these functions in.
#pragma once

#include "engine/core/progress.h"
#include "engine/matrix/matrix.h"
#include "engine/measure/compiled_kernel.h"
#include "engine/plan/packed.h"
#include "engine/plan/plan.h"
#include "engine/search/sweep.h"
#include "engine/work/worker.h"

#include <QString>

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace sparsescope {

class GpuHosts;
class OwnParts;

namespace ir {
struct Program;
}

// The lines (from 1) of a generated source that run one kind of tiles, or in a graph's kernel a branch's.
struct KernelLink {
    QString label;           // "block 16x64, split rows"
    std::int32_t format = 0; // index into Plan::formats
    bool atomic = false;
    int caseLine = 0;
    int firstLine = 0;
    int lastLine = 0;
    std::int32_t level = 0; // of a branch: that of its tiles
    bool printed = false;   // these lines were printed from a program, no template has them

    bool runs(const Tile& tile) const
    {
        return tile.format == format && (level > 0 ? tile.level == level : tile.atomic == atomic);
    }
};

// A line (from 1) of a graph's kernel: the node that wrote it, in the branch of this link.
struct KernelNodeLine {
    int line = 0;
    int link = 0;
    QString node; // "BMT_PAD"
};

// An array of a branch that its kernel computes, or reads in a narrower type.
struct KernelFunction {
    int link = 0;
    QString array;   // as the source names it
    QString formula; // "linear 0 + 4 i", "u8, base -1"
    bool computed = false;
};

// A line (from 1) that was printed from a program: the node of its stage III that wrote it.
struct KernelStatement {
    int line = 0;
    int node = 0;
};

struct KernelSource {
    QString text;
    QString entry;
    int threads = 0;              // per block
    std::int64_t sharedBytes = 0; // that it is launched with
    std::vector<KernelLink> links;
    std::vector<KernelNodeLine> nodes{};     // of a graph's kernel
    std::vector<KernelFunction> functions{}; // the same
    std::vector<KernelStatement> statements{};
};

// All throw Error and run on a thread of a job; an empty one is a feature that this program lacks.
struct Hooks {
    std::function<KernelSource(const Plan&, const Matrix&, Codegen, Progress&)> generateSource;
    // As a program of stage III says it, which is one of the plan's tiles.
    std::function<KernelSource(const Plan&, const Matrix&, const ir::Program&, Progress&)> printProgram;
    // For an architecture ("sm_90"); needs no GPU.
    std::function<CompiledKernel(const KernelSource&, const std::string& architecture, Progress&)> compileKernel;
    // Source, arrays and a host program that checks itself, into a folder.
    std::function<void(const Plan&, const Matrix&, Codegen, const std::string& folder, Progress&)> writeProject;
    DeviceCode hasDeviceCode;       // answers at once, on any thread
    std::shared_ptr<Worker> worker; // runs plans on GPUs; may be asked on several threads
    std::function<std::shared_ptr<Worker>(const std::string& host)> workerOn; // of another machine; throws Error(Usage)
    std::shared_ptr<GpuHosts> hosts; // which of them it is, for all tabs; null: it is `worker`
    std::shared_ptr<OwnParts> own;   // planners and cost models in files, for all tabs; null: remembered by nobody
    RunOptions run;                  // how, at first: the device, the seed
    // Called on the thread of a search whenever it has chosen something: tests hold it up there.
    std::function<void()> searchStep;
};

} // namespace sparsescope
