// What tells the lines of a plot of a batch apart, and their entries in the list beside it.
#pragma once

#include <QIcon>
#include <QPen>

namespace sparsescope {

// Colours come round after six: what is drawn then has another line.
QPen contestantPen(int contestant, double width);
QIcon contestantIcon(int contestant, double ratio); // of pixels

} // namespace sparsescope
