// A few horizontal bars.
#include "views/parts/bars_view.h"

#include "views/parts/theme.h"

#include <QHelpEvent>
#include <QPainter>
#include <QToolTip>

namespace sparsescope {

namespace {
constexpr int barHeight = 8;
}

BarsView::BarsView(QWidget* parent) : QWidget(parent)
{
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void BarsView::setBars(std::vector<Bar> bars)
{
    m_bars = std::move(bars);
    QStringList spoken;
    for (const Bar& bar : m_bars)
        spoken << bar.name + QLatin1Char(' ') + bar.words;
    setAccessibleDescription(spoken.join(QStringLiteral("; ")));
    updateGeometry();
    update();
}

// Whether a name and its words do not fit side by side.
bool BarsView::stacked(int width) const
{
    for (const Bar& bar : m_bars) {
        const QFontMetrics metrics(typeFace(TypeSize::Small, bar.ours));
        if (metrics.horizontalAdvance(bar.name) + metrics.horizontalAdvance(bar.words) + 12 > width)
            return true;
    }
    return false;
}

// Words above, bar below.
int BarsView::lineHeight(int width) const
{
    return QFontMetrics(typeFace(TypeSize::Small)).height() * (stacked(width) ? 2 : 1) + barHeight + 8;
}

QSize BarsView::sizeHint() const
{
    return {280, heightForWidth(280)};
}

int BarsView::heightForWidth(int width) const
{
    return lineHeight(width) * static_cast<int>(m_bars.size());
}

void BarsView::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    updateGeometry(); // the least height follows the width
}

void BarsView::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const Colors& c = colorsOf(*this);
    double most = 0;
    for (const Bar& bar : m_bars)
        most = std::max({most, bar.value, bar.high});
    const int line = lineHeight(width());
    const bool below = stacked(width());
    int top = 0;
    for (const Bar& bar : m_bars) {
        painter.setFont(typeFace(TypeSize::Small, bar.ours));
        const QFontMetrics metrics(painter.font());
        painter.setPen(bar.faint ? c.secondary : c.text);
        const int words = below ? 0 : metrics.horizontalAdvance(bar.words) + 8;
        painter.drawText(QRect(0, top, width() - words, metrics.height()), Qt::AlignLeft | Qt::AlignVCenter,
                         metrics.elidedText(bar.name, Qt::ElideRight, width() - words));
        const int textTop = below ? top + metrics.height() : top;
        painter.drawText(QRect(0, textTop, width(), metrics.height()),
                         (below ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter,
                         metrics.elidedText(bar.words, Qt::ElideRight, width()));
        if (most > 0) {
            const double scale = (width() - 2) / most;
            const double y = textTop + metrics.height() + 2;
            painter.setPen(Qt::NoPen);
            painter.setBrush(c.hairline);
            painter.drawRoundedRect(QRectF(0, y, width(), barHeight), 2, 2);
            if (bar.value > 0) {
                QColor fill = bar.ours ? c.accent : c.secondary;
                if (bar.faint)
                    fill.setAlphaF(0.4F);
                const QRectF length(0, y, std::max(2.0, bar.value * scale), barHeight);
                if (bar.open)
                    painter.setPen(QPen(c.secondary, 1.2));
                painter.setBrush(bar.open ? c.background : fill);
                painter.drawRoundedRect(bar.open ? length.adjusted(0.6, 0.6, 0.6, -0.6) : length, 2, 2);
            }
            if (bar.high > bar.low && bar.value > 0) {
                painter.setPen(QPen(c.text, 1.2));
                const double middle = y + barHeight / 2.0;
                painter.drawLine(QPointF(bar.low * scale, middle), QPointF(bar.high * scale, middle));
                for (const double end : {bar.low, bar.high})
                    painter.drawLine(QPointF(end * scale, y), QPointF(end * scale, y + barHeight));
            }
        }
        top += line;
    }
}

bool BarsView::event(QEvent* event)
{
    if (event->type() == QEvent::ToolTip) {
        auto* help = static_cast<QHelpEvent*>(event);
        const auto index = static_cast<std::size_t>(std::max(0, help->pos().y()) / std::max(1, lineHeight(width())));
        if (index < m_bars.size() && !m_bars[index].tip.isEmpty())
            QToolTip::showText(help->globalPos(), m_bars[index].tip, this);
        else
            QToolTip::hideText();
        return true;
    }
    return QWidget::event(event);
}

} // namespace sparsescope
