// The steps of a search on the heat map: a tile that is chosen fills, one that is taken back empties.
#include "views/heatmap/heatmap_renderer.h"
#include "views/heatmap/heatmap_view.h"
#include "views/heatmap/line_motion.h"

#include <cmath>
#include <cstdint>
#include <cstdlib>

namespace sparsescope {

namespace {

constexpr qint64 slowStep = 40;  // milliseconds between steps from which each is shown by itself
constexpr std::int64_t most = 4; // steps that a fade may bridge, when a picture was skipped

} // namespace

void HeatMapView::setStep(qint64 step, std::vector<std::int64_t> candidates)
{
    if (step == m_step && candidates == m_candidates)
        return;
    if (step != m_step) {
        m_slowStep = !m_stepped.isValid() || m_stepped.elapsed() >= slowStep;
        m_stepped.start();
    }
    m_step = step;
    m_candidates = std::move(candidates);
    requestRender();
}

void HeatMapView::setReducedMotion(bool reduced)
{
    m_reducedMotion = reduced;
    if (reduced) {
        m_fade.stop();
        m_fadeFrom = QImage();
        endSlide();
        update();
    }
}

bool HeatMapView::fading() const
{
    return m_fade.state() == QAbstractAnimation::Running;
}

// Two pictures that differ by the tiles of a step, so that between them only those tiles change: they fill, and their
// outline and the grey of what was uncovered go; and the other way round.
void HeatMapView::startFade(const HeatMapPicture& from, const HeatMapPicture& to)
{
    if (fading() && from.plan == to.plan && from.step == to.step && from.view == to.view)
        return; // the same state again, say for another highlight: what is under way ends by itself
    const QImage shown = shownImage();
    m_fade.stop();
    m_fadeFrom = QImage();
    const std::int64_t steps = std::abs(to.step - from.step);
    if (m_reducedMotion || !m_slowStep || !isVisible() || !from.plan || from.plan != to.plan || steps == 0 ||
        steps > most || !(from.view == to.view) || from.image.size() != to.image.size() || !to.problem.isEmpty())
        return;
    m_fadeFrom = shown;
    m_fade.start();
}

QImage HeatMapView::shownImage() const
{
    if (!m_picture)
        return QImage();
    const double part = m_fade.currentValue().toDouble();
    if (!fading() || m_fadeFrom.size() != m_picture->image.size() || part >= 1)
        return m_picture->image;
    if (part <= 0)
        return m_fadeFrom;
    QImage between(m_picture->image.size(), QImage::Format_ARGB32_Premultiplied);
    for (int y = 0; y < between.height(); ++y)
        mix(reinterpret_cast<const QRgb*>(m_fadeFrom.constScanLine(y)),
            reinterpret_cast<const QRgb*>(m_picture->image.constScanLine(y)),
            reinterpret_cast<QRgb*>(between.scanLine(y)), between.width(),
            static_cast<std::uint32_t>(std::lround(part * 256)));
    between.setDevicePixelRatio(m_picture->pixelRatio);
    return between;
}

} // namespace sparsescope
