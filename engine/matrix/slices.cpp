#include "engine/matrix/slices.h"

#include "engine/core/at.h"
#include "engine/core/error.h"

#include <algorithm>
#include <fmt/format.h>
#include <tuple>

namespace sparsescope {

namespace {

void requireSlices(const Matrix& matrix)
{
    if (matrix.slices() == 1)
        failUsage(fmt::format("{} is one matrix, not of several slices", matrix.source().name));
}

MatrixSource partOf(const Matrix& matrix, const std::string& what, std::size_t entries)
{
    MatrixSource source;
    source.name = fmt::format("{}, {}", matrix.source().name, what);
    source.format = fmt::format("{} of {}",
                                what.starts_with("slice")  ? "a slice"
                                : what.starts_with("rows") ? "a part"
                                                           : what,
                                matrix.source().format);
    source.field = matrix.source().field;
    source.symmetry = "general";
    source.storedEntries = static_cast<std::int64_t>(entries);
    return source;
}

MatrixPtr cut(const Matrix& matrix, const MatrixRectangle& of, const std::string& what, std::int64_t slices,
              Progress& progress)
{
    std::vector<std::int64_t> rowPtr{0};
    std::vector<std::int32_t> colIdx;
    std::vector<double> values;
    for (std::int64_t r = of.firstRow; r < of.endRow; ++r) {
        if (r % 65536 == 0)
            progress.check();
        const auto columns = matrix.row(r);
        const auto begin = std::lower_bound(columns.begin(), columns.end(), of.firstCol);
        const auto end = std::lower_bound(begin, columns.end(), of.endCol);
        for (auto c = begin; c != end; ++c) {
            colIdx.push_back(static_cast<std::int32_t>(*c - of.firstCol));
            if (matrix.hasValues())
                values.push_back(matrix.value(matrix.rowPtr()[at(r)] + (c - columns.begin())));
        }
        rowPtr.push_back(static_cast<std::int64_t>(colIdx.size()));
    }
    MatrixSource source = partOf(matrix, what, colIdx.size());
    return std::make_shared<const Matrix>(of.endRow - of.firstRow, of.endCol - of.firstCol, std::move(rowPtr),
                                          std::move(colIdx), std::move(values), std::move(source), slices);
}

} // namespace

MatrixPtr sumOfSlices(const Matrix& matrix, Progress& progress)
{
    requireSlices(matrix);
    std::vector<std::int64_t> rowPtr{0};
    std::vector<std::int32_t> colIdx;
    std::vector<double> values;
    std::vector<std::pair<std::int32_t, double>> row;
    for (std::int64_t r = 0; r < matrix.rows(); ++r) {
        if (r % 65536 == 0)
            progress.check();
        row.clear();
        for (std::int64_t p = matrix.rowPtr()[at(r)]; p < matrix.rowPtr()[at(r) + 1]; ++p)
            row.emplace_back(static_cast<std::int32_t>(matrix.colIdx()[at(p)] % matrix.sliceCols()), matrix.value(p));
        std::stable_sort(row.begin(), row.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
        for (std::size_t i = 0; i < row.size(); ++i) {
            const bool again = i > 0 && row[i].first == row[i - 1].first;
            if (!again)
                colIdx.push_back(row[i].first);
            if (matrix.hasValues() && again)
                values.back() += row[i].second;
            else if (matrix.hasValues())
                values.push_back(row[i].second);
        }
        rowPtr.push_back(static_cast<std::int64_t>(colIdx.size()));
    }
    MatrixSource source = partOf(matrix, "sum of slices", colIdx.size());
    return std::make_shared<const Matrix>(matrix.rows(), matrix.sliceCols(), std::move(rowPtr), std::move(colIdx),
                                          std::move(values), std::move(source));
}

MatrixPtr sliceOf(const Matrix& matrix, std::int64_t slice, Progress& progress)
{
    requireSlices(matrix);
    if (slice < 0 || slice >= matrix.slices())
        failUsage(fmt::format("there is no slice {}: {} has {}, numbered from 0", slice, matrix.source().name,
                              matrix.slices()));
    const std::int64_t first = slice * matrix.sliceCols();
    return cut(matrix, {0, matrix.rows(), first, first + matrix.sliceCols()}, fmt::format("slice {}", slice), 1,
               progress);
}

MatrixPtr rectangleOf(const Matrix& matrix, const MatrixRectangle& of, Progress& progress)
{
    for (const auto& [what, begin, end, extent] : {std::tuple("rows", of.firstRow, of.endRow, matrix.rows()),
                                                   std::tuple("columns", of.firstCol, of.endCol, matrix.cols())})
        if (begin < 0 || begin >= end || end > extent)
            failUsage(fmt::format("there are no {} {}:{}: {} has {}, numbered from 0", what, begin, end,
                                  matrix.source().name, extent));
    const bool whole = of.firstCol == 0 && of.endCol == matrix.cols();
    return cut(matrix, of, fmt::format("rows {}:{}, columns {}:{}", of.firstRow, of.endRow, of.firstCol, of.endCol),
               whole ? matrix.slices() : 1, progress);
}

} // namespace sparsescope
