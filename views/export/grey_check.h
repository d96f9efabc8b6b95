// Whether a figure can be read where it is printed in shades of grey.
#pragma once

#include "views/heatmap/legend.h"

#include <QStringList>

namespace sparsescope {

// A sentence for each two colours of the legend that are one grey and are told apart by no hatching, and what to choose
// instead. Empty: all of it can be read.
QStringList greyProblems(const Legend& legend);

} // namespace sparsescope
