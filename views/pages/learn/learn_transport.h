// First, back, play, on, last, speed and the slider over the steps of a picture.
#pragma once

#include <QWidget>

class QComboBox;
class QLabel;
class QSlider;
class QToolButton;

namespace sparsescope {

class LearnDesk;

class LearnTransport : public QWidget {
    Q_OBJECT
public:
    explicit LearnTransport(LearnDesk& desk, QWidget* parent = nullptr);
    QSlider& slider() { return *m_slider; }

protected:
    void changeEvent(QEvent* event) override;

private:
    void refresh();
    void setIcons();

    LearnDesk& m_desk;
    QToolButton *m_first, *m_back, *m_play, *m_forward, *m_last;
    QComboBox* m_speed;
    QSlider* m_slider;
    QLabel* m_position;
};

} // namespace sparsescope
