// Walks through all that a window shows: what is cut, covered, out of reach or without a name.
#pragma once

#include <QStringList>

class QWidget;

namespace sparsescope::walk {

// Sentences on what is wrong with the visible widgets in `root`: texts that are cut and say the rest nowhere, controls
// that cover one another, controls that cannot be brought into view in `window`.
QStringList layoutFaults(QWidget& root, QWidget& window);
// Contents of which something is out of reach at the right, as nothing scrolls them there.
QStringList widerThanTheirScroll(QWidget& root);

// Controls in the tree of accessible objects that have no name.
QStringList namelessControls(QWidget& root);

} // namespace sparsescope::walk
