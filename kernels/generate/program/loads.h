// Whole numbers of a tile that a nest asks for again and again, loaded once.
#pragma once

#include "engine/ir/program.h"
#include "kernels/generate/program/memory.h"

#include <map>
#include <string>

namespace sparsescope {

// The nest with names for what is loaded from arrays of whole numbers, as far outside as it can be: no branch is
// crossed, and of loops that may have no iteration only those whose place says itself that it is one. `loads` says what
// each name stands for.
struct NamedLoads {
    ir::Body body;
    std::map<std::string, ir::ExprPtr> loads;
};
NamedLoads withNamedLoads(const ir::Body& body, const DeviceMemory& memory);

} // namespace sparsescope
