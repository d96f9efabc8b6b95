// All kinds of steps, in the order of menus and help.
#include "engine/ir/steps/step_kind.h"

#include <vector>

namespace sparsescope::ir {

std::span<const StepKind> stepKinds()
{
    static const std::vector<StepKind> kinds = {decomposeStep(),
                                                untileStep(),
                                                sparseReorderStep(),
                                                sparseFuseStep(),
                                                lowerStep(),
                                                splitStep(),
                                                fuseStep(),
                                                reorderStep(),
                                                bindStep(),
                                                unrollStep(),
                                                vectorizeStep(),
                                                tensorizeStep(),
                                                atomicStep(),
                                                decomposeReductionStep(),
                                                factorOutStep(),
                                                rfactorStep(),
                                                cacheReadStep(),
                                                cacheWriteStep(),
                                                setScopeStep(),
                                                computeAtStep(),
                                                reverseComputeAtStep(),
                                                prefetchStep(),
                                                specializeStep(),
                                                precomputeStep(),
                                                tunableStep()};
    return kinds;
}

} // namespace sparsescope::ir
