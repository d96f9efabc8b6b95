#include "kernels/profile/conditions.h"

#include "kernels/baseline/baseline.h"
#include "kernels/device/compiler.h"

#include <cuda_runtime_api.h>

#include <chrono>
#include <ctime>
#include <fmt/chrono.h>
#include <fmt/format.h>

namespace sparsescope {

Conditions conditionsOf(const Context& context, const RunOptions& options)
{
    Conditions c;
    c.device = context.info().name;
    c.sms = context.info().sms;
    c.architecture = context.info().architecture();
    c.driver = driverModuleVersion();
    int version = 0;
    if (cudaRuntimeGetVersion(&version) == cudaSuccess)
        c.cuda = fmt::format("{}.{}", version / 1000, version % 1000 / 10);
    c.nvrtc = nvrtcVersion();
    c.cusparse = cusparseVersion();
    c.warmups = options.warmups;
    c.repeats = options.repeats;
    c.cache = "warm and cold";
    c.date = fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::time(nullptr)));
    return c;
}

} // namespace sparsescope
