// Where the time of a call goes as bars.
#include "views/pages/measure/call_bars.h"

#include "engine/raster/colour_map.h"
#include "views/parts/numbers.h"
#include "views/parts/words.h"

#include <QHelpEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>
#include <array>
#include <cmath>

namespace sparsescope {

namespace {

constexpr int stripe = 22; // height of a bar

int titleHeight()
{
    return QFontMetrics(typeFace(TypeSize::Small)).height() + 2;
}

QColor blended(const QColor& a, const QColor& b, double t)
{
    return QColor::fromRgb(raster::mixed(a.rgb(), b.rgb(), t));
}

} // namespace

QString partName(CallPart part)
{
    return fromEngine(name(part));
}

QColor partColor(CallPart part, const Colors& colors)
{
    const QColor aside(0x00, 0x9E, 0x73);
    switch (part) {
    case CallPart::Launch:
        return blended(colors.secondary, colors.background, 0.25);
    case CallPart::Zeroing:
        return aside;
    case CallPart::Work:
    case CallPart::Kernel:
        return colors.accent;
    case CallPart::Latency:
        return blended(colors.accent, colors.background, 0.42);
    case CallPart::Imbalance:
        return blended(colors.accent, colors.background, 0.72);
    case CallPart::Conversion:
        return blended(aside, colors.background, 0.45);
    case CallPart::Left:
        break;
    }
    return colors.panel;
}

void fillPart(QPainter& painter, const QRectF& place, CallPart part, const Colors& colors)
{
    painter.fillRect(place, partColor(part, colors));
    if (part != CallPart::Left)
        return;
    painter.fillRect(place, QBrush(colors.secondary, Qt::BDiagPattern));
    painter.setPen(QPen(colors.secondary, 1));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(place.adjusted(0.5, 0.5, -0.5, -0.5));
}

std::span<const CallPart> partsInOrder()
{
    static constexpr std::array order = {CallPart::Launch,     CallPart::Zeroing,   CallPart::Work,
                                         CallPart::Latency,    CallPart::Imbalance, CallPart::Kernel,
                                         CallPart::Conversion, CallPart::Left};
    return order;
}

CallBars::CallBars(QWidget* parent) : QWidget(parent)
{
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setAccessibleName(tr("Where the time of a call goes"));
}

void CallBars::setRows(std::vector<Row> rows)
{
    m_rows = std::move(rows);
    QStringList spoken;
    for (const Row& row : m_rows) {
        QStringList parts;
        for (const CallPart part : partsInOrder())
            if (row.anatomy.known(part))
                parts << partName(part) + QLatin1Char(' ') + durationText(row.anatomy[part]);
        spoken << tr("%1 %2: %3").arg(row.title, durationText(row.anatomy.totalNs), parts.join(QStringLiteral(", ")));
    }
    setAccessibleDescription(spoken.join(QStringLiteral("; ")));
    updateGeometry();
    update();
}

int CallBars::height(int rows)
{
    return rows * (titleHeight() + stripe + 6);
}

// Parts below 0 take no place.
std::vector<CallBars::Segment> CallBars::segments(std::size_t row) const
{
    const auto sum = [](const Anatomy& anatomy) {
        double ns = 0;
        for (const CallPart part : partsInOrder())
            ns += anatomy.known(part) ? std::max(0.0, anatomy[part]) : 0;
        return ns;
    };
    double most = 1;
    for (const Row& r : m_rows)
        most = std::max(most, sum(r.anatomy));
    std::vector<Segment> segments;
    double x = 0;
    const double y = static_cast<double>(row) * (titleHeight() + stripe + 6) + titleHeight();
    for (const CallPart part : partsInOrder()) {
        const double ns = m_rows[row].anatomy[part];
        if (!(ns > 0))
            continue;
        const double wide = ns / most * width();
        segments.push_back({part, QRectF(x, y, wide, stripe), ns});
        x += wide;
    }
    return segments;
}

void CallBars::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const Colors& c = colorsOf(*this);
    const QFontMetrics metrics(typeFace(TypeSize::Small));
    for (std::size_t i = 0; i < m_rows.size(); ++i) {
        const std::vector<Segment> all = segments(i);
        const double top = static_cast<double>(i) * (titleHeight() + stripe + 6);
        painter.setFont(typeFace(TypeSize::Small, true));
        painter.setPen(c.text);
        const QString total = durationText(m_rows[i].anatomy.totalNs);
        painter.drawText(QRectF(0, top, width(), titleHeight()), Qt::AlignLeft | Qt::AlignVCenter, total);
        const int after = painter.fontMetrics().horizontalAdvance(total) + space::inside;
        painter.setFont(typeFace(TypeSize::Small));
        painter.drawText(QRectF(after, top, width() - after, titleHeight()), Qt::AlignLeft | Qt::AlignVCenter,
                         metrics.elidedText(m_rows[i].title, Qt::ElideRight, width() - after));
        for (const Segment& segment : all) {
            // A gap of the background sets neighbours apart.
            const QRectF place = segment.place.adjusted(0, 0, segment.place.width() > 3 ? -1 : 0, 0);
            fillPart(painter, place, segment.part, c);
            const QString value = durationText(segment.ns);
            QString text = partName(segment.part) + QLatin1Char(' ') + value;
            if (metrics.horizontalAdvance(text) + 8 > place.width())
                text = value;
            if (metrics.horizontalAdvance(text) + 8 > place.width())
                continue;
            const QColor fill = partColor(segment.part, c);
            if (segment.part == CallPart::Left)
                painter.fillRect(QRectF(place.center().x() - metrics.horizontalAdvance(text) / 2.0 - 3, place.top() + 2,
                                        metrics.horizontalAdvance(text) + 6, place.height() - 4),
                                 fill);
            const bool white = raster::contrast(fill.rgb(), 0xFFFFFFFFu) > raster::contrast(fill.rgb(), 0xFF000000u);
            painter.setPen(white ? Qt::white : Qt::black);
            painter.drawText(place, Qt::AlignCenter, text);
        }
    }
}

QString CallBars::tipAt(QPoint at) const
{
    for (std::size_t i = 0; i < m_rows.size(); ++i)
        for (const Segment& segment : segments(i))
            if (segment.place.contains(at))
                return tr("%1, %2: %3 ns\n%4")
                    .arg(partName(segment.part), m_rows[i].title, exactText(segment.ns),
                         fromEngine(meaning(segment.part)));
    return {};
}

bool CallBars::event(QEvent* event)
{
    if (event->type() != QEvent::ToolTip)
        return QWidget::event(event);
    auto* help = static_cast<QHelpEvent*>(event);
    if (const QString tip = tipAt(help->pos()); !tip.isEmpty())
        QToolTip::showText(help->globalPos(), tip, this);
    else
        QToolTip::hideText();
    return true;
}

} // namespace sparsescope
