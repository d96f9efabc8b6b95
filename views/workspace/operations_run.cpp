// Runs the shown plan, or the fastest one, on the GPU, checks it on the CPU, and saves.
#include "engine/ir/decompose.h"
#include "engine/plan/packed.h"
#include "engine/plan/plan_file.h"
#include "engine/session/claim.h"
#include "engine/session/session.h"
#include "engine/work/race.h"
#include "views/parts/numbers.h"
#include "views/workspace/attention.h"
#include "views/workspace/operations.h"
#include "views/workspace/setup.h"

#include <QFileInfo>

#include <utility>

namespace sparsescope {

namespace {

QString withRemark(const QString& sentence, const std::string& remark)
{
    return remark.empty() ? sentence : sentence + QLatin1Char(' ') + QString::fromStdString(remark);
}

} // namespace

// What the worker says is told, on its thread.
Worker::Listener Operations::listener()
{
    return [this](const std::string& text) {
        QMetaObject::invokeMethod(
            this, [this, text] { Q_EMIT message(QString::fromStdString(text)); }, Qt::QueuedConnection);
    };
}

void Operations::runOnGpu()
{
    if (!whyNoGpuRun().isEmpty() || !m_hooks.worker)
        return;
    if (!m_attention.plan() && searching()) {
        m_runsFound = true;
        return (void)Q_EMIT message(tr("The plan is run when it is found"));
    }
    if (runsRule())
        return runMasks();
    if (!m_attention.plan()) {
        const bool setUp = m_setup.plannerName() == plannerOfRuns();
        return startSearch(plannerOfRuns(), setUp ? m_setup.plannerOptions() : nlohmann::json::object(), true);
    }
    const OpenPlan asked = m_document.plans()[m_document.indexOf(m_attention.plan())];
    GpuJob job{m_document.matrix(), {asked.plan}, m_setup.runOptions(asked.plan->op)};
    if (m_codegen && ir::whyNotPrinted(*asked.plan).empty() && !ranByLibrary(*asked.plan))
        job.run.codegens = {*m_codegen};
    // Never worse than plain CSR: a plan that was searched here is raced against it.
    const std::optional<SearchRequest> rival = asked.request ? rivalOf(*asked.plan, *asked.request) : std::nullopt;
    m_masksUnderWay = false;
    m_jobs.start(
        Lane::Gpu, tr("Running on the GPU"),
        [job, asked, rival, worker = m_hooks.worker, say = listener()](Progress& progress) mutable {
            if (asked.programs)
                job.plans = {std::make_shared<const Plan>(withPrograms(asked))};
            return raceAgainstPlainCsr(job, rival, *worker, progress, say);
        },
        [this, asked](PlainCsrRace race) {
            if (race.run.runs.empty())
                return (void)Q_EMIT message(tr("The GPU job ended without a run."));
            const Changing now(m_announcer);
            const double ns = race.run.runs.front().profile.kernel.medianNs;
            keepRun(std::move(race.run), asked);
            if (!race.rival)
                return;
            const QString name = race.rivalIsPlainCsr ? tr("plain CSR") : titleOf(race.rival->plan);
            if (race.rivalRun)
                keepRun(std::move(*race.rivalRun), {std::make_shared<const Plan>(std::move(race.rival->plan)),
                                                    std::make_shared<const Trace>(std::move(race.rival->trace)), name});
            Q_EMIT message(tr("%1 takes %2, %3 takes %4: the faster one is shown")
                               .arg(asked.title, durationText(ns), name, durationText(race.rivalNs)));
        });
}

bool Operations::running() const
{
    return m_jobs.busy(Lane::Gpu) || (m_runsFound && searching());
}

void Operations::cancelRun()
{
    m_jobs.cancel(m_jobs.busy(Lane::Gpu) ? Lane::Gpu : Lane::Search);
}

// Keeps the run of a plan, and shows the plan where it is not open yet. It comes back with the same tiles, unless
// another split of the dense loop proved faster: a plan of its own.
void Operations::keepRun(session::Session session, const OpenPlan& asked)
{
    const bool open = m_document.indexOf(asked.plan) >= 0;
    PlanPtr plan = asked.plan;
    QString title = asked.title;
    if (!session.plans.empty() && session.plans.front().plan.densePart != plan->densePart) {
        plan = std::make_shared<const Plan>(std::move(session.plans.front().plan));
        title = open ? tr("%1, parts of %2").arg(title).arg(plan->densePart) : title;
    }
    if (plan != asked.plan || !open)
        m_attention.show({plan, asked.trace, title});
    for (session::SessionRun& entry : session.runs)
        m_document.addRun(plan, std::make_shared<const Profile>(std::move(entry.profile)), false);
}

void Operations::checkOnCpu()
{
    if (!m_attention.plan() || !m_document.matrix())
        return;
    m_jobs.start(
        Lane::Check, tr("Checking on the CPU"),
        [plan = m_attention.plan(), matrix = m_document.matrix(),
         options = m_setup.runs().options](Progress& progress) {
            const CheckedPlan checked = checkPlan(*plan, *matrix, options.seed, progress, options.values);
            return CpuCheck{plan,           checked.error,  checked.error.accepted(plan->op.dtype), checked.overflow,
                            checked.values, checked.message};
        },
        [this](const CpuCheck& check) {
            if (check.plan != m_attention.plan())
                return;
            m_check = check;
            tell(CheckChanged);
            if (check.accepted)
                return (void)Q_EMIT message(
                    withRemark(tr("The plan computes the right result on the CPU: relative error %1, %2.")
                                   .arg(figureText(check.norms.relative), QString::fromUtf8(label(check.values))),
                               check.message));
            const QString why =
                check.overflow.empty()
                    ? tr("the plan computes a wrong result, relative error %1").arg(figureText(check.norms.relative))
                    : QString::fromStdString(check.overflow);
            const QString title = tr("The check on the CPU");
            Q_EMIT failed({Lane::Check, title, why, title + QLatin1Char('\n') + why, ErrorKind::Verification});
        });
}

void Operations::savePlan(const QString& path)
{
    if (!m_attention.plan())
        return;
    const int index = m_document.indexOf(m_attention.plan());
    const OpenPlan open = index < 0 ? OpenPlan{m_attention.plan(), nullptr, {}} : m_document.plans()[index];
    m_jobs.start(
        {Lane::Save, path}, tr("Saving %1").arg(QFileInfo(path).fileName()),
        [open, file = path.toStdString()](Progress& progress) {
            writePlan(open.programs ? withPrograms(open) : *open.plan, file, progress);
            Document::Work saved{.plans = {open.plan}};
            if (open.programs)
                saved.programs = {{open.plan, *open.programs}};
            return saved;
        },
        [this, path](const Document::Work& saved) {
            m_document.addSaved(saved);
            Q_EMIT message(tr("Saved the plan as %1").arg(path));
        });
}

void Operations::saveSession(const QString& path)
{
    if (!m_document.matrix())
        return;
    m_jobs.start(
        {Lane::Save, path}, tr("Saving %1").arg(QFileInfo(path).fileName()),
        [make = m_document.sessionMaker(), file = path.toStdString(), work = m_document.work(),
         claim = m_document.claim()](Progress& progress) {
            claim->save(file, [&] { session::writeSession(make(), file, progress); });
            return work;
        },
        [this, path, matrix = m_document.matrix()](const Document::Work& work) {
            if (matrix == m_document.matrix())
                m_document.setSaved(work, path);
            Q_EMIT message(tr("Saved the session as %1").arg(path));
        });
}

} // namespace sparsescope
