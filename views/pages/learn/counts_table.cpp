#include "views/pages/learn/counts_table.h"

#include "views/parts/numbers.h"
#include "views/parts/theme.h"

#include <QPainter>
#include <QStringList>

#include <algorithm>
#include <numeric>

namespace sparsescope {

namespace {

constexpr int air = 14; // between columns
constexpr int columns = 4;
const QString mark = QStringLiteral("✓ ");

} // namespace

CountsTable::CountsTable(QWidget* parent) : QWidget(parent)
{
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    setAccessibleName(tr("Bytes and padding"));
}

void CountsTable::setCounts(std::vector<learn::FormatCounts> counts, learn::Asked asked)
{
    m_counts = std::move(counts);
    m_asked = std::move(asked);
    setVisible(!m_counts.empty());
    setAccessibleDescription(text());
    setToolTip(tr("What each format stores of this matrix; ✓ marks the least"));
    updateGeometry();
    update();
}

// What a warp touches where it is stepped, else what is stored.
std::vector<std::vector<QString>> CountsTable::rows() const
{
    const bool steps = multiplied();
    std::vector<std::vector<QString>> rows{
        steps ? std::vector<QString>{tr("Format"), tr("sectors"), tr("fewest"), tr("idle lanes")}
              : std::vector<QString>{tr("Format"), tr("bytes"), tr("values"), tr("padding")}};
    for (const learn::FormatCounts& c : m_counts) {
        const QString label = QString::fromStdString(c.label);
        const QString share = c.values > 0 && !m_asked.number("padding")
                                  ? QStringLiteral(" (%1)").arg(
                                        percentText(static_cast<double>(c.padding) / static_cast<double>(c.values)))
                                  : QString();
        rows.push_back(steps ? std::vector<QString>{label, number("sectors", c.sectors), countText(c.fewestSectors),
                                                    number("idle", c.idle)}
                             : std::vector<QString>{label, number("bytes", c.bytes), countText(c.values),
                                                    number("padding", c.padding) + share});
    }
    return rows;
}

QString CountsTable::number(const char* name, std::int64_t number) const
{
    return m_asked.number(name) ? QStringLiteral("?") : countText(number);
}

bool CountsTable::asks(int column) const
{
    return m_asked.number(column == 1 ? (multiplied() ? "sectors" : "bytes") : multiplied() ? "idle" : "padding");
}

bool CountsTable::multiplied() const
{
    return std::any_of(m_counts.begin(), m_counts.end(), [](const learn::FormatCounts& c) { return c.sectors > 0; });
}

bool CountsTable::best(std::size_t row, int column) const
{
    if (m_counts.size() < 2 || asks(column))
        return false;
    const bool steps = multiplied();
    const auto value = [column, steps](const learn::FormatCounts& c) {
        return column == 1 ? (steps ? c.sectors : c.bytes) : steps ? c.idle : c.padding;
    };
    const auto least = std::min_element(m_counts.begin(), m_counts.end(),
                                        [&](const auto& a, const auto& b) { return value(a) < value(b); });
    const auto most = std::max_element(m_counts.begin(), m_counts.end(),
                                       [&](const auto& a, const auto& b) { return value(a) < value(b); });
    return (column == 1 || column == 3) && value(*least) < value(*most) && value(m_counts[row]) == value(*least);
}

QString CountsTable::text() const
{
    QStringList lines;
    const auto all = rows();
    for (std::size_t row = 0; row < all.size(); ++row) {
        QStringList cells;
        for (int column = 0; column < columns; ++column)
            cells << (row > 0 && best(row - 1, column) ? mark : QString()) + all[row][static_cast<std::size_t>(column)];
        lines << cells.join(QStringLiteral(", "));
    }
    return lines.join(QLatin1Char('\n'));
}

std::vector<int> CountsTable::widths() const
{
    std::vector<int> widths(columns, 0);
    const QFontMetrics metrics(typeFace(TypeSize::Small, true));
    for (const auto& row : rows())
        for (std::size_t column = 0; column < columns; ++column)
            widths[column] =
                std::max(widths[column],
                         metrics.horizontalAdvance((column == 1 || column == 3 ? mark : QString()) + row[column]));
    return widths;
}

QSize CountsTable::sizeHint() const
{
    const std::vector<int> all = widths();
    const int line = QFontMetrics(typeFace(TypeSize::Small)).height() + 4;
    return {std::accumulate(all.begin(), all.end(), 0) + air * (columns - 1),
            line * static_cast<int>(m_counts.size() + 1)};
}

QSize CountsTable::minimumSizeHint() const
{
    constexpr int shortest = 88; // of names
    const QSize whole = sizeHint();
    return {whole.width() - std::max(0, widths().front() - shortest), whole.height()};
}

void CountsTable::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const Colors& c = colorsOf(*this);
    const auto all = rows();
    std::vector<int> wide = widths();
    wide.front() = std::min(wide.front(), wide.front() + width() - sizeHint().width());
    const int line = QFontMetrics(typeFace(TypeSize::Small)).height() + 4;
    for (std::size_t row = 0; row < all.size(); ++row) {
        int x = 0;
        for (int column = 0; column < columns; ++column) {
            const auto at = static_cast<std::size_t>(column);
            const bool good = row > 0 && best(row - 1, column);
            painter.setFont(typeFace(TypeSize::Small, good));
            painter.setPen(row == 0 ? c.secondary : good ? c.good : c.text);
            const QString text = (good ? mark : QString()) + all[row][at];
            painter.drawText(QRect(x, static_cast<int>(row) * line, wide[at], line),
                             (column == 0 ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter,
                             column == 0 ? painter.fontMetrics().elidedText(text, Qt::ElideRight, wide[at]) : text);
            x += wide[at] + air;
        }
    }
    painter.setPen(c.hairline);
    painter.drawLine(0, line - 1, width(), line - 1);
}

} // namespace sparsescope
