// Pictures of plots and of whole parts of the window: vectors where the format has them.
#pragma once

#include "views/export/canvas_figure.h"

#include <QImage>
#include <QString>

class QWidget;

namespace sparsescope {

// On the GUI thread. A plot draws its axes, lines and text; anything else paints itself.
QImage widgetImage(QWidget& widget, double ratio);
// `style`: its width, pixels and, of a plot, the size of its text and its font; without a width as on the screen. By
// the suffix; throws Error.
void writeWidget(QWidget& widget, const FigureStyle& style, const QString& path);

} // namespace sparsescope
