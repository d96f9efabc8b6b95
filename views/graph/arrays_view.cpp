#include "views/graph/arrays_view.h"

#include "views/parts/numbers.h"
#include "views/parts/theme.h"

#include <QHelpEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QScrollBar>
#include <QToolTip>
#include <QWheelEvent>

#include <algorithm>

namespace sparsescope {

namespace {

constexpr int nameHeight = 18, indexHeight = 13, cellHeight = 18, gap = 8;
constexpr std::int64_t paddingValue = -1;

bool isBits(const ShownArray& a)
{
    return a.array == graph::Array::BmtBitmaps || a.array == graph::Array::BmwBitmaps;
}

// Is an element of -1 padding, or no row?
bool hasPadding(const ShownArray& a)
{
    return !isBits(a) && a.array != graph::Array::Diagonals;
}

std::int64_t asShown(const ShownArray& a, std::int32_t value)
{
    return isBits(a) ? static_cast<std::int64_t>(static_cast<std::uint32_t>(value)) : value;
}

bool knowsEnough(const graph::ArrayFunction& f)
{
    return f.family != graph::FunctionFamily::RowLinear && !f.bases;
}

} // namespace

std::int64_t ShownArray::size() const
{
    return now ? std::ssize(*now) : kernel ? kernel->function.size : 0;
}

std::int64_t ShownArray::cells() const
{
    return before ? std::max(size(), std::int64_t{std::ssize(*before)}) : size();
}

std::optional<std::int64_t> ShownArray::value(std::int64_t i) const
{
    if (i >= size())
        return {};
    if (now)
        return asShown(*this, (*now)[static_cast<std::size_t>(i)]);
    if (kernel && knowsEnough(kernel->function))
        return graph::valueAt(kernel->function, i);
    return {};
}

ArraysView::ArraysView(QWidget* parent) : QAbstractScrollArea(parent)
{
    setFrameShape(QFrame::NoFrame);
    setFocusPolicy(Qt::StrongFocus);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setAccessibleName(tr("Arrays after the node"));
    setMinimumSize(200, 80);
    viewport()->setAutoFillBackground(false);
}

void ArraysView::setArrays(std::vector<ShownArray> arrays)
{
    const QString was = m_current >= 0 ? m_arrays[static_cast<std::size_t>(m_current)].name : QString();
    std::vector<std::pair<QString, std::int64_t>> firsts;
    for (std::size_t i = 0; i < m_arrays.size(); ++i)
        firsts.emplace_back(m_arrays[i].name, m_places[i].first);
    m_arrays = std::move(arrays);
    m_places.assign(m_arrays.size(), {});
    m_current = -1;
    for (std::size_t i = 0; i < m_arrays.size(); ++i) {
        if (m_arrays[i].name == was)
            m_current = static_cast<int>(i);
        for (const auto& [name, first] : firsts)
            if (name == m_arrays[i].name && first < m_arrays[i].size())
                m_places[i].first = first;
    }
    if (m_current < 0 || m_element >= m_arrays[static_cast<std::size_t>(m_current)].size())
        m_element = 0;
    if (m_current < 0 && !m_arrays.empty())
        m_current = 0;
    arrange();
    Q_EMIT currentChanged();
}

void ArraysView::arrange()
{
    const int digit = QFontMetrics(monospaced()).horizontalAdvance(QLatin1Char('0'));
    const int index = QFontMetrics(typeFace(TypeSize::Small)).horizontalAdvance(QLatin1Char('0'));
    int top = 0;
    for (std::size_t i = 0; i < m_arrays.size(); ++i) {
        const ShownArray& a = m_arrays[i];
        const auto digits = static_cast<int>(QString::number(std::max<std::int64_t>(a.cells() - 1, 0)).size());
        m_places[i].cell = std::max((isBits(a) ? 10 : a.digits) * digit, digits * index) + 8;
        m_places[i].top = top;
        m_places[i].height = nameHeight + indexHeight + cellHeight + (a.before ? cellHeight : 0);
        top += m_places[i].height + gap;
    }
    verticalScrollBar()->setRange(0, std::max(0, top - gap - viewport()->height()));
    verticalScrollBar()->setPageStep(viewport()->height());
    verticalScrollBar()->setSingleStep(cellHeight);
    viewport()->update();
}

std::int64_t ArraysView::seen(int array) const
{
    return std::max(1, viewport()->width() / m_places[static_cast<std::size_t>(array)].cell);
}

void ArraysView::setMarks(const std::vector<graph::Mention>& marks)
{
    for (std::size_t i = 0; i < m_arrays.size(); ++i) {
        m_places[i].mark = -1;
        for (const graph::Mention& mark : marks)
            if (m_arrays[i].array == mark.array && mark.i < m_arrays[i].size()) {
                m_places[i].mark = mark.i;
                showElement(static_cast<int>(i), mark.i);
            }
    }
    viewport()->update();
}

void ArraysView::showElement(int array, std::int64_t element)
{
    Place& place = m_places[static_cast<std::size_t>(array)];
    const std::int64_t fits = seen(array);
    if (element < place.first || element >= place.first + fits)
        place.first = std::max<std::int64_t>(0, element - fits / 2);
}

void ArraysView::setCurrent(int array, std::int64_t element)
{
    if (array < 0 || array >= static_cast<int>(m_arrays.size()))
        return;
    m_current = array;
    m_element = std::clamp<std::int64_t>(
        element, 0, std::max<std::int64_t>(m_arrays[static_cast<std::size_t>(array)].size() - 1, 0));
    showElement(array, m_element);
    const Place& place = m_places[static_cast<std::size_t>(array)];
    if (place.top < verticalScrollBar()->value())
        verticalScrollBar()->setValue(place.top);
    else if (place.top + place.height > verticalScrollBar()->value() + viewport()->height())
        verticalScrollBar()->setValue(place.top + place.height - viewport()->height());
    const ShownArray& a = m_arrays[static_cast<std::size_t>(array)];
    if (a.size() > 0)
        if (const auto value = a.value(m_element))
            setAccessibleDescription(tr("%1, element %2: %3").arg(a.name, countText(m_element)).arg(*value));
    viewport()->update();
    Q_EMIT currentChanged();
}

QRect ArraysView::cellRect(int array, std::int64_t element) const
{
    const Place& place = m_places[static_cast<std::size_t>(array)];
    if (element < place.first || element >= place.first + seen(array))
        return {};
    return {static_cast<int>(element - place.first) * place.cell,
            place.top - verticalScrollBar()->value() + nameHeight + indexHeight, place.cell, cellHeight};
}

void ArraysView::paintArray(QPainter& painter, int array)
{
    const Colors& c = colorsOf(*this);
    const ShownArray& a = m_arrays[static_cast<std::size_t>(array)];
    const Place& place = m_places[static_cast<std::size_t>(array)];
    int y = place.top - verticalScrollBar()->value();
    const int width = viewport()->width();
    // The name, and what is known of it.
    painter.setFont(typeFace(TypeSize::Small, true));
    painter.setPen(array == m_current ? c.accent : c.text);
    const QString name = a.changed ? QStringLiteral("● ") + a.name : a.name;
    painter.drawText(QRect(0, y, width, nameHeight), Qt::AlignVCenter, name);
    const int behind = painter.fontMetrics().horizontalAdvance(name) + space::inside;
    painter.setFont(typeFace(TypeSize::Small));
    painter.setPen(c.secondary);
    painter.drawText(QRect(behind, y, width - behind, nameHeight), Qt::AlignVCenter,
                     painter.fontMetrics().elidedText(a.note, Qt::ElideRight, width - behind));
    y += nameHeight;
    const std::int64_t end = std::min(a.cells(), place.first + seen(array) + 1);
    for (std::int64_t i = place.first; i < end; ++i) {
        const QRect index(static_cast<int>(i - place.first) * place.cell, y, place.cell, indexHeight);
        const QRect cell = index.translated(0, indexHeight).adjusted(0, 0, 0, cellHeight - indexHeight);
        const bool marked = i == place.mark, current = array == m_current && i == m_element && hasFocus();
        QFont small = typeFace(TypeSize::Small);
        small.setPointSizeF(small.pointSizeF() * 0.8);
        painter.setFont(small);
        painter.setPen(c.secondary);
        painter.drawText(index, Qt::AlignCenter, QString::number(i));
        const bool gone = i >= a.size(); // there was one
        const std::optional<std::int64_t> value = a.value(i);
        painter.setFont(monospaced());
        painter.setPen(c.hairline);
        const bool padding = value == paddingValue && hasPadding(a);
        painter.setBrush(marked ? c.accent : padding ? c.panel : c.background);
        if (!gone)
            painter.drawRect(cell.adjusted(0, 0, 0, -1)); // its last line is the next one's first
        if (current) {
            painter.setBrush(Qt::NoBrush);
            painter.setPen(QPen(c.accent, 2));
            painter.drawRect(cell.adjusted(1, 1, -2, -2));
        }
        painter.setPen(marked ? c.onAccent : c.text);
        if (value && !padding)
            painter.drawText(cell, Qt::AlignCenter, QString::number(*value));
        if (a.before && i < std::ssize(*a.before)) {
            const std::int32_t was = (*a.before)[static_cast<std::size_t>(i)];
            painter.setPen(c.secondary);
            if (was != paddingValue || !hasPadding(a))
                painter.drawText(cell.translated(0, cellHeight), Qt::AlignCenter, QString::number(asShown(a, was)));
        }
    }
}

void ArraysView::paintEvent(QPaintEvent*)
{
    QPainter painter(viewport());
    const int from = verticalScrollBar()->value();
    for (int i = 0; i < static_cast<int>(m_arrays.size()); ++i) {
        const Place& place = m_places[static_cast<std::size_t>(i)];
        if (place.top + place.height > from && place.top < from + viewport()->height())
            paintArray(painter, i);
    }
}

void ArraysView::resizeEvent(QResizeEvent* event)
{
    QAbstractScrollArea::resizeEvent(event);
    arrange();
}

void ArraysView::focusInEvent(QFocusEvent* event)
{
    QAbstractScrollArea::focusInEvent(event);
    viewport()->update();
}

void ArraysView::mousePressEvent(QMouseEvent* event)
{
    const int y = event->position().toPoint().y() + verticalScrollBar()->value();
    for (int i = 0; i < static_cast<int>(m_arrays.size()); ++i) {
        const Place& place = m_places[static_cast<std::size_t>(i)];
        if (y < place.top || y >= place.top + place.height)
            continue;
        const bool cells = y >= place.top + nameHeight;
        const std::int64_t element = place.first + event->position().toPoint().x() / place.cell;
        if (!cells || element >= m_arrays[static_cast<std::size_t>(i)].size())
            return setCurrent(i, place.first);
        setCurrent(i, element);
        Q_EMIT chosen(i, element);
        return;
    }
}

void ArraysView::keyPressEvent(QKeyEvent* event)
{
    if (m_current < 0)
        return event->ignore();
    const std::int64_t last = m_arrays[static_cast<std::size_t>(m_current)].size() - 1;
    const std::int64_t page = seen(m_current);
    switch (event->key()) {
    case Qt::Key_Up:
        return setCurrent(m_current - 1, 0);
    case Qt::Key_Down:
        return setCurrent(m_current + 1, 0);
    case Qt::Key_Left:
        return setCurrent(m_current, m_element - 1);
    case Qt::Key_Right:
        return setCurrent(m_current, m_element + 1);
    case Qt::Key_PageUp:
        return setCurrent(m_current, m_element - page);
    case Qt::Key_PageDown:
        return setCurrent(m_current, m_element + page);
    case Qt::Key_Home:
        return setCurrent(m_current, 0);
    case Qt::Key_End:
        return setCurrent(m_current, last);
    case Qt::Key_Return:
    case Qt::Key_Enter:
        return Q_EMIT chosen(m_current, m_element);
    default:
        event->ignore();
    }
}

// Up and down through the arrays, with Shift (or sideways) along the one under the cursor.
void ArraysView::wheelEvent(QWheelEvent* event)
{
    const bool sideways = event->modifiers() & Qt::ShiftModifier || event->angleDelta().x() != 0;
    if (!sideways)
        return QAbstractScrollArea::wheelEvent(event);
    const int delta = event->angleDelta().x() != 0 ? event->angleDelta().x() : event->angleDelta().y();
    const int y = event->position().toPoint().y() + verticalScrollBar()->value();
    for (std::size_t i = 0; i < m_arrays.size(); ++i) {
        Place& place = m_places[i];
        if (y < place.top || y >= place.top + place.height)
            continue;
        const std::int64_t most = std::max<std::int64_t>(0, m_arrays[i].cells() - seen(static_cast<int>(i)));
        place.first = std::clamp<std::int64_t>(place.first - delta / 40, 0, most);
        viewport()->update();
    }
    event->accept();
}

bool ArraysView::viewportEvent(QEvent* event)
{
    if (event->type() != QEvent::ToolTip)
        return QAbstractScrollArea::viewportEvent(event);
    const auto& help = static_cast<const QHelpEvent&>(*event);
    const int y = help.pos().y() + verticalScrollBar()->value();
    QString text;
    for (std::size_t i = 0; i < m_arrays.size(); ++i)
        if (y >= m_places[i].top && y < m_places[i].top + m_places[i].height)
            text = m_arrays[i].name + QStringLiteral(": ") + m_arrays[i].note;
    QToolTip::showText(help.globalPos(), text, viewport());
    return true;
}

bool ArraysView::event(QEvent* event)
{
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange)
        arrange();
    return QAbstractScrollArea::event(event);
}

} // namespace sparsescope
