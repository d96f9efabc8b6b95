// What tells the lines or marks of a plot of a batch apart, and their entries in the list beside it.
#pragma once

#include <QIcon>
#include <QPen>
#include <QStyledItemDelegate>

class QCPScatterStyle;

namespace sparsescope {

// Colours come round after six: what is drawn then has another line.
QPen contestantPen(int contestant, double width);
QIcon contestantIcon(int contestant, double ratio); // of pixels

// The same for marks, of which those with one colour have other shapes.
QCPScatterStyle contestantDot(int contestant, double size);

// Before the names in a list of contestants, whose icons have this size.
class ContestantDots : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;
    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;

protected:
    void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override;
};

} // namespace sparsescope
