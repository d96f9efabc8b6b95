// A plan made ready for the GPU, and the choice of how to build its kernel: a few variants, measured.
#pragma once

#include "engine/core/progress.h"
#include "engine/core/turn.h"
#include "engine/matrix/matrix.h"
#include "engine/measure/profile.h"
#include "kernels/device/device_plan.h"
#include "kernels/device/stopwatch.h"

#include <memory>
#include <string>
#include <vector>

namespace sparsescope {

// Random operands of a seed, made once for plans one after another that take the same.
class SharedOperands {
public:
    using Operands = std::shared_ptr<const std::vector<Dense>>;

    explicit SharedOperands(std::uint64_t seed) : m_seed(seed) {}
    Operands of(const Packed& packed, const Progress& progress);

private:
    std::uint64_t m_seed;
    Operator m_op;
    std::int64_t m_rows = 0, m_cols = 0, m_ld = 0;
    Operands m_operands;
};

// Everything of a plan that depends on its split of the dense loop.
struct Prepared {
    Prepared(Plan of, const Matrix& matrix, SharedOperands& shared, Progress& progress,
             Codegen codegen = Codegen::Template);
    Prepared(const Prepared&) = delete;
    Prepared& operator=(const Prepared&) = delete;

    Plan plan;
    double packMs = 0;
    Packed packed;
    const SharedOperands::Operands operands;
    std::unique_ptr<DevicePlan> device; // none before upload()
    void upload();
    void relaunch(LaunchOrder order); // on the device too
};

struct Tuning {
    std::unique_ptr<Prepared> prepared;
    KernelParameters parameters;
    GeneratedSource source;
    double compileMs = 0;
    std::shared_ptr<const PlanKernels> kernels;
    std::shared_ptr<const PlanKernels> untuned; // with the default parameters: costs are of these
    double untunedNs = 0;                       // 0: not measured
    std::vector<Variant> variants;              // none where nothing was tried
};

// Measures the plan as it is with each of the codegens that are asked for, or with all where none is and variants are
// tried; one that cannot be printed is left out. Where there are several, those with two accesses of a lane too.
// With `search`, goes on from the fastest: the other order of launches, the same tiles in other parts of the dense
// loop, with split rows summed the other way, in wider parts, and all other legal parameters, each kept where it is
// faster: at most some twenty kernels. A plan with another part, sums or order than before is costed anew. Takes the
// turn to upload and to measure, leaves it to compile. Throws Error(Device), Error(Cancelled).
Tuning tune(const Plan& plan, const Matrix& matrix, SharedOperands& operands, bool search,
            const std::vector<Codegen>& asked, const std::string& architecture, const Stream& stream,
            Stopwatch& stopwatch, Turn& turn, Progress& progress);

} // namespace sparsescope
