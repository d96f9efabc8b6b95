// Hardware counters of a run as table rows.
#pragma once

#include "views/workspace/workspace.h"

#include <QAbstractTableModel>

namespace sparsescope {

class CounterModel : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Column { Value, Meaning, ColumnCount };

    explicit CounterModel(QObject* parent = nullptr) : QAbstractTableModel(parent) {}
    void setProfile(ProfilePtr profile);

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override { return parent.isValid() ? 0 : ColumnCount; }
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    ProfilePtr m_profile;
};

} // namespace sparsescope
