#include "views/pages/program/stage_columns.h"

#include "views/parts/strip_parts.h"
#include "views/parts/theme.h"

#include <QSplitter>
#include <QTabBar>
#include <QVBoxLayout>

#include <utility>

namespace sparsescope {

StageColumns::StageColumns(QWidget* parent) : QWidget(parent), m_bar(makeTabBar()), m_row(new QSplitter)
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(space::inside);
    m_bar->setAccessibleName(tr("Stages"));
    column->addWidget(m_bar);
    m_row->setChildrenCollapsible(false);
    m_row->setHandleWidth(1);
    column->addWidget(m_row, 1);
    connect(m_bar, &QTabBar::currentChanged, this, [this](int index) {
        arrange();
        Q_EMIT currentChanged(index);
    });
    arrange();
}

StageColumn& StageColumns::add(const StageTitle& title, const CodeLanguage& language)
{
    auto* column = new StageColumn(title, language);
    m_columns.push_back(column);
    m_row->addWidget(column);
    m_row->setStretchFactor(m_row->count() - 1, 1);
    m_bar->addTab(title.brief);
    arrange();
    return *column;
}

void StageColumns::addPanel(QWidget* panel, const QString& title)
{
    m_panel = panel;
    m_row->insertWidget(0, panel);
    m_row->setStretchFactor(0, 0);
    QList<int> sizes{240}; // to begin with, in proportion
    while (sizes.size() < m_row->count())
        sizes << 400;
    m_row->setSizes(sizes);
    m_bar->addTab(title);
    arrange();
}

void StageColumns::setTabs(bool tabs)
{
    if (std::exchange(m_tabs, tabs) != tabs)
        arrange();
}

void StageColumns::setCurrent(int index)
{
    m_bar->setCurrentIndex(index);
}

int StageColumns::current() const
{
    return m_bar->currentIndex();
}

void StageColumns::arrange()
{
    m_bar->setVisible(m_tabs);
    for (std::size_t i = 0; i < m_columns.size(); ++i) {
        // Beside a line that parts it from its neighbours.
        const bool first = m_tabs || (i == 0 && !m_panel), last = m_tabs || i + 1 == m_columns.size();
        m_columns[i]->setContentsMargins(first ? 0 : space::inside, 0, last ? 0 : space::inside, 0);
        m_columns[i]->setVisible(!m_tabs || static_cast<int>(i) == m_bar->currentIndex());
    }
    if (!m_panel)
        return;
    m_panel->setContentsMargins(0, 0, m_tabs ? 0 : space::inside, 0);
    m_panel->setVisible(!m_tabs || m_bar->currentIndex() == static_cast<int>(m_columns.size()));
}

} // namespace sparsescope
