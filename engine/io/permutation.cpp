// The order of a matrix' rows and columns as two arrays that NumPy reads.
#include "engine/core/error.h"
#include "engine/core/files.h"
#include "engine/io/npy.h"
#include "engine/io/writer.h"

#include <fmt/format.h>
#include <numeric>

namespace sparsescope {

namespace {

NpyArray linesAt(std::vector<std::int32_t> lines, std::int64_t count)
{
    if (lines.empty()) {
        lines.resize(at(count));
        std::iota(lines.begin(), lines.end(), 0);
    }
    return toArray(lines);
}

} // namespace

void requirePermutation(const std::string& path)
{
    if (!path.ends_with(".npz"))
        failUsage(fmt::format("\"{}\": a permutation is written as .npz", path));
}

void writePermutation(const LineOrder& order, const Matrix& matrix, const std::string& path, Progress& progress)
{
    requirePermutation(path);
    writeText(path,
              writeNpz({{"rows", linesAt(order.rows, matrix.rows())}, {"cols", linesAt(order.cols, matrix.cols())}},
                       true, progress),
              progress);
}

} // namespace sparsescope
