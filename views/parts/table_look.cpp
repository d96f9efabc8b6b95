// How the tables of the Measure page look.
#include "views/parts/table_look.h"

#include "views/parts/theme.h"

#include <QAbstractItemModel>
#include <QHeaderView>
#include <QHelpEvent>
#include <QTableView>
#include <QToolTip>

#include <algorithm>

namespace sparsescope {

namespace {

constexpr int cellAir = 8; // padding of the style sheet, at both sides

class CutCells : public QObject {
public:
    explicit CutCells(QTableView& table) : QObject(&table), m_table(table)
    {
        table.viewport()->installEventFilter(this);
        table.horizontalHeader()->viewport()->installEventFilter(this);
        table.setProperty("tellsCutCells", true);
    }

protected:
    bool eventFilter(QObject* object, QEvent* event) override
    {
        if (event->type() != QEvent::ToolTip)
            return false;
        const auto* help = static_cast<QHelpEvent*>(event);
        const bool title = object != m_table.viewport();
        const QHeaderView& header = *m_table.horizontalHeader();
        const QModelIndex cell = title ? QModelIndex() : m_table.indexAt(help->pos());
        const int column = title ? header.logicalIndexAt(help->pos()) : cell.column();
        if (column < 0)
            return false;
        const auto data = [&](int role) {
            return title ? m_table.model()->headerData(column, Qt::Horizontal, role) : cell.data(role);
        };
        const QString text = data(Qt::DisplayRole).toString(), tip = data(Qt::ToolTipRole).toString();
        const int mark = data(Qt::DecorationRole).isValid() ? 22 : 0;
        const QFontMetrics metrics(title ? header.font() : m_table.font());
        if (metrics.horizontalAdvance(text) + mark + cellAir <= m_table.columnWidth(column) || tip.contains(text))
            return false;
        QToolTip::showText(help->globalPos(), tip.isEmpty() ? text : text + QLatin1Char('\n') + tip, &m_table);
        return true;
    }

private:
    QTableView& m_table;
};

} // namespace

void tellCutCells(QTableView& table)
{
    new CutCells(table);
}

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
    tellCutCells(table);
}

void fitColumns(QTableView& table, int stretched)
{
    constexpr int most = 300; // rows that are looked at
    constexpr int air = 12;
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
            const QVariant font = index.data(Qt::FontRole);
            const QFontMetrics& its = font.isValid() ? QFontMetrics(font.value<QFont>()) : metrics;
            width = std::max(width, its.horizontalAdvance(index.data().toString()) + mark);
        }
        table.setColumnWidth(column, width + air);
    }
}

} // namespace sparsescope
