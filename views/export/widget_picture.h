// Pictures of plots and of whole parts of the window: vectors where the format has them.
#pragma once

#include <QImage>
#include <QString>

class QWidget;

namespace sparsescope {

// On the GUI thread. A plot draws its axes, lines and text; anything else paints itself.
QImage widgetImage(QWidget& widget, double ratio);
void writeWidget(QWidget& widget, double ratio, const QString& path); // by the suffix; throws Error(Input)

} // namespace sparsescope
