// The tab Regret of the Batch page: what forests, the least predicted cost, and always one candidate cost over the
// cases that the filters leave; and which cases these are.
#pragma once

#include "engine/report/batch_profiles.h"
#include "engine/report/batch_regret.h"

#include <QWidget>

#include <memory>
#include <vector>

class QCheckBox;
class QLabel;
class QStackedWidget;
class QTableWidget;
class QTreeWidget;

namespace sparsescope {

class RegretBars;
class RegretCurves;

class BatchRegretView : public QWidget {
    Q_OBJECT
public:
    explicit BatchRegretView(QWidget* parent = nullptr);

    // Positions among the results' matrices. Null: there is no regret of their operator.
    void show(std::shared_ptr<const BatchRegret> regret, std::shared_ptr<const BatchResults> results,
              std::vector<std::size_t> matrices);

    QTreeWidget& choosers() { return *m_choosers; }
    RegretBars& bars() { return *m_bars; }
    QTableWidget& confusion() { return *m_confusion; }
    QTableWidget& cases() { return *m_list; }
    QCheckBox& everySetting() { return *m_every; }
    QString listed() const; // which cases the list holds
    QString note() const;   // what is compared, or why nothing is

Q_SIGNALS:
    void caseChosen(const QString& source, const sparsescope::Operator& op);

protected:
    void showEvent(QShowEvent* event) override;

private:
    QWidget* makeChoosers();
    void fillChoosers();
    void compute();
    void drawLines();
    void showChooser();
    void showConfusion();
    void listCases();
    const liteform::Chooser& chooser() const;

    std::shared_ptr<const BatchRegret> m_regret;
    std::shared_ptr<const BatchResults> m_results;
    std::vector<std::size_t> m_matrices, m_cases;
    RegretConfusion m_counts;
    bool m_due = false;
    QStackedWidget* m_stack;
    QTreeWidget* m_choosers;
    RegretBars* m_bars;
    RegretCurves* m_curves;
    QTableWidget *m_confusion, *m_list;
    QLabel *m_listed, *m_confused, *m_note, *m_problem;
    QCheckBox* m_every;
    std::vector<std::size_t> m_inList; // cases
};

} // namespace sparsescope
