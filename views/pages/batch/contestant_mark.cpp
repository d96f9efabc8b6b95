#include "views/pages/batch/contestant_mark.h"

#include "engine/core/at.h"
#include "views/plot/plot.h"

#include <QPainter>

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

} // namespace sparsescope
