// Hardware counters of a run as table rows: each with its limit, what was predicted of it and how far off that was, and
// how far it is from a reference.
#pragma once

#include "engine/measure/counted.h"
#include "views/workspace/workspace.h"

#include <QAbstractTableModel>

#include <vector>

namespace sparsescope {

class CounterModel : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Column { Name, Measured, Limit, Share, Predicted, Off, Reference, Against, Meaning, ColumnCount };

    explicit CounterModel(QObject* parent = nullptr) : QAbstractTableModel(parent) {}
    // Bytes and operations first, then the other counters in the run's order. No rows for a run without counters.
    void setRows(std::vector<CountedRow> rows);
    // Those of another run or a baseline; empty: there is no reference.
    void setReference(std::vector<CountedRow> rows);

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override { return parent.isValid() ? 0 : ColumnCount; }
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    QString text(const CountedRow& row, int column) const;
    QString tip(const CountedRow& row, int column) const;

    std::vector<CountedRow> m_rows, m_reference;
};

} // namespace sparsescope
