// A matrix as Binsparse's CSR: another program writes it by HDF5's library (app/readers).
#include "engine/core/error.h"
#include "engine/core/files.h"
#include "engine/core/json_text.h"
#include "engine/io/binsparse_arrays.h"
#include "engine/io/binsparse_program.h"
#include "engine/io/formats.h"
#include "engine/io/memory_file.h"

#include <filesystem>
#include <fmt/format.h>

namespace sparsescope {

namespace {

template <class T>
std::string_view bytesOfSpan(std::span<const T> list)
{
    return {reinterpret_cast<const char*>(list.data()), list.size_bytes()};
}

std::string descriptorOf(const Matrix& matrix, const std::string& comment)
{
    nlohmann::json all = {{"binsparse",
                           {{"version", "0.1"},
                            {"format", "CSR"},
                            {"shape", {matrix.rows(), matrix.cols()}},
                            {"number_of_stored_values", matrix.nnz()},
                            {"data_types",
                             {{"pointers_to_1", "uint64"},
                              {"indices_1", "uint32"},
                              {"values", matrix.hasValues() ? "float64" : "iso[uint8]"}}}}}};
    if (matrix.slices() > 1)
        all["slices"] = matrix.slices();
    if (!comment.empty())
        all["comment"] = comment;
    return jsonText(all);
}

} // namespace

void requireBinsparseWriter(const std::string& path)
{
    programPath(binsparseProgram, path);
}

std::int64_t writeBinsparse(const Matrix& matrix, const std::string& path, const std::string& comment,
                            Progress& progress)
{
    const std::string text = descriptorOf(matrix, comment);
    const BinsparseCsr head{matrix.rows(), matrix.nnz(), std::ssize(matrix.values()), std::ssize(text)};
    MemoryFile in({reinterpret_cast<const char*>(&head), sizeof head}, path);
    for (const std::string_view bytes : {bytesOfSpan(matrix.rowPtr()), bytesOfSpan(matrix.values()),
                                         bytesOfSpan(matrix.colIdx()), std::string_view(text)})
        in.append(bytes, progress);
    std::int64_t bytes = 0;
    writeAtomically(
        path,
        [&](const std::string& temporary) {
            progress.report("writing", 0.5);
            constexpr std::uint64_t least = 10, bytesPerSecond = 1u << 20;
            const ProcessResult result = runProcess(
                programPath(binsparseProgram, path),
                {in.path(),
                 std::to_string(availableMemory() +
                                static_cast<std::uint64_t>(2 * matrix.bytes())), // the copy is there
                 std::to_string(least + static_cast<std::uint64_t>(matrix.bytes()) / bytesPerSecond), "write",
                 temporary},
                [](const std::string&) {}, progress);
            if (result.exitStatus != 0 || result.signal != 0)
                failInput(fmt::format("cannot write: {} {}", binsparseProgram.name, endText(result)), {.file = path});
            bytes = static_cast<std::int64_t>(std::filesystem::file_size(temporary));
        },
        progress);
    return bytes;
}

} // namespace sparsescope
