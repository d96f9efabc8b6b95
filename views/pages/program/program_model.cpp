#include "views/pages/program/program_model.h"

#include <QPointer>

#include <algorithm>

namespace sparsescope {

namespace {
constexpr int pause = 250; // ms between two letters after which somebody has ceased to type
}

ProgramModel::ProgramModel(Workspace& workspace, QObject* parent) : QObject(parent), m_workspace(workspace)
{
    m_typing.setSingleShot(true);
    m_typing.setInterval(pause);
    connect(&m_typing, &QTimer::timeout, this, &ProgramModel::make);
    listen(m_workspace.attention(), Attention::PlanChanged, this, &ProgramModel::follow);
    listen(m_workspace.setup(), Setup::SearchChanged, this, &ProgramModel::follow);
    listen(m_workspace.document(), Document::MatrixChanged, this, &ProgramModel::follow);
    follow();
}

ProgramModel::Key ProgramModel::keyNow() const
{
    const PlanPtr plan = m_workspace.attention().plan();
    return {m_workspace.document().matrix(), plan, plan ? Operator() : m_workspace.setup().op(), plan && m_untiled};
}

void ProgramModel::setShown(bool shown)
{
    m_shown = shown;
    if (m_shown && m_stale)
        make();
}

bool ProgramModel::busy() const
{
    return m_typing.isActive() || m_workspace.jobs().busyIn({Lane::Program, Lane::ProgramCuda});
}

void ProgramModel::setUntiled(bool untiled)
{
    m_untiled = untiled;
    follow();
}

void ProgramModel::follow()
{
    Key now = keyNow();
    if (now == m_key && (m_made || m_stale))
        return;
    if (now.matrix != m_key.matrix)
        m_withoutPlan.clear();
    m_key = std::move(now);
    m_typing.stop();
    m_made = m_before = nullptr;
    m_cudaBefore = nullptr;
    forgetCuda();
    m_own.clear();
    forgetVerdicts();
    m_stale = true;
    if (m_shown)
        make();
    Q_EMIT changed();
}

KeptProgram ProgramModel::kept() const
{
    if (m_key.plan) {
        const KeptPrograms programs = m_workspace.document().programsOf(m_key.plan);
        return m_key.untiled ? programs.untiled : programs.tiled;
    }
    const auto found = std::find_if(m_withoutPlan.begin(), m_withoutPlan.end(),
                                    [this](const auto& each) { return each.first == m_key; });
    return found == m_withoutPlan.end() ? KeptProgram() : found->second;
}

void ProgramModel::keep(const KeptProgram& program)
{
    if (m_key.plan) {
        KeptPrograms programs = m_workspace.document().programsOf(m_key.plan);
        (m_key.untiled ? programs.untiled : programs.tiled) = program;
        return m_workspace.document().setPrograms(m_key.plan, programs);
    }
    std::erase_if(m_withoutPlan, [this](const auto& each) { return each.first == m_key; });
    m_withoutPlan.emplace_back(m_key, program);
}

std::optional<QString> ProgramModel::written() const
{
    const std::optional<std::string> text = kept().program;
    return text ? std::optional(QString::fromStdString(*text)) : std::nullopt;
}

void ProgramModel::write(const QString& text)
{
    KeptProgram program = kept();
    program.program = m_own.isEmpty() || text != m_own ? std::optional(text.toStdString()) : std::nullopt;
    keep(program);
    forgetVerdicts();
    m_workspace.jobs().forget(Lane::ProgramCuda);
    m_typing.start();
    Q_EMIT changed();
}

QString ProgramModel::schedule() const
{
    return QString::fromStdString(kept().schedule);
}

void ProgramModel::setSchedule(const QString& text)
{
    KeptProgram program = kept();
    program.schedule = text.toStdString();
    keep(program);
    forgetVerdicts();
    m_workspace.jobs().forget(Lane::ProgramCuda);
    m_typing.start();
    Q_EMIT changed();
}

void ProgramModel::restore()
{
    KeptProgram program = kept();
    program.program.reset();
    keep(program);
    m_typing.stop();
    forgetVerdicts();
    m_before = nullptr;
    make();
    Q_EMIT changed();
}

void ProgramModel::forgetVerdicts()
{
    m_workspace.jobs().forget(Lane::CheckProgram);
    m_verdicts.clear();
}

void ProgramModel::forgetCuda()
{
    m_workspace.jobs().forget(Lane::ProgramCuda);
    m_cuda = nullptr;
}

ProgramAsked ProgramModel::asked() const
{
    return {m_key.matrix, m_key.plan, m_key.op, m_key.untiled, written(), schedule()};
}

void ProgramModel::make()
{
    m_stale = false;
    forgetCuda();
    if (!m_key.matrix) {
        m_workspace.jobs().forget(Lane::Program);
        m_made = nullptr;
        return;
    }
    m_workspace.jobs().start(
        Lane::Program, tr("Writing the program"),
        [asked = asked()](Progress& progress) {
            return std::make_shared<const ProgramStages>(makeStages(asked, progress));
        },
        [model = QPointer(this), key = m_key](const ProgramStagesPtr& made) {
            if (!model || !(key == model->m_key))
                return;
            if (!made->problem)
                model->m_before = made;
            if (!model->written() && !made->stages.empty())
                model->m_own = made->stages.front().shown.text;
            model->m_made = made;
            model->findLegal();
            model->print();
            Q_EMIT model->changed();
        });
}

void ProgramModel::print()
{
    if (m_made->problem)
        return;
    m_workspace.jobs().start(
        Lane::ProgramCuda, tr("Printing CUDA"),
        [asked = asked(), made = m_made, hooks = m_workspace.operations().hooks()](Progress& progress) {
            return printCuda(asked, *made, hooks, progress);
        },
        [model = QPointer(this), made = m_made](const ProgramCudaPtr& cuda) {
            if (!model || made != model->m_made)
                return;
            model->m_cuda = cuda;
            if (cuda->problem.isEmpty())
                model->m_cudaBefore = cuda;
            Q_EMIT model->changed();
        });
}

void ProgramModel::findLegal()
{
    m_legal.clear();
    m_workspace.jobs().start(
        Lane::ProgramSteps, tr("Finding steps"),
        [asked = asked(), made = m_made](Progress&) { return legalSteps(asked, *made); },
        [model = QPointer(this), made = m_made](const std::vector<std::string>& steps) {
            if (!model || made != model->m_made)
                return;
            for (const std::string& step : steps)
                model->m_legal << QString::fromStdString(step);
            Q_EMIT model->changed();
        });
}

void ProgramModel::check()
{
    if (!m_made || m_made->problem || m_typing.isActive())
        return;
    forgetVerdicts();
    m_workspace.jobs().start(
        Lane::CheckProgram, tr("Checking the program"),
        [asked = asked(), made = m_made](Progress& progress) { return checkProgram(asked, *made, progress); },
        [model = QPointer(this), made = m_made](const std::vector<StageVerdict>& verdicts) {
            if (!model || made != model->m_made)
                return;
            model->m_verdicts = verdicts;
            Q_EMIT model->changed();
        });
    Q_EMIT changed();
}

} // namespace sparsescope
