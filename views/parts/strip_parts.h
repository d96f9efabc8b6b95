// What the strips of several pages are made of.
#pragma once

#include <QString>

class QScrollArea;
class QTabBar;
class QWidget;

namespace sparsescope {

// Words, the one that is shown with a line below it.
QTabBar* makeTabBar();

// Scrolls its content up and down, without a frame and without a background of its own. With a name it is a stop of the
// keyboard too: for content that has none. It likes to be `most` pixels wide at most, unless the content needs more.
QScrollArea* scrolled(QWidget* content, const QString& name = {}, int most = QWIDGETSIZE_MAX);

} // namespace sparsescope
