// Writing a matrix, and in which order it is, as files that others read.
#pragma once

#include "engine/core/progress.h"
#include "engine/matrix/permuted.h"

#include <cstdint>
#include <string>

namespace sparsescope {

// By name: .mtx, .mtx.gz, .npz or .bsp.h5. Throws Error(Usage) for another one, Error(Input) where this build does not
// write it: ask before much work is done.
void requireWritable(const std::string& path);

// .npz: what scipy.sparse.load_npz reads, format csr; a pattern's data are True. .bsp.h5: Binsparse's CSR. Else
// Matrix Market, coordinate, general, row after row; with values "real", each in the shortest text that reads back as
// the same number, else "pattern". `comment` becomes a line, or an array, of the file, and so does a number of slices.
// Formatted (and compressed, as one gzip member a chunk) in parallel; the bytes do not depend on the number of threads.
// Returns the bytes written. The file appears whole or not at all: Error(Input) when it cannot be written,
// Error(Cancelled).
std::int64_t writeMatrix(const Matrix& matrix, const std::string& path, const std::string& comment, Progress& progress);

// Which row and which column stand at each place, as arrays "rows" and "cols" (int32) of an .npz archive: in SciPy the
// permuted matrix is A[rows][:, cols]. Throws Error(Usage) for another name (ask before much work is done),
// Error(Input) when it cannot be written, Error(Cancelled).
void requirePermutation(const std::string& path);
void writePermutation(const LineOrder& order, const Matrix& matrix, const std::string& path, Progress& progress);

} // namespace sparsescope
