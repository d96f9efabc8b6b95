// What a student turns of a view beside formats: a slider for each setting, a button for what is dealt anew.
#pragma once

#include "engine/learn/learn_state.h"

#include <QFrame>

#include <utility>
#include <vector>

class QHBoxLayout;
class QToolButton;

namespace sparsescope {

class LearnDesk;
class ParameterSlider;

class SettingBar : public QFrame {
    Q_OBJECT
public:
    SettingBar(LearnDesk& desk, int height, QWidget* parent = nullptr);
    void refresh(); // as the desk's state has them; other controls where there are other settings
    bool empty() const { return m_sliders.empty() && m_buttons.empty(); }

private:
    void rebuild(const std::vector<learn::LearnParameter>& settings);

    LearnDesk& m_desk;
    QHBoxLayout* m_row;
    std::vector<ParameterSlider*> m_sliders;
    std::vector<std::pair<learn::LearnParameter, QToolButton*>> m_buttons;
    QWidget* m_inside = nullptr; // all of them
};

} // namespace sparsescope
