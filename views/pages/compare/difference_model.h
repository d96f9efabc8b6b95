// The table of differences: a quantity a row; a column for each plan, and behind each but the first its difference.
#pragma once

#include "views/pages/compare/plan_difference.h"
#include "views/parts/theme.h"

#include <QAbstractTableModel>

namespace sparsescope {

class DifferenceModel : public QAbstractTableModel {
    Q_OBJECT
public:
    using QAbstractTableModel::QAbstractTableModel;

    void set(std::vector<ComparedPlan> plans, std::vector<DifferenceRow> rows);
    void setThreshold(double threshold); // 0.01: one percent
    void setColors(const Colors& colors);
    const std::vector<DifferenceRow>& rows() const { return m_rows; }

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    QVariant valueData(const DifferenceRow& row, std::size_t plan, int role) const;
    QVariant changeData(const DifferenceRow& row, std::size_t plan, int role) const;

    std::vector<ComparedPlan> m_plans;
    std::vector<DifferenceRow> m_rows;
    double m_threshold = 0.01;
    Colors m_colors = lightColors();
};

} // namespace sparsescope
