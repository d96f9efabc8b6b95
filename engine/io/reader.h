// Opening a matrix file of any known format.
#pragma once

#include "engine/core/progress.h"
#include "engine/matrix/matrix.h"

#include <string>

namespace sparsescope {

// By content and name (suffixes.h): .mtx, .smtx, .tns (each also as .gz, .bz2, .xz, .zst), .npz, .mat, .bsp.h5, and tar
// or zip archives of such, FILE#PART for one of several (parts.h). Every defect is one Error(Input) with file, line (or, in an
// archive, the array's name) and reason. Parsed in parallel; the same matrix for any number of threads.
MatrixPtr readMatrix(const std::string& path, Progress& progress);

// Does the file at source().path hold this matrix: was it read from there, and is the file as it was then?
bool stillInFile(const Matrix& matrix);

} // namespace sparsescope
