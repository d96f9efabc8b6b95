// The jobs that follow from changes: facts of the matrix, the shown plan and its run; and why something cannot be done.
#include "views/workspace/operations.h"

#include "engine/search/sparda/sparda.h"

#include "engine/search/liteform/features.h"
#include "views/workspace/attention.h"
#include "views/workspace/gpu_hosts.h"
#include "views/workspace/setup.h"

#include <algorithm>
#include <tuple>
#include <utility>

namespace sparsescope {

Operations::Operations(Hooks hooks, Document& document, Setup& setup, Attention& attention, Jobs& jobs,
                       Announcer& announcer)
    : m_hooks(std::move(hooks)), m_document(document), m_setup(setup), m_attention(attention), m_jobs(jobs),
      m_announcer(announcer)
{
    // Last of all: what a change asks for begins when everybody has heard of it.
    announcer.add([this] {
        if (const Changes changes = std::exchange(m_changes, {}))
            Q_EMIT changed(changes);
        startDue();
    });
    // Whoever plays masks has no use for more matrices than an eye can follow, and every page would wait for them.
    m_maskPause.setSingleShot(true);
    m_maskPause.setInterval(100);
    connect(&m_maskPause, &QTimer::timeout, this, [this] {
        if (maskDue())
            startMask();
    });
    connect(&m_jobs, &Jobs::failed, this, &Operations::failed);
    connect(&m_jobs, &Jobs::cancelled, this, [this](const JobStatus& job) {
        if (job.lane == Lane::Mask) { // what is shown is what is chosen
            m_chosenMask = m_document.mask();
            tell(MaskChanged);
        }
        if (job.lane == Lane::Open)
            openOthers();
        Q_EMIT message(job.lane == Lane::Search ? searchCancelled() : tr("Cancelled: %1").arg(job.title));
    });
    // What had to wait for something that is made, not read.
    connect(
        &m_jobs, &Jobs::changed, this,
        [this] {
            if (!m_jobs.busy(Lane::Open))
                openNext();
        },
        Qt::QueuedConnection);
    connect(&m_document, &Document::replacing, this, &Operations::forgetMatrix);
    connect(&m_attention, &Attention::turned, this, &Operations::forgetPlan);
    listen(m_document, Document::MatrixChanged, this, [this] { m_due |= StatisticsDue; });
    listen(m_document, Document::RunsChanged, this, [this] { m_due |= RunDue; });
    listen(m_attention, Attention::PlanChanged, this, [this] { m_due |= Dues(PlanDue) | RunDue | SourceDue; });
    listen(m_document, Document::ProgramsChanged, this, [this] { m_due |= SourceDue; });
    m_setup.setDevice(m_hooks.run.device);
    m_setup.setRuns({.options = m_hooks.run, .leftOut = {}, .kernels = {}});
    if (m_hooks.hosts)
        connect(m_hooks.hosts.get(), &GpuHosts::changed, this, &Operations::askForGpu);
    askForGpu();
}

void Operations::tell(Changes changes)
{
    const Changing now(m_announcer);
    m_changes |= changes;
}

void Operations::forgetMatrix(bool byMask)
{
    if (!byMask || !m_ruleUnderWay)
        m_jobs.drop(Lane::Search);
    if (!byMask)
        m_jobs.drop(Lane::Mask);
    if (!byMask || !m_masksUnderWay)
        m_jobs.drop(Lane::Gpu);
    for (const Lane lane :
         {Lane::Generate, Lane::Project, Lane::Check, Lane::PlanFacts, Lane::RunFacts, Lane::Statistics})
        m_jobs.drop(lane);
    m_attention.forget();
    forgetPlan();
}

void Operations::forgetPlan()
{
    m_check.reset();
    forgetSource();
    tell(SourceChanged | CheckChanged);
}

void Operations::startDue()
{
    const Dues due = std::exchange(m_due, {});
    const PlanPtr plan = m_attention.plan();
    if (due & StatisticsDue && m_document.matrix())
        startStatistics();
    if (due & PlanDue && plan && !m_attention.planFacts())
        startPlanFacts(plan);
    if (const OpenRun* run = m_attention.run(); due & RunDue && run && !run->facts)
        startRunFacts(plan, run->profile);
    if (due & SourceDue)
        generate();
}

// A plan for those who want a run and have none: the same that `sparsescope-cli profile` asks for.
QString Operations::plannerOfRuns()
{
    return QStringLiteral("fastest");
}

bool Operations::measured(const PlanPtr& plan) const
{
    return m_jobs.busy(Lane::Gpu) || m_document.newestRun(plan) != nullptr;
}

QString Operations::whyNoSearch() const
{
    if (!m_document.matrix())
        return tr("Open a matrix first.");
    const QString why = m_setup.whyNot(m_setup.op());
    return why.isEmpty() ? why : tr("Nothing can be searched: %1.").arg(why);
}

QString Operations::whyNoGpuRun() const
{
    if (!m_setup.whyNoGpu().isEmpty())
        return m_setup.whyNoGpu();
    if (!m_document.matrix())
        return tr("Open a matrix first.");
    if (m_attention.plan() || searching())
        return {};
    if (m_document.rule())
        return {};
    const QString why = m_setup.whyNotPlanner(m_document.masks() ? QString::fromStdString(sparseDynamicPlanner().name())
                                                                 : plannerOfRuns());
    return why.isEmpty() ? why : tr("There is no plan to run, and none can be searched: %1.").arg(why);
}

void Operations::startStatistics()
{
    m_jobs.start(
        Lane::Statistics, tr("Looking at the matrix"),
        [matrix = m_document.matrix()](Progress& progress) {
            return std::tuple(matrix, std::make_shared<const MatrixStatistics>(computeStatistics(*matrix, progress)),
                              std::make_shared<const liteform::Features>(liteform::featuresOf(*matrix)));
        },
        [this](const std::tuple<MatrixPtr, StatisticsPtr, FeaturesPtr>& result) {
            if (std::get<0>(result) != m_document.matrix())
                return;
            m_document.setStatistics(std::get<1>(result), std::get<2>(result));
        });
}

// Asks the worker, which takes up to a second, and of another machine as long as that may, while the window is already
// there.
void Operations::askForGpu()
{
    if (!m_hooks.worker) {
        m_setup.setDevices({}, tr("This program was built without GPU jobs."));
        return;
    }
    struct Found {
        std::vector<Device> devices;
        std::string problem;
    };
    const QString host = m_hooks.hosts ? m_hooks.hosts->chosen() : QString();
    m_setup.setDevices({}, host.isEmpty() ? tr("Looking for a GPU…") : tr("Looking for a GPU on %1…").arg(host));
    m_jobs.start(
        Lane::GpuStatus, host.isEmpty() ? tr("Looking for a GPU") : tr("Looking for a GPU on %1").arg(host),
        [worker = m_hooks.worker](Progress& progress) {
            try {
                return Found{worker->devices(progress), {}};
            } catch (const Error& error) {
                if (error.kind() == ErrorKind::Cancelled)
                    throw;
                return Found{{}, error.what()};
            }
        },
        [this](Found found) { m_setup.setDevices(std::move(found.devices), QString::fromStdString(found.problem)); },
        [this](const Failure& failure) { m_setup.setDevices({}, failure.sentence); });
}

void Operations::startPlanFacts(const PlanPtr& plan)
{
    if (!m_document.matrix())
        return;
    m_jobs.start(
        Lane::PlanFacts, tr("Counting places"),
        [plan, matrix = m_document.matrix()](Progress& progress) {
            return std::make_shared<const PlanFacts>(planFacts(*plan, *matrix, progress));
        },
        [this, plan](const PlanFactsPtr& facts) { m_document.setPlanFacts(plan, facts); });
}

void Operations::startRunFacts(const PlanPtr& plan, const ProfilePtr& profile)
{
    m_jobs.start(
        Lane::RunFacts, tr("Comparing costs"),
        [plan, profile, matrix = m_document.matrix()](Progress& progress) {
            auto facts = std::make_shared<RunFacts>(runFacts(*plan, *profile, progress));
            predictGraph(*facts, *plan, *profile, *matrix, progress);
            return std::shared_ptr<const RunFacts>(facts);
        },
        [this, profile](const RunFactsPtr& facts) { m_document.setRunFacts(profile, facts); });
}

} // namespace sparsescope
