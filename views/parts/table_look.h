// How the tables of the Measure page look, and widths for their columns.
#pragma once

class QTableView;

namespace sparsescope {

void setTableLook(QTableView& table);
// Cells and titles that are cut say all of their text when the mouse is on them.
void tellCutCells(QTableView& table);
// Each column as wide as its title and its cells (of rows from everywhere in the model) need; `stretched` takes the
// rest.
void fitColumns(QTableView& table, int stretched = -1);

} // namespace sparsescope
