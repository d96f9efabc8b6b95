// What the window of one matrix asks of the frame that holds it beside others.
#pragma once

#include "views/parts/theme.h"

#include <QList>
#include <QString>
#include <QStringList>

namespace sparsescope {

class MainWindow;

class WindowFrame {
public:
    virtual ~WindowFrame() = default;
    virtual ThemeChoice theme() const = 0;
    // `asking` when nothing is open in it or on its way, else a new tab.
    virtual MainWindow& roomFor(MainWindow& asking, bool show = true) = 0;
    // Each matrix and each session in room of its own; plans go to the matrix before them, or else to `asking`.
    virtual void openFiles(MainWindow& asking, const QStringList& paths) = 0;
    virtual void newTab() = 0;
    virtual void closeTab(MainWindow& tab) = 0;
    // The one that was closed last, with its plans, runs, notes and view.
    virtual void reopenTab() = 0;
    virtual bool canReopen() const = 0;
    virtual void walk(int by) = 0;    // 1: to the next tab, -1: to the one before, and round
    virtual void moveTab(int by) = 0; // the one that is shown, in the row
    virtual QString titleOf(const MainWindow& tab) const = 0;
    // With a matrix; the one that was shown last goes first.
    virtual QList<MainWindow*> others(const MainWindow& than) const = 0;
    // Two linked tabs show the same place. Each has one partner: a new link takes the place of an old one.
    virtual MainWindow* linkedWith(const MainWindow& tab) const = 0; // or null
    virtual void link(MainWindow& tab, MainWindow& with) = 0;
    virtual void unlink(const MainWindow& tab) = 0;
};

} // namespace sparsescope
