// The table of tiles.
#include "views/tiles/tile_table.h"

#include "views/theme.h"
#include "views/tiles/tile_model.h"

#include <QHeaderView>
#include <QScopedValueRollback>
#include <QTableView>
#include <QVBoxLayout>

namespace sparsescope {

TileTable::TileTable(Workspace& workspace, QWidget* parent)
    : QWidget(parent), m_workspace(workspace), m_model(new TileModel(this)), m_table(new QTableView(this))
{
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_table);

    m_table->setModel(m_model);
    m_table->setAccessibleName(tr("Tiles of the plan"));
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_table->setAlternatingRowColors(true);
    m_table->setShowGrid(false);
    m_table->setWordWrap(false);
    m_table->setTabKeyNavigation(false);
    m_table->setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    m_table->verticalHeader()->hide();
    m_table->verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    const int line = QFontMetrics(typeFace(TypeSize::Small)).height() + 6;
    m_table->verticalHeader()->setDefaultSectionSize(line);
    auto* header = m_table->horizontalHeader();
    header->setHighlightSections(false);
    header->setSectionsMovable(true);
    header->setSortIndicator(TileModel::TileNumber, Qt::AscendingOrder);
    m_table->setSortingEnabled(true);
    const QFontMetrics metrics(typeFace(TypeSize::Small));
    for (int column = 0; column < TileModel::ColumnCount; ++column) {
        const QString title = m_model->headerData(column, Qt::Horizontal, Qt::DisplayRole).toString();
        const int content = column == TileModel::Format ? metrics.horizontalAdvance(QStringLiteral("block 16x128")) + 32
                                                        : metrics.horizontalAdvance(QStringLiteral("12,345"));
        m_table->setColumnWidth(column, std::max(content, metrics.horizontalAdvance(title)) + 16);
    }

    // The arrow of the sorted column needs room; columns that the user made wider stay.
    connect(m_model, &TileModel::headerDataChanged, this, [this] {
        const int column = m_table->horizontalHeader()->sortIndicatorSection();
        if (column < 0 || column >= TileModel::ColumnCount)
            return;
        const QString text = m_model->headerData(column, Qt::Horizontal, Qt::DisplayRole).toString();
        const int wanted = QFontMetrics(typeFace(TypeSize::Small)).horizontalAdvance(text) + 16;
        if (m_table->columnWidth(column) < wanted)
            m_table->setColumnWidth(column, wanted);
    });
    connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this, [this](const QModelIndex& now) {
        if (!m_following && now.isValid())
            m_workspace.selectTile(m_model->tileAt(now.row()));
    });
    connect(m_model, &TileModel::sorted, this, &TileTable::showSelection);
    connect(&m_workspace, &Workspace::selectionChanged, this, &TileTable::showSelection);
    connect(&m_workspace, &Workspace::planChanged, this, &TileTable::adoptPlan);
    connect(&m_workspace, &Workspace::planFactsChanged, this, [this] { m_model->setFacts(m_workspace.planFacts()); });
    connect(&m_workspace, &Workspace::runChanged, this, &TileTable::adoptRun);
    adoptPlan();
}

bool TileTable::busy() const
{
    return m_model->sorting();
}

void TileTable::adoptPlan()
{
    const QScopedValueRollback following(m_following, true);
    m_model->setPlan(m_workspace.plan());
    m_model->setFacts(m_workspace.planFacts());
    adoptRun();
    showSelection();
}

// Columns of measured times are there when something was measured.
void TileTable::adoptRun()
{
    const OpenRun* run = m_workspace.run();
    m_model->setRunFacts(run ? run->facts : nullptr);
    for (const int column : {TileModel::InSitu, TileModel::Saturated})
        m_table->setColumnHidden(column, run == nullptr);
}

void TileTable::showSelection()
{
    const QScopedValueRollback following(m_following, true);
    const int row = m_model->rowOf(m_workspace.selection().tile);
    if (row < 0) {
        m_table->clearSelection();
        m_table->setCurrentIndex({});
        return;
    }
    if (m_table->currentIndex().row() != row) {
        m_table->setCurrentIndex(m_model->index(row, 0));
        m_table->scrollTo(m_model->index(row, 0), QAbstractItemView::PositionAtCenter);
    }
}

} // namespace sparsescope
