#include "views/pages/program/program_stepper.h"

#include "engine/core/at.h"
#include "views/pages/program/program_model.h"

#include <QPointer>

namespace sparsescope {

ProgramStepper::ProgramStepper(Workspace& workspace, ProgramModel& model, QObject* parent)
    : StepPlayer(parent), m_workspace(workspace), m_model(model)
{
    connect(&m_model, &ProgramModel::changed, this, [this] {
        if (m_on && (m_model.made() != m_of || m_model.typing()))
            stop();
    });
}

bool ProgramStepper::can(std::size_t stage) const
{
    const ProgramStagesPtr made = m_model.made();
    return made && !made->problem && !m_model.typing() && stage < made->stages.size();
}

void ProgramStepper::start(std::size_t stage)
{
    if (!can(stage) || (m_on && stage == m_stage))
        return;
    pause();
    m_on = true;
    m_stage = stage;
    m_step = 0;
    m_walk.reset();
    m_of = m_model.made();
    m_workspace.jobs().start(
        Lane::WalkProgram, tr("Carrying out the program"),
        [asked = m_model.asked(), made = m_of, stage](Progress& progress) {
            return walkProgram(asked, *made, stage, progress);
        },
        [self = QPointer(this), made = m_of, stage](const ProgramWalkPtr& walk) {
            if (!self || !self->m_on || self->m_of != made || self->m_stage != stage)
                return;
            self->m_walk = walk;
            Q_EMIT self->changed();
            Q_EMIT self->stepChanged();
        });
    Q_EMIT changed();
    Q_EMIT stepChanged();
}

void ProgramStepper::stop()
{
    if (!m_on)
        return;
    pause();
    m_workspace.jobs().forget(Lane::WalkProgram);
    m_on = false;
    m_step = 0;
    m_walk.reset();
    m_of.reset();
    Q_EMIT changed();
    Q_EMIT stepChanged();
}

bool ProgramStepper::busy() const
{
    return m_on && !m_walk;
}

int ProgramStepper::lastStep() const
{
    return m_walk && m_walk->run ? static_cast<int>(m_walk->run->steps().size()) : 0;
}

void ProgramStepper::moveTo(int step)
{
    m_step = step;
    Q_EMIT stepChanged();
}

std::set<int> ProgramStepper::nodes(std::size_t stage) const
{
    if (m_step == 0 || !m_walk || !m_walk->run)
        return {};
    const int node = m_walk->run->steps()[at(m_step - 1)].node;
    return stage == m_stage ? std::set<int>{node} : m_of->lineage.relatives(node);
}

QString ProgramStepper::sentence() const
{
    return !m_walk       ? tr("Carrying out the program…")
           : m_walk->run ? QString::fromStdString(m_walk->run->text(m_step))
                         : m_walk->problem;
}

} // namespace sparsescope
