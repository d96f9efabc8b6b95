// The table of tiles.
#include "views/tiles/tile_table.h"

#include "engine/core/at.h"
#include "views/parts/table_look.h"
#include "views/parts/theme.h"
#include "views/tiles/tile_model.h"

#include <QEvent>
#include <QHeaderView>
#include <QScopedValueRollback>
#include <QStyle>
#include <QStyleOptionHeader>
#include <QTableView>
#include <QVBoxLayout>

#include <algorithm>

namespace sparsescope {

namespace {
constexpr int cellPadding = 4; // of the style sheet, at each side

// Titles that do not fit end in an ellipsis; a style sheet's header would cut them.
class TitleHeader : public QHeaderView {
public:
    explicit TitleHeader(QWidget* parent) : QHeaderView(Qt::Horizontal, parent) { setSectionsClickable(true); }

protected:
    void initStyleOptionForIndex(QStyleOptionHeader* option, int section) const override
    {
        QHeaderView::initStyleOptionForIndex(option, section);
        const int room = sectionSize(section) - 2 * cellPadding;
        if (QFontMetrics(font()).horizontalAdvance(option->text) > room)
            option->text = QFontMetrics(font()).elidedText(option->text, Qt::ElideRight, room);
    }
};
} // namespace

std::vector<int> shareWidth(const std::vector<ColumnNeed>& needs, int width)
{
    std::vector<int> widths(needs.size(), 0);
    const auto sum = [&](int ColumnNeed::*part) {
        int total = 0;
        for (const ColumnNeed& need : needs)
            total += need.shown ? need.*part : 0;
        return total;
    };
    if (width < sum(&ColumnNeed::title)) {
        // As few titles as possible are cut: those with the most room beside their cells.
        std::vector<std::size_t> order;
        for (std::size_t i = 0; i < needs.size(); ++i) {
            widths[i] = needs[i].shown ? needs[i].title : 0;
            if (needs[i].shown)
                order.push_back(i);
        }
        std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
            return needs[a].title - needs[a].least > needs[b].title - needs[b].least;
        });
        int lacking = sum(&ColumnNeed::title) - width;
        for (const std::size_t i : order) {
            const int taken = std::clamp(lacking, 0, needs[i].title - needs[i].least);
            widths[i] -= taken;
            lacking -= taken;
        }
    } else if (width < sum(&ColumnNeed::wanted)) {
        // From the whole title to the air around it, the same part of the way for every column.
        const int from = sum(&ColumnNeed::title);
        const int range = sum(&ColumnNeed::wanted) - from;
        int given = 0, before = 0;
        for (std::size_t i = 0; i < needs.size(); ++i) {
            if (!needs[i].shown)
                continue;
            before += needs[i].wanted - needs[i].title;
            const auto upTo = static_cast<int>(static_cast<std::int64_t>(before) * (width - from) / range);
            widths[i] = needs[i].title + upTo - given;
            given = upTo;
        }
    } else {
        const auto shown = static_cast<int>(std::count_if(needs.begin(), needs.end(), [](auto& n) { return n.shown; }));
        int left = width - sum(&ColumnNeed::wanted);
        int columns = shown;
        for (std::size_t i = 0; i < needs.size(); ++i) {
            if (!needs[i].shown)
                continue;
            const int extra = left / columns--;
            widths[i] = needs[i].wanted + extra;
            left -= extra;
        }
    }
    return widths;
}

