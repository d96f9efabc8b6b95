// What batch and train record have in common: many matrices by several planners into one table.
#pragma once

#include "app/cli/console.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace sparsescope {

struct BatchArguments {
    std::vector<std::string> what;
    std::string op = "spmm";
    std::vector<std::string> dtypes = {"f16"};
    std::vector<std::int64_t> dense;   // none: the operator's own
    std::optional<std::int64_t> inner; // none: of RGMS 32
    std::vector<std::string> planners = {"stile", "hyb", "cell"};
    std::string family; // of all matrices; empty: as they are listed
    std::string ready;
    int limit = 600;
    bool run = false;
    bool libraries = true; // beside the plans
    std::vector<std::string> devices = {"0"};
    std::vector<std::string> hosts; // none: here
    std::vector<std::string> from;  // files with times; where there are some nothing is run
    std::string on;                 // the GPU of files that do not name theirs
    std::string out;
    bool json = false;
    RunArguments runs;
    SearchArguments search;
};

// What both take: matrices, types, extents, a limit, devices, family, the table.
void addBatchOptions(CLI::App& command, BatchArguments& arguments);
// Fills the table and prints what came of it.
void batch(const BatchArguments& arguments, Console& console);

} // namespace sparsescope
