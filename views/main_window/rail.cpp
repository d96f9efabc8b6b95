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

namespace sparsescope {

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
        button->setToolTip(tr("%1 (Alt+%2)").arg(page->tip).arg(m_buttons.size() + 1));
        button->setCheckable(true);
        button->setToolButtonStyle(Qt::ToolButtonTextUnderIcon);
        button->setIconSize({24, 24});
        button->setFocusPolicy(Qt::TabFocus);
        button->setFixedWidth(84);
        button->setMinimumHeight(64);
        group->addButton(button);
        column->addWidget(button);
        connect(button, &QToolButton::clicked, this, [this, page] { Q_EMIT pageWanted(page->key); });
        m_buttons.push_back(button);
    }
    column->addStretch();
    setIcons();
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
