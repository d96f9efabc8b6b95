// What sweep does with a source of masks, in place of a matrix.
#pragma once

#include "app/cli/console.h"

#include <string>
#include <vector>

namespace sparsescope {

struct MaskSweepArguments {
    std::string masks; // "relu --rows 4096"
    std::vector<std::string> vary;
    SearchArguments search;
    std::string out; // CSV
    bool json = false;
};

// Prints a row a point as it is found, and where the dense product begins to be faster.
void sweepMasks(const MaskSweepArguments& arguments, Console& console);

} // namespace sparsescope
