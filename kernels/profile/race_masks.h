// What a dynamic plan is raced against, mask by mask: each rival with its conversion in every mask.
#pragma once

#include "engine/core/progress.h"
#include "engine/measure/run_options.h"
#include "engine/measure/sequence_run.h"
#include "kernels/baseline/mask_operands.h"
#include "kernels/baseline/mask_rival.h"
#include "kernels/device/micro_run.h"
#include "kernels/device/stopwatch.h"
#include "kernels/device/verifier.h"

#include <memory>
#include <vector>

namespace sparsescope {

class MaskRace {
public:
    // The rivals that the options name. All that is handed in outlives it. What cannot be had becomes Rival::problem.
    MaskRace(const DynamicPlan& plan, const RunOptions& options, MaskOperands& operands,
             const std::shared_ptr<MicroOperands>& micro, const DeviceInfo& device, const Stream& stream,
             Stopwatch& stopwatch);

    // A row of each rival, on the mask that both operands have. What fails on one mask is out of the race. Throws
    // Error(Cancelled).
    void measure(const Matrix& pattern, const Verifier& verifier, Progress& progress);
    std::vector<Rival> take();

private:
    struct Entry {
        Rival result;
        std::unique_ptr<MaskRival> rival;
        std::unique_ptr<MicroRun> blocks; // in its place: our own tiles that gather nothing
    };
    RivalOnMask measure(Entry& entry, const Matrix& pattern, const Verifier& verifier, Progress& progress);
    double timed(const std::function<void()>& what, Progress& progress);
    double timedByHost(const std::function<void()>& what, Progress& progress);

    const Operator m_op;
    const RunOptions& m_options;
    MaskOperands& m_operands;
    const Stream& m_stream;
    Stopwatch& m_stopwatch;
    std::vector<Entry> m_entries;
};

} // namespace sparsescope
