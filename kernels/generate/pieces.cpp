// The registry of device templates.
#include "kernels/generate/pieces.h"

#include "engine/core/error.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace sparsescope {

namespace {

std::int64_t parameterOf(const Format& format, const char* name)
{
    return format.parameters().at(name).get<std::int64_t>();
}

struct Extents {
    std::int64_t rows = 0;
    std::int64_t width = 0;
};

Extents extentsOf(const Format& format)
{
    return {parameterOf(format, "rows"), parameterOf(format, "width")};
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
    return fmt::format("{}<{}, {}, {}, {}>", name, scalarType(dtype), parameterOf(format, "size"), densePart, atomic);
}

// Rows and block rows: "BsrLayout<16, 32>", "SrbcrsLayout<8, 16>", "CsrLayout", "SellLayout<32>".
std::string layoutOf(const Format& format)
{
    if (format.name() == "csr")
        return "CsrLayout";
    if (format.name() == "sell")
        return fmt::format("SellLayout<{}>", parameterOf(format, "c"));
    if (format.name() == "bsr")
        return fmt::format("BsrLayout<{}, {}>", parameterOf(format, "height"), parameterOf(format, "width"));
    return fmt::format("SrbcrsLayout<{}, {}>", parameterOf(format, "t"), parameterOf(format, "q"));
}

// Are their values in the order of fragments? As the formats' own files say.
bool bsrFragments(const Format& format, DataType dtype)
{
    return narrow(dtype) && parameterOf(format, "height") == 16 && parameterOf(format, "width") % 16 == 0;
}

bool srbcrsFragments(const Format& format, DataType dtype)
{
    const std::int64_t t = parameterOf(format, "t");
    return narrow(dtype) && (t == 8 || t == 16) && parameterOf(format, "q") % 16 == 0;
}

std::string blockedInstance(const char* name, const Format& format, DataType dtype, std::int64_t densePart, bool atomic)
{
    return fmt::format("{}<{}, {}, {}, {}>", name, scalarType(dtype), layoutOf(format), densePart, atomic);
}

std::string blockedMma(const Format& format, DataType dtype, std::int64_t densePart, bool atomic)
{
    return blockedInstance("BlockedMma", format, dtype, densePart, atomic);
}

std::string blockedRows(const Format& format, DataType dtype, std::int64_t densePart, bool atomic)
{
    return blockedInstance("BlockedRows", format, dtype, densePart, atomic);
}

std::string vectorFragments(const Format& format, DataType dtype, std::int64_t, bool atomic)
{
    return fmt::format("VectorFragments<{}, {}, {}>", deviceType(dtype), layoutOf(format), atomic);
}

std::string vectorBlocked(const Format& format, DataType dtype, std::int64_t, bool atomic)
{
    return fmt::format("VectorBlocked<{}, {}, {}>", scalarType(dtype), layoutOf(format), atomic);
}

// Blocks divide their work among four warps; the others take any.
const std::vector<int> four = {128};
const std::vector<int> any = {128, 64, 256};
const std::vector<int> gathers = {4, 2, 8};

const std::vector<const char*> rowFiles = {"rows.cuh", "loads.cuh", "spmv.cuh", "blocked.cuh", "blocked_rows.cuh"};
const std::vector<const char*> vectorRowFiles = {"loads.cuh", "spmv.cuh", "blocked.cuh", "spmv_blocked.cuh"};

const std::array pieces = {
    DevicePiece{"block",
                OperatorKind::SpMM,
                {"mma.cuh", "block.cuh"},
                [](const Format& f, DataType t, std::int64_t part, bool atomic) {
                    return blockInstance("BlockTile", f, t, part, atomic);
                },
                four,
                {}},
    DevicePiece{"ell", OperatorKind::SpMM, {"rows.cuh", "loads.cuh", "ell.cuh"}, ellInstance, any, gathers},
    DevicePiece{"1d",
                OperatorKind::SpMM,
                {"rows.cuh", "run.cuh"},
                [](const Format& f, DataType t, std::int64_t part, bool atomic) {
                    return runInstance("RunTile", f, t, part, atomic);
                },
                any,
                gathers},
    DevicePiece{"csr", OperatorKind::SpMM, rowFiles, blockedRows, any, gathers},
    DevicePiece{"sell", OperatorKind::SpMM, rowFiles, blockedRows, any, gathers},
    DevicePiece{"bsr",
                OperatorKind::SpMM,
                {"mma.cuh", "loads.cuh", "spmv.cuh", "blocked.cuh", "blocked_mma.cuh"},
                blockedMma,
                any,
                {},
                bsrFragments},
    DevicePiece{"bsr", OperatorKind::SpMM, rowFiles, blockedRows, any, gathers, nullptr, 7},
    DevicePiece{"srbcrs",
                OperatorKind::SpMM,
                {"mma.cuh", "loads.cuh", "spmv.cuh", "blocked.cuh", "blocked_mma.cuh"},
                blockedMma,
                any,
                {},
                srbcrsFragments},
    DevicePiece{"srbcrs", OperatorKind::SpMM, rowFiles, blockedRows, any, gathers, nullptr, 7},
    DevicePiece{"block",
                OperatorKind::SDDMM,
                {"mma.cuh", "sampled.cuh", "sampled_block.cuh"},
                [](const Format& f, DataType t, std::int64_t part, bool atomic) {
                    return blockInstance("SampledBlock", f, t, part, atomic);
                },
                four,
                {}},
    DevicePiece{"ell",
                OperatorKind::SDDMM,
                {"sampled.cuh", "sampled_rows.cuh"},
                [](const Format& f, DataType t, std::int64_t part, bool atomic) {
                    const Extents e = extentsOf(f);
                    return fmt::format("SampledRows<{}, EllRows<{}, {}>, {}, {}>", scalarType(t), e.rows, e.width, part,
                                       atomic);
                },
                any,
                gathers},
    DevicePiece{"1d",
                OperatorKind::SDDMM,
                {"sampled.cuh", "sampled_run.cuh"},
                [](const Format& f, DataType t, std::int64_t part, bool atomic) {
                    return runInstance("SampledRun", f, t, part, atomic);
                },
                any,
                gathers},
    DevicePiece{"csr",
                OperatorKind::SDDMM,
                {"sampled.cuh", "sampled_rows.cuh"},
                [](const Format&, DataType t, std::int64_t part, bool atomic) {
                    return fmt::format("SampledRows<{}, CsrRows, {}, {}>", scalarType(t), part, atomic);
                },
                any,
                gathers},
    DevicePiece{"ell", OperatorKind::SpMV, {"loads.cuh", "spmv.cuh", "spmv_ell.cuh"}, vectorEllInstance, any, gathers},
    DevicePiece{"1d",
                OperatorKind::SpMV,
                {"loads.cuh", "spmv.cuh", "spmv_run.cuh"},
                [](const Format& f, DataType t, std::int64_t, bool atomic) {
                    return fmt::format("VectorRun<{}, {}, {}>", scalarType(t), parameterOf(f, "size"), atomic);
                },
                any,
                gathers},
    DevicePiece{"csr", OperatorKind::SpMV, vectorRowFiles, vectorBlocked, any, gathers},
    DevicePiece{"sell",
                OperatorKind::SpMV,
                {"spmv.cuh", "spmv_sell.cuh"},
                [](const Format& f, DataType t, std::int64_t, bool atomic) {
                    return fmt::format("VectorSell<{}, {}, {}>", scalarType(t), parameterOf(f, "c"), atomic);
                },
                any,
                gathers},
    DevicePiece{"bsr",
                OperatorKind::SpMV,
                {"loads.cuh", "spmv.cuh", "blocked.cuh", "spmv_fragments.cuh"},
                vectorFragments,
                any,
                {},
                bsrFragments},
    DevicePiece{"bsr", OperatorKind::SpMV, vectorRowFiles, vectorBlocked, any, gathers},
    DevicePiece{"srbcrs",
                OperatorKind::SpMV,
                {"loads.cuh", "spmv.cuh", "blocked.cuh", "spmv_fragments.cuh"},
                vectorFragments,
                any,
                {},
                srbcrsFragments},
    DevicePiece{"srbcrs", OperatorKind::SpMV, vectorRowFiles, vectorBlocked, any, gathers},
};

} // namespace

bool hasDevicePiece(const std::string& format, OperatorKind op)
{
    return std::any_of(pieces.begin(), pieces.end(),
                       [&](const DevicePiece& piece) { return piece.format == format && piece.op == op; });
}

const DevicePiece& devicePiece(const Format& format, const Operator& op)
{
    for (const DevicePiece& piece : pieces)
        if (piece.format == format.name() && piece.op == op.kind && (!piece.takes || piece.takes(format, op.dtype)))
            return piece;
    failUsage(fmt::format("there is no device code for {} tiles in {} yet", format.label(), label(op.kind)));
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

} // namespace sparsescope
