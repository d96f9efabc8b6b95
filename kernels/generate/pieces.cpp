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

bool spmmOnly(OperatorKind op, DataType dtype)
{
    return op == OperatorKind::SpMM && (dtype == DataType::Float16 || dtype == DataType::Float32);
}

std::string instance(const char* name, const Extents& e, DataType dtype, std::int64_t densePart, bool atomic)
{
    return fmt::format("{}<{}, {}, {}, {}, {}>", name, deviceType(dtype), e.rows, e.width, densePart, atomic);
}

std::string blockInstance(const Format& format, DataType dtype, std::int64_t densePart, bool atomic)
{
    const Extents e = extentsOf(format);
    if (e.rows != 16 || e.width < 16 || e.width > 160 || e.width % 16 != 0)
        failUsage("there is no device code for " + format.label() + " tiles yet: a block has 16 rows and 16, 32, ... 160 columns");
    return instance("BlockTile", e, dtype, densePart, atomic);
}

std::string ellInstance(const Format& format, DataType dtype, std::int64_t densePart, bool atomic)
{
    const Extents e = extentsOf(format);
    if (e.rows < 1 || e.width < 1)
        failUsage(format.label() + " has no device code: an ELL tile has at least one row and one place a row");
    return instance("EllTile", e, dtype, densePart, atomic);
}

std::int64_t ellAlignment(const Format& format)
{
    const std::int64_t width = extentsOf(format).width;
    return width % 4 == 0 ? 4 : width % 2 == 0 ? 2 : 1;
}

const std::array pieces = {
    DevicePiece{"block", "block.cuh", spmmOnly, blockInstance, [](const Format&) -> std::int64_t { return 1; }},
    DevicePiece{"ell", "ell.cuh", spmmOnly, ellInstance, ellAlignment},
};

}  // namespace

const DevicePiece& devicePiece(const Format& format, OperatorKind op, DataType dtype)
{
    for (const DevicePiece& piece : pieces)
        if (piece.format == format.name() && piece.supports(op, dtype))
            return piece;
    failUsage(fmt::format("there is no device code for {} tiles in {} {} yet", format.label(), label(op), name(dtype)));
}

const char* deviceType(DataType dtype)
{
    if (dtype != DataType::Float16 && dtype != DataType::Float32)
        failUsage("there is no device code for " + name(dtype) + " yet");
    return dtype == DataType::Float16 ? "Half" : "float";
}

}  // namespace sparsescope
