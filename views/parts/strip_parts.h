// What the strips of several pages are made of.
#pragma once

class QScrollArea;
class QTabBar;
class QWidget;

namespace sparsescope {

// Words, the one that is shown with a line below it.
QTabBar* makeTabBar();

// Scrolls its content up and down, without a frame and without a background of its own.
QScrollArea* scrolled(QWidget* content);

} // namespace sparsescope
