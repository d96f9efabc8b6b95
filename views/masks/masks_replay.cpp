#include "views/masks/masks_replay.h"

#include "views/parts/numbers.h"
#include "views/workspace/workspace.h"

namespace sparsescope {

MasksReplay::MasksReplay(Workspace& workspace, QObject* parent) : Replay(workspace, parent), m_workspace(workspace)
{
    listen(m_workspace.operations(), Operations::MaskChanged, this, &Replay::moved);
    listen(m_workspace.document(), Document::MasksChanged, this, [this] {
        pause();
        Q_EMIT moved();
    });
}

std::int64_t MasksReplay::steps() const
{
    const MaskSequencePtr masks = m_workspace.document().masks();
    return masks ? masks->size() - 1 : 0;
}

std::int64_t MasksReplay::step() const
{
    return m_workspace.operations().chosenMask();
}

void MasksReplay::setStep(std::int64_t step)
{
    m_workspace.operations().chooseMask(step);
}

// Masks are numbered from 0.
QString MasksReplay::place(std::int64_t step) const
{
    return QStringLiteral("%1 / %2").arg(countText(step), countText(steps()));
}

} // namespace sparsescope
