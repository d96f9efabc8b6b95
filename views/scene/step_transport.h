// First, back, play, on, last, speed and the slider over the steps of a picture.
#pragma once

#include <QWidget>

class QComboBox;
class QLabel;
class QSlider;
class QToolButton;

namespace sparsescope {

class StepPlayer;

class StepTransport : public QWidget {
    Q_OBJECT
public:
    explicit StepTransport(StepPlayer& steps, QWidget* parent = nullptr);
    QSlider& slider() { return *m_slider; }

protected:
    void changeEvent(QEvent* event) override;

private:
    void refresh();
    void setIcons();

    StepPlayer& m_steps;
    QToolButton *m_first, *m_back, *m_play, *m_forward, *m_last;
    QComboBox* m_speed;
    QSlider* m_slider;
    QLabel* m_position;
};

} // namespace sparsescope
