#include "views/pages/batch/contestant_mark.h"

#include "engine/core/at.h"
#include "views/plot/plot.h"

#include <QPainter>
#include <QWidget>

namespace sparsescope {

QPen contestantPen(int contestant, double width)
{
    constexpr Qt::PenStyle styles[] = {Qt::SolidLine, Qt::DashLine, Qt::DotLine, Qt::DashDotLine};
    return {seriesMark(contestant).colour, width, styles[at(contestant / 6 % 4)], Qt::FlatCap};
}

QIcon contestantIcon(int contestant, double ratio)
{
    constexpr int wide = 28, high = 12;
    QPixmap picture(QSize(wide, high) * ratio);
    picture.setDevicePixelRatio(ratio);
    picture.fill(Qt::transparent);
    QPainter painter(&picture);
    painter.setPen(contestantPen(contestant, 2.5));
    painter.drawLine(0, high / 2, wide, high / 2);
    return QIcon(picture);
}

QCPScatterStyle contestantDot(int contestant, double size)
{
    QCPScatterStyle style = seriesMark(contestant).style();
    style.setShape(seriesMark(contestant + contestant / 6).shape);
    style.setSize(size);
    return style;
}

void ContestantDots::initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const
{
    QStyledItemDelegate::initStyleOption(option, index);
    if (index.column() != 0)
        return;
    QPixmap room(option->decorationSize);
    room.fill(Qt::transparent);
    option->icon = QIcon(room);
    option->features |= QStyleOptionViewItem::HasDecoration;
}

// A style sheet paints the icon beside a check box twice, a little apart, which would make other shapes of them.
void ContestantDots::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    QStyledItemDelegate::paint(painter, option, index);
    if (index.column() != 0)
        return;
    QStyleOptionViewItem item = option;
    initStyleOption(&item, index);
    const QRectF place = item.widget->style()->subElementRect(QStyle::SE_ItemViewItemDecoration, &item, item.widget);
    QPixmap picture(item.decorationSize * painter->device()->devicePixelRatioF());
    picture.setDevicePixelRatio(painter->device()->devicePixelRatioF());
    picture.fill(item.state.testFlag(QStyle::State_Selected) ? Qt::white : Qt::transparent);
    {
        QCPPainter dot(&picture);
        dot.setAntialiasing(true);
        const QCPScatterStyle style = contestantDot(index.row(), 7);
        style.applyTo(&dot, style.pen());
        style.drawShape(&dot, item.decorationSize.width() / 2.0 - 0.5, item.decorationSize.height() / 2.0 - 0.5);
    }
    QRectF where(QPointF(), QSizeF(item.decorationSize));
    where.moveCenter(place.center());
    painter->drawPixmap(where.topLeft().toPoint(), picture);
}

} // namespace sparsescope
