// The registry of device templates.
#include "kernels/generate/pieces.h"

#include "engine/core/at.h"
#include "engine/core/error.h"
#include "engine/plan/packed.h"
#include "kernels/generate/pieces/families.h"

#include <algorithm>
#include <iterator>
#include <nlohmann/json.hpp>

namespace sparsescope {

namespace {

constexpr std::int64_t leastWide = 256; // bytes of a row of B: less leaves each access too few lanes

const std::vector<DevicePiece>& devicePieces()
{
    static const std::vector<DevicePiece> all = [] {
        std::vector<DevicePiece> pieces;
        for (const auto& family : {blockPieces, ellPieces, runPieces, blockedPieces, relationalPieces})
            for (DevicePiece& piece : family())
                pieces.push_back(std::move(piece));
        return pieces;
    }();
    return all;
}

bool knows(const DevicePiece& piece, const std::string& format, OperatorKind op)
{
    return piece.format == format && piece.op == op;
}

} // namespace

bool hasDevicePiece(const std::string& format, OperatorKind op)
{
    const FormatKind* const kind = findFormatKind(format);
    if (!definitionOf(op).inner.empty())
        return hasTemplate(format, op);
    if (kind && kind->traits.ownKernel)
        return !definitionOf(op).sampled && definitionOf(op).axis.empty();
    return kind && kind->traits.described;
}

bool hasTemplate(const std::string& format, OperatorKind op)
{
    const std::vector<DevicePiece>& pieces = devicePieces();
    return std::any_of(pieces.begin(), pieces.end(),
                       [&](const DevicePiece& piece) { return knows(piece, format, op); });
}

bool printsProgram(const Format& format, const Operator& op, Codegen codegen)
{
    const FormatKind* const kind = findFormatKind(format.name());
    if (op.inFloat64() || op.relational() || !kind || !kind->traits.described)
        return false;
    return codegen == Codegen::Program || !hasTemplate(format.name(), op.kind);
}

bool usesPrograms(const Packed& packed)
{
    return !packed.byLibrary && !packed.graph &&
           std::any_of(packed.kinds.begin(), packed.kinds.end(), [&](const TaskKind& kind) {
               return printsProgram(*packed.formats[at(kind.format)], packed.op, packed.codegen);
           });
}

const DevicePiece& devicePiece(const Format& format, const Operator& op)
{
    for (const DevicePiece& piece : devicePieces())
        if (!op.inFloat64() && knows(piece, format.name(), op.kind) && (!piece.takes || piece.takes(format, op.dtype)))
            return piece;
    if (const FormatKind* const kind = findFormatKind(format.name()); kind && kind->traits.ownKernel)
        failUsage(
            fmt::format("a {} tile runs on the GPU where all tiles of a plan are such, those of a branch one after "
                        "another, in SpMV",
                        shortLabel(format)));
    failUsage(fmt::format("there is no device code for {} tiles in {}{} yet", shortLabel(format), label(op.kind),
                          op.inFloat64() ? " in f64" : ""));
}

bool widens(std::span<const FormatPtr> formats, const Operator& op, std::int64_t densePart)
{
    if (!op.hasDenseAxis() || op.sampled() || op.inFloat64() || densePart * bytesOf(op.dtype) < leastWide)
        return false;
    bool some = false;
    for (const FormatPtr& format : formats) {
        if (!hasTemplate(format->name(), op.kind))
            return false;
        const DevicePiece& piece = devicePiece(*format, op);
        if (!piece.gathers.empty() && !piece.wide)
            return false;
        some |= piece.wide;
    }
    return some;
}

const char* longName(DataType dtype)
{
    switch (dtype) {
    case DataType::Float16:
        return "float16";
    case DataType::BFloat16:
        return "bfloat16";
    case DataType::TFloat32:
        return "tf32";
    case DataType::Float32:
        return "float32";
    case DataType::Float64:
        break;
    }
    return "float64";
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
        return "float";
    case DataType::Float64:
        break;
    }
    return "double";
}

std::int64_t parameterOf(const Format& format, const char* name)
{
    return format.parameters().at(name).get<std::int64_t>();
}

const char* scalarType(DataType dtype)
{
    return deviceType(dtype == DataType::TFloat32 ? DataType::Float32 : dtype);
}

} // namespace sparsescope
