// A few horizontal bars.
#include "views/measure/bars_view.h"

#include "views/theme.h"

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

// Words above, bar below.
int BarsView::lineHeight() const
{
    return QFontMetrics(typeFace(TypeSize::Small)).height() + barHeight + 8;
}

QSize BarsView::sizeHint() const
{
    return {280, lineHeight() * static_cast<int>(m_bars.size())};
}

void BarsView::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const Colors& c = colorsOf(*this);
    double most = 0;
    for (const Bar& bar : m_bars)
        most = std::max({most, bar.value, bar.high});
    const QFontMetrics metrics(typeFace(TypeSize::Small));
    const int line = lineHeight();
    int top = 0;
    for (const Bar& bar : m_bars) {
        painter.setFont(typeFace(TypeSize::Small, bar.ours));
        const QFontMetrics mine(painter.font());
        painter.setPen(bar.faint ? c.secondary : c.text);
        const int words = mine.horizontalAdvance(bar.words);
        painter.drawText(QRect(0, top, width(), metrics.height()), Qt::AlignRight | Qt::AlignVCenter, bar.words);
        painter.setPen(bar.faint ? c.secondary : c.text);
        painter.drawText(QRect(0, top, std::max(0, width() - words - 8), metrics.height()),
                         Qt::AlignLeft | Qt::AlignVCenter,
                         mine.elidedText(bar.name, Qt::ElideRight, std::max(0, width() - words - 8)));
        if (most > 0) {
            const double scale = (width() - 2) / most;
            const double y = top + metrics.height() + 2;
            painter.setPen(Qt::NoPen);
            painter.setBrush(c.hairline);
            painter.drawRoundedRect(QRectF(0, y, width(), barHeight), 2, 2);
            if (bar.value > 0) {
                QColor fill = bar.ours ? c.accent : c.secondary;
                if (bar.faint)
                    fill.setAlphaF(0.4F);
                painter.setBrush(fill);
                painter.drawRoundedRect(QRectF(0, y, std::max(2.0, bar.value * scale), barHeight), 2, 2);
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
        const auto index = static_cast<std::size_t>(std::max(0, help->pos().y()) / std::max(1, lineHeight()));
        if (index < m_bars.size() && !m_bars[index].tip.isEmpty())
            QToolTip::showText(help->globalPos(), m_bars[index].tip, this);
        else
            QToolTip::hideText();
        return true;
    }
    return QWidget::event(event);
}

} // namespace sparsescope
