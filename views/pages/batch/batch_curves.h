// Planners and libraries against each other over the matrices of a batch that are shown: performance profiles, sorted
// speed-ups over a baseline, and their means by class.
#pragma once

#include "engine/report/batch_profiles.h"

#include <QStackedWidget>

#include <memory>
#include <string>
#include <vector>

class QComboBox;
class QLabel;
class QTableWidget;
class QTreeWidget;

namespace sparsescope {

class CurvePlot;

class BatchCurves : public QWidget {
    Q_OBJECT
public:
    explicit BatchCurves(QWidget* parent = nullptr);

    // Positions among the results' matrices.
    void show(std::shared_ptr<const BatchResults> results, std::vector<std::size_t> matrices);
    void showClasses(bool classes); // else the curves

    QTreeWidget& contestants() { return *m_contestants; }
    QComboBox& baseline() { return *m_baseline; }
    QTableWidget& classes() { return *m_classes; }
    QString note() const; // what is compared, and how failures count

protected:
    void showEvent(QShowEvent* event) override;

private:
    void fillContestants();
    void compute();
    void showTable(BatchBaseline baseline, const QString& against);
    BatchBaseline chosenBaseline() const;

    std::shared_ptr<const BatchResults> m_results;
    std::vector<std::size_t> m_matrices;
    std::vector<bool> m_compared;
    std::string m_contestantsOf; // names, as they are listed
    bool m_due = false;
    QStackedWidget* m_pictures; // curves, or the table
    CurvePlot *m_profiles, *m_speedUps;
    QTableWidget* m_classes;
    QComboBox* m_baseline;
    QTreeWidget* m_contestants;
    QLabel* m_note;
};

} // namespace sparsescope
