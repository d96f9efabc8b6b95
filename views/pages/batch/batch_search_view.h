// The tab Search times of the Batch page: what each planner's search takes against what its plans take to run, and
// after how many runs a search that takes longer has paid off against a baseline.
#pragma once

#include "engine/report/batch_search_times.h"

#include <QWidget>

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

class QComboBox;
class QLabel;
class QStackedWidget;
class QTableWidget;
class QTreeWidget;

namespace sparsescope {

class SearchTimePlot;

class BatchSearchView : public QWidget {
    Q_OBJECT
public:
    explicit BatchSearchView(QWidget* parent = nullptr);

    // Positions among the results' matrices.
    void show(std::shared_ptr<const BatchResults> results, std::vector<std::size_t> matrices);

    SearchTimePlot& plot() { return *m_plot; }
    const std::vector<SearchTime>& times() const; // that are drawn
    QComboBox& baseline() { return *m_baseline; }
    QTreeWidget& planners() { return *m_planners; }
    QTableWidget& cases() { return *m_list; }
    QString listed() const; // whose cases the list holds, or what the chosen one is
    QString note() const;   // what is compared, or why nothing is

Q_SIGNALS:
    void matrixChosen(std::size_t matrix);

protected:
    void showEvent(QShowEvent* event) override;

private:
    QWidget* makeSide();
    void fillPlanners();
    void compute();
    void showFigures();
    void listCases();
    void choose(std::int64_t time); // of the plot's; -1: none
    void showChosen();
    int current() const; // contestant; -1: none
    BatchBaseline chosenBaseline() const;
    QString nameOf(std::size_t contestant) const;
    QString textOf(const SearchTime& time) const;
    QString verdictOn(const SearchTime& time) const;

    std::shared_ptr<const BatchResults> m_results;
    std::vector<std::size_t> m_matrices;
    std::vector<bool> m_compared;
    std::string m_contestantsOf; // names, as they are listed
    bool m_due = false;
    std::int64_t m_chosen = -1;        // of the plot's times
    std::vector<std::size_t> m_inList; // of these
    QStackedWidget* m_stack;
    SearchTimePlot* m_plot;
    QComboBox* m_baseline;
    QTreeWidget* m_planners;
    QTableWidget* m_list;
    QLabel *m_listed, *m_note, *m_problem;
};

} // namespace sparsescope
