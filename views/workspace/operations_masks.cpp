// Masks that change: opened or made, and one of them after the other as the matrix.
#include "engine/io/masks.h"

#include "engine/core/at.h"
#include "engine/matrix/masks/kinds.h"
#include "views/workspace/attention.h"
#include "views/workspace/operations.h"

#include <QFileInfo>

#include <algorithm>
#include <utility>

namespace sparsescope {

namespace {

using Opened = std::pair<MaskSequencePtr, MatrixPtr>; // with its first mask

}

void Operations::openMasks(const QString& path)
{
    m_jobs.start(
        Lane::Open, tr("Reading %1").arg(QFileInfo(path).fileName()),
        [file = path.toStdString()](Progress& progress) {
            MaskSequencePtr masks = readMasks(file, progress);
            MatrixPtr first = masks->matrix(0, progress);
            return Opened(std::move(masks), std::move(first));
        },
        [this, path](const Opened& found) {
            showMasks(found.first, found.second);
            Q_EMIT opened(path);
            openNext();
        },
        [this](const Failure&) { openOthers(); });
}

void Operations::makeMasks(const QString& kind, const nlohmann::json& parameters)
{
    m_jobs.start(
        Lane::Open, tr("Making %1").arg(kind),
        [kind = kind.toStdString(), parameters](Progress& progress) {
            MaskSequencePtr masks = sparsescope::makeMasks(kind, parameters);
            MatrixPtr first = masks->matrix(0, progress);
            return Opened(std::move(masks), std::move(first));
        },
        [this](const Opened& made) { showMasks(made.first, made.second); });
}

void Operations::showMasks(const MaskSequencePtr& masks, const MatrixPtr& first)
{
    const Changing now(m_announcer);
    m_document.setMasks(masks, 0, first);
    m_chosenMask = 0;
    m_shownOf.clear();
    tell(MaskChanged);
}

void Operations::chooseMask(std::int64_t mask)
{
    const MaskSequencePtr masks = m_document.masks();
    if (!masks)
        return;
    const std::int64_t wanted = std::clamp<std::int64_t>(mask, 0, masks->size() - 1);
    if (wanted == m_chosenMask)
        return;
    m_chosenMask = wanted;
    tell(MaskChanged);
    // One that is being made is shown first: who walks through all of them sees some on the way.
    if (!m_jobs.busy(Lane::Mask))
        startMask();
}

void Operations::startMask()
{
    m_jobs.start(
        Lane::Mask, tr("Making %1").arg(QString::fromStdString(m_document.masks()->title(m_chosenMask))),
        [masks = m_document.masks(), mask = m_chosenMask](Progress& progress) {
            return std::tuple(masks, mask, masks->matrix(mask, progress));
        },
        [this](const std::tuple<MaskSequencePtr, std::int64_t, MatrixPtr>& made) {
            const auto& [masks, mask, matrix] = made;
            if (masks != m_document.masks())
                return;
            const Changing now(m_announcer);
            if (mask != m_document.mask()) {
                m_shownOf[m_document.mask()] = m_attention.plan();
                m_document.setMask(mask, matrix);
                m_attention.setCurrentPlan(m_document.indexOf(m_shownOf[mask].lock()));
            }
            if (mask != m_chosenMask)
                startMask();
        },
        [this](const Failure&) {
            m_chosenMask = m_document.mask();
            tell(MaskChanged);
        });
}

} // namespace sparsescope
