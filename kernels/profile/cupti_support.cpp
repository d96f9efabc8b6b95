#ifdef SPARSESCOPE_HAS_CUPTI

#include "kernels/profile/cupti_support.h"

#include <fmt/format.h>
#include <fstream>

namespace sparsescope {

namespace {

// The driver's own word on who may read counters.
bool adminOnly()
{
    std::ifstream in("/proc/driver/nvidia/params");
    for (std::string line; std::getline(in, line);)
        if (line.starts_with("RmProfilingAdminOnly:"))
            return line.find('1') != std::string::npos;
    return false;
}

} // namespace

std::string describeCupti(CUptiResult result, const char* call)
{
    const char* name = nullptr;
    if (cuptiGetResultString(result, &name) != CUPTI_SUCCESS || !name)
        name = "unknown error";
    std::string hint;
    switch (result) {
    case CUPTI_ERROR_INSUFFICIENT_PRIVILEGES:
    case CUPTI_ERROR_VIRTUALIZED_DEVICE_INSUFFICIENT_PRIVILEGES:
        hint = adminOnly() ? "the driver lets only administrators read counters (RmProfilingAdminOnly: 1 in "
                             "/proc/driver/nvidia/params); load the "
                             "nvidia module with NVreg_RestrictProfilingToAdminUsers=0, or run as root (in a "
                             "container: with CAP_SYS_ADMIN)"
                           : "this process may not read counters; see RmProfilingAdminOnly in "
                             "/proc/driver/nvidia/params, and in a container "
                             "start it with CAP_SYS_ADMIN";
        break;
    case CUPTI_ERROR_MULTIPLE_SUBSCRIBERS_NOT_SUPPORTED:
    case CUPTI_ERROR_HARDWARE_BUSY:
        hint = "another profiler (Nsight, DCGM: dcgmi profile --pause) uses the counters; stop it and run again";
        break;
    case CUPTI_ERROR_NOT_SUPPORTED:
    case CUPTI_ERROR_INVALID_DEVICE:
        hint = "this GPU, or the way in which it is virtualised, has no counters for CUPTI";
        break;
    default:
        break;
    }
    return fmt::format("{}: {} ({}){}{}", call, name, static_cast<int>(result), hint.empty() ? "" : ": ", hint);
}

} // namespace sparsescope

#endif
