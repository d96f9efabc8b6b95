// What an export dialog offers of the widgets and tables of any page. A message of the workspace says what was saved, a
// failure of it what was not.
#pragma once

#include "views/export/data_tables.h"
#include "views/export/export_dialog.h"

#include <QString>

namespace sparsescope {

// By its accessible name; `stem`: of the file of what it is of. Workspace and widget outlive the dialog.
PictureChoice plotChoice(Workspace& workspace, QWidget& plot, const QString& stem);
PictureChoice screenChoice(Workspace& workspace, QWidget& widget, const QString& name, const QString& stem);

// As JSON where the path ends so, else as CSV.
void saveData(Workspace& workspace, const DataChoice& choice, const QString& path);

} // namespace sparsescope
