// Which matrices a command over many of them takes.
#pragma once

#include "engine/work/batch.h"

#include <string>
#include <vector>

namespace sparsescope {

// Each is a matrix or session, each mask of a sequence, all of them in the files of a folder, what a text file has in
// its lines, or a pattern as generate-matrix takes it. A line "[NAME]" names the family of those that follow. Throws
// Error(Input) naming the file, and the line of a list.
std::vector<BatchMatrix> matricesOf(const std::vector<std::string>& all);

} // namespace sparsescope
