// What to vary: a sweep of the paper that is ready, or one or two things that the planner declares with their values.
#pragma once

#include "engine/search/ready_sweeps.h"

#include <QWidget>

#include <string>
#include <utility>
#include <vector>

class QCheckBox;
class QComboBox;
class QLabel;
class QLineEdit;

namespace sparsescope {

class SweepForm : public QWidget {
    Q_OBJECT
public:
    explicit SweepForm(QWidget* parent = nullptr);

    // What is searched apart from what is varied; the lists are made from its planner and operator.
    void setBase(const SearchRequest& base);
    // Throws Error(Usage) with what is wrong in the fields.
    Sweep sweep() const;

    void choosePlanners();                                                                    // every planner in turn
    void setOwnPlanners(std::vector<std::string> names) { m_ownPlanners = std::move(names); } // which are among them
    QComboBox* readyBox() const { return m_ready; }
    QComboBox* axisBox(int axis) const { return m_axes[axis].name; }
    QLineEdit* valuesEdit(int axis) const { return m_axes[axis].values; }

private:
    struct AxisFields {
        QComboBox* name;
        QLineEdit* values;
    };
    void fill();
    void showReady();
    bool planners() const;
    bool competes() const;           // the planner makes competitors of its plan
    const ReadySweep* ready() const; // that is chosen, or null
    void suggest(int axis);
    QString suggestion(const std::string& name) const;

    SearchRequest m_base;
    std::vector<std::string> m_ownPlanners;
    QString m_filledFor;
    std::vector<ReadySweep> m_readySweeps;
    QComboBox* m_ready;
    QLabel* m_help;
    QWidget* m_own;
    AxisFields m_axes[2];
    QCheckBox* m_compete;
    QLabel* m_baseText;
};

} // namespace sparsescope
