// Opening a matrix file of any known format.
#pragma once

#include "engine/core/progress.h"
#include "engine/io/edge_options.h"
#include "engine/matrix/matrix.h"

#include <string>

namespace sparsescope {

// By content and name (suffixes.h): .mtx, .smtx, .tns (each also as .gz, .bz2, .xz, .zst), .npz, .mat, .bsp.h5, and tar
// or zip archives of such, FILE#PART for one of several (parts.h). Every defect is one Error(Input) with file, line
// (or, in an archive, the array's name) and reason. Parsed in parallel; the same matrix for any number of threads. Edge
// lists (.txt, .csv, .tsv, .edges, KONECT's out.*) are read as `edges` says, and what it leaves open is guessed; a file
// of another kind with such options is Error(Usage).
MatrixPtr readMatrix(const std::string& path, Progress& progress, const EdgeOptions& edges = {});

// The first bytes of the text that readMatrix() would read from there, unpacked: whole lines where there are several.
std::string startOfMatrix(const std::string& path, std::size_t bytes, Progress& progress);

// Does the file at source().path alone hold this matrix: was it read from there without options, and is the file as it
// was then?
bool stillInFile(const Matrix& matrix);

} // namespace sparsescope
