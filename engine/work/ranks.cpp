#include "engine/work/ranks.h"

#include "engine/core/error.h"
#include "engine/core/files.h"

#include <cstdlib>
#include <dlfcn.h>
#include <filesystem>
#include <fmt/format.h>
#include <string>

namespace sparsescope {

namespace {

constexpr const char* libraryName = "libsparsescope-ranks.so";

// What mpirun of Open MPI, MPICH and Slurm tell the processes that they start.
int processesStarted()
{
    for (const char* name : {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE", "SLURM_STEP_NUM_TASKS"})
        if (const char* text = std::getenv(name))
            return std::atoi(text);
    return 1;
}

// Beside the programs in a build, in the folder of libraries where they are installed.
std::string libraryFile()
{
    namespace fs = std::filesystem;
    const fs::path programs = programFolder();
    for (const fs::path& folder : {programs, programs / "../lib/sparsescope"})
        if (std::error_code ignored; fs::exists(folder / libraryName, ignored))
            return (folder / libraryName).string();
    return {};
}

} // namespace

std::unique_ptr<Ranks> joinRanks()
{
    const int processes = processesStarted();
    if (processes < 2)
        return nullptr;
    const std::string file = libraryFile();
    if (file.empty())
        failUsage(
            fmt::format("mpirun has started {} processes, and {} is not there, by which they share a batch: it is "
                        "built where MPI is found (Debian: libopenmpi-dev)",
                        processes, libraryName));
    void* const library = dlopen(file.c_str(), RTLD_NOW | RTLD_GLOBAL);
    using Join = Ranks* (*)();
    const auto join = library ? reinterpret_cast<Join>(dlsym(library, "sparsescopeJoinRanks")) : nullptr;
    if (!join)
        failUsage(fmt::format("mpirun has started {} processes, which cannot share a batch: {}", processes, dlerror()));
    std::unique_ptr<Ranks> ranks(join());
    if (ranks->count() != processes)
        failUsage(fmt::format("{} processes were started, of which MPI knows {}: it was another MPI's mpirun",
                              processes, ranks->count()));
    return ranks;
}

} // namespace sparsescope
