// CUDA of a program: what its stage III is printed as, and which line each statement became.
#pragma once

#include "views/pages/program/program_stages.h"
#include "views/workspace/hooks.h"

#include <QString>

#include <memory>

namespace sparsescope {

struct ProgramCuda {
    StageText shown; // what is printed of each format; its nodes are those of stage III
    QString source;  // the kernel with all that these lines stand in
    QString problem; // why there is none
};
using ProgramCudaPtr = std::shared_ptr<const ProgramCuda>;

// The lines of a kernel that were printed from this program of stage III.
StageText cudaText(const KernelSource& source, const ir::Program& program);

// What `made`, which has all stages, is printed as. Throws Error(Cancelled) alone.
ProgramCudaPtr printCuda(const ProgramAsked& asked, const ProgramStages& made, const Hooks& hooks, Progress& progress);

} // namespace sparsescope
