// The pages of the window, and their views, by the names that --page takes.
#pragma once

#include "views/main_window/rail.h"

#include <QString>
#include <QStringList>

namespace sparsescope {

class MainWindow;

struct NamedPage {
    QString name;
    Page page;
    void (*show)(MainWindow& window) = nullptr;  // the view that is meant, where the page has several
    void (*start)(MainWindow& window) = nullptr; // what has to be computed before there is something to see
    bool needsPlan = true;
};

QStringList pageNames();
// Throws Error(Usage) that lists the known ones.
const NamedPage& pageNamed(const QString& name);

void show(MainWindow& window, const NamedPage& page);

} // namespace sparsescope
