#include "kernels/baseline/baseline.h"

#include "engine/core/error.h"
#include "kernels/baseline/cublas.h"
#include "kernels/baseline/cusparse.h"
#include "kernels/baseline/relational.h"
#include "kernels/baseline/user_kernel.h"

#include <algorithm>

namespace sparsescope {

Baseline runBaseline(const std::string& name, const BaselineInput& input, const Stream& stream, Stopwatch& stopwatch,
                     Progress& progress)
{
    requireKnownBaseline(name);
    Baseline result;
    result.name = name;
    Race race{input, stream, stopwatch, progress, result};
    try {
        const std::vector<std::string>& able = input.op.definition().baselines;
        if (const std::string file = userKernelFile(name); !file.empty())
            runUserKernel(file, race);
        else if (std::find(able.begin(), able.end(), name) == able.end())
            failUsage("It does not compute " + label(input.op.kind) + ".");
        else if (input.op.relational())
            runRelational(name, race);
        else if (libraryOf(name) == BaselineLibrary::CuBlas)
            runCublas(race);
        else
            runCusparse(name, race);
        return result;
    } catch (const Error& error) {
        if (error.kind() == ErrorKind::Cancelled)
            throw;
        Baseline failed;
        failed.name = result.name;
        failed.problem = error.what();
        return failed;
    }
}

bool acceptedOf(const std::string& name, const ErrorNorms& norms, DataType dtype)
{
    constexpr double lessExact = 10;
    const BaselineLibrary whose = libraryOf(name);
    const bool library = whose != BaselineLibrary::User && whose != BaselineLibrary::Own && narrow(dtype);
    const ErrorNorms bounds = acceptedErrors(dtype);
    return norms.accepted(dtype) || (library && norms.relative <= lessExact * bounds.relative &&
                                     norms.worstElement <= lessExact * bounds.worstElement);
}

} // namespace sparsescope
