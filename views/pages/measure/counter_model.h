// Hardware counters of a run as table rows: what was predicted beside what was counted.
#pragma once

#include "views/workspace/workspace.h"

#include <QAbstractTableModel>

#include <vector>

namespace sparsescope {

class CounterModel : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Column { Name, Predicted, Measured, Meaning, ColumnCount };

    explicit CounterModel(QObject* parent = nullptr) : QAbstractTableModel(parent) {}
    // Bytes moved first, against those that the cost model predicted; then the other counters in the run's order. No
    // rows for a run without counters.
    void setProfile(ProfilePtr profile);

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override { return parent.isValid() ? 0 : ColumnCount; }
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    struct Row {
        QString name, meaning;
        QString counter;                       // CUPTI's name; empty: a sum of several
        QString predicted, measured;           // as shown; empty: nothing was predicted
        QString exactPredicted, exactMeasured; // on hover
    };

    std::vector<Row> m_rows;
};

} // namespace sparsescope
