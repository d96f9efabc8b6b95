// The strip of the Measure page: was the cost model right, and how fast is the plan? Predicted against measured times,
// counters and rivals stand side by side, so that all can be read at once.
#pragma once

#include <QWidget>

class QCheckBox;
class QLabel;
class QLayout;
class QPushButton;
class QStackedWidget;
class QTableView;

namespace sparsescope {

class BarsView;
class CounterModel;
class ScatterView;
class Workspace;
struct Agreement;

class MeasurePage : public QWidget {
    Q_OBJECT
public:
    explicit MeasurePage(Workspace& workspace, QWidget* parent = nullptr);
    ScatterView& scatter() { return *m_scatter; }
    CounterModel& counters() { return *m_counters; }
    bool busy() const;
    QString saturatedText() const;
    QString inSituText() const;
    // Height at which nothing has to scroll, at the present width.
    int wholeHeight() const;

Q_SIGNALS:
    void wholeHeightChanged();

private:
    // A series of the scatter: whether it is shown, and how well it agrees.
    struct Series {
        QCheckBox* shown = nullptr;
        QLabel *r = nullptr, *rmse = nullptr, *error = nullptr, *points = nullptr;
        QString text;
    };
    QWidget* makeResults();
    QWidget* makeEmpty();
    QLayout* makeScatter();
    QLayout* makeCounters();
    QWidget* makeTimings();
    void showAgreement(Series& series, const Agreement* agreement, const QString& what);
    void refresh();
    void showJob();

    Workspace& m_workspace;
    QStackedWidget* m_pages;
    QLabel *m_time, *m_headline, *m_conditions, *m_verified, *m_messages;
    QLabel *m_why, *m_whatWorks;
    QPushButton *m_run, *m_runFirst, *m_check;
    Series m_saturated, m_inSitu;
    QLabel *m_bytesNote, *m_noCounters;
    ScatterView* m_scatter;
    BarsView* m_timings;
    QLabel* m_limits;
    QWidget* m_results;
    CounterModel* m_counters;
    QTableView* m_counterTable;
};

} // namespace sparsescope
