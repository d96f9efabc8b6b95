// The registry of device templates.
#include "kernels/generate/pieces.h"

#include "engine/core/error.h"

#include <array>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace sparsescope {

namespace {

struct Extents {
    std::int64_t rows = 0;
    std::int64_t width = 0;
};

Extents extentsOf(const Format& format)
{
    const nlohmann::json parameters = format.parameters();
    return {parameters.at("rows").get<std::int64_t>(), parameters.at("width").get<std::int64_t>()};
}

std::string instance(const char* name, const char* type, const Extents& e, std::int64_t densePart, bool atomic)
{
    return fmt::format("{}<{}, {}, {}, {}, {}>", name, type, e.rows, e.width, densePart, atomic);
}

std::string blockInstance(const char* name, const Format& format, DataType dtype, std::int64_t densePart, bool atomic)
{
    return instance(name, deviceType(dtype), extentsOf(format), densePart, atomic);
}

// Off the tensor cores tf32 is float32: its products are exact.
const char* scalarType(DataType dtype)
{
    return deviceType(dtype == DataType::TFloat32 ? DataType::Float32 : dtype);
}

std::string ellInstance(const Format& format, DataType dtype, std::int64_t densePart, bool atomic)
{
    const Extents e = extentsOf(format);
    if (e.rows < 1 || e.width < 1)
        failUsage(format.label() + " has no device code: an ELL tile has at least one row and one place a row");
    return instance("EllTile", scalarType(dtype), e, densePart, atomic);
}

// Of SpMV: a vector has no parts.
std::string vectorEllInstance(const Format& format, DataType dtype, std::int64_t, bool atomic)
{
    const Extents e = extentsOf(format);
    return fmt::format("VectorEll<{}, {}, {}, {}>", scalarType(dtype), e.rows, e.width, atomic);
}

std::string runInstance(const char* name, const Format& format, DataType dtype, std::int64_t densePart, bool atomic)
{
    return fmt::format("{}<{}, {}, {}, {}>", name, scalarType(dtype), format.parameters().at("size").get<std::int64_t>(), densePart, atomic);
}

// Blocks divide their work among four warps; the others take any.
const std::vector<int> four = {128};
const std::vector<int> any = {128, 64, 256};
const std::vector<int> gathers = {4, 2, 8};

const std::array pieces = {
    DevicePiece{"block", OperatorKind::SpMM, {"mma.cuh", "block.cuh"},
                [](const Format& f, DataType t, std::int64_t part, bool atomic) { return blockInstance("BlockTile", f, t, part, atomic); }, four, {}},
    DevicePiece{"ell", OperatorKind::SpMM, {"rows.cuh", "loads.cuh", "ell.cuh"}, ellInstance, any, gathers},
    DevicePiece{"1d", OperatorKind::SpMM, {"rows.cuh", "run.cuh"},
                [](const Format& f, DataType t, std::int64_t part, bool atomic) { return runInstance("RunTile", f, t, part, atomic); }, any, gathers},
    DevicePiece{"csr", OperatorKind::SpMM, {"rows.cuh", "csr.cuh"},
                [](const Format&, DataType t, std::int64_t part, bool atomic) { return fmt::format("CsrTile<{}, {}, {}>", scalarType(t), part, atomic); }, any, gathers},
    DevicePiece{"block", OperatorKind::SDDMM, {"mma.cuh", "sampled.cuh", "sampled_block.cuh"},
                [](const Format& f, DataType t, std::int64_t part, bool atomic) { return blockInstance("SampledBlock", f, t, part, atomic); }, four, {}},
    DevicePiece{"ell", OperatorKind::SDDMM, {"sampled.cuh", "sampled_rows.cuh"},
                [](const Format& f, DataType t, std::int64_t part, bool atomic) {
                    const Extents e = extentsOf(f);
                    return fmt::format("SampledRows<{}, EllRows<{}, {}>, {}, {}>", scalarType(t), e.rows, e.width, part, atomic);
                }, any, gathers},
    DevicePiece{"1d", OperatorKind::SDDMM, {"sampled.cuh", "sampled_run.cuh"},
                [](const Format& f, DataType t, std::int64_t part, bool atomic) { return runInstance("SampledRun", f, t, part, atomic); }, any, gathers},
    DevicePiece{"csr", OperatorKind::SDDMM, {"sampled.cuh", "sampled_rows.cuh"},
                [](const Format&, DataType t, std::int64_t part, bool atomic) {
                    return fmt::format("SampledRows<{}, CsrRows, {}, {}>", scalarType(t), part, atomic);
                }, any, gathers},
    DevicePiece{"ell", OperatorKind::SpMV, {"loads.cuh", "spmv.cuh", "spmv_ell.cuh"}, vectorEllInstance, any, gathers},
    DevicePiece{"1d", OperatorKind::SpMV, {"loads.cuh", "spmv.cuh", "spmv_run.cuh"},
                [](const Format& f, DataType t, std::int64_t, bool atomic) {
                    return fmt::format("VectorRun<{}, {}, {}>", scalarType(t), f.parameters().at("size").get<std::int64_t>(), atomic);
                }, any, gathers},
    DevicePiece{"csr", OperatorKind::SpMV, {"spmv.cuh", "spmv_csr.cuh"},
                [](const Format&, DataType t, std::int64_t, bool atomic) { return fmt::format("VectorCsr<{}, {}>", scalarType(t), atomic); }, any, gathers},
};

}  // namespace

const DevicePiece& devicePiece(const Format& format, OperatorKind op)
{
    for (const DevicePiece& piece : pieces)
        if (piece.format == format.name() && piece.op == op)
            return piece;
    failUsage(fmt::format("there is no device code for {} tiles in {} yet", format.label(), label(op)));
}

const char* deviceType(DataType dtype)
{
    switch (dtype) {
    case DataType::Float16:
        return "Half";
    case DataType::BFloat16:
        return "Bf16";
    case DataType::TFloat32:
        return "Tf32";
    case DataType::Float32:
        break;
    }
    return "float";
}

}  // namespace sparsescope
