#include "engine/matrix/slices.h"

#include "engine/core/error.h"

#include <algorithm>
#include <fmt/format.h>

namespace sparsescope {

MatrixPtr sliceOf(const Matrix& matrix, std::int64_t slice, Progress& progress)
{
    if (matrix.slices() == 1)
        failUsage(fmt::format("{} is one matrix, not of several slices", matrix.source().name));
    if (slice < 0 || slice >= matrix.slices())
        failUsage(fmt::format("there is no slice {}: {} has {}, numbered from 0", slice, matrix.source().name,
                              matrix.slices()));
    const std::int64_t first = slice * matrix.sliceCols();
    std::vector<std::int64_t> rowPtr{0};
    std::vector<std::int32_t> colIdx;
    std::vector<double> values;
    for (std::int64_t r = 0; r < matrix.rows(); ++r) {
        if (r % 65536 == 0)
            progress.check();
        const auto columns = matrix.row(r);
        const auto begin = std::lower_bound(columns.begin(), columns.end(), first);
        const auto end = std::lower_bound(begin, columns.end(), first + matrix.sliceCols());
        for (auto c = begin; c != end; ++c) {
            colIdx.push_back(static_cast<std::int32_t>(*c - first));
            if (matrix.hasValues())
                values.push_back(matrix.value(matrix.rowPtr()[at(r)] + (c - columns.begin())));
        }
        rowPtr.push_back(static_cast<std::int64_t>(colIdx.size()));
    }
    MatrixSource source;
    source.name = fmt::format("{}, slice {}", matrix.source().name, slice);
    source.format = fmt::format("a slice of {}", matrix.source().format);
    source.field = matrix.source().field;
    source.symmetry = "general";
    source.storedEntries = static_cast<std::int64_t>(colIdx.size());
    return std::make_shared<const Matrix>(matrix.rows(), matrix.sliceCols(), std::move(rowPtr), std::move(colIdx),
                                          std::move(values), std::move(source));
}

} // namespace sparsescope
