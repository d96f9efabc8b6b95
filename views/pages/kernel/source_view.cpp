// Source text to read.
#include "views/pages/kernel/source_view.h"

#include "views/pages/kernel/cuda_highlighter.h"
#include "views/parts/theme.h"

#include <QHelpEvent>
#include <QPainter>
#include <QScrollBar>
#include <QTextBlock>
#include <QToolTip>

#include <algorithm>

namespace sparsescope {

class LineNumbers : public QWidget {
public:
    explicit LineNumbers(SourceView* view) : QWidget(view), m_view(view) {}

protected:
    void paintEvent(QPaintEvent* event) override
    {
        QPainter painter(this);
        const Colors& c = colorsOf(*m_view);
        painter.fillRect(event->rect(), c.background);
        painter.setFont(m_view->font());
        QTextBlock block = m_view->firstVisibleBlock();
        double top = m_view->blockBoundingGeometry(block).translated(m_view->contentOffset()).top();
        while (block.isValid() && top <= event->rect().bottom()) {
            const double height = m_view->blockBoundingRect(block).height();
            const int line = block.blockNumber() + 1;
            painter.setPen(m_view->marked(line) ? c.accent : c.secondary);
            painter.drawText(QRectF(0, top, width() - 12, height), Qt::AlignRight | Qt::AlignVCenter,
                             QString::number(line));
            if (const auto writer = m_view->m_writers.constFind(line); writer != m_view->m_writers.constEnd())
                painter.fillRect(QRectF(width() - 8, top, 4, height), writer->color);
            top += height;
            block = block.next();
        }
    }

private:
    SourceView* m_view;
};

SourceView::SourceView(QWidget* parent)
    : QPlainTextEdit(parent), m_highlighter(new CudaHighlighter(document())), m_numbers(new LineNumbers(this))
{
    setReadOnly(true);
    setLineWrapMode(NoWrap);
    setFont(monospaced());
    setTabStopDistance(4 * QFontMetricsF(font()).horizontalAdvance(QLatin1Char(' ')));
    setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    setAccessibleName(tr("Generated kernel"));
    connect(this, &QPlainTextEdit::blockCountChanged, this, &SourceView::placeNumbers);
    connect(this, &QPlainTextEdit::updateRequest, m_numbers, [this](const QRect& rect, int dy) {
        if (dy != 0)
            m_numbers->scroll(0, dy);
        else
            m_numbers->update(0, rect.y(), m_numbers->width(), rect.height());
    });
    placeNumbers();
    applyColors();
}

int SourceView::numbersWidth() const
{
    const int digits = static_cast<int>(QString::number(std::max(100, blockCount())).size());
    return QFontMetrics(font()).horizontalAdvance(QLatin1Char('9')) * digits + 24;
}

void SourceView::placeNumbers()
{
    setViewportMargins(numbersWidth(), 0, 0, 0);
    const QRect inside = contentsRect();
    m_numbers->setGeometry(inside.left(), inside.top(), numbersWidth(), inside.height());
}

// What is marked and was in sight stays there, and comes there where the view had no size yet: the page lays itself out
// after it has marked.
void SourceView::resizeEvent(QResizeEvent* event)
{
    const bool seen = !event->oldSize().isValid() || inSight(leadLine(), event->oldSize().height());
    QPlainTextEdit::resizeEvent(event);
    placeNumbers();
    if (seen)
        bringIntoSight();
}

void SourceView::applyColors()
{
    m_highlighter->setColors(colorsOf(*this));
    showMarks();
    m_numbers->update();
}

void SourceView::changeEvent(QEvent* event)
{
    QPlainTextEdit::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        applyColors();
    if (event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange) {
        if (font().family() != monospaced().family())
            setFont(monospaced());
        placeNumbers();
    }
}

void SourceView::mouseReleaseEvent(QMouseEvent* event)
{
    QPlainTextEdit::mouseReleaseEvent(event);
    if (event->button() == Qt::LeftButton && !textCursor().hasSelection())
        Q_EMIT lineClicked(cursorForPosition(event->pos()).blockNumber() + 1);
}

void SourceView::setWriters(const QHash<int, LineWriter>& writers)
{
    m_writers = writers;
    m_numbers->update();
}

void SourceView::setNotes(const std::vector<SourceNote>& notes)
{
    m_notes = notes;
    showMarks();
}

QString SourceView::tipAt(const QPoint& position) const
{
    const QTextCursor cursor = cursorForPosition(position);
    const int line = cursor.blockNumber() + 1, column = cursor.positionInBlock();
    for (const SourceNote& note : m_notes)
        if (note.line == line && column >= note.column && column <= note.column + note.length)
            return note.text;
    const auto writer = m_writers.constFind(line);
    return writer == m_writers.constEnd() ? QString() : tr("written by %1").arg(writer->name);
}

bool SourceView::viewportEvent(QEvent* event)
{
    if (event->type() != QEvent::ToolTip)
        return QPlainTextEdit::viewportEvent(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    if (const QString tip = tipAt(help->pos()); tip.isEmpty())
        QToolTip::hideText();
    else
        QToolTip::showText(help->globalPos(), tip, viewport());
    return true;
}

bool SourceView::marked(int line) const
{
    return line >= m_first && line <= m_last &&
           (m_among.empty() || std::binary_search(m_among.begin(), m_among.end(), line));
}

void SourceView::markLines(int first, int last, int lead, const std::vector<int>& among)
{
    if (first == m_first && last == m_last && lead == m_lead && among == m_among)
        return;
    m_among = among;
    m_first = first;
    m_last = last;
    m_lead = lead;
    showMarks();
    bringIntoSight();
    m_numbers->update();
}

int SourceView::linesIn(int height) const
{
    return height / std::max(1, QFontMetrics(font()).lineSpacing());
}

bool SourceView::inSight(int line, int height) const
{
    const int top = verticalScrollBar()->value();
    return line > top && line < top + linesIn(height);
}

void SourceView::bringIntoSight()
{
    const int line = leadLine(), height = viewport()->height();
    if (line > 0 && line <= blockCount() && !inSight(line, height)) // what is in sight stays where it is
        // A third from the top: what comes after matters more than what came before.
        verticalScrollBar()->setValue(std::max(0, line - 1 - linesIn(height) / 3));
}

void SourceView::showMarks()
{
    const Colors& c = colorsOf(*this);
    QList<QTextEdit::ExtraSelection> marks;
    const auto mark = [&](int line, float strength) {
        const QTextBlock block = document()->findBlockByNumber(line - 1);
        if (!block.isValid())
            return;
        QTextEdit::ExtraSelection selection;
        QColor color = c.accent;
        color.setAlphaF(strength);
        selection.format.setBackground(color);
        selection.format.setProperty(QTextFormat::FullWidthSelection, true);
        selection.cursor = QTextCursor(block);
        marks.push_back(selection);
    };
    for (int line = m_first; line > 0 && line <= m_last; ++line)
        if (line != m_lead && marked(line))
            mark(line, 0.10F);
    if (m_lead > 0)
        mark(m_lead, 0.28F);
    for (const SourceNote& note : m_notes) {
        const QTextBlock block = document()->findBlockByNumber(note.line - 1);
        if (!note.underlined || !block.isValid() || note.column + note.length >= block.length())
            continue;
        QTextEdit::ExtraSelection selection;
        selection.format.setUnderlineStyle(QTextCharFormat::DotLine);
        selection.format.setUnderlineColor(c.accent);
        selection.cursor = QTextCursor(block);
        selection.cursor.setPosition(block.position() + note.column);
        selection.cursor.setPosition(block.position() + note.column + note.length, QTextCursor::KeepAnchor);
        marks.push_back(selection);
    }
    setExtraSelections(marks);
}

} // namespace sparsescope
