// Play, pause, steps, speed, stops before choices and the slider over the steps of a replay.
#pragma once

#include <QWidget>

class QCheckBox;
class QComboBox;
class QLabel;
class QSlider;
class QToolButton;

namespace sparsescope {

class FlowLayout;
class Replay;

class Transport : public QWidget {
    Q_OBJECT
public:
    explicit Transport(Replay& replay, QWidget* parent = nullptr);

    void addBeside(QWidget* widget); // in the row of the buttons

protected:
    void changeEvent(QEvent* event) override;

private:
    void refresh();
    void setIcons();

    Replay& m_replay;
    FlowLayout* m_row;
    QToolButton *m_first, *m_back, *m_play, *m_forward, *m_last;
    QComboBox* m_speed;
    QCheckBox* m_stops = nullptr; // none: it has no choices
    QSlider* m_slider;
    QLabel* m_position;
};

} // namespace sparsescope
