// The stages side by side, or where there is no room for that, one at a time.
#pragma once

#include "views/pages/program/stage_column.h"

#include <QWidget>

#include <vector>

class QSplitter;
class QTabBar;

namespace sparsescope {

class StageColumns : public QWidget {
    Q_OBJECT
public:
    explicit StageColumns(QWidget* parent = nullptr);

    StageColumn& add(const StageTitle& title, const CodeLanguage& language);
    // Before all stages where they stand side by side; where there are tabs, behind the last of them.
    void addPanel(QWidget* panel, const QString& title);
    // Something else in place of that panel or, where there are tabs, below the stage that is seen; null: nothing is.
    // The stage `wide` then has more room than others.
    void setBeside(QWidget* widget, std::size_t wide = 0);
    StageColumn& column(std::size_t index) const { return *m_columns[index]; }
    std::size_t count() const { return m_columns.size(); }
    // One at a time, with tabs.
    void setTabs(bool tabs);
    bool tabs() const { return m_tabs; }
    // The one that is seen alone where there are tabs; count() is the panel.
    void setCurrent(int index);
    int current() const;

Q_SIGNALS:
    void currentChanged(int index);

private:
    void arrange();
    void share();

    QTabBar* m_bar;
    QSplitter* m_row;
    std::vector<StageColumn*> m_columns;
    QWidget *m_panel = nullptr, *m_beside = nullptr;
    std::size_t m_wide = 0;
    bool m_tabs = false;
};

} // namespace sparsescope
