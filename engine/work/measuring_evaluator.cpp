// One job for all plans that are measured together.
#include "engine/work/measuring_evaluator.h"

#include "engine/core/error.h"
#include "engine/core/files.h"
#include "engine/plan/packed.h"
#include "engine/work/kept_times.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

namespace sparsescope {

namespace {

constexpr int finalistRepeats = 9; // who is much faster shows

// Plans that are so close to the fastest are measured with variants too: these make up to a fourth, more than there is
// between the best plans. What a library computes has none.
constexpr double close = 1.25;
constexpr std::size_t mostClose = 5;

} // namespace

MeasuringEvaluator::MeasuringEvaluator(const CostModel& model, MatrixPtr matrix, RunOptions options, Worker& worker)
    : m_model(model), m_matrix(std::move(matrix)), m_options(std::move(options)), m_worker(worker)
{
    m_options.brief = true;
    if (m_options.codegens.empty()) // as where variants are tried
        m_options.codegens = {Codegen::Template, Codegen::Program};
    m_options.counters = false;
    m_options.baselines.clear();
    m_options.repeats = std::min(m_options.repeats, finalistRepeats);
}

std::optional<std::vector<double>> MeasuringEvaluator::measure(std::span<const Plan* const> plans,
                                                               Progress& progress) const
{
    if (plans.empty())
        return std::vector<double>();
    std::vector<double> times = timesOf(plans, false, progress);
    // One that is none is slower than any other.
    const auto faster = [](double a, double b) { return std::isfinite(a) && (!std::isfinite(b) || a < b); };
    std::vector<std::size_t> best(plans.size());
    std::iota(best.begin(), best.end(), std::size_t{0});
    std::stable_sort(best.begin(), best.end(),
                     [&](std::size_t a, std::size_t b) { return faster(times[a], times[b]); });
    const double least = times[best.front()];
    std::erase_if(best, [&](std::size_t i) { return !(times[i] <= close * least); });
    const bool several = best.size() > 1;
    std::erase_if(best, [&](std::size_t i) { return ranByLibrary(*plans[i]); });
    best.resize(std::min(best.size(), mostClose));
    if (!m_options.tune || !several || best.empty())
        return times;
    std::vector<const Plan*> some;
    some.reserve(best.size());
    for (const std::size_t i : best)
        some.push_back(plans[i]);
    try {
        const std::vector<double> tuned = timesOf(some, true, progress);
        for (std::size_t i = 0; i < best.size(); ++i)
            times[best[i]] = tuned[i];
    } catch (const Error& error) {
        // What has been measured holds; who cancelled all of the search knows it.
        if (error.kind() != ErrorKind::Device && error.kind() != ErrorKind::Cancelled)
            throw;
    }
    return times;
}

std::vector<double> MeasuringEvaluator::timesOf(std::span<const Plan* const> plans, bool tune, Progress& progress) const
{
    GpuJob job{m_matrix, {}, m_options};
    job.run.tune = tune;
    for (const Plan* plan : plans)
        job.plans.push_back(std::make_shared<const Plan>(*plan));
    const session::Session session = m_worker.run(job, progress);
    if (session.runs.size() != plans.size())
        throw Error(ErrorKind::Device, "the GPU worker did not run every plan");
    std::vector<double> times;
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
