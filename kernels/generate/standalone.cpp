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

void writeStandalone(const Packed& packed, const Matrix& matrix, const std::string& folder, Progress& progress)
{
    if (packed.op.sampled() || (packed.op.dtype != DataType::Float16 && packed.op.dtype != DataType::Float32))
        failUsage(fmt::format("a standalone project is made for SpMM and SpMV in f16 and f32, not for {} in {}",
                              label(packed.op.kind), name(packed.op.dtype)));
    const GeneratedSource source = generateKernel(packed);
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
    std::vector<double> csrValues(static_cast<std::size_t>(matrix.nnz()));
    for (std::int64_t p = 0; p < matrix.nnz(); ++p)
        csrValues[at(p)] = rounded(packed.op.dtype, matrix.value(p));
    writeSet(folder, [&] {
        const auto text = [&](const char* name, const std::string& lines) { writeText(path(name), lines, progress); };
        const auto array = [&]<class T>(const char* name, std::span<const T> elements) {
            writeText(path(name), {reinterpret_cast<const char*>(elements.data()), elements.size_bytes()}, progress);
        };
        text("kernel.cu", source.text);
        text("host.cpp", filledTemplate("standalone_host.txt", values));
        text("README", filledTemplate("standalone_readme.txt", values));
        array("tasks.bin", std::span<const Task>(packed.tasks));
        array("tiles.bin", std::span<const PackedTile>(packed.tiles));
        array("indices.bin", std::span<const std::int32_t>(packed.indices));
        array("values.bin", std::span<const std::uint8_t>(packed.values));
        array("zeroRows.bin", std::span<const std::int32_t>(packed.zeroRows));
        array("atomicRows.bin", std::span<const std::int32_t>(packed.atomicRows));
        array("rowPtr.bin", std::span<const std::int64_t>(matrix.rowPtr()));
        array("colIdx.bin", std::span<const std::int32_t>(matrix.colIdx()));
        array("csrValues.bin", std::span<const double>(csrValues));
    });
}

} // namespace sparsescope
