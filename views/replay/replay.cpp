// Plays the search.
#include "views/replay/replay.h"

#include "views/parts/numbers.h"
#include "views/workspace/workspace.h"

#include <algorithm>
#include <cmath>

namespace sparsescope {

Replay::Replay(Workspace& workspace, QObject* parent) : QObject(parent), m_workspace(workspace)
{
    m_timer.setInterval(16);
    connect(&m_timer, &QTimer::timeout, this, &Replay::frame);
    listen(m_workspace.attention(), Attention::PlanChanged, this, [this] {
        if (endsWithPlan())
            pause();
    });
    // Whatever else moves the step, no choice is due there.
    listen(m_workspace.attention(), Attention::StepChanged | Attention::PlanChanged, this,
           [this] { setBefore(false); });
    listen(m_workspace.attention(), Attention::StepChanged | Attention::PlanChanged | Attention::LiveChanged, this,
           &Replay::moved);
}

std::int64_t Replay::steps() const
{
    return m_workspace.attention().steps();
}

std::int64_t Replay::step() const
{
    return m_workspace.attention().step();
}

std::int64_t Replay::soFar() const
{
    const LiveSearch* live = m_workspace.attention().live();
    return live ? live->chosen() : -1;
}

void Replay::setStep(std::int64_t step)
{
    m_workspace.attention().setStep(step);
}

QString Replay::place(std::int64_t step) const
{
    return tr("%1 of %2 %3").arg(countText(step), countText(steps()), many());
}

QList<std::pair<QString, QString>> Replay::keys()
{
    return {{tr("Space"), tr("play or pause the search")},
            {QStringLiteral(",  ."), tr("one tile back, one tile on")},
            {tr("Home  End"), tr("first and last tile")}};
}

void Replay::setStopsBeforeChoices(bool stops)
{
    m_stops = stops;
    if (!stops)
        setBefore(false);
}

void Replay::setBefore(bool before)
{
    if (before == m_before)
        return;
    m_before = before;
    Q_EMIT beforeChoiceChanged();
}

double Replay::tilesPerSecond() const
{
    return m_speed > 0 ? m_speed : std::max(1.0, static_cast<double>(steps()) / 10);
}

void Replay::play()
{
    if (playing() || steps() == 0)
        return;
    if (step() >= steps())
        setStep(0);
    if (m_stops) {
        stepForward();
        return;
    }
    m_position = static_cast<double>(step());
    m_clock.start();
    m_timer.start();
    Q_EMIT playingChanged(true);
}

void Replay::pause()
{
    if (!playing())
        return;
    m_timer.stop();
    Q_EMIT playingChanged(false);
}

void Replay::toggle()
{
    playing() ? pause() : play();
}

// At high speed one frame takes a group of steps; the number of the step still counts every one.
void Replay::frame()
{
    if (step() != static_cast<std::int64_t>(m_position))
        m_position = static_cast<double>(step()); // somebody scrubbed while it played
    m_position += tilesPerSecond() * static_cast<double>(m_clock.nsecsElapsed()) / 1e9;
    m_clock.restart();
    setStep(static_cast<std::int64_t>(m_position));
    if (step() >= steps())
        pause();
}

void Replay::stepForward()
{
    pause();
    if (m_stops && !m_before && step() < steps())
        setBefore(true);
    else
        setStep(step() + 1);
}

void Replay::stepBack()
{
    pause();
    if (m_before) {
        setBefore(false);
        return;
    }
    setStep(step() - 1);
    // Back from a choice to where it was due.
    setBefore(m_stops && step() < steps());
}

void Replay::toFirst()
{
    pause();
    setStep(0);
}

void Replay::toLast()
{
    pause();
    setStep(steps());
}

} // namespace sparsescope
