#include "views/pages/measure/bar_groups.h"

#include "views/parts/theme.h"

#include <QGridLayout>
#include <QLabel>
#include <QVBoxLayout>

#include <utility>

namespace sparsescope {

namespace {

constexpr int leastBox = 160, gap = 12; // pixels
constexpr int mostColumns = 4;

} // namespace

BarGroups::BarGroups(QWidget* parent) : QWidget(parent), m_grid(new QGridLayout(this))
{
    m_grid->setContentsMargins(0, 0, 0, 0);
    m_grid->setSpacing(gap);
}

void BarGroups::setGroups(const std::vector<BarGroup>& groups)
{
    for (QWidget* box : std::exchange(m_boxes, {}))
        delete box;
    for (const BarGroup& group : groups) {
        auto* box = m_boxes.emplace_back(new QWidget);
        auto* column = new QVBoxLayout(box);
        column->setContentsMargins(0, 0, 0, 0);
        column->setSpacing(4);
        auto* label = new QLabel(group.title);
        label->setFont(typeFace(TypeSize::Small, true));
        column->addWidget(label);
        auto* view = new BarsView;
        view->setAccessibleName(group.title);
        view->setBars(group.bars);
        column->addWidget(view);
    }
    m_columns = 0;
    arrange();
}

// All of four beside each other, or two, or one.
void BarGroups::arrange()
{
    const auto fits = [this](int columns) { return width() >= columns * leastBox + (columns - 1) * gap; };
    const int columns = fits(mostColumns) ? mostColumns : fits(2) ? 2 : 1;
    if (std::exchange(m_columns, columns) == columns)
        return;
    for (int column = 0; column < mostColumns; ++column)
        m_grid->setColumnStretch(column, column < columns ? 1 : 0);
    for (int row = 0; row < m_grid->rowCount(); ++row)
        m_grid->setRowStretch(row, 0);
    int place = 0;
    for (QWidget* box : m_boxes) {
        m_grid->addWidget(box, place / columns, place % columns, Qt::AlignTop);
        ++place;
    }
    m_grid->setRowStretch((place + columns - 1) / columns, 1);
}

// Those beside each other go below each other where there is less room.
QSize BarGroups::minimumSizeHint() const
{
    return {leastBox, QWidget::minimumSizeHint().height()};
}

void BarGroups::resizeEvent(QResizeEvent* event)
{
    arrange();
    QWidget::resizeEvent(event);
}

QString BarGroups::text() const
{
    QStringList lines;
    for (const BarsView* view : findChildren<BarsView*>())
        for (const Bar& bar : view->bars())
            lines << QStringLiteral("%1: %2 %3").arg(view->accessibleName(), bar.name, bar.words);
    return lines.join(QLatin1Char('\n'));
}

} // namespace sparsescope
