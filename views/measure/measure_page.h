// The strip of the Measure page: was the cost model right, and how fast is the plan?
#pragma once

#include <QWidget>

class QCheckBox;
class QLabel;
class QPushButton;
class QStackedWidget;
class QTableView;

namespace sparsescope {

class BarsView;
class CounterModel;
class ScatterView;
class Workspace;

class MeasurePage : public QWidget {
    Q_OBJECT
public:
    explicit MeasurePage(Workspace& workspace, QWidget* parent = nullptr);
    ScatterView& scatter() { return *m_scatter; }
    CounterModel& counters() { return *m_counters; }
    bool busy() const;
    QString saturatedText() const;
    QString inSituText() const;

private:
    QWidget* makeResults();
    QWidget* makeEmpty();
    void refresh();
    void showJob();

    Workspace& m_workspace;
    QStackedWidget* m_pages;
    QLabel *m_time, *m_headline, *m_conditions, *m_verified, *m_messages;
    QLabel *m_why, *m_whatWorks;
    QPushButton *m_run, *m_runFirst, *m_check;
    QCheckBox *m_saturated, *m_inSitu;
    QLabel *m_bytesTitle, *m_countersTitle, *m_noCounters;
    ScatterView* m_scatter;
    BarsView *m_timings, *m_bytes;
    CounterModel* m_counters;
    QTableView* m_counterTable;
};

} // namespace sparsescope
