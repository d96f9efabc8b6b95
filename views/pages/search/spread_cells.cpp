#include "views/pages/search/spread_cells.h"

#include "views/parts/theme.h"

#include <QPainter>

#include <algorithm>

namespace sparsescope {

void SpreadCells::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    QStyledItemDelegate::paint(painter, option, index);
    const auto row = static_cast<std::size_t>(index.row());
    if (row >= m_rows.size())
        return;
    const SpreadCell& cell = m_rows[row];
    const liteform::FeatureSpread& spread = cell.spread;
    const Colors& c = colorsOf(option.palette);
    const bool selected = option.state & QStyle::State_Selected;
    constexpr double dot = 3.5; // pixels
    const QRectF place = QRectF(option.rect).adjusted(4 + dot, 2, -4 - dot, -2);
    // What is beyond widens the picture. One value alone stands in the middle.
    double least = std::min(spread.least, cell.value), most = std::max(spread.most, cell.value);
    if (most <= least) {
        least -= 1;
        most += 1;
    }
    const auto across = [&](double value) { return place.left() + (value - least) / (most - least) * place.width(); };
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setPen(Qt::NoPen);
    painter->setBrush(selected ? c.onAccent : c.secondary);
    painter->setOpacity(selected ? 0.7 : 0.55);
    const int highest = *std::max_element(spread.cases.begin(), spread.cases.end());
    const double part = (double{spread.most} - spread.least) / static_cast<double>(spread.cases.size());
    for (std::size_t i = 0; i < spread.cases.size(); ++i) {
        if (spread.cases[i] == 0)
            continue;
        const double from = across(spread.least + part * static_cast<double>(i));
        const double to = part > 0 ? across(spread.least + part * static_cast<double>(i + 1)) - 1 : from;
        const double height = std::max(1.5, place.height() * spread.cases[i] / highest);
        painter->drawRect(QRectF(from - (part > 0 ? 0 : 1), place.bottom() - height, std::max(2.0, to - from), height));
    }
    painter->setOpacity(1);
    painter->setPen(QPen(selected ? c.accent : c.background, 1.5));
    painter->setBrush(selected ? c.onAccent : cell.beyond ? c.bad : c.accent);
    painter->drawEllipse(QPointF(across(cell.value), place.bottom() - dot), dot + 0.75, dot + 0.75);
    painter->restore();
}

} // namespace sparsescope
