// Plans of the matrix held against each other: which ones, what changed in words, bars, and the table of differences.
#pragma once

#include "views/pages/compare/plan_difference.h"

#include <QWidget>

#include <map>

class QDoubleSpinBox;
class QLabel;
class QListWidget;
class QTableView;
class QToolButton;

namespace sparsescope {

class BarsView;
class DifferenceModel;

class PlansView : public QWidget {
    Q_OBJECT
public:
    explicit PlansView(Workspace& workspace, QWidget* parent = nullptr);

    QListWidget& list() { return *m_list; }
    QTableView& table() { return *m_table; }
    DifferenceModel& model() { return *m_model; }
    QDoubleSpinBox& threshold() { return *m_threshold; }
    QString words() const;
    // The plan beside the canvas' one: index into the compared plans; 0: none.
    std::size_t second() const { return m_second; }
    const std::vector<ComparedPlan>& plans() const { return m_plans; }
    bool saveCsv(const QString& path);
    void add();          // asks for files
    void addPublished(); // asks for one

Q_SIGNALS:
    // What the second map shows now; null: nothing yet.
    void secondChanged(sparsescope::PlanPtr plan, sparsescope::PlanFactsPtr facts, const QString& firstCaption,
                       const QString& secondCaption);

protected:
    void changeEvent(QEvent* event) override;

private:
    void build();
    void fillList();
    void collect(); // the plans that are chosen, with what is known of them
    void startCounting();
    void show();
    void showWords();
    void showBars();
    QString caption(const ComparedPlan& plan) const;

    Workspace& m_workspace;
    DifferenceModel* m_model;
    QListWidget* m_list;
    QDoubleSpinBox* m_threshold;
    QLabel *m_words, *m_empty;
    QWidget* m_content;
    BarsView* m_bars;
    QTableView* m_table;
    QToolButton* m_save;
    std::vector<ComparedPlan> m_plans;
    std::size_t m_second = 0;
    PlanPtr m_wantedSecond;
    std::map<PlanPtr, PlanFactsPtr> m_facts;              // those that were counted here
    std::map<std::pair<PlanPtr, PlanPtr>, double> m_same; // part of the non-zeros in the same format
    std::map<PlanPtr, bool> m_chosen;
};

} // namespace sparsescope
