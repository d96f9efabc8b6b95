// A picture of the whole window with one page, or a figure of the matrix, made without anybody at the screen.
#pragma once

#include "app/window/figure.h"
#include "views/pages/pages.h"

#include <QSize>
#include <QString>
#include <QStringList>

#include <optional>

namespace sparsescope {

class MainWindow;
class TabbedWindow;

struct GrabRequest {
    QString file; // the picture, by its ending
    CanvasLook look;
    std::optional<FigureStyle> figure; // of all of the matrix, in place of the window
    NamedView page;
    QSize size{1440, 900};
    QStringList open;    // files
    bool run = false;    // the plan on the GPU first
    bool link = false;   // the first two matrices
    QString lesson = {}; // of the page "learn": a name, or a file
    int step = 1;        // of the lesson
};

// Brings a page on top, with the view of it that is meant.
void show(MainWindow& window, const NamedView& page);

QSize parseSize(const QString& text); // throws Error(Usage)

// Links the first two tabs as soon as both have a matrix.
void linkWhenOpen(TabbedWindow& window);

// Opens the files, searches when the page or a run needs a plan that they did not bring, runs it when asked, waits
// until all is drawn, and saves the picture. Returns the exit status; an error is one line on stderr.
int grab(TabbedWindow& window, const GrabRequest& request);

} // namespace sparsescope
