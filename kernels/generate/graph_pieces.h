// What each node of a graph's leaf writes into the kernel (AlphaSparse, figure 7).
#pragma once

#include "engine/plan/data_type.h"

#include <string>
#include <vector>

namespace sparsescope {

namespace graph {
struct KernelBranch;
}

struct NodeText {
    std::string text; // a line
    std::string node; // "BMT_PAD": that wrote it
};

// The body of branch `number`, with the struct Branch<number> at hand: b is the BMTB. Sums are of the type.
std::vector<NodeText> branchText(const graph::KernelBranch& branch, std::size_t number, DataType dtype);

} // namespace sparsescope
