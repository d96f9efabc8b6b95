// Goes through the statements of a stage of the program that is shown, and leaves it where another program is.
#pragma once

#include "views/pages/program/program_walk.h"
#include "views/scene/step_player.h"

#include <cstddef>
#include <set>

namespace sparsescope {

class ProgramModel;
class Workspace;

class ProgramStepper : public StepPlayer {
    Q_OBJECT
public:
    ProgramStepper(Workspace& workspace, ProgramModel& model, QObject* parent = nullptr);

    bool can(std::size_t stage) const; // the program has that stage, and no mistake
    void start(std::size_t stage);     // or goes on in that one, from its beginning
    void stop();
    bool on() const { return m_on; }
    bool busy() const;
    std::size_t stage() const { return m_stage; }
    const ProgramWalk* walk() const { return m_walk.get(); } // null: on its way

    int step() const override { return m_step; }
    int lastStep() const override;
    // The statement that was carried out last, in its stage and, by what it came from and became, in another one.
    std::set<int> nodes(std::size_t stage) const;
    QString sentence() const;

Q_SIGNALS:
    void changed(); // on or off, another stage, or what was on its way is there

protected:
    void moveTo(int step) override;

private:
    Workspace& m_workspace;
    ProgramModel& m_model;
    bool m_on = false;
    std::size_t m_stage = 0;
    int m_step = 0;
    ProgramWalkPtr m_walk;
    std::shared_ptr<const ProgramStages> m_of;
};

} // namespace sparsescope
