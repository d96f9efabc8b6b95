// The steps of a schedule, one a line: written, added from those that are legal, moved, left out.
#pragma once

#include <QStringList>
#include <QWidget>

class QLabel;
class QToolButton;

namespace sparsescope {

class ScheduleText;

class SchedulePanel : public QWidget {
    Q_OBJECT
public:
    explicit SchedulePanel(QWidget* parent = nullptr);

    QString text() const;
    void setText(const QString& text); // tells nobody
    ScheduleText& editor() { return *m_text; }
    // At its line and column, from 1; the steps behind it are faint, as they were not taken. Empty: all were.
    void setProblem(const QString& sentence, int line, int column);
    // What the menu offers behind the steps that were taken.
    void setLegal(const QStringList& steps);
    // What an empty schedule may begin with; empty: nothing is offered.
    void setDefaults(const QString& steps);

Q_SIGNALS:
    void edited();

private:
    void fillMenu();
    void updateButtons();

    ScheduleText* m_text;
    QToolButton *m_add, *m_up, *m_down, *m_off, *m_fill;
    QLabel* m_problem;
    QStringList m_legal;
    QString m_defaults;
    bool m_setting = false;
};

} // namespace sparsescope
