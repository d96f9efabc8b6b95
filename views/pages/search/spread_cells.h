// Cells with a small histogram, and a dot on it where this one stands.
#pragma once

#include "engine/search/liteform/told_choice.h"

#include <QStyledItemDelegate>

#include <vector>

namespace sparsescope {

struct SpreadCell {
    liteform::FeatureSpread spread;
    float value = 0;
    bool beyond = false;
};

class SpreadCells : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    // One a row; none where there is nothing to draw.
    void setRows(std::vector<SpreadCell> rows) { m_rows = std::move(rows); }
    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;

private:
    std::vector<SpreadCell> m_rows;
};

} // namespace sparsescope
