// Graphs made into compiled kernels of one matrix, on all cores. Needs no GPU.
#pragma once

#include "engine/core/error.h"
#include "engine/core/progress.h"
#include "engine/plan/packed.h"
#include "engine/search/evaluator.h"
#include "kernels/generate/generate.h"

#include <nlohmann/json_fwd.hpp>

#include <memory>
#include <span>
#include <string>
#include <vector>

namespace sparsescope {

// What runs on the GPU.
struct GraphKernel {
    Packed packed;
    GeneratedSource source;
    std::shared_ptr<const std::string> cubin; // those with the same source share it
};

struct MadeGraph {
    std::unique_ptr<const GraphKernel> kernel; // none: `problem` says why
    GraphTime problem;
};

// One for each of them, in their order, with the timing's padding and compression, and with literals: a winner is built
// so. Each source is compiled once. Throws Error(Cancelled).
std::vector<MadeGraph> makeGraphs(std::span<const nlohmann::json> graphs, const Matrix& matrix, const Operator& op,
                                  const GraphTiming& timing, const std::string& architecture, Progress& progress);

// How many can be made at once: as many as there are cores and memory for.
std::size_t graphsAtOnce(const Matrix& matrix);

} // namespace sparsescope
