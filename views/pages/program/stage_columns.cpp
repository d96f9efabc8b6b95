#include "views/pages/program/stage_columns.h"

#include "views/parts/strip_parts.h"
#include "views/parts/theme.h"

#include <QSplitter>
#include <QTabBar>
#include <QVBoxLayout>

#include <algorithm>
#include <numeric>
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
    m_bar->addTab(title);
    arrange();
    share();
}

void StageColumns::setBeside(QWidget* widget, std::size_t wide)
{
    m_wide = wide;
    if (m_beside == widget) {
        if (widget)
            share();
        return;
    }
    if (m_beside)
        m_beside->setParent(nullptr);
    m_beside = widget;
    if (m_beside)
        m_row->addWidget(m_beside);
    arrange();
    share();
}

// How wide, or high, each is to begin with.
void StageColumns::share()
{
    std::vector<int> weights;
    for (int i = 0; i < m_row->count(); ++i) {
        const QWidget* widget = m_row->widget(i);
        const bool wide = m_beside && m_wide < m_columns.size() && widget == m_columns[m_wide];
        weights.push_back(widget->isHidden()   ? 0
                          : widget == m_panel  ? 240
                          : widget == m_beside ? 560
                          : wide               ? 480
                          : m_beside           ? 260
                                               : 400);
    }
    const int all = std::max(1, std::accumulate(weights.begin(), weights.end(), 0));
    const int room = !m_row->isVisible()                    ? all // in proportion
                     : m_row->orientation() == Qt::Vertical ? m_row->height()
                                                            : m_row->width();
    QList<int> sizes;
    for (const int weight : weights)
        sizes << weight * room / all;
    m_row->setSizes(sizes);
}

void StageColumns::setTabs(bool tabs)
{
    if (std::exchange(m_tabs, tabs) == tabs)
        return;
    arrange();
    if (m_beside)
        share();
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
    if (m_beside) { // before the columns, or below them
        m_row->setOrientation(m_tabs ? Qt::Vertical : Qt::Horizontal);
        m_row->insertWidget(m_tabs ? m_row->count() - 1 : 0, m_beside);
        m_beside->setContentsMargins(0, m_tabs ? space::inside : 0, m_tabs ? 0 : space::inside, 0);
        m_beside->show();
    } else {
        m_row->setOrientation(Qt::Horizontal);
    }
    for (std::size_t i = 0; i < m_columns.size(); ++i) {
        // Beside a line that parts it from its neighbours.
        const bool first = m_tabs || (i == 0 && !m_panel), last = m_tabs || i + 1 == m_columns.size();
        m_columns[i]->setContentsMargins(first ? 0 : space::inside, 0, last ? 0 : space::inside, 0);
        m_columns[i]->setVisible(!m_tabs || static_cast<int>(i) == m_bar->currentIndex());
    }
    if (!m_panel)
        return;
    m_panel->setContentsMargins(0, 0, m_tabs ? 0 : space::inside, 0);
    const auto own = static_cast<int>(m_columns.size());
    m_bar->setTabVisible(own, !m_beside);
    m_panel->setVisible(!m_beside && (!m_tabs || m_bar->currentIndex() == own));
}

} // namespace sparsescope
