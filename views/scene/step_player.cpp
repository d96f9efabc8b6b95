#include "views/scene/step_player.h"

#include <QKeyEvent>

#include <algorithm>
#include <cmath>

namespace sparsescope {

namespace {
constexpr int shortestInterval = 33; // ms; faster is several steps at once
}

StepPlayer::StepPlayer(QObject* parent) : QObject(parent)
{
    connect(&m_timer, &QTimer::timeout, this, [this] {
        if (step() >= lastStep())
            return pause();
        const int by = std::max(1, static_cast<int>(std::lround(m_speed * m_timer.interval() / 1000)));
        const bool ends = step() + by >= lastStep();
        moveTo(std::min(lastStep(), step() + by));
        if (ends)
            pause();
    });
}

void StepPlayer::setStep(int step)
{
    pause();
    step = std::clamp(step, 0, std::max(0, lastStep()));
    if (step != this->step())
        moveTo(step);
}

void StepPlayer::play()
{
    if (playing() || lastStep() == 0)
        return;
    if (step() >= lastStep())
        setStep(0);
    m_timer.start(std::max(shortestInterval, static_cast<int>(1000 / m_speed)));
    Q_EMIT playingChanged();
}

void StepPlayer::pause()
{
    if (!playing())
        return;
    m_timer.stop();
    Q_EMIT playingChanged();
}

void StepPlayer::setStepsPerSecond(double speed)
{
    m_speed = speed;
    if (playing())
        m_timer.start(std::max(shortestInterval, static_cast<int>(1000 / m_speed)));
}

bool StepPlayer::handleKey(const QKeyEvent& event)
{
    if (event.modifiers() & (Qt::ControlModifier | Qt::AltModifier))
        return false;
    switch (event.key()) {
    case Qt::Key_Space:
        playing() ? pause() : play();
        return true;
    case Qt::Key_Comma:
    case Qt::Key_Left:
    case Qt::Key_Up:
        setStep(step() - 1);
        return true;
    case Qt::Key_Period:
    case Qt::Key_Right:
    case Qt::Key_Down:
        setStep(step() + 1);
        return true;
    case Qt::Key_Home:
        setStep(0);
        return true;
    case Qt::Key_End:
        setStep(lastStep());
        return true;
    default:
        return false;
    }
}

} // namespace sparsescope
