// Packing and unpacking of matrices.
#include "engine/session/matrix_blob.h"

#include "engine/core/at.h"
#include "engine/core/json_reader.h"
#include "engine/matrix/patterns/build.h"
#include "engine/matrix/slices.h"
#include "engine/session/columns.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <numeric>

namespace sparsescope::session {

using nlohmann::json;

MatrixBlob packMatrix(const Matrix& matrix, int level)
{
    std::vector<std::int32_t> lengths;
    std::vector<std::int32_t> gaps;
    lengths.reserve(static_cast<std::size_t>(matrix.rows()));
    gaps.reserve(static_cast<std::size_t>(matrix.nnz()));
    for (std::int64_t r = 0; r < matrix.rows(); ++r) {
        lengths.push_back(static_cast<std::int32_t>(matrix.rowLength(r)));
        std::int32_t last = 0;
        for (const std::int32_t c : matrix.row(r)) {
            gaps.push_back(c - last);
            last = c;
        }
    }
    return {packArray(std::span<const std::int32_t>(lengths), level),
            packArray(std::span<const std::int32_t>(gaps), level),
            matrix.hasValues() ? packArray(matrix.values(), level) : std::string()};
}

MatrixPtr unpackMatrix(const MatrixBlobView& blob, MatrixSource source, const std::string& file, Progress& progress)
{
    const auto where = [&](const char* column) { return Where{.file = file, .call = column}; };
    constexpr std::int64_t most = INT32_MAX;
    if (blob.rows < 0 || blob.rows > most || blob.cols < 0 || blob.cols > most || blob.nnz < 0 || blob.nnz > most)
        failInput(fmt::format("is damaged: {} x {} with {} non-zeros", blob.rows, blob.cols, blob.nnz),
                  where("matrix"));
    requireRowsInUse(blob.rows, blob.nnz, file);
    const auto lengths = unpackArray<std::int32_t>(blob.rowLengths, blob.rows, where("row_lengths"), progress);
    if (const auto held = std::accumulate(lengths.begin(), lengths.end(), std::int64_t{0}); held != blob.nnz)
        failInput(fmt::format("is damaged: the rows hold {} of {} non-zeros", held, blob.nnz), where("row_lengths"));
    std::vector<std::int32_t> columns =
        unpackArray<std::int32_t>(blob.columnGaps, blob.nnz, where("column_gaps"), progress);
    std::vector<std::int64_t> rowPtr{0};
    rowPtr.reserve(lengths.size() + 1);
    for (const std::int32_t length : lengths) {
        const std::int64_t begin = rowPtr.back();
        if (length < 0 || length > blob.nnz - begin)
            failInput(fmt::format("is damaged: row {} has a length of {}", rowPtr.size() - 1, length),
                      where("row_lengths"));
        std::int64_t last = 0;
        for (std::int64_t i = begin; i < begin + length; ++i) {
            std::int32_t& column = columns[at(i)];
            if (column < 0 || (i > begin && column == 0) || column >= blob.cols - last)
                failInput(fmt::format("is damaged: element {} leads out of its row", i), where("column_gaps"));
            column = static_cast<std::int32_t>(last += column);
        }
        rowPtr.push_back(begin + length);
    }
    std::vector<double> values;
    if (blob.hasValues)
        values = unpackArray<double>(blob.values, blob.nnz, where("value_data"), progress);
    try {
        return std::make_shared<const Matrix>(blob.rows, blob.cols, std::move(rowPtr), std::move(columns),
                                              std::move(values), std::move(source), blob.slices);
    } catch (const Error& e) {
        failInput("is damaged: " + e.reason(), {.file = file, .call = "matrix"});
    }
}

json sourceToJson(const KeptSource& kept)
{
    const MatrixSource& source = kept.source;
    json all = {{"path", source.path},
                {"name", source.name},
                {"format", source.format},
                {"field", source.field},
                {"symmetry", source.symmetry},
                {"storedEntries", source.storedEntries},
                {"duplicates", source.duplicates},
                {"notes", source.notes}};
    if (kept.slices > 1)
        all["slices"] = kept.slices;
    return all;
}

KeptSource sourceFromText(std::string_view text, const std::string& file)
{
    const json parsed = parseJson(text, {.file = file, .call = "matrix.source"});
    const JsonReader from(parsed, file, "matrix.source");
    KeptSource kept;
    MatrixSource& source = kept.source;
    source.path = from.get<std::string>("path");
    source.name = from.get<std::string>("name");
    source.format = from.get<std::string>("format");
    source.field = from.get<std::string>("field");
    source.symmetry = from.get<std::string>("symmetry");
    source.storedEntries = from.integer("storedEntries", 0, INT64_MAX);
    source.duplicates = from.integer("duplicates", 0, INT64_MAX);
    source.notes = from.get<std::vector<std::string>>("notes");
    if (from.has("slices"))
        kept.slices = from.integer("slices", 1, mostSlices);
    return kept;
}

} // namespace sparsescope::session
