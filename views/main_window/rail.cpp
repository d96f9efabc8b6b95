// The pages, at the left.
#include "views/main_window/rail.h"

#include "engine/core/at.h"
#include "views/pages/pages.h"
#include "views/parts/icons.h"
#include "views/parts/theme.h"

#include <QButtonGroup>
#include <QEvent>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace sparsescope {

namespace {
constexpr int iconsWidth = 48, iconHeight = 40;
}

Rail::Rail(QWidget* parent) : QWidget(parent)
{
    setObjectName(QStringLiteral("rail"));
    setAttribute(Qt::WA_StyledBackground);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 1, 0);
    column->setSpacing(0);
    auto* group = new QButtonGroup(this);
    for (const PageDefinition* page : allPages()) {
        auto* button = new QToolButton;
        button->setText(page->plainTitle());
        button->setCheckable(true);
        button->setIconSize({24, 24});
        button->setFocusPolicy(Qt::TabFocus);
        group->addButton(button);
        column->addWidget(button);
        connect(button, &QToolButton::clicked, this, [this, page] { Q_EMIT pageWanted(page->key); });
        m_buttons.push_back(button);
    }
    column->addStretch();
    setIcons();
    arrange();
}

void Rail::setIconsOnly(bool only)
{
    if (std::exchange(m_iconsOnly, only) != only)
        arrange();
}

void Rail::arrange()
{
    constexpr int usual = 84; // unless a language has longer words
    bool longer = false;
    int needed = usual;
    for (qsizetype i = 0; i < m_buttons.size(); ++i) {
        const PageDefinition& page = *allPages()[at(i)];
        const QString tip = tr("%1 (Alt+%2)").arg(page.tip).arg(i + 1);
        m_buttons[i]->setToolTip(m_iconsOnly ? tr("%1: %2").arg(page.plainTitle(), tip) : tip);
        m_buttons[i]->setToolButtonStyle(m_iconsOnly ? Qt::ToolButtonIconOnly : Qt::ToolButtonTextUnderIcon);
        m_buttons[i]->setMinimumHeight(m_iconsOnly ? iconHeight : 64);
        m_buttons[i]->ensurePolished();
        longer |= m_buttons[i]->fontMetrics().horizontalAdvance(page.plainTitle()) + 14 > usual;
        needed = std::max(needed, m_buttons[i]->minimumSizeHint().width());
    }
    for (QToolButton* button : m_buttons)
        button->setFixedWidth(m_iconsOnly ? iconsWidth - 1 : longer ? needed : usual);
}

QSize Rail::minimumSizeHint() const
{
    return {iconsWidth, iconHeight * static_cast<int>(m_buttons.size())};
}

void Rail::setPage(std::string_view key)
{
    for (qsizetype i = 0; i < m_buttons.size(); ++i)
        if (key == allPages()[at(i)]->key)
            m_buttons[i]->setChecked(true);
}

void Rail::setIcons()
{
    const Colors& c = colorsOf(*this);
    for (qsizetype i = 0; i < m_buttons.size(); ++i)
        m_buttons[i]->setIcon(lineIcon(allPages()[at(i)]->icon, c.text, c.accent));
}

void Rail::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::PaletteChange)
        setIcons();
    QWidget::changeEvent(event);
}

} // namespace sparsescope
