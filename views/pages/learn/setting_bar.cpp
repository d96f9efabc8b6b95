#include "views/pages/learn/setting_bar.h"

#include "views/pages/learn/learn_desk.h"
#include "views/pages/learn/parameter_slider.h"
#include "views/parts/theme.h"
#include "views/parts/words.h"

#include <QHBoxLayout>
#include <QToolButton>

#include <algorithm>

namespace sparsescope {

using learn::LearnParameter;

SettingBar::SettingBar(LearnDesk& desk, int height, QWidget* parent)
    : QFrame(parent), m_desk(desk), m_row(new QHBoxLayout(this))
{
    setObjectName(QStringLiteral("card"));
    m_row->setContentsMargins(space::inside, 0, space::inside, 0);
    setFixedHeight(height);
}

// Sliders stay where the settings have the same names: one of them may be under the mouse.
void SettingBar::refresh()
{
    const std::vector<LearnParameter> settings = learn::settingsOf(m_desk.state());
    const auto same = [&] {
        std::size_t slider = 0, button = 0;
        for (const LearnParameter& p : settings) {
            const bool known = p.dealt ? button < m_buttons.size() && m_buttons[button++].first.name == p.name
                                       : slider < m_sliders.size() && m_sliders[slider++]->parameter().name == p.name;
            if (!known)
                return false;
        }
        return slider == m_sliders.size() && button == m_buttons.size();
    };
    if (!same())
        rebuild(settings);
    const nlohmann::json now = learn::fittedSettings(m_desk.state());
    std::size_t slider = 0, button = 0;
    for (const LearnParameter& p : settings)
        if (!p.dealt)
            m_sliders[slider++]->show(p, now.at(p.name).get<std::int64_t>());
        else
            m_buttons[button++].second->setChecked(now.at(p.name).get<std::int64_t>() != 0); // a switch alone
    setVisible(!empty());
}

void SettingBar::rebuild(const std::vector<LearnParameter>& settings)
{
    if (m_inside) {
        m_inside->hide();
        m_inside->deleteLater(); // one of its sliders may be speaking
    }
    m_sliders.clear();
    m_buttons.clear();
    m_inside = new QWidget(this);
    auto* row = new QHBoxLayout(m_inside);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(6);
    m_row->addWidget(m_inside);
    const QString of = fromEngine(learn::label(m_desk.state().view));
    for (const LearnParameter& p : settings) {
        if (!p.dealt) {
            m_sliders.push_back(new ParameterSlider(p, of, *row, m_inside));
            connect(m_sliders.back(), &ParameterSlider::chosen, &m_desk,
                    [this, name = p.name](std::int64_t value) { m_desk.setSetting(name, value); });
            continue;
        }
        auto* button = new QToolButton;
        button->setText(fromEngine(p.label));
        button->setToolTip(fromEngine(p.help));
        button->setCheckable(p.values == std::vector<std::int64_t>{0, 1});
        row->addWidget(button);
        m_buttons.emplace_back(p, button);
        connect(button, &QToolButton::clicked, &m_desk, [this, p] {
            const auto now = learn::fittedSettings(m_desk.state()).at(p.name).get<std::int64_t>();
            const auto next = std::upper_bound(p.values.begin(), p.values.end(), now);
            m_desk.setSetting(p.name, next == p.values.end() ? p.values.front() : *next);
        });
    }
}

} // namespace sparsescope
