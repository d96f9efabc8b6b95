// What a run says.
#include "views/pages/measure/overview_page.h"

#include "views/parts/strip_parts.h"
#include "views/parts/theme.h"
#include "views/parts/yielding.h"

#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QVBoxLayout>

namespace sparsescope {

OverviewPage::OverviewPage(QWidget* parent) : QWidget(parent)
{
    auto* content = new QWidget;
    auto* row = new YieldingRow(2 * space::between, content);
    auto* left = new QVBoxLayout;
    m_grid = new QGridLayout;
    m_grid->setHorizontalSpacing(space::between);
    m_grid->setVerticalSpacing(10);
    m_grid->setColumnStretch(1, 1);
    left->addLayout(m_grid);
    left->addStretch();
    row->add(left, 3);
    auto* right = new QVBoxLayout;
    right->setSpacing(4);
    auto* title = new QLabel(tr("Time per call"));
    title->setProperty("role", QStringLiteral("title"));
    right->addWidget(title);
    m_bars = new BarsView;
    right->addWidget(m_bars);
    m_messages = new QLabel;
    m_messages->setWordWrap(true);
    m_messages->setProperty("role", QStringLiteral("secondary"));
    right->addWidget(m_messages);
    right->addStretch();
    row->add(right, 2);
    auto* all = new QVBoxLayout(this);
    all->setContentsMargins(0, 0, 0, 0);
    all->addWidget(scrolled(content));
}

void OverviewPage::setFindings(const std::vector<Finding>& findings)
{
    while (QLayoutItem* item = m_grid->takeAt(0)) {
        item->widget()->deleteLater();
        item->widget()->hide();
        delete item;
    }
    int line = 0;
    for (const Finding& finding : findings) {
        auto* button = new QPushButton(finding.title);
        button->setToolTip(tr("Show more of it"));
        button->setCursor(Qt::PointingHandCursor);
        button->setSizePolicy(QSizePolicy::Minimum, QSizePolicy::Fixed);
        connect(button, &QPushButton::clicked, this, [this, view = finding.view] { Q_EMIT wanted(view); });
        auto* sentence = new QLabel(finding.sentence);
        sentence->setWordWrap(true);
        sentence->setTextInteractionFlags(Qt::TextSelectableByMouse);
        m_grid->addWidget(button, line, 0, Qt::AlignTop);
        m_grid->addWidget(sentence, line, 1, Qt::AlignVCenter);
        ++line;
    }
}

void OverviewPage::setTimings(std::vector<Bar> bars, const QStringList& messages)
{
    m_bars->setBars(std::move(bars));
    m_messages->setText(messages.join(QLatin1Char('\n')));
    m_messages->setVisible(!messages.isEmpty());
}

} // namespace sparsescope
