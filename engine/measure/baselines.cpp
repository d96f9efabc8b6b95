// Reads the names of baselines.
#include "engine/measure/baselines.h"

#include "engine/core/error.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace sparsescope {

BaselineLibrary libraryOf(const std::string& baseline)
{
    if (!userKernelFile(baseline).empty())
        return BaselineLibrary::User;
    return baseline.starts_with("cublas:") ? BaselineLibrary::CuBlas : BaselineLibrary::CuSparse;
}

std::string userKernelFile(const std::string& name)
{
    return name.rfind(userKernelPrefix, 0) == 0 ? name.substr(userKernelPrefix.size()) : std::string();
}

void requireKnownBaseline(const std::string& name)
{
    if (!userKernelFile(name).empty())
        return;
    std::vector<std::string> known;
    for (const OperatorDefinition* op : operatorDefinitions())
        known.insert(known.end(), op->baselines.begin(), op->baselines.end());
    if (std::find(known.begin(), known.end(), name) == known.end())
        failUsage(fmt::format("there is no baseline \"{}\"; known are {}, and {}FILE for a kernel of your own", name,
                              fmt::join(known, ", "), userKernelPrefix));
}

} // namespace sparsescope
