// What people expect of every window, and widgets alone do not do.
#pragma once

class QApplication;

namespace sparsescope {

// From then on, once however often it is asked: the wheel scrolls what a list, a number or a tab stands in and changes
// none of these in passing; Return presses the button that has the focus; a button looks untouched when its menu is
// gone.
void keepHabits(QApplication& application);

} // namespace sparsescope
