#include "views/parts/yielding.h"

#include <QCoreApplication>
#include <QEvent>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QScopedValueRollback>
#include <QScrollBar>
#include <QStyle>
#include <QStyleOption>
#include <QStylePainter>
#include <QToolTip>

#include <algorithm>

namespace sparsescope {

namespace {

// What scrolls by itself copes with a few lines; stacked it is given some more.
constexpr int stackedHeight = 176;

int leastHeightOf(QLayoutItem& item, int width)
{
    if (const QWidget* widget = item.widget())
        return leastHeight(*widget, width);
    return item.hasHeightForWidth() ? item.minimumHeightForWidth(width) : item.minimumSize().height();
}

} // namespace

int leastHeight(const QWidget& widget, int width)
{
    // Its layout takes the highest of all its pages.
    if (const auto* stack = dynamic_cast<const ShownStack*>(&widget); stack && stack->currentWidget())
        return std::max(leastHeight(*stack->currentWidget(), width), widget.minimumHeight());
    if (const QLayout* layout = widget.layout(); layout && layout->hasHeightForWidth())
        return std::max(layout->totalMinimumHeightForWidth(width), widget.minimumHeight());
    return std::max(widget.minimumSizeHint().height(), widget.minimumHeight());
}

int widestThatFits(std::vector<int> widths, int room)
{
    std::sort(widths.begin(), widths.end());
    for (std::size_t i = 0; i < widths.size(); ++i) {
        const int limit = room / static_cast<int>(widths.size() - i);
        if (widths[i] > limit)
            return std::max(0, limit);
        room -= widths[i];
    }
    return widths.empty() ? 0 : widths.back();
}

void setFixedLine(QWidget& line, bool fixed)
{
    if (line.property("low").toBool() != fixed) {
        line.setProperty("low", fixed);
        for (QWidget* part : line.findChildren<QWidget*>()) {
            part->style()->unpolish(part);
            part->style()->polish(part);
            QEvent changed(QEvent::StyleChange); // buttons keep the size that they had under the other rules
            QCoreApplication::sendEvent(part, &changed);
            part->updateGeometry();
        }
    }
    const int height = QFontMetrics(line.font()).height() + 6;
    line.setMinimumHeight(fixed ? height : 0);
    line.setMaximumHeight(fixed ? height : QWIDGETSIZE_MAX);
}

YieldingRow::YieldingRow(int spacing, QWidget* parent) : QLayout(parent)
{
    setContentsMargins(0, 0, 0, 0);
    setSpacing(spacing);
}

YieldingRow::~YieldingRow()
{
    // A layout takes itself out of the one that it is in, where it still finds itself.
    while (QLayoutItem* item = takeAt(0))
        delete item;
}

void YieldingRow::add(QWidget* widget, int stretch)
{
    addWidget(widget);
    m_items.back().stretch = stretch;
}

void YieldingRow::add(QLayout* layout, int stretch)
{
    addChildLayout(layout);
    addItem(layout);
    m_items.back().stretch = stretch;
}

QLayoutItem* YieldingRow::itemAt(int index) const
{
    return index >= 0 && index < count() ? m_items[static_cast<std::size_t>(index)].item : nullptr;
}

QLayoutItem* YieldingRow::takeAt(int index)
{
    QLayoutItem* item = itemAt(index);
    if (item)
        m_items.erase(m_items.begin() + index);
    return item;
}

int YieldingRow::spaces() const
{
    const auto seen = std::count_if(m_items.begin(), m_items.end(), [](const Item& i) { return !i.item->isEmpty(); });
    return spacing() * std::max(0, static_cast<int>(seen) - 1);
}

bool YieldingRow::stacked(int width) const
{
    int needed = spaces() + contentsMargins().left() + contentsMargins().right();
    for (const Item& item : m_items)
        if (!item.item->isEmpty())
            needed += item.item->minimumSize().width();
    return width < needed;
}

// Shares of the room; who needs more than its share has what it needs, and the others share the rest.
std::vector<int> YieldingRow::widths(int room) const
{
    std::vector<int> widths(m_items.size(), 0);
    room -= spaces();
    int stretches = 0, least = 0;
    for (const auto& [item, stretch] : m_items)
        if (!item->isEmpty()) {
            stretches += stretch;
            least += item->minimumSize().width();
        }
    for (std::size_t i = 0; i < m_items.size(); ++i)
        if (const auto& [item, stretch] = m_items[i]; stretch == 0 && !item->isEmpty()) {
            // What it likes to have, as far as that leaves to the others what they need.
            const int more =
                std::clamp(item->sizeHint().width() - item->minimumSize().width(), 0, std::max(0, room - least));
            widths[i] = item->minimumSize().width() + more;
            room -= widths[i];
            least -= item->minimumSize().width();
        }
    for (bool again = true; again;) {
        again = false;
        for (std::size_t i = 0; i < m_items.size(); ++i) {
            const auto& [item, stretch] = m_items[i];
            const int needed = item->minimumSize().width();
            if (stretch > 0 && !item->isEmpty() && widths[i] == 0 && room * stretch / stretches < needed) {
                room -= widths[i] = needed;
                stretches -= stretch;
                again = true;
            }
        }
    }
    for (std::size_t i = 0; i < m_items.size(); ++i)
        if (const auto& [item, stretch] = m_items[i]; stretch > 0 && !item->isEmpty() && widths[i] == 0) {
            room -= widths[i] = room * stretch / stretches;
            stretches -= stretch;
        }
    return widths;
}

// One below the other.
std::vector<int> YieldingRow::heights(int width) const
{
    std::vector<int> heights;
    for (const auto& [item, stretch] : m_items) {
        const bool grows = !item->isEmpty() && (item->expandingDirections() & Qt::Vertical);
        const int least = item->isEmpty() ? 0 : leastHeightOf(*item, width);
        heights.push_back(grows ? std::max(least, std::min(item->sizeHint().height(), stackedHeight)) : least);
    }
    return heights;
}

int YieldingRow::minimumHeightForWidth(int width) const
{
    const QMargins m = contentsMargins();
    const int room = width - m.left() - m.right();
    int height = 0;
    if (stacked(width)) {
        for (const int one : heights(room))
            height += one;
        height += spaces();
    } else {
        const std::vector<int> all = widths(room);
        for (std::size_t i = 0; i < m_items.size(); ++i)
            if (!m_items[i].item->isEmpty())
                height = std::max(height, leastHeightOf(*m_items[i].item, all[i]));
    }
    return height + m.top() + m.bottom();
}

QSize YieldingRow::minimumSize() const
{
    QSize size;
    for (const Item& item : m_items)
        if (!item.item->isEmpty())
            size = size.expandedTo(item.item->minimumSize());
    const QMargins m = contentsMargins();
    return size + QSize(m.left() + m.right(), m.top() + m.bottom());
}

QSize YieldingRow::sizeHint() const
{
    QSize size(spaces(), 0);
    for (const Item& item : m_items)
        if (!item.item->isEmpty()) {
            const QSize hint = item.item->sizeHint();
            size = QSize(size.width() + hint.width(), std::max(size.height(), hint.height()));
        }
    const QMargins m = contentsMargins();
    return size + QSize(m.left() + m.right(), m.top() + m.bottom());
}

void YieldingRow::setGeometry(const QRect& rect)
{
    QLayout::setGeometry(rect);
    const QRect room = inside(rect);
    if (!stacked(rect.width())) {
        const std::vector<int> all = widths(room.width());
        int x = room.left();
        for (std::size_t i = 0; i < m_items.size(); ++i)
            if (!m_items[i].item->isEmpty()) {
                m_items[i].item->setGeometry(QRect(x, room.top(), all[i], room.height()));
                x += all[i] + spacing();
            }
        return;
    }
    std::vector<int> all = heights(room.width());
    int left = room.height() - spaces(), growing = 0;
    const auto grows = [this](std::size_t i) {
        return !m_items[i].item->isEmpty() && (m_items[i].item->expandingDirections() & Qt::Vertical);
    };
    for (std::size_t i = 0; i < all.size(); ++i) {
        left -= all[i];
        growing += grows(i) ? 1 : 0;
    }
    int y = room.top();
    for (std::size_t i = 0; i < all.size(); ++i) {
        QLayoutItem& item = *m_items[i].item;
        if (item.isEmpty())
            continue;
        if (grows(i) && left > 0) {
            all[i] += left / growing;
            left -= left / growing--;
        }
        item.setGeometry(QRect(room.left(), y, std::min(room.width(), item.maximumSize().width()), all[i]));
        y += all[i] + spacing();
    }
}

ShownStack::ShownStack(QWidget* parent) : QStackedWidget(parent)
{
    connect(this, &QStackedWidget::currentChanged, this, [this] { updateGeometry(); });
}

QSize ShownStack::minimumSizeHint() const
{
    const QWidget* shown = currentWidget();
    if (!shown)
        return {};
    const int least = std::max(shown->minimumSizeHint().width(), shown->minimumWidth());
    return {least, leastHeight(*shown, std::max(least, width()))};
}

void ShownStack::resizeEvent(QResizeEvent* event)
{
    QStackedWidget::resizeEvent(event);
    if (event->size().width() != event->oldSize().width())
        updateGeometry(); // lines of text are broken elsewhere
}

Scroller::Scroller(QWidget* content, QWidget* parent) : QScrollArea(parent)
{
    setFrameShape(QFrame::NoFrame);
    setFocusPolicy(Qt::NoFocus);
    setWidget(content);
    viewport()->setAutoFillBackground(false);
    content->setAutoFillBackground(false);
    content->installEventFilter(this);
}

QSize Scroller::sizeHint() const
{
    return widget() ? widget()->sizeHint() : QScrollArea::sizeHint();
}

void Scroller::fit()
{
    if (m_fitting || !widget())
        return;
    const QScopedValueRollback fitting(m_fitting, true);
    const int bar = style()->pixelMetric(QStyle::PM_ScrollBarExtent, nullptr, verticalScrollBar());
    const QSize room = maximumViewportSize();
    const int least = std::max(widget()->minimumSizeHint().width(), widget()->minimumWidth());
    const auto sized = [&](int width, int height) {
        return QSize(std::max(width, least), std::max(height, leastHeight(*widget(), std::max(width, least))));
    };
    QSize size = sized(room.width(), room.height());
    if (size.width() > room.width()) // a bar below
        size = sized(room.width(), room.height() - bar);
    if (size.height() > room.height()) { // a bar beside
        const QSize narrower = sized(room.width() - bar, room.height());
        size = narrower.width() > room.width() - bar ? sized(room.width() - bar, room.height() - bar) : narrower;
    }
    widget()->resize(size);
}

bool Scroller::eventFilter(QObject* object, QEvent* event)
{
    if (object == widget() && event->type() == QEvent::LayoutRequest)
        fit();
    return QScrollArea::eventFilter(object, event);
}

void Scroller::resizeEvent(QResizeEvent* event)
{
    fit();
    QScrollArea::resizeEvent(event);
}

void Scroller::keyPressEvent(QKeyEvent* event)
{
    event->ignore();
}

ElidedLabel::ElidedLabel(Qt::TextElideMode mode, QWidget* parent) : QLabel(parent), m_mode(mode)
{
    setTextFormat(Qt::PlainText);
}

QSize ElidedLabel::minimumSizeHint() const
{
    const QSize all = sizeHint();
    return {std::min(all.width(), 2 * fontMetrics().averageCharWidth()), all.height()};
}

bool ElidedLabel::cut() const
{
    return fontMetrics().horizontalAdvance(text()) > contentsRect().width();
}

bool ElidedLabel::event(QEvent* event)
{
    if (event->type() == QEvent::ToolTip && cut()) {
        const QString more = toolTip().isEmpty() || toolTip() == text() ? QString() : QLatin1Char('\n') + toolTip();
        QToolTip::showText(static_cast<QHelpEvent*>(event)->globalPos(), text() + more, this);
        return true;
    }
    return QLabel::event(event);
}

void ElidedLabel::paintEvent(QPaintEvent* event)
{
    if (!cut())
        return QLabel::paintEvent(event);
    QStylePainter painter(this);
    QStyleOption option;
    option.initFrom(this);
    const QString seen = fontMetrics().elidedText(text(), m_mode, contentsRect().width());
    painter.drawItemText(contentsRect(), static_cast<int>(alignment()), option.palette, isEnabled(), seen,
                         foregroundRole());
}

} // namespace sparsescope
