// Rows of a table sorted by numbers or words: what has no number goes last, whichever way the others are sorted.
#pragma once

#include <QSortFilterProxyModel>

namespace sparsescope {

// Sorts by sortRole(): doubles, NaN where there is none, or texts.
class NumbersFirst : public QSortFilterProxyModel {
    Q_OBJECT
public:
    using QSortFilterProxyModel::QSortFilterProxyModel;

protected:
    bool lessThan(const QModelIndex& left, const QModelIndex& right) const override;
};

} // namespace sparsescope
