// Times graphs as it is asked on standard input, one JSON object a line, until that ends.
#include "app/worker/commands.h"

#include "engine/core/files.h"
#include "engine/core/hash.h"
#include "engine/core/json_text.h"
#include "engine/core/stage.h"
#include "engine/core/version.h"
#include "engine/session/session.h"
#include "kernels/device/compiler.h"
#include "kernels/profile/time_graphs.h"

#include <fmt/format.h>
#include <iostream>
#include <string>

namespace sparsescope {

namespace {

// What makes the kernels that are timed: any other build of this program may make others.
std::string programOf()
{
    const MappedFile self("/proc/self/exe");
    return fmt::format("{} {} nvrtc{}", version(), hex64(hashArray(self.bytes())), nvrtcVersion());
}

// The version of the driver; where nothing says it, the newest CUDA that it serves.
std::string driverOf()
{
    std::string module = driverModuleVersion();
    if (!module.empty())
        return module;
    int version = 0;
    CUDA_CHECKED(cuDriverGetVersion, &version);
    return fmt::format("CUDA {}", version);
}

} // namespace

int runEvaluation(const GraphJobFile& job, Progress& progress)
{
    const Context context(job.setting.device); // whether there is one is said before a large matrix is read
    const MatrixPtr matrix = session::openMatrix(job.matrix, Stage(progress, 0, 0.6).progress());
    GraphBench bench(*matrix, job.setting, Stage(progress, 0.6, 1).progress());
    printLine(toJson(TimedOn{bench.gpu().name, driverOf(), programOf()}));
    for (std::string line; std::getline(std::cin, line);)
        printLine(answerOf(bench.time(readGraphRequest(line), progress)));
    return 0;
}

} // namespace sparsescope
