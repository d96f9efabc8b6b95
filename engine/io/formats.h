// The readers of single file formats; readMatrix chooses among them.
#pragma once

#include "engine/core/error.h"
#include "engine/core/progress.h"
#include "engine/io/csr_assembly.h"
#include "engine/io/edge_options.h"
#include "engine/io/npy.h"
#include "engine/matrix/matrix.h"

#include <string>
#include <string_view>

namespace sparsescope {

// One file that is being read: its bytes, unpacked, and where they came from.
struct Opened {
    std::string_view bytes;
    const std::string& file; // for errors
    std::string_view name;   // its end says what it is where the content does not
    MatrixSource source;     // path and name are set; the reader fills in the rest
    Progress& progress;
    std::string_view part = {}; // of several variables the one that is meant, by name
    bool packed = true;         // else the bytes are those of `file` itself
    EdgeOptions edges = {};     // of an edge list
};

bool isMatrixMarket(std::string_view bytes); // begins with %%MatrixMarket, in any case
bool isZip(std::string_view bytes);
bool isMat(std::string_view bytes);         // of MATLAB, version 5 or 7.3
bool isHdf5(std::string_view bytes);        // else than MATLAB's
bool looksLikeSmtx(std::string_view bytes); // begins with three whole numbers between commas

// All throw Error(Input) with file, line (or array) and reason, and Error(Cancelled).
MatrixPtr readMatrixMarket(Opened opened);
MatrixPtr readSmtx(Opened opened);
MatrixPtr readTns(Opened opened);       // a tensor of three modes
MatrixPtr readNpzMatrix(Opened opened); // of SciPy, or arrays alone (npz_kind.h)
MatrixPtr readMat(Opened opened);       // a sparse variable
MatrixPtr readBinsparse(Opened opened);
MatrixPtr readEdgeList(Opened opened);

// As SciPy does; returns the bytes.
std::int64_t writeScipy(const Matrix& matrix, const std::string& path, const std::string& comment, Progress& progress);

// CSR; throws Error(Input) where the build has no program for it, which can be asked before much work is done.
void requireBinsparseWriter(const std::string& path);
std::int64_t writeBinsparse(const Matrix& matrix, const std::string& path, const std::string& comment,
                            Progress& progress);

// Throws Error(Input) that says how many masks an archive has in place of a matrix, and how one is chosen; `masks` is
// the array that holds them.
[[noreturn]] void refuseMasks(const NpyArray& masks, const std::string& file);

// Common to all: checks an extent (0 to 2^31 - 1) given as text; `what` is "rows" or "columns".
std::int64_t parseExtent(std::string_view word, const char* what, const Where& where);
// A number of entries given as text, below 2^62.
std::int64_t parseCount(std::string_view word, const Where& where);

// A number of slices given as text, which stand side by side in so many columns.
std::int64_t parseSlices(std::string_view word, std::int64_t cols, const Where& where);

// Adds the notes that depend on the values and makes the matrix.
MatrixPtr finishMatrix(std::int64_t rows, std::int64_t cols, Csr csr, MatrixSource source, Progress& progress,
                       std::int64_t slices = 1);

} // namespace sparsescope
