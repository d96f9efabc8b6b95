#include "views/parts/bar_below.h"

#include "views/parts/theme.h"

#include <QPainter>

#include <algorithm>
#include <cmath>

namespace sparsescope {

void BarBelow::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    QStyledItemDelegate::paint(painter, option, index);
    const QVariant part = index.data(barRole);
    if (!part.isValid())
        return;
    const Colors& c = colorsOf(option.palette);
    const QRect place = option.rect.adjusted(4, option.rect.height() - 4, -4, -1);
    const int width = std::max(2, static_cast<int>(std::lround(std::min(1.0, part.toDouble()) * place.width())));
    const QColor fill = option.state & QStyle::State_Selected ? c.onAccent
                        : index.data(Qt::FontRole).isValid()  ? c.accent
                                                              : c.secondary;
    painter->fillRect(QRect(place.right() + 1 - width, place.top(), width, 3), fill);
}

} // namespace sparsescope
