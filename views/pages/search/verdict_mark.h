// The marks of verdicts on graphs, in the curve, in the table and in the legend: no two have one shape and fill.
#pragma once

#include "engine/search/alphasparse/history.h"
#include "views/parts/theme.h"

#include <QIcon>
#include <QPainterPath>
#include <QPixmap>

namespace sparsescope {

struct VerdictMark {
    QPainterPath path; // around (0, 0), within 4 pixels
    QColor color;
    bool filled = true; // else its outline
};
VerdictMark verdictMark(alphasparse::Verdict verdict, const Colors& colors);
QPixmap markPicture(alphasparse::Verdict verdict, const Colors& colors, double pixelRatio); // of 12 x 12
QIcon markIcon(alphasparse::Verdict verdict, const Colors& colors); // seen on a selected row too

} // namespace sparsescope
