#include "views/parts/flow_layout.h"

#include <algorithm>

namespace sparsescope {

FlowLayout::FlowLayout(int spacing, QWidget* parent) : QLayout(parent)
{
    setContentsMargins(0, 0, 0, 0);
    setSpacing(spacing);
}

FlowLayout::~FlowLayout()
{
    qDeleteAll(m_items);
}

QLayoutItem* FlowLayout::takeAt(int index)
{
    return index >= 0 && index < m_items.size() ? m_items.takeAt(index) : nullptr;
}

QSize FlowLayout::minimumSize() const
{
    QSize size;
    for (const QLayoutItem* item : m_items)
        size = size.expandedTo(item->minimumSize());
    const QMargins m = contentsMargins();
    return size + QSize(m.left() + m.right(), m.top() + m.bottom());
}

void FlowLayout::setGeometry(const QRect& rect)
{
    QLayout::setGeometry(rect);
    arrange(rect, true);
}

int FlowLayout::arrange(const QRect& rect, bool move) const
{
    const QMargins m = contentsMargins();
    const QRect room = rect.marginsRemoved(m);
    // Lines first, so that all of a line are centred on it.
    int y = room.top();
    for (qsizetype first = 0; first < m_items.size();) {
        int width = 0, height = 0;
        qsizetype end = first;
        for (; end < m_items.size(); ++end) {
            if (m_items[end]->isEmpty())
                continue;
            const QSize size = m_items[end]->sizeHint();
            if (width > 0 && width + spacing() + size.width() > room.width())
                break;
            width += (width > 0 ? spacing() : 0) + size.width();
            height = std::max(height, size.height());
        }
        int x = room.left();
        for (qsizetype i = first; i < end && move; ++i) {
            if (m_items[i]->isEmpty())
                continue;
            const QSize size = m_items[i]->sizeHint();
            m_items[i]->setGeometry(
                QRect(x, y + (height - size.height()) / 2, std::min(size.width(), room.width()), size.height()));
            x += size.width() + spacing();
        }
        if (height > 0)
            y += height + spacing();
        first = end;
    }
    return std::max(0, y - spacing() - room.top()) + m.top() + m.bottom();
}

} // namespace sparsescope
