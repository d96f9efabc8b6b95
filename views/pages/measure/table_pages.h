// The views of the Measure page that are tables: sub-tasks, kinds of tile, counters. Each row that stands for tiles is
// linked with the selection both ways.
#pragma once

#include "views/pages/measure/counter_model.h"
#include "views/pages/measure/kind_model.h"
#include "views/pages/measure/subtask_model.h"

#include <QWidget>

class QComboBox;
class QLabel;
class QSortFilterProxyModel;
class QTableView;

namespace sparsescope {

class SubtaskPage : public QWidget {
    Q_OBJECT
public:
    explicit SubtaskPage(Workspace& workspace, QWidget* parent = nullptr);
    SubtaskModel& model() { return *m_model; }
    QTableView& table() { return *m_table; }
    QComboBox& filter() { return *m_filter; }

private:
    void load();
    void showSelection();

    Workspace& m_workspace;
    ProfilePtr m_profile;
    SubtaskModel* m_model;
    QTableView* m_table;
    QComboBox* m_filter;
    QLabel* m_count;
    bool m_following = false; // the table is being moved to the selection, not by the user
    bool m_fitted = false;
};

class KindPage : public QWidget {
    Q_OBJECT
public:
    explicit KindPage(Workspace& workspace, QWidget* parent = nullptr);
    KindModel& model() { return *m_model; }
    QTableView& table() { return *m_table; }

private:
    void load();
    void showSelection();

    Workspace& m_workspace;
    KindModel* m_model;
    QSortFilterProxyModel* m_sorted;
    QTableView* m_table;
    QLabel* m_words;
    bool m_following = false;
};

class CounterPage : public QWidget {
    Q_OBJECT
public:
    explicit CounterPage(Workspace& workspace, QWidget* parent = nullptr);
    CounterModel& model() { return *m_model; }
    QTableView& table() { return *m_table; }
    QComboBox& reference() { return *m_reference; }
    QString meaning() const;           // of the current row, in one sentence
    void setRates(const Rates& rates); // of the GPU that it ran on, once they are read

private:
    // What the shown run may be held against: another run, or a baseline that was counted in some run.
    struct Against {
        ProfilePtr profile;
        bool recorded = false;
        int baseline = -1; // index into the profile's; -1: the run's plan itself
        bool operator==(const Against&) const = default;
    };
    void load();
    void offerReferences();
    void showRows();

    Workspace& m_workspace;
    CounterModel* m_model;
    QTableView* m_table;
    QComboBox* m_reference;
    QLabel *m_words, *m_meaning;
    std::vector<Against> m_references; // as the box lists them, behind "none"
    Rates m_rates;
};

} // namespace sparsescope
