// Source text to read.
#include "views/pages/kernel/source_view.h"

#include "views/parts/code_highlighter.h"
#include "views/parts/theme.h"

#include <QHelpEvent>
#include <QTextBlock>
#include <QToolTip>

#include <algorithm>

namespace sparsescope {

SourceView::SourceView(QWidget* parent) : CodeView(cudaLanguage(), parent)
{
    setReadOnly(true);
    setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    setAccessibleName(tr("Generated kernel"));
}

// What is marked and was in sight stays there, and comes there where the view had no size yet: the page lays itself out
// after it has marked.
void SourceView::resizeEvent(QResizeEvent* event)
{
    const bool seen = !event->oldSize().isValid() || inSight(leadLine(), event->oldSize().height());
    CodeView::resizeEvent(event);
    if (seen)
        bringIntoSight(leadLine());
}

void SourceView::applyColors()
{
    CodeView::applyColors();
    showMarks();
}

void SourceView::mouseReleaseEvent(QMouseEvent* event)
{
    CodeView::mouseReleaseEvent(event);
    if (event->button() == Qt::LeftButton && !textCursor().hasSelection())
        Q_EMIT lineClicked(cursorForPosition(event->pos()).blockNumber() + 1);
}

void SourceView::setWriters(const QHash<int, LineWriter>& writers)
{
    m_writers = writers;
    updateNumbers();
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
        return CodeView::viewportEvent(event);
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
    bringIntoSight(leadLine());
    updateNumbers();
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
