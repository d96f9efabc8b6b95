// Plays the search.
#include "views/replay/replay.h"

#include "views/workspace/workspace.h"

#include <algorithm>
#include <cmath>

namespace sparsescope {

Replay::Replay(Workspace& workspace, QObject* parent) : QObject(parent), m_workspace(workspace)
{
    m_timer.setInterval(16);
    connect(&m_timer, &QTimer::timeout, this, &Replay::frame);
    listen(m_workspace.attention(), Attention::PlanChanged, this, &Replay::pause);
    // Whatever else moves the step, no choice is due there.
    listen(m_workspace.attention(), Attention::StepChanged | Attention::PlanChanged, this,
           [this] { setBefore(false); });
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
    return m_speed > 0 ? m_speed : std::max(1.0, static_cast<double>(m_workspace.attention().steps()) / 10);
}

void Replay::play()
{
    if (playing() || m_workspace.attention().steps() == 0)
        return;
    if (m_workspace.attention().step() >= m_workspace.attention().steps())
        m_workspace.attention().setStep(0);
    if (m_stops) {
        stepForward();
        return;
    }
    m_position = static_cast<double>(m_workspace.attention().step());
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
    if (m_workspace.attention().step() != static_cast<std::int64_t>(m_position))
        m_position = static_cast<double>(m_workspace.attention().step()); // somebody scrubbed while it played
    m_position += tilesPerSecond() * static_cast<double>(m_clock.nsecsElapsed()) / 1e9;
    m_clock.restart();
    m_workspace.attention().setStep(static_cast<std::int64_t>(m_position));
    if (m_workspace.attention().step() >= m_workspace.attention().steps())
        pause();
}

void Replay::stepForward()
{
    pause();
    if (m_stops && !m_before && m_workspace.attention().step() < m_workspace.attention().steps())
        setBefore(true);
    else
        m_workspace.attention().setStep(m_workspace.attention().step() + 1);
}

void Replay::stepBack()
{
    pause();
    if (m_before) {
        setBefore(false);
        return;
    }
    m_workspace.attention().setStep(m_workspace.attention().step() - 1);
    // Back from a choice to where it was due.
    setBefore(m_stops && m_workspace.attention().step() < m_workspace.attention().steps());
}

void Replay::toFirst()
{
    pause();
    m_workspace.attention().setStep(0);
}

void Replay::toLast()
{
    pause();
    m_workspace.attention().setStep(m_workspace.attention().steps());
}

} // namespace sparsescope
