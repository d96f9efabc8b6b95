// A matrix as scipy.sparse.save_npz writes one of format csr, which scipy.sparse.load_npz reads; beside it what SciPy
// does not know.
#include "engine/core/files.h"
#include "engine/io/formats.h"
#include "engine/io/npy.h"
#include "engine/io/npz_values.h"

#include <vector>

namespace sparsescope {

std::int64_t writeScipy(const Matrix& matrix, const std::string& path, const std::string& comment, Progress& progress)
{
    requireMemory(static_cast<std::uint64_t>(2 * matrix.bytes() + matrix.nnz()), path, "the archive");
    NpzArrays arrays;
    arrays["format"] = toTextArray({"csr"}, false);
    arrays["shape"] = toArray(std::vector{matrix.rows(), matrix.cols()});
    arrays["indptr"] = toArray(matrix.rowPtr());
    arrays["indices"] = toArray(matrix.colIdx());
    if (matrix.hasValues()) {
        arrays["data"] = toArray(matrix.values());
    } else {
        arrays["data"] = toArray(std::vector<std::uint8_t>(static_cast<std::size_t>(matrix.nnz()), 1));
        arrays["data"].dtype = npyType<bool>(); // a pattern: all are True
    }
    if (const std::int64_t slices = matrix.slices(); slices > 1)
        arrays["slices"] = toArray(std::span(&slices, 1), {});
    if (!comment.empty())
        arrays["comment"] = toTextArray({comment}, false);
    const std::string bytes = writeNpz(arrays, true, progress);
    writeText(path, bytes, progress);
    return static_cast<std::int64_t>(bytes.size());
}

} // namespace sparsescope
