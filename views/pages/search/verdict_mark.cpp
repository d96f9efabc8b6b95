// The marks of verdicts on graphs.
#include "views/pages/search/verdict_mark.h"

#include <QPainter>

namespace sparsescope {

using alphasparse::Verdict;

VerdictMark verdictMark(Verdict verdict, const Colors& colors)
{
    QPainterPath path;
    const auto circle = [&](double radius) { path.addEllipse(QPointF(0, 0), radius, radius); };
    const auto polygon = [&](const QPolygonF& corners) {
        path.addPolygon(corners);
        path.closeSubpath();
    };
    switch (verdict) {
    case Verdict::Best:
        circle(3.5);
        return {path, colors.accent, true};
    case Verdict::Accepted:
        circle(2.5);
        return {path, colors.secondary, true};
    case Verdict::Rejected:
        circle(2.5);
        return {path, colors.secondary, false};
    case Verdict::Cut: // slower than there
        polygon({{-3.5, 2.5}, {3.5, 2.5}, {0, -3.5}});
        return {path, colors.secondary, false};
    case Verdict::Refused:
        path.addRect(-3.5, -1, 7, 2);
        return {path, colors.secondary, true};
    case Verdict::Failed:
        path.moveTo(-3, -3);
        path.lineTo(3, 3);
        path.moveTo(-3, 3);
        path.lineTo(3, -3);
        return {path, colors.bad, false};
    case Verdict::Again:
        break;
    }
    polygon({{-4, 0}, {0, -4}, {4, 0}, {0, 4}});
    return {path, colors.accent, false};
}

QPixmap markPicture(Verdict verdict, const Colors& colors, double pixelRatio)
{
    constexpr int side = 12;
    QPixmap picture(QSize(side, side) * pixelRatio);
    picture.setDevicePixelRatio(pixelRatio);
    picture.fill(Qt::transparent);
    QPainter painter(&picture);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.translate(side / 2.0, side / 2.0);
    const VerdictMark mark = verdictMark(verdict, colors);
    painter.setPen(QPen(mark.color, 1.4));
    painter.setBrush(mark.filled ? QBrush(mark.color) : QBrush());
    painter.drawPath(mark.path);
    return picture;
}

QIcon markIcon(Verdict verdict, const Colors& colors)
{
    Colors selected = colors;
    selected.accent = selected.secondary = selected.bad = colors.onAccent;
    QIcon icon(markPicture(verdict, colors, 2));
    icon.addPixmap(markPicture(verdict, selected, 2), QIcon::Selected);
    return icon;
}

} // namespace sparsescope
