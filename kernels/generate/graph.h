// The source of a graph's kernel: a piece for each node, put together by what they reduce (AlphaSparse, section V-C),
// and what the host hands to it.
#pragma once

#include "kernels/generate/arguments.h"
#include "kernels/generate/generate.h"

#include <map>
#include <string>
#include <vector>

namespace sparsescope {

namespace graph {
struct KernelGraph;
}

// The members of the kernel's struct Arguments, in its order.
std::vector<ArgumentField> graphFields(const Packed& packed);

// The stored arrays of a graph as one block of memory, each at a multiple of 16 bytes.
struct GraphLayout {
    std::uint64_t bytes = 0;
    std::map<std::string, std::uint64_t> begins;  // of arrays, by the argument that points to them
    std::map<std::string, std::uint64_t> numbers; // arguments that are numbers
    std::vector<std::uint64_t> values;            // where the values of each branch begin
};
GraphLayout graphLayout(const Packed& packed);
std::vector<std::uint8_t> graphBytes(const Packed& packed, const GraphLayout& layout);

// As generateKernel() says, of a plan with a kernel of its own. Of the parameters, gathers and literals count.
GeneratedSource generateGraph(const Packed& packed, const KernelParameters& parameters);

} // namespace sparsescope
