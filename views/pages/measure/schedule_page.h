// The schedule with its numbers: how well the SMs share the work, predicted beside measured.
#pragma once

#include "views/pages/measure/schedule_view.h"

#include <QWidget>

#include <array>
#include <vector>

class QComboBox;
class QGridLayout;
class QLabel;

namespace sparsescope {

class SchedulePage : public QWidget {
    Q_OBJECT
public:
    explicit SchedulePage(Workspace& workspace, QWidget* parent = nullptr);
    ScheduleView& view() { return *m_view; }
    SchedulePairPtr schedules() const { return m_schedules; }
    bool busy() const { return m_view->busy(); }
    // "Measured, the busiest SM has 1.2x the work of the mean one ...".
    QString sentence() const;

Q_SIGNALS:
    void ready();

private:
    struct Line {
        QLabel* name = nullptr;
        std::array<QLabel*, 2> figures = {}; // predicted, measured
    };
    void addLine(QGridLayout& grid, const QString& name, const QString& tip);
    void load();
    void showNumbers();

    Workspace& m_workspace;
    ProfilePtr m_profile;
    RunFactsPtr m_facts;
    SchedulePairPtr m_schedules;
    ScheduleView* m_view;
    QLabel *m_sentence, *m_note;
    QComboBox* m_colouring;
    std::vector<Line> m_lines;
};

} // namespace sparsescope
