// What a kind of step is: a file a family in this folder, one line each in registry.cpp.
#pragma once

#include "engine/ir/schedule.h"

#include <span>

namespace sparsescope::ir {

struct StepKind {
    StepHelp help;
    // Throws Error(Input) with the rule and the loop or buffer; the caller adds the line.
    Program (*apply)(const Program& program, const Step& step, const ScheduleContext& context);
    // Arguments that are worth a try, whether legal or not, each for all iterations or as "ITER: ...".
    std::vector<std::string> (*candidates)(const Program& program, const ScheduleContext& context);
    bool names = false; // it makes loops or a buffer, which may be named before its verb
};

std::span<const StepKind> stepKinds();

StepKind decomposeStep();
StepKind untileStep();
StepKind lowerStep();
StepKind sparseReorderStep();
StepKind sparseFuseStep();
StepKind splitStep();
StepKind fuseStep();
StepKind reorderStep();
StepKind unrollStep();
StepKind vectorizeStep();
StepKind tensorizeStep();
StepKind bindStep();
StepKind decomposeReductionStep();
StepKind factorOutStep();
StepKind rfactorStep();
StepKind cacheReadStep();
StepKind cacheWriteStep();
StepKind setScopeStep();
StepKind computeAtStep();
StepKind reverseComputeAtStep();
StepKind prefetchStep();
StepKind specializeStep();
StepKind precomputeStep();
StepKind tunableStep();
StepKind atomicStep();

} // namespace sparsescope::ir
