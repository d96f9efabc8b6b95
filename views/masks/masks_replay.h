// Plays masks: a step is a mask.
#pragma once

#include "views/replay/replay.h"

namespace sparsescope {

class MasksReplay : public Replay {
    Q_OBJECT
public:
    MasksReplay(Workspace& workspace, QObject* parent);

    std::int64_t steps() const override; // the last mask
    std::int64_t step() const override;  // the one that was chosen
    void setStep(std::int64_t step) override;
    std::int64_t soFar() const override { return -1; }
    QString one() const override { return tr("mask"); }
    QString many() const override { return tr("masks"); }
    QString place(std::int64_t step) const override;
    QString noSteps() const override { return tr("one mask"); }
    bool hasChoices() const override { return false; }
    bool endsWithPlan() const override { return false; } // each mask has plans of its own

private:
    Workspace& m_workspace;
};

} // namespace sparsescope
