// Plays the search: moves the step of the workspace, or another one, both ways, by hand or by time.
#pragma once

#include <QElapsedTimer>
#include <QList>
#include <QObject>
#include <QString>
#include <QTimer>

#include <cstdint>
#include <utility>

namespace sparsescope {

class Workspace;

class Replay : public QObject {
    Q_OBJECT
public:
    explicit Replay(Workspace& workspace, QObject* parent = nullptr);

    // What is played: the shown plan's tiles, 0 to all of them, unless somebody plays something else.
    virtual std::int64_t steps() const;
    virtual std::int64_t step() const;
    virtual void setStep(std::int64_t step);
    virtual std::int64_t soFar() const; // steps of what still grows, and cannot be played yet; -1: nothing does
    virtual QString one() const { return tr("tile"); } // what a step is called
    virtual QString many() const { return tr("tiles"); }
    virtual QString place(std::int64_t step) const; // "3 of 8 tiles"
    virtual QString noSteps() const { return tr("no plan yet"); }
    virtual bool hasChoices() const { return true; }   // it can stop before them
    virtual bool endsWithPlan() const { return true; } // when another one is shown

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
    void moved(); // step, or how many there are

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
