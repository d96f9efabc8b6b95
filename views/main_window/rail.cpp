// The pages, at the left.
#include "views/main_window/rail.h"

#include "views/parts/icons.h"
#include "views/parts/theme.h"

#include <QButtonGroup>
#include <QEvent>
#include <QToolButton>
#include <QVBoxLayout>

namespace sparsescope {

namespace {
const char* const iconNames[pageCount] = {"explore", "search", "kernel", "measure", "compare", "learn"};
}

Rail::Rail(QWidget* parent) : QWidget(parent)
{
    setObjectName(QStringLiteral("rail"));
    setAttribute(Qt::WA_StyledBackground);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 1, 0);
    column->setSpacing(0);
    auto* group = new QButtonGroup(this);
    const QString words[pageCount] = {tr("Explore"), tr("Search"),  tr("Kernel"),
                                      tr("Measure"), tr("Compare"), tr("Learn")};
    const QString tips[pageCount] = {tr("The matrix and its tiles (Alt+1)"),
                                     tr("Watch the search choose tiles (Alt+2)"),
                                     tr("Read the generated kernel (Alt+3)"),
                                     tr("Predicted against measured (Alt+4)"),
                                     tr("Plans against each other, and sweeps (Alt+5)"),
                                     tr("What each format stores, on a small matrix (Alt+6)")};
    for (int i = 0; i < pageCount; ++i) {
        auto* button = new QToolButton;
        button->setText(words[i]);
        button->setToolTip(tips[i]);
        button->setCheckable(true);
        button->setToolButtonStyle(Qt::ToolButtonTextUnderIcon);
        button->setIconSize({24, 24});
        button->setFocusPolicy(Qt::TabFocus);
        button->setFixedWidth(84);
        button->setMinimumHeight(64);
        group->addButton(button);
        column->addWidget(button);
        connect(button, &QToolButton::clicked, this, [this, i] { Q_EMIT pageWanted(static_cast<Page>(i)); });
        m_buttons.push_back(button);
    }
    column->addStretch();
    setIcons();
}

void Rail::setPage(Page page)
{
    m_buttons[static_cast<int>(page)]->setChecked(true);
}

void Rail::setIcons()
{
    const Colors& c = colorsOf(*this);
    for (int i = 0; i < pageCount; ++i)
        m_buttons[i]->setIcon(lineIcon(QString::fromLatin1(iconNames[i]), c.text, c.accent));
}

void Rail::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::PaletteChange)
        setIcons();
    QWidget::changeEvent(event);
}

} // namespace sparsescope
