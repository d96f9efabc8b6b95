// Cells of tables with a thin bar below the numbers that are to be compared at a glance.
#pragma once

#include <QStyledItemDelegate>

namespace sparsescope {

class BarBelow : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;
    static constexpr int barRole = Qt::UserRole + 1; // part of the whole width, 0 to 1; none: no bar

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
};

} // namespace sparsescope
