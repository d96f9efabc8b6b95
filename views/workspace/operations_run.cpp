// Runs the shown plan on the GPU, checks it on the CPU, and saves.
#include "engine/plan/packed.h"
#include "engine/plan/plan_file.h"
#include "engine/session/session.h"
#include "views/numbers.h"
#include "views/workspace/attention.h"
#include "views/workspace/operations.h"

#include <QFileInfo>

#include <utility>

namespace sparsescope {

void Operations::runOnGpu()
{
    if (!whyNoGpuRun().isEmpty() || !m_hooks.runGpu)
        return;
    const GpuRequest request{m_document.matrix(), m_attention.plan()};
    const auto say = [this](const std::string& text) {
        QMetaObject::invokeMethod(
            this, [this, text] { Q_EMIT message(QString::fromStdString(text)); }, Qt::QueuedConnection);
    };
    m_jobs.start(
        Lane::Gpu, tr("Running on the GPU"),
        [request, run = m_hooks.runGpu, say](Progress& progress) {
            Session session = run(request, progress, say);
            // The same tiles, unless another split of the dense loop proved faster: a plan of its own.
            PlanPtr plan = request.plan;
            if (!session.plans.empty() && session.plans.front().plan.densePart != plan->densePart)
                plan = std::make_shared<const Plan>(std::move(session.plans.front().plan));
            return std::pair(plan, std::move(session));
        },
        [this, asked = request.plan](std::pair<PlanPtr, Session> result) {
            const Changing now(m_announcer);
            if (const int from = m_document.indexOf(asked); result.first != asked && from >= 0) {
                const OpenPlan& was = m_document.plans()[from];
                m_attention.show(
                    {result.first, was.trace, tr("%1, parts of %2").arg(was.title).arg(result.first->densePart)});
            }
            for (SessionRun& entry : result.second.runs)
                m_document.addRun(result.first, std::make_shared<const Profile>(std::move(entry.profile)), false);
            if (result.second.runs.empty())
                Q_EMIT message(tr("The GPU job ended without a run."));
        });
}

void Operations::checkOnCpu()
{
    if (!m_attention.plan() || !m_document.matrix())
        return;
    m_jobs.start(
        Lane::Check, tr("Checking on the CPU"),
        [plan = m_attention.plan(), matrix = m_document.matrix()](Progress& progress) {
            const CheckedPlan checked = checkPlan(*plan, *matrix, 1, progress);
            return CpuCheck{plan, checked.error, checked.error.accepted(plan->op.dtype), checked.overflow};
        },
        [this](const CpuCheck& check) {
            if (check.plan != m_attention.plan())
                return;
            m_check = check;
            tell(CheckChanged);
            Q_EMIT message(check.accepted ? tr("The plan computes the right result on the CPU: relative error %1.")
                                                .arg(figureText(check.norms.relative))
                           : !check.overflow.empty()
                               ? tr("There is no right result: %1.").arg(QString::fromStdString(check.overflow))
                               : tr("The plan computes a WRONG result on the CPU: relative error %1.")
                                     .arg(figureText(check.norms.relative)));
        });
}

void Operations::savePlan(const QString& path)
{
    if (!m_attention.plan())
        return;
    m_jobs.start(
        {Lane::Save, path}, tr("Saving %1").arg(QFileInfo(path).fileName()),
        [plan = m_attention.plan(), file = path.toStdString()](Progress& progress) {
            writePlan(*plan, file, progress);
            return plan;
        },
        [this, path](const PlanPtr& plan) {
            m_document.addSaved({.plans = {plan}});
            Q_EMIT message(tr("Saved the plan as %1").arg(path));
        });
}

void Operations::saveSession(const QString& path)
{
    if (!m_document.matrix())
        return;
    m_jobs.start(
        {Lane::Save, path}, tr("Saving %1").arg(QFileInfo(path).fileName()),
        [make = m_document.sessionMaker(), file = path.toStdString(), work = m_document.work()](Progress& progress) {
            writeSession(make(), file, progress);
            return work;
        },
        [this, path, matrix = m_document.matrix()](const Document::Work& work) {
            if (matrix == m_document.matrix())
                m_document.setSaved(work, path);
            Q_EMIT message(tr("Saved the session as %1").arg(path));
        });
}

} // namespace sparsescope
