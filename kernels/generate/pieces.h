// The device template of each format: one entry a format, looked up by its name.
#pragma once

#include "engine/plan/format.h"

#include <cstdint>
#include <string>

namespace sparsescope {

struct DevicePiece {
    const char* format;  // Format::name()
    const char* file;    // of kernels/templates
    bool (*supports)(OperatorKind op, DataType dtype);
    // "BlockTile<Half, 16, 64, 32, false>". Throws Error(Usage) for parameters that the template does not know. Its
    // static member sharedBytes is the shared memory that it needs.
    std::string (*instantiation)(const Format& format, DataType dtype, std::int64_t densePart, bool atomic);
    // Elements of which PackedTile::colBegin has to be a multiple, for vector loads.
    std::int64_t (*columnAlignment)(const Format& format);
};

// Throws Error(Usage) when the format has no device template for the operator and data type.
const DevicePiece& devicePiece(const Format& format, OperatorKind op, DataType dtype);

// Name of the value type in the templates.
const char* deviceType(DataType dtype);

}  // namespace sparsescope
