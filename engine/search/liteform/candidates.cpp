#include "engine/search/liteform/candidates.h"

#include <fmt/format.h>

namespace sparsescope::liteform {

std::vector<std::string> usualCandidates()
{
    std::vector<std::string> all = {plainCsr,
                                    "fixed:bsr(height=16,width=16)",
                                    "fixed:bsr(height=32,width=32)",
                                    "fixed:dense",
                                    "fixed:ell",
                                    "fixed:srbcrs",
                                    "fixed:block"};
    for (const int partitions : {1, 2, 4, 8, 16, 32})
        all.push_back(fmt::format("fixed:cell(column-parts={})", partitions));
    return all;
}

} // namespace sparsescope::liteform
