#include "views/pages/kernel/listing_view.h"

#include "engine/core/at.h"
#include "views/parts/theme.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QKeyEvent>
#include <QPainter>
#include <QStyledItemDelegate>

#include <algorithm>
#include <utility>

namespace sparsescope {

namespace {

constexpr int digits = 5;

// The number of the source line, then the text, in one face.
class ListingDelegate : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override
    {
        const QFontMetrics metrics(option.font);
        return {margin(metrics) + metrics.horizontalAdvance(index.data().toString()) + 2 * space::inside,
                metrics.lineSpacing()};
    }

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override
    {
        const Colors& c = colorsOf(*option.widget);
        const int mark = index.data(ListingModel::Mark).toInt();
        QColor tint = c.accent;
        tint.setAlphaF(option.state & QStyle::State_Selected ? 0.28F : mark == 2 ? 0.2F : mark == 1 ? 0.08F : 0.0F);
        painter->fillRect(option.rect, tint);
        painter->setFont(option.font);
        const QFontMetrics metrics(option.font);
        const QRect numbers(option.rect.left(), option.rect.top(), margin(metrics) - 12, option.rect.height());
        const int line = index.data(ListingModel::SourceLine).toInt();
        painter->setPen(mark > 0 ? c.accent : c.secondary);
        if (line > 0)
            painter->drawText(numbers, Qt::AlignRight | Qt::AlignVCenter, QString::number(line));
        painter->setPen(c.text);
        painter->drawText(option.rect.adjusted(margin(metrics), 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter,
                          index.data().toString());
    }

private:
    static int margin(const QFontMetrics& metrics) { return metrics.horizontalAdvance(QLatin1Char('9')) * digits + 24; }
};

} // namespace

void ListingModel::setListing(std::shared_ptr<const Listing> listing)
{
    beginResetModel();
    m_listing = std::move(listing);
    endResetModel();
}

int ListingModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() || !m_listing ? 0 : static_cast<int>(m_listing->lines.size());
}

int ListingModel::markOf(int row) const
{
    const int line = m_listing->sourceLine[at(row)];
    return line == 0                                                                     ? 0
           : line == m_lead                                                              ? 2
           : line < m_first || line > m_last                                             ? 0
           : m_among.empty() || std::binary_search(m_among.begin(), m_among.end(), line) ? 1
                                                                                         : 0;
}

int ListingModel::firstMarked() const
{
    int found = -1;
    for (int row = 0; row < rowCount(); ++row) {
        const int mark = markOf(row);
        if (mark == 2)
            return row;
        if (mark == 1 && found < 0)
            found = row;
    }
    return found;
}

void ListingModel::mark(int first, int last, int lead, std::vector<int> among)
{
    m_among = std::move(among);
    m_first = first;
    m_last = last;
    m_lead = lead;
    if (rowCount() > 0)
        Q_EMIT dataChanged(index(0), index(rowCount() - 1), {Mark});
}

QVariant ListingModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid() || index.row() >= rowCount())
        return {};
    const auto row = static_cast<std::size_t>(index.row());
    if (role == Qt::DisplayRole) {
        const std::string_view line = m_listing->lines[row];
        return QString::fromUtf8(line.data(), static_cast<qsizetype>(line.size()))
            .replace(QLatin1Char('\t'), QLatin1String("    "));
    }
    if (role == SourceLine)
        return m_listing->sourceLine[row];
    if (role == Mark)
        return markOf(index.row());
    return {};
}

ListingView::ListingView(QWidget* parent) : QListView(parent), m_model(new ListingModel(this))
{
    setModel(m_model);
    setItemDelegate(new ListingDelegate(this));
    setUniformItemSizes(true);
    setSelectionMode(ExtendedSelection);
    setEditTriggers(NoEditTriggers);
    setFont(monospaced());
    setAccessibleName(tr("What the compiler made of the source"));
    connect(this, &QListView::clicked, this, [this](const QModelIndex& index) {
        if (const int line = index.data(ListingModel::SourceLine).toInt(); line > 0)
            Q_EMIT sourceLineClicked(line);
    });
}

void ListingView::markSource(int first, int last, int lead, const std::vector<int>& among)
{
    m_model->mark(first, last, lead, among);
    if (const int row = m_model->firstMarked(); row >= 0)
        scrollTo(m_model->index(row), PositionAtCenter);
}

void ListingView::keyPressEvent(QKeyEvent* event)
{
    if (!event->matches(QKeySequence::Copy))
        return QListView::keyPressEvent(event);
    QModelIndexList chosen = selectionModel()->selectedIndexes();
    std::sort(chosen.begin(), chosen.end(),
              [](const QModelIndex& a, const QModelIndex& b) { return a.row() < b.row(); });
    QStringList lines;
    for (const QModelIndex& index : chosen)
        lines << index.data().toString();
    QGuiApplication::clipboard()->setText(lines.join(QLatin1Char('\n')));
}

void ListingView::changeEvent(QEvent* event)
{
    QListView::changeEvent(event);
    if ((event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange) &&
        font().family() != monospaced().family())
        setFont(monospaced());
}

} // namespace sparsescope
