// A plan's CUDA source: all tile kinds fused horizontally into one kernel (STile section 4). Plain C++, no CUDA.
#pragma once

#include "engine/plan/packed.h"

#include <string>
#include <vector>

namespace sparsescope {

// One case of the fused kernel and the lines (from 1) of the source that run it.
struct SourceLink {
    TaskKind kind;
    int caseLine = 0;       // its branch in the fused kernel
    int templateBegin = 0;  // the device template that it instantiates
    int templateEnd = 0;
};

struct GeneratedSource {
    std::string text;                 // complete, includes nothing
    std::string entry;                // name of the fused kernel
    int threads = 0;                  // per block
    bool converts = false;            // has convertRows, for what is added in float32 and stored in 16 bits
    std::vector<SourceLink> links;
};

// Depends on the operator, the split and the kinds that the plan uses, never on its data: plans with the same kinds
// share one source. Throws Error(Usage) when a format has no device template for the operator.
GeneratedSource generateKernel(const Packed& packed);

// Writes DIR/kernel.cu, DIR/host.cpp (one nvcc -lineinfo line builds it; it loads the arrays, runs, checks itself
// against a float64 reference and prints the time) and DIR/*.bin. Throws Error(Input) when it cannot be written.
void writeStandalone(const Packed& packed, const class Matrix& matrix, const std::string& folder);

}  // namespace sparsescope