TileTable::TileTable(Workspace& workspace, QWidget* parent)
    : QWidget(parent), m_workspace(workspace), m_model(new TileModel(workspace.jobs(), this)),
      m_table(new QTableView(this))
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
    auto* header = new TitleHeader(m_table);
    m_table->setHorizontalHeader(header);
    header->setHighlightSections(false);
    header->setSectionsMovable(true);
    header->setSortIndicator(TileModel::TileNumber, Qt::AscendingOrder);
    m_table->setSortingEnabled(true);
    header->setMinimumSectionSize(24);
    tellCutCells(*m_table);
    m_table->viewport()->installEventFilter(this);

    m_measure.setSingleShot(true);
    m_measure.setInterval(0);
    connect(&m_measure, &QTimer::timeout, this, [this] {
        measureColumns();
        fitColumns();
    });
    // The arrow of the sorted column needs room.
    connect(m_model, &TileModel::headerDataChanged, this, &TileTable::measureSoon);
    connect(m_model, &TileModel::dataChanged, this, &TileTable::measureSoon);
    connect(header, &QHeaderView::sectionResized, this, [this] { m_byHand = m_byHand || !m_fitting; });
    connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this, [this](const QModelIndex& now) {
        if (!m_following && now.isValid())
            m_workspace.attention().selectTile(m_model->tileAt(now.row()));
    });
    connect(m_model, &TileModel::sorted, this, &TileTable::showSelection);
    listen(m_workspace.attention(), Attention::SelectionChanged, this, &TileTable::showSelection);
    listen(m_workspace.attention(), Attention::PlanChanged, this, &TileTable::adoptPlan);
    listen(m_workspace.document(), Document::PlanFactsChanged, this,
           [this] { m_model->setFacts(m_workspace.attention().planFacts()); });
    listen(m_workspace.document(), Document::RunsChanged, this, &TileTable::adoptRun);
    adoptPlan();
    measureColumns();
    fitColumns();
}

void TileTable::measureSoon()
{
    m_measure.start();
}

void TileTable::adoptPlan()
{
    const QScopedValueRollback following(m_following, true);
    m_byHand = false;
    m_model->setPlan(m_workspace.attention().plan());
    m_model->setFacts(m_workspace.attention().planFacts());
    adoptRun();
    showSelection();
}

// Columns of measured times are there when something was measured.
void TileTable::adoptRun()
{
    const OpenRun* run = m_workspace.attention().run();
    m_model->setRunFacts(run ? run->facts : nullptr);
    {
        const QScopedValueRollback fitting(m_fitting, true);
        for (const int column : {TileModel::InSitu, TileModel::Saturated})
            m_table->setColumnHidden(column, run == nullptr);
    }
    measureSoon();
}

// By the titles and by the cells of some rows from everywhere in the plan.
void TileTable::measureColumns()
{
    constexpr int few = 500;          // all of so many rows are looked at, else some
    constexpr int longestFormat = 28; // characters
    const QFontMetrics metrics(m_table->horizontalHeader()->font());
    const int rows = m_model->rowCount();
    const int most = rows <= few ? few : 150;
    m_needs.assign(TileModel::ColumnCount, {});
    for (int column = 0; column < TileModel::ColumnCount; ++column) {
        int cells = 0;
        for (int i = 0; i < std::min(rows, most); ++i) {
            const auto row =
                static_cast<int>(rows <= most ? i : static_cast<std::int64_t>(i) * (rows - 1) / (most - 1));
            const QString text = m_model->index(row, column).data(Qt::DisplayRole).toString();
            cells = std::max(cells, metrics.horizontalAdvance(text));
        }
        if (column == TileModel::Format)
            // What a graph's nodes are called may be cut, as all cells are told on hover; other columns may not.
            cells = std::min(cells, longestFormat * metrics.averageCharWidth()) +
                    m_table->style()->pixelMetric(QStyle::PM_SmallIconSize) + 6; // its colour
        const QString title = m_model->headerData(column, Qt::Horizontal, Qt::DisplayRole).toString();
        ColumnNeed& need = m_needs[at(column)];
        need.least = cells + 2 * cellPadding;
        need.title = std::max(need.least, metrics.horizontalAdvance(title) + 2 * cellPadding);
        need.wanted = need.title + space::inside;
        need.shown = !m_table->isColumnHidden(column);
    }
}

void TileTable::fitColumns()
{
    if (m_byHand || m_fitting)
        return;
    const QScopedValueRollback fitting(m_fitting, true);
    const std::vector<int> widths = shareWidth(m_needs, m_table->viewport()->width());
    for (int column = 0; column < TileModel::ColumnCount; ++column)
        if (widths[at(column)] > 0)
            m_table->setColumnWidth(column, widths[at(column)]);
}

void TileTable::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    fitColumns();
}

void TileTable::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange) {
        measureColumns();
        fitColumns();
    }
}

// The scroll bar at the side comes and goes with the rows.
bool TileTable::eventFilter(QObject* object, QEvent* event)
{
    if (event->type() == QEvent::Resize)
        fitColumns();
    return QWidget::eventFilter(object, event);
}

void TileTable::showSelection()
{
    const QScopedValueRollback following(m_following, true);
    const int row = m_model->rowOf(m_workspace.attention().selection().tile);
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
