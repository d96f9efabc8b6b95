#include "views/masks/film_pictures.h"

#include "engine/core/error.h"
#include "engine/plan/dynamic/coverage.h"
#include "engine/raster/mask_picture.h"

#include <algorithm>
#include <cstring>
#include <utility>

namespace sparsescope {

namespace {

QImage imageOf(const raster::Image& picture)
{
    QImage image(picture.width, picture.height, QImage::Format_ARGB32);
    const auto line = static_cast<std::size_t>(picture.width);
    for (int y = 0; y < picture.height; ++y)
        std::memcpy(image.scanLine(y), picture.pixels.data() + static_cast<std::size_t>(y) * line, line * 4);
    return image;
}

} // namespace

FilmPictures::FilmPictures(QObject* parent) : QObject(parent)
{
    m_pool.setMaxThreadCount(1);
}

FilmPictures::~FilmPictures()
{
    forget();
    m_pool.waitForDone();
}

void FilmPictures::setMasks(MaskSequencePtr masks)
{
    if (masks == m_source.masks)
        return;
    forget();
    m_source.masks = std::move(masks);
}

void FilmPictures::setStyle(int side, bool dark)
{
    if (side == m_source.side && dark == m_source.dark)
        return;
    forget();
    m_source.side = side;
    m_source.dark = dark;
}

void FilmPictures::setPlan(DynamicPlanPtr plan, SequenceRunPtr run)
{
    if (plan == m_source.plan && run == m_source.run)
        return;
    forget();
    m_source.plan = std::move(plan);
    m_source.run = std::move(run);
}

void FilmPictures::forget()
{
    ++m_number;
    m_kept.clear();
    m_order.clear();
    m_progress->cancel();
    m_progress = std::make_shared<Progress>();
    const std::lock_guard lock(m_queue->guard);
    m_queue->wanted.clear();
}

const FilmPicture* FilmPictures::find(std::int64_t mask) const
{
    const auto found = m_kept.find(mask);
    return found == m_kept.end() ? nullptr : &found->second;
}

void FilmPictures::want(std::int64_t first, std::int64_t last, std::int64_t from)
{
    if (!m_source.masks)
        return;
    std::deque<std::int64_t> wanted;
    for (std::int64_t mask = std::max<std::int64_t>(0, first); mask < std::min(last, m_source.masks->size()); ++mask)
        if (!m_kept.contains(mask))
            wanted.push_back(mask);
    std::stable_sort(wanted.begin(), wanted.end(),
                     [from](std::int64_t a, std::int64_t b) { return std::abs(a - from) < std::abs(b - from); });
    const bool any = !wanted.empty();
    {
        const std::lock_guard lock(m_queue->guard);
        m_queue->wanted = std::move(wanted);
    }
    if (any)
        start();
}

void FilmPictures::start()
{
    if (std::exchange(m_making, true))
        return; // it takes what is wanted now
    m_pool.start([this, source = m_source, number = m_number, queue = m_queue, progress = m_progress] {
        for (;;) {
            std::int64_t mask = -1;
            {
                const std::lock_guard lock(queue->guard);
                if (!queue->wanted.empty() && !progress->cancelled()) {
                    mask = queue->wanted.front();
                    queue->wanted.pop_front();
                }
            }
            if (mask < 0)
                break;
            FilmPicture picture;
            try {
                const MaskPtr of = source.masks->mask(mask, *progress);
                picture.image =
                    imageOf(raster::maskPicture(*of, source.side, raster::ColourMap::Viridis, source.dark, *progress));
                picture.places = of->places();
                const auto pairing = source.plan ? pairingOf(*source.plan, source.run.get(), mask) : std::nullopt;
                if (pairing)
                    picture.covering = Coverage(*of).of(*pairing, source.plan->op);
            } catch (const Error& error) {
                if (error.kind() == ErrorKind::Cancelled)
                    break;
                picture.problem = QString::fromStdString(error.what());
            }
            // This object waits for its thread, so it is still there.
            QMetaObject::invokeMethod(
                this,
                [this, mask, number, picture = std::move(picture)]() mutable {
                    keep(mask, std::move(picture), number);
                },
                Qt::QueuedConnection);
        }
        QMetaObject::invokeMethod(
            this,
            [this] {
                m_making = false;
                const bool more = [this] {
                    const std::lock_guard lock(m_queue->guard);
                    return !m_queue->wanted.empty();
                }();
                if (more) // that was wanted when it had looked for the last time
                    start();
            },
            Qt::QueuedConnection);
    });
}

void FilmPictures::keep(std::int64_t mask, FilmPicture picture, quint64 number)
{
    if (number != m_number || m_kept.contains(mask))
        return;
    m_kept.emplace(mask, std::move(picture));
    m_order.push_back(mask);
    if (m_order.size() > mostKept) {
        m_kept.erase(m_order.front());
        m_order.pop_front();
    }
    Q_EMIT made(mask);
}

} // namespace sparsescope
