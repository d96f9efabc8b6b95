// Steps from 0 to a last one, gone through by hand, by keys, or played.
#pragma once

#include <QObject>
#include <QTimer>

class QKeyEvent;

namespace sparsescope {

class StepPlayer : public QObject {
    Q_OBJECT
public:
    explicit StepPlayer(QObject* parent = nullptr);

    virtual int step() const = 0;
    virtual int lastStep() const = 0;
    void setStep(int step); // the nearest that there is; nothing plays any more

    bool playing() const { return m_timer.isActive(); }
    void play();
    void pause();
    double stepsPerSecond() const { return m_speed; }
    void setStepsPerSecond(double speed);

    // Space plays, `,` and `.` and arrows step, Home and End: the first and the last one. False: another key.
    bool handleKey(const QKeyEvent& event);

Q_SIGNALS:
    void stepChanged();
    void playingChanged();

protected:
    virtual void moveTo(int step) = 0; // another one, and tells stepChanged()

private:
    QTimer m_timer;
    double m_speed = 2;
};

} // namespace sparsescope
