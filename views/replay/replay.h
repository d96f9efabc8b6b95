// Plays the search: moves the step of the workspace, both ways, by hand or by time.
#pragma once

#include <QElapsedTimer>
#include <QList>
#include <QObject>
#include <QString>
#include <QTimer>

#include <utility>

namespace sparsescope {

class Workspace;

class Replay : public QObject {
    Q_OBJECT
public:
    explicit Replay(Workspace& workspace, QObject* parent = nullptr);

    bool playing() const { return m_timer.isActive(); }
    double tilesPerSecond() const;
    // 0: as fast as it takes to play everything in ten seconds.
    void setTilesPerSecond(double speed) { m_speed = speed; }

    // Before each choice: a step on first shows the candidates of the round, the next one the choice among them, and
    // playing stops where a choice is due.
    bool stopsBeforeChoices() const { return m_stops; }
    bool beforeChoice() const { return m_before; } // the candidates are shown and the choice is due
    void setStopsBeforeChoices(bool stops);

    // The window's keys that play it, and what they do.
    static QList<std::pair<QString, QString>> keys();

public Q_SLOTS:
    void play(); // from the start when it stands at the end
    void pause();
    void toggle();
    void stepForward();
    void stepBack();
    void toFirst();
    void toLast();

Q_SIGNALS:
    void playingChanged(bool playing);
    void beforeChoiceChanged();

private:
    void frame();
    void setBefore(bool before);

    Workspace& m_workspace;
    QTimer m_timer;
    QElapsedTimer m_clock;
    double m_speed = 0;
    bool m_stops = false;
    bool m_before = false;
    double m_position = 0; // with the fraction that a frame left over
};

} // namespace sparsescope
