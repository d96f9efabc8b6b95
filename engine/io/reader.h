// Opening a matrix file of any known format.
#pragma once

#include "engine/core/progress.h"
#include "engine/matrix/matrix.h"

#include <string>
#include <vector>

namespace sparsescope {

// By name and content: .mtx, .mtx.gz, .smtx, .smtx.gz, .npz. Every defect is one Error(Input) with file, line (or, in
// an archive, the array's name) and reason. Parsed in parallel; the same matrix for any number of threads.
MatrixPtr readMatrix(const std::string& path, Progress& progress);

// Suffixes of readable files, for dialogs: ".mtx", ...
const std::vector<std::string>& matrixSuffixes();

}  // namespace sparsescope
