// The picture before a hall: as large as it can be seen whole, its numbers as large as their boxes allow, and bare
// where only then they can be read in the last row.
#include "views/pages/learn/learn_desk.h"

#include <algorithm>

namespace sparsescope {

namespace {

// The largest scale at which all of a show is seen in a room, and the width that it is given then.
struct Fit {
    double scale = 0, width = 0;
};

Fit fitOf(const learn::Show& show, QSizeF room)
{
    constexpr double largest = 4, least = 0.4, finer = 0.98;
    Fit best;
    for (double scale = largest; scale > least; scale *= finer) {
        const double width = room.width() / scale;
        const learn::Point size = show.size(width);
        if (size.x <= width + 1 && size.y * scale <= room.height())
            return {scale, width};
    }
    return {least, room.width() / least};
}

// Measured in as many steps as there is time for.
learn::LargeNumbers numbersOf(const learn::Show& show, double width)
{
    constexpr int most = 64;
    learn::LargeNumbers numbers;
    const int by = std::max(1, (show.steps() + most - 1) / most);
    for (int step = 0; step < show.steps(); step += by)
        numbers.measure(show.scene(step, width));
    numbers.measure(show.scene(show.steps() - 1, width));
    return numbers;
}

} // namespace

// The state can be shown: it was, on the page.
std::shared_ptr<const learn::Show> LearnDesk::shownIn(learn::Hall hall) const
{
    learn::LearnState state = m_state;
    state.asked = askedOf(m_state);
    state.hall = hall;
    return learn::makeShow(state);
}

void LearnDesk::setStage(bool stage)
{
    if (stage == m_stage)
        return;
    m_stage = stage;
    if (!stage) {
        m_show = shownIn(learn::Hall::None);
        m_width = widthFor(*m_show);
    } else {
        layOutStage();
    }
    Q_EMIT pictureChanged(false);
}

void LearnDesk::setListings(bool listings)
{
    m_listings[m_lesson ? m_lessonStep : -1] = listings;
    if (m_stage && layOutStage())
        Q_EMIT pictureChanged(false);
}

bool LearnDesk::hasListings() const
{
    return m_state.view == learn::View::Arrays || m_state.view == learn::View::Multiply;
}

bool LearnDesk::layOutStage()
{
    const std::shared_ptr<const learn::Show> before = m_show;
    const double width = m_width;
    const auto show = [&](learn::Hall hall) {
        m_show = shownIn(hall);
        const Fit fit = fitOf(*m_show, m_room);
        m_width = fit.width;
        m_scale = fit.scale;
        m_numbers = numbersOf(*m_show, m_width);
        m_bare = hall == learn::Hall::Bare;
        return fit.scale * m_numbers.smallest();
    };
    const auto said = m_listings.find(m_lesson ? m_lessonStep : -1);
    if (said != m_listings.end() && hasListings())
        show(said->second ? learn::Hall::Whole : learn::Hall::Bare);
    else if (const double digits = show(learn::Hall::Whole); digits < legible && hasListings())
        if (show(learn::Hall::Bare) < digits)
            show(learn::Hall::Whole);
    return m_show != before || m_width != width;
}

double LearnDesk::scaleIn(QSizeF room) const
{
    return fitOf(*m_show, room).scale;
}

double LearnDesk::legibleScale() const
{
    const double digits = m_numbers.smallest();
    return digits > 0 && digits * m_scale < readable ? legible / digits : 0;
}

} // namespace sparsescope
