// One job for all plans that are measured together.
#include "engine/work/measuring_evaluator.h"

#include "engine/core/error.h"
#include "engine/core/files.h"
#include "engine/plan/packed.h"
#include "engine/work/kept_times.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace sparsescope {

namespace {

constexpr int finalistRepeats = 9; // who is much faster shows

} // namespace

MeasuringEvaluator::MeasuringEvaluator(const CostModel& model, MatrixPtr matrix, RunOptions options, Worker& worker)
    : m_model(model), m_matrix(std::move(matrix)), m_options(std::move(options)), m_worker(worker)
{
    m_options.brief = true;
    m_options.tune = false;
    if (m_options.codegens.empty()) // as where variants are tried
        m_options.codegens = {Codegen::Template, Codegen::Program};
    m_options.counters = false;
    m_options.baselines.clear();
    m_options.repeats = std::min(m_options.repeats, finalistRepeats);
}

std::optional<std::vector<double>> MeasuringEvaluator::measure(std::span<const Plan* const> plans,
                                                               Progress& progress) const
{
    std::vector<double> times;
    if (plans.empty())
        return times;
    GpuJob job{m_matrix, {}, m_options};
    for (const Plan* plan : plans)
        job.plans.push_back(std::make_shared<const Plan>(*plan));
    const session::Session session = m_worker.run(job, progress);
    if (session.runs.size() != plans.size())
        throw Error(ErrorKind::Device, "the GPU worker did not run every plan");
    for (const session::SessionRun& run : session.runs)
        times.push_back(run.profile.verified ? run.profile.kernel.medianNs : std::numeric_limits<double>::quiet_NaN());
    return times;
}

std::unique_ptr<GraphTimer> MeasuringEvaluator::graphTimer(const Matrix& matrix, const Operator& op) const
{
    if (!hasGraphs(op.definition()))
        return nullptr;
    // A matrix that is not ours outlives the timer: whoever asks keeps it.
    const GraphJob job{&matrix == m_matrix.get() ? m_matrix : MatrixPtr(MatrixPtr(), &matrix),
                       {op, m_options.device, m_options.seed, m_options.values}};
    std::unique_ptr<GpuTimer> timer = m_worker.graphTimer(job);
    return timer ? keepingTimes(std::move(timer), job, kernelCacheFolder()) : nullptr;
}

MakeEvaluator measuringBy(Worker& worker, const MatrixPtr& matrix, const RunOptions& options)
{
    return [&worker, matrix, options](const CostModel& model) {
        return std::make_unique<MeasuringEvaluator>(model, matrix, options, worker);
    };
}

} // namespace sparsescope
