// How the tables of the Measure page look.
#include "views/parts/table_look.h"

#include "views/parts/theme.h"

#include <QAbstractItemModel>
#include <QHeaderView>
#include <QTableView>

#include <algorithm>

namespace sparsescope {

void setTableLook(QTableView& table)
{
    table.setShowGrid(false);
    table.setAlternatingRowColors(true);
    table.setSelectionBehavior(QAbstractItemView::SelectRows);
    table.setSelectionMode(QAbstractItemView::SingleSelection);
    table.setWordWrap(false);
    table.setTextElideMode(Qt::ElideRight);
    table.setTabKeyNavigation(false);
    table.setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    table.verticalHeader()->hide();
    table.verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    table.verticalHeader()->setMinimumSectionSize(1);
    table.verticalHeader()->setDefaultSectionSize(QFontMetrics(typeFace(TypeSize::Small)).height() + 4);
    table.horizontalHeader()->setHighlightSections(false);
    table.horizontalHeader()->setMinimumSectionSize(24);
}

void fitColumns(QTableView& table, int stretched)
{
    constexpr int most = 300; // rows that are looked at
    constexpr int air = 20;
    const QAbstractItemModel* model = table.model();
    const QFontMetrics metrics(table.font());
    const QFontMetrics titles(table.horizontalHeader()->font());
    const int rows = model->rowCount();
    for (int column = 0; column < model->columnCount(); ++column) {
        if (column == stretched) {
            table.horizontalHeader()->setSectionResizeMode(column, QHeaderView::Stretch);
            continue;
        }
        int width =
            titles.horizontalAdvance(model->headerData(column, Qt::Horizontal).toString() + QStringLiteral(" ↓"));
        const int step = std::max(1, rows / most);
        for (int row = 0; row < rows; row += step) {
            const QModelIndex index = model->index(row, column);
            const int mark = index.data(Qt::DecorationRole).isValid() ? 22 : 0;
            width = std::max(width, metrics.horizontalAdvance(index.data().toString()) + mark);
        }
        table.setColumnWidth(column, width + air);
    }
}

} // namespace sparsescope
