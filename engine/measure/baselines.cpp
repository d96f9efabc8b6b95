// Reads the names of baselines.
#include "engine/measure/baselines.h"

#include "engine/core/error.h"
#include "engine/matrix/mask_sequence.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <set>

namespace sparsescope {

BaselineLibrary libraryOf(const std::string& baseline)
{
    if (!userKernelFile(baseline).empty())
        return BaselineLibrary::User;
    if (baseline.starts_with("cusparse:"))
        return BaselineLibrary::CuSparse;
    static const std::set<std::string> products = {
        "packed", "serial", "padded", "grouped", "two-stage", "gather-gemm-scatter", "per-relation"};
    return baseline.starts_with("cublas:") || products.contains(baseline) ? BaselineLibrary::CuBlas
                                                                          : BaselineLibrary::Own;
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

std::vector<std::string> maskBaselines(const Operator& op, const MaskFacts& masks)
{
    if (op.sampled())
        return {"cublas:dense", "cusparse:sddmm", "block"};
    std::vector<std::string> names = {"cublas:dense",      "cusparse:csr_alg2", "cusparse:csr_alg3",
                                      "cusparse:coo_alg4", "cusparse:bsr32",    "block"};
    const bool wholeRows = masks.shape.granuleRows == 1 && masks.shape.granuleCols == masks.period;
    if (wholeRows && masks.period == masks.shape.cols)
        names.emplace_back("packed");
    else if (wholeRows)
        names.insert(names.end(), {"serial", "padded", "grouped"});
    return names;
}

void requireMaskBaseline(const std::string& name, const Operator& op, const MaskFacts& masks)
{
    const std::vector<std::string> known = maskBaselines(op, masks);
    if (userKernelFile(name).empty() && std::find(known.begin(), known.end(), name) == known.end())
        failUsage(
            fmt::format("there is no baseline \"{}\" of these masks; there are {}, and {}FILE for a kernel of your "
                        "own",
                        name, fmt::join(known, ", "), userKernelPrefix));
}

} // namespace sparsescope
