// A plan as a CUDA project of its own: kernel, host program, arrays, README.
#include "engine/core/at.h"
#include "engine/core/error.h"
#include "engine/core/files.h"
#include "engine/matrix/matrix.h"
#include "kernels/generate/arguments.h"
#include "kernels/generate/generate.h"
#include "kernels/generate/templates.h"

#include <filesystem>
#include <fmt/format.h>
#include <map>
#include <span>

namespace sparsescope {

namespace {

template <class T>
void writeArray(const std::string& path, std::span<const T> array)
{
    writeText(path, {reinterpret_cast<const char*>(array.data()), array.size_bytes()});
}

} // namespace

void writeStandalone(const Packed& packed, const Matrix& matrix, const std::string& folder)
{
    if (packed.op.sampled() || (packed.op.dtype != DataType::Float16 && packed.op.dtype != DataType::Float32))
        failUsage(fmt::format("a standalone project is made for SpMM and SpMV in f16 and f32, not for {} in {}",
                              label(packed.op.kind), name(packed.op.dtype)));
    const GeneratedSource source = generateKernel(packed);
    std::error_code error;
    std::filesystem::create_directories(folder, error);
    if (error)
        failInput("the folder cannot be made: " + error.message(), {.file = folder, .call = {}});

    const auto path = [&](const char* name) { return (std::filesystem::path(folder) / name).string(); };
    const bool half = packed.op.dtype == DataType::Float16;
    const bool vector = !packed.op.hasDenseAxis();
    const std::map<std::string, std::string> values = {
        {"FORMULA", vector ? "SpMV y[i] += A[i,k] x[k] (below x is B and y is C)" : "SpMM C[i,j] += A[i,k] B[k,j]"},
        {"PROGRAM", name(packed.op.kind)},
        {"HALF", half ? "true" : "false"},
        {"NARROW", half ? "1" : "0"},
        {"TYPE", half ? "float16" : "float32"},
        {"ROWS", std::to_string(packed.rows)},
        {"COLS", std::to_string(packed.cols)},
        {"NNZ", std::to_string(matrix.nnz())},
        {"J", std::to_string(packed.op.dense)},
        {"LD", std::to_string(packed.ld)},
        {"PART", std::to_string(packed.densePart)},
        {"TASKS", std::to_string(packed.tasks.size())},
        {"TILES", std::to_string(packed.tiles.size())},
        {"ARGUMENTS", argumentText(packed.op)},
        {"ENTRY", source.entry},
        {"THREADS", std::to_string(source.threads)},
    };
    writeText(path("kernel.cu"), source.text);
    writeText(path("host.cpp"), filledTemplate("standalone_host.txt", values));
    writeText(path("README"), filledTemplate("standalone_readme.txt", values));

    writeArray<Task>(path("tasks.bin"), packed.tasks);
    writeArray<PackedTile>(path("tiles.bin"), packed.tiles);
    writeArray<std::int32_t>(path("indices.bin"), packed.indices);
    writeArray<std::uint8_t>(path("values.bin"), packed.values);
    writeArray<std::int32_t>(path("zeroRows.bin"), packed.zeroRows);
    writeArray<std::int32_t>(path("atomicRows.bin"), packed.atomicRows);
    writeArray<std::int64_t>(path("rowPtr.bin"), matrix.rowPtr());
    writeArray<std::int32_t>(path("colIdx.bin"), matrix.colIdx());
    std::vector<double> csrValues(static_cast<std::size_t>(matrix.nnz()));
    for (std::int64_t p = 0; p < matrix.nnz(); ++p)
        csrValues[at(p)] = rounded(packed.op.dtype, matrix.value(p));
    writeArray<double>(path("csrValues.bin"), csrValues);
}

} // namespace sparsescope
