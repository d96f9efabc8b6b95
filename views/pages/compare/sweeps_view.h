// Sweeps on the Compare page: what varies, the job, the plot with the table behind it, a point's plan.
#pragma once

#include "views/pages/compare/sweep_model.h"
#include "views/workspace/workspace.h"

#include <QWidget>

class QComboBox;
class QLabel;
class QProgressBar;
class QPushButton;
class QSortFilterProxyModel;
class QStackedWidget;
class QTableView;
class QToolButton;

namespace sparsescope {

class SweepForm;
class SweepPlot;

class SweepsView : public QWidget {
    Q_OBJECT
public:
    explicit SweepsView(Workspace& workspace, QWidget* parent = nullptr);

    SweepForm& form() { return *m_form; }
    SweepModel& model() { return *m_model; }
    SweepPlot& plot() { return *m_plot; }
    QTableView& table() { return *m_table; }
    QString problem() const { return m_problem; } // why the sweep in the form cannot start
    void setFigure(SweepFigure figure);

    void showTable();
    void start(); // or cancels the one that runs
    // The plan of a point: shown when it is open, else searched again and opened.
    void openPoint(int point);
    void startPlanners(); // the sweep over every planner, as a table
    void runAll();        // on the GPU, the plans of all points that were not measured, one after the other
    bool saveCsv(const QString& path);

protected:
    void changeEvent(QEvent* event) override;

private:
    void build();
    void showBase();
    void showJob();
    void showSummary();
    void offerFigures();
    void showStored();                     // what the session has to choose from
    void showSweep(const SweepPtr& sweep); // one of these
    void keep();                           // the points that there are, in the session
    void findMeasured(std::size_t point);
    void saveDialog();
    int openPlanOf(const SweepPoint& point) const; // index into the document's plans, or -1
    int rowOf(int point) const;                    // of the table
    int pointOf(const QModelIndex& row) const;
    void runNext();

    Workspace& m_workspace;
    SweepModel* m_model;
    SweepForm* m_form;
    SweepPlot* m_plot;
    QSortFilterProxyModel* m_sorted;
    QTableView* m_table;
    QStackedWidget* m_stack;
    QComboBox *m_figure, *m_stored;
    QToolButton *m_plotTab, *m_tableTab, *m_runAll, *m_save;
    QLabel* m_summary;
    QLabel* m_paper; // what stands beside a ready sweep
    QLabel* m_job;
    QProgressBar* m_progress;
    QPushButton* m_run;
    QString m_problem;
    SweepPtr m_shown; // of the session; null while one runs
    quint64 m_generation = 0;
    QList<int> m_toRun; // points
    int m_opening = -1; // whose plan is being searched, to be run
};

} // namespace sparsescope
